// The models that the features are for: which rows train them, which score them.
#include <gtest/gtest.h>

#include "core/moments.hpp"
#include "drfs/compare.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

double line(const Matrix& x, std::size_t i) {
  return 2 * x(i, 0) - x(i, 1);
}

Dataset two_lines(std::size_t rows = 500) {
  return simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(1, rows, 3, 0.1, line), rows * 6 / 10),
       simulated::population("B", simulated::regression(2, rows, 3, 1, line), rows * 6 / 10)});
}

double mse(const std::vector<DownstreamScore>& scores, const std::string& population,
           const std::string& downstream = "linear") {
  for (const auto& s : scores)
    if (s.population == population && s.downstream == downstream && s.metric == Metric::mse)
      return s.value;
  ADD_FAILURE() << "no score";
  return 0;
}

TEST(Downstream, ScoresEveryPopulationModelAndMetric) {
  const auto scores = downstream_scores(two_lines(), {0, 1}, {"linear", "rf", "mlp"}, {});
  EXPECT_EQ(scores.size(), 2U * 3U * 2U);
  for (const std::string model : {"linear", "rf", "mlp"}) {
    EXPECT_LT(mse(scores, "A", model), 0.15);
    EXPECT_GT(mse(scores, "B", model), mse(scores, "A", model));
  }
}

TEST(Downstream, TheErrorIsInStandardDeviationsOfTheTrainingRows) {
  // Noise of variance 0.01 on a line of variance 5.
  const auto scores = downstream_scores(two_lines(40'000), {0, 1}, {"linear"}, {});
  EXPECT_NEAR(mse(scores, "A"), 0.01 / 5.01, 0.0002);
  EXPECT_NEAR(mse(scores, "B"), 1 / 6.0, 0.015);
}

TEST(Downstream, RowsThatChoseFeaturesHaveNoPart) {
  Dataset data = two_lines();
  const auto before = downstream_scores(data, {0, 1}, {"linear", "rf"}, {});
  for (auto& population : data.populations)
    for (std::size_t i = 0; i < population.selection_rows; ++i) {
      population.y[i] = 1e3F;
      population.x(i, 0) = -1e3F;
    }
  const auto after = downstream_scores(data, {0, 1}, {"linear", "rf"}, {});
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].value, after[i].value);
}

TEST(Downstream, RowsThatScoreDoNotTrainNorStandardise) {
  // One wild row among those that score: the others' predictions, and so their errors, stay.
  Dataset data = two_lines();
  const double before = mse(downstream_scores(data, {0, 1}, {"linear"}, {}), "A");
  auto& population = data.populations[0];
  population.y.back() += 1000;
  const double after = mse(downstream_scores(data, {0, 1}, {"linear"}, {}), "A");
  const auto training = std::span<const float>(population.y).subspan(300, 160);
  const std::vector<float> weight(160, 1.0F);
  const double scale = weighted_moments(training, weight).deviation;
  EXPECT_NEAR(after - before, std::pow(1000 / scale, 2) / 40, 0.005 * after);
}

TEST(Downstream, TheScaleOfAColumnDoesNotMatter) {
  Dataset data = two_lines();
  const double before = mse(downstream_scores(data, {0, 1}, {"linear"}, {}), "B");
  for (float& v : data.populations[1].x.column(0)) v = 1000 * v + 7;
  EXPECT_NEAR(mse(downstream_scores(data, {0, 1}, {"linear"}, {}), "B"), before, 1e-4);
}

TEST(Downstream, TheSameSetGivesTheSameFiguresInAnyOrder) {
  const Dataset data = two_lines();
  const auto one = downstream_scores(data, {0, 1, 2}, {"rf", "mlp"}, {});
  const auto other = downstream_scores(data, {2, 0, 1}, {"rf", "mlp"}, {});
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].value, other[i].value);
}

TEST(Downstream, AnOutcomeThatIsConstantInTrainingIsNotPerfectlyPredicted) {
  Dataset data = two_lines();
  auto& population = data.populations[0];
  for (float& y : population.y) y = 3;
  population.y.back() = 8;  // scores
  EXPECT_NEAR(mse(downstream_scores(data, {0}, {"linear"}, {}), "A"), 25.0 / 40, 1e-6);
}

TEST(Downstream, APopulationOfTooFewRowsIsNamed) {
  Dataset data = two_lines();
  data.populations[1].selection_rows = 499;
  try {
    downstream_scores(data, {0}, {"linear"}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::data);
    EXPECT_NE(std::string(error.what()).find("population B"), std::string::npos);
  }
}

}  // namespace
}  // namespace drfs
