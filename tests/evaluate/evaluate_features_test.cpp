// The figures of a given set of features, from a table in memory.
#include <gtest/gtest.h>

#include "data/scratch_file.hpp"
#include "drfs/evaluate.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

using testing::expect_error;
using Names = std::vector<std::string>;

/// y = a + b in two populations, a column that never changes and one of noise.
Table table() {
  std::string text = "a,b,constant,noise,where,y\n";
  for (std::size_t i = 0; i < 600; ++i) {
    const float a = simulated::normal(3, i, 0), b = simulated::normal(3, i, 1);
    text += fmt::format("{},{},7,{},{},{}\n", a, b, simulated::normal(3, i, 2),
                        i % 3 == 0 ? "north" : "south", a + b);
  }
  return testing::read_text(text);
}

EvaluateOptions options(Names features) {
  EvaluateOptions options;
  options.dataset.target = "y";
  options.dataset.population = {"where"};
  options.dataset.features = std::move(features);
  options.split.selection_share = 0.5;
  options.model.model = "linear";
  return options;
}

TEST(EvaluateFeatures, ScoresTheSetAndBesideItAllColumns) {
  const SetEvaluation scored = evaluate_features(table(), options({"a"}), {});
  EXPECT_EQ(scored.task, Task::regression);
  EXPECT_EQ(scored.figures, Figures::held_out);
  ASSERT_EQ(scored.populations.size(), 2U);
  EXPECT_EQ(scored.populations[0].name, "north");
  EXPECT_EQ(scored.populations[0].rows, 200U);
  EXPECT_EQ(scored.populations[1].rows, 400U);
  for (const auto& p : scored.populations) {
    EXPECT_NEAR(p.risk.value, 0.5, 4 * p.risk.standard_error)
        << "a is half of the variance of a + b";
    EXPECT_LT(p.risk_all_features.value, 0.01) << "all columns, not only those that were named";
    EXPECT_FALSE(p.risk_best_alone.has_value());
  }
}

TEST(EvaluateFeatures, TheWorstIsTheOneWithTheLargestRisk) {
  const SetEvaluation scored = evaluate_features(table(), options({"a"}), {});
  for (const auto& p : scored.populations) EXPECT_LE(p.risk.value, scored.worst().risk.value);
}

TEST(EvaluateFeatures, NamesAreSortedAndCountOnce) {
  const SetEvaluation scored = evaluate_features(table(), options({"noise", "a", "noise"}), {});
  EXPECT_EQ(scored.features, (Names{"a", "noise"}));
  const SetEvaluation again = evaluate_features(table(), options({"a", "noise"}), {});
  EXPECT_EQ(scored.worst().risk.value, again.worst().risk.value);
}

TEST(EvaluateFeatures, AColumnThatCannotBeAFeatureIsNamedWithTheReason) {
  expect_error(ErrorCode::data, {"column 'constant'", "is constant", "Name other features"}, [] {
    evaluate_features(table(), options({"a", "constant"}), {});
  });
}

TEST(EvaluateFeatures, AnUnknownNameSuggestsTheNearest) {
  expect_error(ErrorCode::usage, {"--features", "'noice'", "noise"},
               [] { evaluate_features(table(), options({"noice"}), {}); });
}

TEST(EvaluateFeatures, AnotherSeedIsAnotherSplit) {
  EvaluateOptions other = options({"a"});
  const double first = evaluate_features(table(), other, {}).worst().risk.value;
  EXPECT_EQ(evaluate_features(table(), other, {}).worst().risk.value, first);
  other.seed = 1;
  EXPECT_NE(evaluate_features(table(), other, {}).worst().risk.value, first);
}

}  // namespace
}  // namespace drfs
