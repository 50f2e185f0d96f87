// First-order minimisation. Four separate things: the update rule, the schedule of the learning
// rate, the loop, and the hooks that watch it. Knows nothing of features or populations.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/options.hpp"

namespace drfs {

enum class UpdateRule { adam, sgd };
inline constexpr EnumName<UpdateRule> kUpdateRuleNames[] = {{UpdateRule::adam, "adam"},
                                                            {UpdateRule::sgd, "sgd"}};

enum class Schedule { constant, cosine };
inline constexpr EnumName<Schedule> kScheduleNames[] = {{Schedule::constant, "constant"},
                                                        {Schedule::cosine, "cosine"}};

struct OptimizeOptions {
  UpdateRule optimizer = UpdateRule::adam;  ///< how a gradient becomes a step
  double learning_rate = 0.2;               ///< size of the first step
  double momentum = 0.9;                    ///< of sgd
  Schedule schedule = Schedule::cosine;     ///< how the learning rate falls
  int epochs = 60;                          ///< most steps
  int check_every = 5;                      ///< steps between two checks on fixed draws
  int patience = 3;                         ///< checks without progress before it stops; 0: never
  double tolerance = 1e-3;                  ///< what counts as progress
};
void describe(OptimizeOptions&, OptionVisitor&);
void check(const OptimizeOptions&);

/// Turns gradients into steps; holds the state of one run.
class Updater {
 public:
  virtual ~Updater() = default;
  virtual void step(std::span<double> theta, std::span<const double> gradient, double rate) = 0;
};
std::unique_ptr<Updater> make_updater(const OptimizeOptions&, std::size_t size);

/// The learning rate of step `step` of `steps`.
double learning_rate(const OptimizeOptions&, int step, int steps);

struct Evaluation {
  double value = 0;
  std::vector<double> gradient;
};

/// The function to minimise, the judge of its steps, and who watches.
struct Landscape {
  /// Value and gradient at theta; may draw anew at every step.
  std::function<Evaluation(std::span<const double> theta, int step)> function;
  /// A value that can be compared between steps: the same draws every time.
  std::function<double(std::span<const double> theta)> check;
  /// Optional: called after every step with the value before it and, at checks, the checked value.
  std::function<void(int step, double value, const double* checked)> watch;
  double lower = -1e300;  ///< theta is projected to [lower, upper] after every step
  double upper = 1e300;
};

enum class StopReason { finished, converged, interrupted };
inline constexpr EnumName<StopReason> kStopReasonNames[] = {
    {StopReason::finished, "finished"},
    {StopReason::converged, "converged"},
    {StopReason::interrupted, "interrupted"}};

struct Minimum {
  std::vector<double> theta;                               ///< the best checked one
  double value = std::numeric_limits<double>::infinity();  ///< its checked value
  int step = 0;   ///< the step it was reached at; 0 is the start
  int steps = 0;  ///< steps made
  StopReason reason = StopReason::finished;
};

/// Interrupted (Error(interrupted) from the function), it returns the best theta so far.
Minimum minimise(const Landscape&, std::vector<double> start, const OptimizeOptions&);

}  // namespace drfs
