// Where trees see missing values as such, they do so at every stage: the outcome follows whether
// column 0 has a value, which is 0 where it is known and 0 where it is filled in.
#include <gtest/gtest.h>

#include "drfs/compare.hpp"
#include "drfs/evaluate.hpp"
#include "drfs/means.hpp"
#include "drfs/methods.hpp"
#include "models/simulated.hpp"
#include "pipeline/bootstrap.hpp"

namespace drfs {
namespace {

double noise(const Matrix& x, std::size_t i) {
  return 0.2 * x(i, 1);
}

Population gaps_tell(const std::string& name, std::uint64_t seed) {
  simulated::Sample s = simulated::regression(seed, 500, 4, 0.2, noise);
  std::vector<std::vector<bool>> missing(4);
  for (std::size_t i = 0; i < 500; ++i) {
    missing[0].push_back(s.x(i, 0) > 0.4F);
    if (missing[0][i]) s.y[i] += 4;
    s.x(i, 0) = 0;
  }
  auto out = simulated::population(name, std::move(s), 300);
  out.was_missing = std::move(missing);
  return out;
}

Dataset gaps_tell() {
  Dataset data = simulated::dataset(Task::regression, {gaps_tell("A", 1), gaps_tell("B", 2)});
  standardise(data);
  return data;
}

double risk_of_gaps(const Dataset& data, const std::string& model) {
  return held_out_risk(data, std::vector<std::size_t>{0}, {.model = model}, {})[0].value;
}

TEST(NativeMissing, LowersTheHeldOutRiskOfTreesOnly) {
  for (const std::string model : {"xgb", "rf", "auto"})
    EXPECT_LT(risk_of_gaps(gaps_tell(), model), 0.05) << model;
  for (const std::string model : {"linear", "smooth", "mlp"})
    EXPECT_GT(risk_of_gaps(gaps_tell(), model), 0.95) << model;
}

TEST(NativeMissing, IsSeenByTheConditionalMeans) {
  const Dataset data = gaps_tell();
  const Means means = conditional_means(data, {}, {}, 0, {});
  for (std::size_t p : {0, 1}) {
    EXPECT_GT(means.importance[p][0], 0.6);
    const auto& population = data.populations[p];
    const std::vector<float> y(population.y.begin(), population.y.begin() + 300);
    EXPECT_LT(simulated::unexplained(y, means.mu[p]), 0.1);
  }
}

SelectOptions one_feature(const std::string& method) {
  SelectOptions options{.method = method, .settings = method_settings(method)};
  options.budget = 1;
  options.model.trees = 30;
  options.settings->optimize.epochs = 20;
  return options;
}

TEST(NativeMissing, DecidesWhatMethodsWithTreesChoose) {
  for (const std::string method : {"auto", "greedy", "xgb", "dro-xgb"})
    EXPECT_EQ(select_features(gaps_tell(), one_feature(method), {}).selected.at(0).feature, 0U)
        << method;
}

TEST(NativeMissing, StaysWithTheRowsOfAResample) {
  const Dataset drawn = resample(gaps_tell(), 1, 0, 2);
  for (const auto& population : drawn.populations) {
    ASSERT_EQ(population.was_missing.size(), 4U);
    ASSERT_EQ(population.was_missing[0].size(), population.y.size());
    EXPECT_TRUE(population.was_missing[1].empty());
    for (std::size_t i = 0; i < population.y.size(); ++i)
      EXPECT_EQ(population.was_missing[0][i], population.y[i] > 0.3F) << population.y[i];
  }
}

TEST(NativeMissing, IsSeenByTheModelsDownstream) {
  for (const auto& score : downstream_scores(gaps_tell(), {0}, {"rf", "linear"}, {}))
    if (score.metric == Metric::mse) {
      if (score.downstream == "rf")
        EXPECT_LT(score.value, 0.1);
      else
        EXPECT_GT(score.value, 0.9);
    }
}

}  // namespace
}  // namespace drfs
