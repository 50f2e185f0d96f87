// Cross-fitted figures: beside a k-fold loop written out, on pure noise, for every number of
// threads, for curves, and where they are interrupted.
#include "evaluate/figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "data/prepare/row_order.hpp"
#include "drfs/curve.hpp"
#include "drfs/methods.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

const ModelOptions kLinear{.model = "linear", .ridge = 1e-6};

double line(const Matrix& x, std::size_t i) {
  return 3 * x(i, 0) + 1;
}

/// Two populations with weights and, if wanted, replicates of them.
Dataset made(std::size_t rows, std::size_t columns, std::size_t replicates = 0) {
  std::vector<Population> populations;
  for (const std::size_t p : {0, 1}) {
    auto population = simulated::population(
        p == 0 ? "A" : "B", simulated::regression(11 + p, rows + 13 * p, columns, 2, line), 0);
    const std::size_t n = population.y.size();
    population.replicate_weight = Matrix(n, replicates);
    for (std::size_t i = 0; i < n; ++i) {
      population.weight[i] = 0.5F + 0.25F * static_cast<float>(i % 5);
      for (std::size_t r = 0; r < replicates; ++r)
        population.replicate_weight(i, r) = i % replicates == r ? 0 : population.weight[i];
    }
    populations.push_back(std::move(population));
  }
  Dataset data = simulated::dataset(Task::regression, populations);
  data.replicate_scale = 0.3;
  return data;
}

/// Losses of the line through the weighted training rows and of their mean, by hand.
struct ByHand {
  std::vector<double> line, mean, weight;

  double ratio(const std::vector<double>& by) const {
    double numerator = 0, denominator = 0;
    for (std::size_t i = 0; i < by.size(); ++i) {
      numerator += by[i] * line[i];
      denominator += by[i] * mean[i];
    }
    return numerator / denominator;
  }
};

ByHand five_folds(const Population& population, const std::vector<std::size_t>& order) {
  ByHand out;
  for (std::size_t fold = 0; fold < 5; ++fold) {
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    const auto add = [&](std::size_t i) {
      const double weight = population.weight[i], here = population.x(i, 0);
      w += weight, x += weight * here, y += weight * population.y[i];
      xx += weight * here * here, xy += weight * here * population.y[i];
    };
    for (std::size_t k = 0; k < order.size(); ++k)
      if (k % 5 != fold) add(order[k]);
    const double slope = (xy - x * y / w) / (xx - x * x / w);
    for (std::size_t k = fold; k < order.size(); k += 5) {
      const std::size_t i = order[k];
      const double predicted = y / w + slope * (population.x(i, 0) - x / w);
      out.line.push_back(std::pow(population.y[i] - predicted, 2));
      out.mean.push_back(std::pow(population.y[i] - y / w, 2));
      out.weight.push_back(population.weight[i]);
    }
  }
  return out;
}

TEST(CrossFittedFigures, OfAFixedSetAgreeWithFoldsByHand) {
  const Dataset data = made(83, 2);
  const Partition parts(data, {}, {}, 5, {});
  const auto figures =
      figures_of(parts, std::vector(kParts, PartChoice{FeatureSets{{0}}}), kLinear, {})[0];
  for (std::size_t p = 0; p < 2; ++p) {
    const Population& population = data.populations[p];
    const auto hand = five_folds(population, random_order(5, p, population.y.size()));
    const double value = hand.ratio(hand.weight);
    double squares = 0, base = 0;
    for (std::size_t i = 0; i < hand.line.size(); ++i) {
      squares += std::pow(hand.weight[i] * (hand.line[i] - value * hand.mean[i]), 2);
      base += hand.weight[i] * hand.mean[i];
    }
    const auto n = static_cast<double>(hand.line.size());
    EXPECT_EQ(figures[p].rows, population.y.size());
    EXPECT_NEAR(figures[p].risk.value, value, 1e-4);
    EXPECT_NEAR(figures[p].risk.standard_error, std::sqrt(squares * n / (n - 1)) / base, 1e-4);
    EXPECT_NE(figures[p].risk_all_features.value, figures[p].risk.value);
  }
}

TEST(CrossFittedFigures, ReplicateWeightsRunOverAllParts) {
  constexpr std::size_t kReplicates = 4;
  const Dataset data = made(60, 1, kReplicates);
  const Partition parts(data, {}, {}, 5, {});
  const auto risks =
      risks_of(parts, std::vector(kParts, PartChoice{FeatureSets{{0}}}), kLinear, {})[0];
  for (std::size_t p = 0; p < 2; ++p) {
    const Population& population = data.populations[p];
    const auto order = random_order(5, p, population.y.size());
    const auto hand = five_folds(population, order);
    double squares = 0;
    for (std::size_t r = 0; r < kReplicates; ++r) {
      std::vector<double> weight;
      for (std::size_t fold = 0; fold < 5; ++fold)
        for (std::size_t k = fold; k < order.size(); k += 5)
          weight.push_back(population.replicate_weight(order[k], r));
      squares += std::pow(hand.ratio(weight) - hand.ratio(hand.weight), 2);
    }
    EXPECT_NEAR(risks[p].standard_error, std::sqrt(0.3 * squares), 1e-4);
  }
}

TEST(CrossFittedFigures, NoFeaturesAreExactlyOne) {
  const Partition parts(made(50, 1), {}, {}, 0, {});
  const auto risks = risks_of(parts, std::vector(kParts, PartChoice{FeatureSets(1)}), kLinear, {});
  for (const Risk& risk : risks[0]) {
    EXPECT_EQ(risk.value, 1.0);
    EXPECT_EQ(risk.standard_error, 0.0);
  }
}

/// Columns x0, x1, … of random numbers, y = signal · x0 + noise, and two populations.
Table table_of(std::uint64_t seed, std::size_t rows, std::size_t columns, double signal) {
  Table table{.source = "made", .rows = rows, .columns = {}, .left_out = {}, .too_many_levels = {}};
  const auto column = [&](const std::string& name, auto value) {
    Column out{.name = name, .type = ColumnType::number, .numbers = {}, .codes = {}, .levels = {}};
    for (std::size_t i = 0; i < rows; ++i) out.numbers.push_back(value(i));
    table.columns.push_back(std::move(out));
  };
  for (std::size_t d = 0; d < columns; ++d)
    column("x" + std::to_string(d), [&](std::size_t i) { return simulated::normal(seed, i, d); });
  column("y", [&](std::size_t i) {
    return static_cast<float>(signal) * simulated::normal(seed, i, 0) +
           simulated::normal(seed, i, simulated::kNoiseColumn);
  });
  column("p", [](std::size_t i) { return static_cast<float>(i % 2); });
  return table;
}

RunOptions quick(const std::string& method, int budget) {
  RunOptions options;
  options.dataset.target = "y";
  options.dataset.population = {"p"};
  options.select = {.method = method, .settings = method_settings(method)};
  options.select.budget = budget;
  options.select.model = kLinear;
  options.select.settings->optimize.epochs = 20;
  return options;
}

std::vector<double> risks_of(const std::vector<PopulationFigures>& figures) {
  std::vector<double> out;
  for (const auto& p : figures)
    out.insert(out.end(), {p.risk.value, p.risk.standard_error, p.risk_all_features.value});
  return out;
}

double mean_risk(const std::vector<PopulationFigures>& figures) {
  double sum = 0;
  for (const auto& p : figures) sum += p.risk.value;
  return sum / static_cast<double>(figures.size());
}

TEST(CrossFittedFigures, PureNoiseIsNotFlattered) {
  constexpr int kSeeds = 8;
  double honest = 0, flattered = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto options = quick("lasso", 4);
    const auto result = run_selection(table_of(seed, 240, 60, 0), options, {});
    EXPECT_EQ(result.figures, Figures::cross_fitted);
    for (const auto& p : result.populations) {
      EXPECT_GT(p.risk.value, 1 - 3 * p.risk.standard_error);
    }
    honest += mean_risk(result.populations) / kSeeds;
    // The same set in the same folds, but chosen with the rows that score it.
    EvaluateOptions fixed;
    fixed.dataset = options.dataset;
    for (const auto& chosen : result.selection.selected)
      fixed.dataset.features.push_back(result.features[chosen.feature].name);
    fixed.model = kLinear;
    const auto evaluation = evaluate_features(table_of(seed, 240, 60, 0), fixed, {});
    flattered += mean_risk(evaluation.populations) / kSeeds;
  }
  EXPECT_GT(honest, 1.02);
  EXPECT_LT(flattered, 0.98);
}

TEST(CrossFittedFigures, TheRowsScoredHaveNoPartInTheChoiceThatTheyScore) {
  const SelectOptions options = quick("auto", 2).select;
  const auto choices = [&](const Dataset& data) {
    const Partition parts(data, {}, {}, 3, {});
    const auto choose = [&](const Dataset& part, const Context& inner) {
      return PartChoice{{chosen_set(select_features(part, options, inner))}};
    };
    std::vector<std::vector<std::size_t>> sets;
    for (const auto& choice : choices_of_parts(parts, {}, choose, {}))
      sets.push_back(choice.sets[0]);
    return sets;
  };
  Dataset data = made(200, 6);
  const auto before = choices(data);
  // The rows that the first part scores now say that x4 and x5 are all that counts.
  for (std::size_t p = 0; p < 2; ++p) {
    Population& population = data.populations[p];
    const auto order = random_order(3, p, population.y.size());
    for (std::size_t k = 0; k < order.size(); k += kParts)
      population.y[order[k]] = 100 * (population.x(order[k], 4) + population.x(order[k], 5));
  }
  const auto after = choices(data);
  ASSERT_EQ(after.size(), kParts);
  EXPECT_EQ(after[0], before[0]);
  for (std::size_t k = 1; k < kParts; ++k) EXPECT_NE(after[k], before[k]);
}

TEST(CrossFittedFigures, AreTheSameForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    Context context;
    context.threads = threads;
    return risks_of(run_selection(table_of(2, 200, 5, 1), quick("auto", 2), context).populations);
  };
  EXPECT_EQ(run(1), run(2));
}

TEST(CrossFittedFigures, OfACurveAreThoseOfAChoiceForItsBudget) {
  CurveOptions options;
  options.run = quick("lasso", 0);
  options.budgets = {1, 2};
  const auto curve = run_curve(table_of(3, 200, 6, 1), options, {});
  EXPECT_EQ(curve.figures, Figures::cross_fitted);
  for (const auto& point : curve.points) {
    const auto alone = run_selection(table_of(3, 200, 6, 1), quick("lasso", point.budget), {});
    EXPECT_EQ(risks_of(point.populations), risks_of(alone.populations));
  }
}

TEST(CrossFittedFigures, BestAloneSetsAreThoseOfTheParts) {
  auto options = quick("auto", 1);
  options.select.aim.aim = AimName::regret;
  const auto result = run_selection(table_of(4, 200, 4, 1), options, {});
  for (const auto& p : result.populations) {
    ASSERT_TRUE(p.risk_best_alone);
    // x0 is all that counts, for everybody and in every part.
    EXPECT_EQ(p.risk_best_alone->value, p.risk.value);
  }
  EXPECT_EQ(result.aim, 0);
}

/// Sets the stop as soon as the stage is seen.
struct StopAt {
  std::atomic<bool> stop = false;
  std::vector<std::string> details;
  Context context;

  explicit StopAt(std::string_view stage) {
    context.stop = &stop;
    context.on_progress = [this, stage](const Progress& p) {
      if (p.stage != stage) return;
      details.emplace_back(p.detail);
      stop = true;
    };
  }
};

TEST(CrossFittedFigures, InterruptedAmongTheFoldsTheChoiceIsKeptWithoutFigures) {
  StopAt folds("folds");
  const auto result = run_selection(table_of(2, 200, 5, 1), quick("auto", 2), folds.context);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.selection.selected[0].feature, 0U);
  for (const auto& p : result.populations) EXPECT_TRUE(std::isnan(p.risk.value));
  ASSERT_FALSE(folds.details.empty());
  EXPECT_EQ(folds.details[0], "fold 1 of 5");
}

TEST(CrossFittedFigures, InterruptedAmongTheFoldsACurveKeepsItsChoices) {
  CurveOptions options;
  options.run = quick("auto", 0);
  options.budgets = {1, 2};
  StopAt folds("folds");
  const auto curve = run_curve(table_of(2, 200, 5, 1), options, folds.context);
  EXPECT_TRUE(curve.interrupted);
  ASSERT_EQ(curve.points.size(), 2U);
  EXPECT_EQ(chosen_set(curve.points[0].selection), std::vector<std::size_t>{0});
  for (const auto& p : curve.points[1].populations) EXPECT_TRUE(std::isnan(p.risk.value));
}

TEST(CrossFittedFigures, RemarksAreMadeOnce) {
  Table table = table_of(2, 200, 3, 1);
  // x1 is missing in one population, and kept.
  for (std::size_t i = 0; i < 200; i += 2) table.columns[1].numbers[i] = kMissing;
  auto options = quick("auto", 2);
  options.dataset.allow_missing_in = {"0"};
  std::vector<std::string> remarks;
  Context context;
  context.on_log = [&](Severity, std::string_view text) { remarks.emplace_back(text); };
  run_selection(table, options, context);
  auto once = remarks;
  std::ranges::sort(once);
  once.erase(std::unique(once.begin(), once.end()), once.end());
  EXPECT_FALSE(once.empty());
  EXPECT_EQ(once.size(), remarks.size());
}

TEST(HeldOutFigures, AnExplicitShareSplitsOnceAndRepeatsNothing) {
  auto options = quick("lasso", 1);
  options.select.split.selection_share = 0.6;
  bool folds = false;
  Context context;
  context.on_progress = [&](const Progress& p) { folds = folds || p.stage == "folds"; };
  const auto result = run_selection(table_of(2, 200, 5, 1), options, context);
  EXPECT_EQ(result.figures, Figures::held_out);
  EXPECT_FALSE(folds);
  const Dataset data = prepare(table_of(2, 200, 5, 1), options.dataset, {0.6}, 0, {});
  const auto risks = held_out_risk(data, chosen_set(result.selection), kLinear, {});
  for (std::size_t p = 0; p < risks.size(); ++p)
    EXPECT_EQ(result.populations[p].risk.value, risks[p].value);
}

}  // namespace
}  // namespace drfs
