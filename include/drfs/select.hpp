// What a choice of features is told and what it says: options, and a Selection. drfs/methods.hpp
// makes one, by this library's method or by a baseline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drfs/aim.hpp"
#include "drfs/data.hpp"
#include "drfs/kernel.hpp"
#include "drfs/means.hpp"
#include "drfs/models.hpp"
#include "drfs/objective.hpp"
#include "drfs/optimize.hpp"
#include "drfs/rules.hpp"

namespace drfs {

struct RelaxOptions {
  int draws = 1;              ///< noise draws per query row and step
  bool antithetic = false;    ///< every second draw of a row is minus the one before it
  int batch = 512;            ///< random query rows per population and step; 0: all
  double alpha_start = 0;     ///< noise variance at the start; 0: by the number of columns
  double alpha_jitter = 0.1;  ///< relative spread of the start around it
  int start_scales = 2;       ///< scales of noise from which short descents start
  int path = 8;               ///< most steps of a path over lambda; 0: lambda stays as it is
  double alpha_min = 1e-3;    ///< least noise variance
  double alpha_max = 1e4;     ///< largest noise variance
  Estimator check_estimator = Estimator::debiased;  ///< estimator that judges the best step
  int check_rows = 2048;  ///< query rows per population of a check; 0: all
};
void describe(RelaxOptions&, OptionVisitor&);
void check(const RelaxOptions&);

struct RefineOptions {
  int refine_passes = 10;   ///< most passes of the discrete search; 0: none
  int refine_rows = 3000;   ///< most rows that a model of the search, or a shared one, is fitted on
  int refine_folds = 3;     ///< folds of its cross-validation
  bool fill = false;        ///< whether features that serve nobody may use up the budget
  bool relaxation = false;  ///< whether it has a voice in what the search may choose from
  double time_limit = 0;    ///< seconds after which the search ends with its best; 0: none
};
void describe(RefineOptions&, OptionVisitor&);
void check(const RefineOptions&);

/// Parts of the method that a choice can be made without, to see what they are worth.
enum class Stage {
  importances,  ///< of the trees, as a voice in what the search may choose from
  tails,        ///< heavy ones, of coefficients of which few matter much
  bends,        ///< and products, besides straight lines
  trees,        ///< that judge sets where they predict better
  borrowing,    ///< of one population from the others
};
inline constexpr EnumName<Stage> kStageNames[] = {{Stage::importances, "importances"},
                                                  {Stage::tails, "tails"},
                                                  {Stage::bends, "bends"},
                                                  {Stage::trees, "trees"},
                                                  {Stage::borrowing, "borrowing"}};

/// How a method goes about its choice; `method_settings` has those of each. The defaults are those
/// of `auto`.
struct MethodSettings {
  MeansOptions means;
  KernelOptions kernel;
  ObjectiveOptions objective;
  OptimizeOptions optimize;
  RelaxOptions relax;
  RefineOptions refine;
  std::vector<Stage> without = {};  ///< stages that are left out
};

/// What any method is told; `describe` and `check` for it, which know the methods, are in
/// drfs/methods.hpp.
struct SelectOptions {
  std::string method = "auto";  ///< how features are chosen
  std::string preset = {};      ///< the paper's settings for one of its data sets
  int budget = 0;               ///< most features to choose; 0: as many as the rules allow
  std::uint64_t seed = 0;       ///< of everything random
  int bootstrap = 0;            ///< resamples that bootstrap_selection repeats the choice on
  RuleOptions rules = {};       ///< what else the choice has to keep to
  AimOptions aim = {};          ///< what it means to serve all populations
  SplitOptions split = {};
  ModelOptions model = {};
  std::optional<MethodSettings> settings = {};  ///< absent: the method's own
};

std::vector<std::string> preset_names();

/// One step of the relaxation.
struct TracePoint {
  int step = 0;
  double objective = 0;           ///< before the step, on that step's draws
  std::optional<double> checked;  ///< after it, on fixed draws
  std::vector<double> risk;       ///< per population, before the step
  std::vector<double> alpha;      ///< per feature, before the step
  double lambda = 0;              ///< weight of the penalty
};

/// Where the noise levels came to rest under one weight of the penalty.
struct PathPoint {
  double lambda = 0;
  std::size_t kept = 0;       ///< features that bear less noise than they vary themselves
  std::vector<double> alpha;  ///< per feature
};

struct Relaxation {
  std::vector<double> alpha;    ///< per feature, at the end of the path; empty for other methods
  std::vector<PathPoint> path;  ///< one point where lambda is fixed
  Minimum minimum;
  std::vector<TracePoint> trace;
  double pairs = 0;  ///< of queries and rows that the smoother went through
};

/// Another set that the rules allow and that the search cannot tell from the chosen one.
struct NearlyAsGood {
  std::vector<std::size_t> features;  ///< indices, ascending
  double worst = 0;                   ///< the worst population's risk
  double aim = 0;                     ///< the aim's value
};

/// How the search among sets went; risks are what the rows that choose make likely.
struct Refinement {
  double start_worst = 0;  ///< the worst population's risk with the best set it started from
  double worst = 0;        ///< with the set it ended with
  int passes = 0;
  std::size_t sets_tried = 0;
  /// Sets of which it is not sure that they are worse by the aim than the chosen one; best first,
  /// at most 10, the chosen one not among them.
  std::vector<NearlyAsGood> nearly_as_good = {};
  /// Features that the budget has room for, and that serve nobody: left out in the end.
  std::vector<std::size_t> not_needed = {};
  /// Populations in which not even all candidates together are shown to tell anything.
  std::vector<std::size_t> not_helped = {};
  bool nothing_helps = false;     ///< nor in all populations taken together
  double start_aim = 0;           ///< the aim's value with the best set it started from
  double aim = 0;                 ///< with the set it ended with
  std::vector<double> risk = {};  ///< per population, with that set
};

/// What a population would choose for itself under the same rules.
struct BestAlone {
  std::vector<std::size_t> features;  ///< indices, ascending
  double risk = 0;                    ///< the population's, by the search's measure
};

/// What a set loses without one of its features (leave-one-feature-out): by how much the aim's
/// value rises, by the search's measure.
struct FeatureLoss {
  double loss = 0, standard_error = 0;
  /// The aim or a single population surely loses more than 1 % of what is left unexplained.
  bool helps = true;
};

struct ChosenFeature {
  std::size_t feature = 0;  ///< index into the data set's features
  /// its alpha; absent where the method has no relaxation
  std::optional<double> noise = std::nullopt;
  std::vector<double> cost = {};  ///< per resource, without what it shares with others
  std::optional<FeatureLoss> loss_without = std::nullopt;  ///< absent where there was no search
};

/// What the choice uses up of one resource, shared set-ups included.
struct Spending {
  std::string resource;         ///< "cost", or as the file of costs names it
  std::optional<double> limit;  ///< absent where there is none
  double spent = 0;
};

struct Selection {
  std::vector<ChosenFeature> selected;  ///< most important first
  Relaxation relaxation;
  std::optional<Refinement> refinement;  ///< absent where there was no search
  std::vector<Spending> spending;        ///< one per resource
  std::vector<std::string> set_ups;      ///< those that the choice makes necessary
  std::vector<BestAlone> best_alone;     ///< per population, where the aim is the regret
  double choose_seconds = 0;             ///< in all; the parts that follow are the relaxation's
  double means_seconds = 0;
  double relax_seconds = 0;
  double refine_seconds = 0;
};

/// The chosen features, ascending.
std::vector<std::size_t> chosen_set(const Selection&);

/// Throws Error(infeasible) where there are fewer features.
void check_budget(int budget, std::size_t features);

/// What a chosen feature is worth: by how much the aim's value rises without it, and with the best
/// set that has another feature in its place. By the search's measure.
struct Worth {
  std::size_t feature = 0;
  double loss = 0, loss_se = 0;      ///< without it and without what is of no use without it
  std::vector<std::size_t> instead;  ///< that set; empty where nothing can take its place
  double loss_instead = 0, loss_instead_se = 0;
};

/// The choices for several budgets.
struct SelectionCurve {
  std::vector<int> budgets;           ///< ascending
  std::vector<Selection> selections;  ///< one per budget; fewer where it was interrupted
  /// The smallest budget than which no larger one is surely better by more than 1 % of what is left
  /// unexplained; its place in `budgets`.
  std::size_t knee = 0;
  std::vector<Worth> worth;  ///< of the knee's features, the largest loss first
};

}  // namespace drfs
