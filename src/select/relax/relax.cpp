#include "select/relax/relax.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "select/ranking.hpp"
#include "select/relax/descent.hpp"

namespace drfs {
namespace {

/// Each start has so many times the noise of the one before it.
constexpr double kScaleRatio = 5;
/// Exploring a start and a step of the path take this share of the steps of the main descent.
constexpr int kShortDescent = 10;
/// Lambda rises by this factor along the path.
constexpr double kLambdaRatio = 2.5;

/// Near `scale` times alpha_start: start (1 + jitter z), z normal and bounded away from the floor.
std::vector<double> start_alpha(const Dataset& data, const Recipe& recipe, double scale) {
  const RelaxOptions& relax = recipe.relax;
  // With noise of a tenth of the number of columns the rows of a neighbourhood still compete,
  // however many columns there are (docs/method.md, section 5).
  const double start =
      scale * (relax.alpha_start > 0 ? relax.alpha_start
                                     : std::max(1.0, 0.1 * static_cast<double>(data.columns())));
  std::vector<double> alpha;
  for (std::size_t i = 0; i < data.features.size(); ++i) {
    const double z =
        normals(recipe.seed, Stream::start, {static_cast<std::uint32_t>(i), 0, 0, 0})[0];
    alpha.push_back(
        std::clamp(start * (1 + relax.alpha_jitter * z), relax.alpha_min, relax.alpha_max));
  }
  return alpha;
}

/// Features that bear less noise than they vary themselves.
std::size_t kept(const std::vector<double>& alpha) {
  return static_cast<std::size_t>(std::ranges::count_if(alpha, [](double a) { return a < 1; }));
}

bool interrupted(const Minimum& minimum) {
  return minimum.reason == StopReason::interrupted;
}

/// From where another descent ended. Where no step was better, the best step is that one's.
Minimum go_on(Descent& descent, const Minimum& from, double lambda, int steps) {
  Minimum minimum = descent.run(descent.alpha_of(from), lambda, steps);
  if (minimum.step == 0) minimum.step = from.step;
  return minimum;
}

int short_descent(const Recipe& recipe) {
  return std::max(1, recipe.optimize.epochs / kShortDescent);
}

/// The best of short descents from several scales of noise.
Minimum explore_starts(Descent& descent, const Dataset& data, const Recipe& recipe, double lambda) {
  Minimum best;
  double scale = 1;
  for (int i = 0; i < recipe.relax.start_scales; ++i, scale *= kScaleRatio) {
    const Minimum here =
        descent.run(start_alpha(data, recipe, scale), lambda, short_descent(recipe));
    if (here.value < best.value || i == 0) best = here;
    if (interrupted(here)) {
      best.reason = here.reason;
      break;
    }
  }
  return best;
}

/// Down from the best start; from the only one where there is no choice.
Minimum descend(Descent& descent, const Dataset& data, const Recipe& recipe, double lambda) {
  if (recipe.relax.start_scales == 1)
    return descent.run(start_alpha(data, recipe, 1), lambda, recipe.optimize.epochs);
  const Minimum best = explore_starts(descent, data, recipe, lambda);
  return interrupted(best) ? best : go_on(descent, best, lambda, recipe.optimize.epochs);
}

/// How many features can be kept: the budget, or what is allowed of those of least noise.
std::size_t wanted_number(const Constraints& constraints, const std::vector<double>& alpha) {
  return constraints.fill({}, least_first(alpha))->size();
}

/// Raises lambda from where the noise levels are until just the wanted number of features are
/// kept; where lambda went too far, it goes back half of the way.
Minimum follow_path(Descent& descent, const Constraints& constraints, const Recipe& recipe,
                    Minimum minimum, std::vector<PathPoint>& path) {
  const std::size_t budget = wanted_number(constraints, path.back().alpha);
  double below = 0, above = 0, lambda = recipe.objective.lambda;
  Minimum from = minimum;
  for (int i = 0; i < recipe.relax.path && path.back().kept != budget; ++i) {
    if (i == 0 && path.back().kept < budget) break;  // nothing has to go
    const Minimum here = go_on(descent, from, lambda, short_descent(recipe));
    minimum = here;
    if (interrupted(here)) break;
    const auto alpha = descent.alpha_of(here);
    path.push_back({lambda, kept(alpha), alpha});
    if (path.back().kept > budget) {
      below = lambda;
      from = here;
    } else {
      above = lambda;
    }
    lambda = above > 0 ? std::sqrt(std::max(below, above / kLambdaRatio) * above)
                       : lambda * kLambdaRatio;
  }
  return minimum;
}

}  // namespace

void describe(RelaxOptions& o, OptionVisitor& v) {
  v.option("draws", o.draws, "Noise draws per query row and step");
  v.option("antithetic", o.antithetic,
           "Every second draw of a row is minus the one before it; needs --draws of at least 2");
  v.option("batch", o.batch, "Random query rows per population and step; 0 = all rows");
  v.option("alpha-start", o.alpha_start, "Noise variance at the start; 0 = by number of columns");
  v.option("alpha-jitter", o.alpha_jitter, "Relative spread of the start");
  v.option("alpha-min", o.alpha_min, "Least noise variance");
  v.option("alpha-max", o.alpha_max, "Largest noise variance");
  v.option("start-scales", o.start_scales,
           "Scales of noise from which short descents start; the best goes on");
  v.option("path", o.path,
           "Most steps of a path that adjusts lambda until the number of features kept matches the "
           "budget; 0 = lambda is fixed");
  v.option("check-estimator", choice_of("check-estimator", o.check_estimator, kEstimatorNames),
           "Estimator that judges which step was best");
  v.option("check-rows", o.check_rows, "Query rows per population of a check; 0 = all rows");
}

void check(const RelaxOptions& o) {
  require_option(o.draws >= 1, "draws", o.draws, "a whole number of at least 1");
  require_option(!o.antithetic || o.draws >= 2, "draws", o.draws,
                 "a whole number of at least 2, or leave --antithetic out");
  require_option(o.start_scales >= 1 && o.start_scales <= 10, "start-scales", o.start_scales,
                 "a whole number from 1 to 10");
  require_option(o.path >= 0, "path", o.path, "0 (lambda stays as it is) or more");
  require_option(o.batch >= 0, "batch", o.batch, "0 (all rows) or more");
  require_option(o.check_rows >= 0, "check-rows", o.check_rows, "0 (all rows) or more");
  require_option(o.alpha_min >= 1e-6 && o.alpha_min <= 1e6, "alpha-min", o.alpha_min,
                 "a number from 1e-6 to 1e6");
  require_option(o.alpha_max >= o.alpha_min && o.alpha_max <= 1e6, "alpha-max", o.alpha_max,
                 "a number from alpha-min to 1e6");
  require_option(o.alpha_start >= 0 && o.alpha_start <= 1e6, "alpha-start", o.alpha_start,
                 "0 (by number of columns) or a variance of at most 1e6");
  require_option(o.alpha_jitter >= 0 && o.alpha_jitter <= 1, "alpha-jitter", o.alpha_jitter,
                 "a number from 0 to 1");
}

Relaxation relax(const Dataset& data, const Problem& problem, const Means& means,
                 const Recipe& recipe, const Context& context) {
  check(recipe.relax);
  Descent descent(data, problem.aim, means, recipe, context);
  const bool path = recipe.relax.path > 0 && recipe.objective.penalty != Penalty::none &&
                    recipe.objective.lambda > 0;
  const double lambda = path ? 0 : recipe.objective.lambda;

  // Where the budget is what is looked for, the path goes down to the smallest.
  const Constraints sizes = problem.find_budget
                                ? problem.constraints.with_smallest_budget(data.features.size())
                                : problem.constraints;
  Relaxation relaxation;
  Minimum minimum = descend(descent, data, recipe, lambda);
  const auto alpha = descent.alpha_of(minimum);
  relaxation.path = {{lambda, kept(alpha), alpha}};
  if (path && !interrupted(minimum))
    minimum = follow_path(descent, sizes, recipe, minimum, relaxation.path);
  relaxation.alpha = descent.alpha_of(minimum);
  relaxation.minimum = minimum;
  relaxation.trace = descent.trace();
  relaxation.pairs = descent.pairs();
  // The start is random: a ranking of it is no answer.
  if (minimum.step == 0) {
    if (interrupted(minimum)) context.throw_if_stopped();
    context.log(Severity::warning,
                "no step of the relaxation was better than its random start; the order of the "
                "features means nothing. Try other settings, e.g. more --check-rows or a smaller "
                "--learning-rate");
  }
  return relaxation;
}

}  // namespace drfs
