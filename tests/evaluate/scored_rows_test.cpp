// What models lose row by row: on which rows, in which unit, and what becomes of several parts.
#include "evaluate/scored_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/simulated.hpp"

namespace drfs {
namespace {

const ModelOptions kLinear = {.model = "linear"};

/// y = 2 x0 plus noise in A, y = x1 in B, of 100 and 60 rows, 70 and 40 of which choose.
Dataset two_populations() {
  return simulated::dataset(
      Task::regression,
      {simulated::population(
           "A",
           simulated::regression(1, 100, 2, 0.5,
                                 [](const Matrix& x, std::size_t i) { return 2.0 * x(i, 0); }),
           70),
       simulated::population(
           "B",
           simulated::regression(2, 60, 2, 0,
                                 [](const Matrix& x, std::size_t i) { return double{x(i, 1)}; }),
           40)});
}

TEST(ScoredRows, AreThoseThatDidNotChoose) {
  const auto scored = score_sets(two_populations(), {{0}, {0, 1}}, kLinear, {});
  ASSERT_EQ(scored.size(), 2U);
  for (const auto& of_set : scored) {
    ASSERT_EQ(of_set.size(), 2U);
    for (const auto& [rows, count] : {std::pair(&of_set[0], 30U), {&of_set[1], 20U}}) {
      EXPECT_EQ(rows->model.size(), count);
      EXPECT_EQ(rows->base.size(), count);
      EXPECT_EQ(rows->weight.size(), count);
      EXPECT_TRUE(rows->replicate_weight.empty());
    }
  }
}

TEST(ScoredRows, TheBaseIsTheMeanOfTheRowsThatChoose) {
  const Dataset data = two_populations();
  const auto& b = data.populations[1];
  double mean = 0;
  for (std::size_t i = 0; i < 40; ++i) mean += b.y[i] / 40.0;
  const auto scored = score_sets(data, {{0}}, kLinear, {})[0][1];
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_NEAR(scored.base[i], std::pow(b.y[40 + i] - mean, 2), 1e-5);
}

TEST(ScoredRows, WithoutFeaturesTheModelIsTheBaseToTheLastBit) {
  const auto scored = score_sets(two_populations(), FeatureSets(1), kLinear, {});
  for (const auto& rows : scored.at(0)) EXPECT_EQ(rows.model, rows.base);
}

TEST(ScoredRows, EachSetIsScoredAsIfItWereAlone) {
  const Dataset data = two_populations();
  const auto together = score_sets(data, {{0}, {1}, {}}, kLinear, {});
  const FeatureSets sets = {{0}, {1}, {}};
  for (std::size_t set = 0; set < 3; ++set) {
    const auto alone = score_sets(data, {sets[set]}, kLinear, {});
    for (std::size_t p = 0; p < 2; ++p) EXPECT_EQ(together[set][p].model, alone[0][p].model);
  }
}

TEST(ScoredRows, LossesAreInTheUnitThatTheOutcomeHadBeforeItWasStandardised) {
  Dataset data = two_populations();
  const auto before = score_sets(data, {{0}}, kLinear, {})[0][0];
  data.populations[0].y_scale = {7, 3};
  const auto after = score_sets(data, {{0}}, kLinear, {})[0][0];
  for (std::size_t i = 0; i < before.model.size(); ++i) {
    EXPECT_DOUBLE_EQ(after.model[i], 9 * before.model[i]);
    EXPECT_DOUBLE_EQ(after.base[i], 9 * before.base[i]);
  }
  EXPECT_DOUBLE_EQ(risk_of(after, "A", 0).value, risk_of(before, "A", 0).value) << "a ratio";
}

TEST(ScoredRows, AppendedPartsAreOneAfterTheOther) {
  ScoredRows all;
  all.append({{1, 2}, {3, 4}, {5, 6}, {{7, 8}, {9, 10}}});
  all.append({{11}, {12}, {13}, {{14}, {15}}});
  EXPECT_EQ(all.model, (std::vector<double>{1, 2, 11}));
  EXPECT_EQ(all.base, (std::vector<double>{3, 4, 12}));
  EXPECT_EQ(all.weight, (std::vector<float>{5, 6, 13}));
  EXPECT_EQ(all.replicate_weight, (std::vector<std::vector<float>>{{7, 8, 14}, {9, 10, 15}}));
}

TEST(RiskOfRows, IsTheRatioOfSumsAndNotTheMeanOfRatios) {
  const ScoredRows rows{{1, 4}, {2, 16}, {3, 1}, {}};
  EXPECT_DOUBLE_EQ(risk_of(rows, "A", 0).value, (3 * 1 + 4) / (3 * 2 + 16.0));
}

TEST(RiskOfRows, DoesNotDependOnTheScaleOfTheWeightsNorOnTheOrderOfTheRows) {
  const ScoredRows rows{{1, 4, 2}, {2, 16, 1}, {3, 1, 2}, {}};
  const ScoredRows other{{2, 1, 4}, {1, 2, 16}, {20, 30, 10}, {}};
  EXPECT_NEAR(risk_of(rows, "A", 0).value, risk_of(other, "A", 0).value, 1e-12);
  EXPECT_NEAR(risk_of(rows, "A", 0).standard_error, risk_of(other, "A", 0).standard_error, 1e-12);
}

TEST(RiskOfRows, OfOneRowHasNoStandardError) {
  const Risk risk = risk_of({{1}, {2}, {1}, {}}, "A", 0);
  EXPECT_DOUBLE_EQ(risk.value, 0.5);
  EXPECT_TRUE(std::isnan(risk.standard_error));
}

TEST(ScoredRows, ProgressCountsEverySetAndPopulation) {
  std::vector<double> done;
  Context context;
  context.on_progress = [&](const Progress& p) {
    EXPECT_EQ(p.stage, "evaluate");
    EXPECT_EQ(p.total, 4);
    done.push_back(p.done);
  };
  score_sets(two_populations(), {{0}, {1}}, kLinear, context);
  EXPECT_EQ(done, (std::vector<double>{1, 2, 3, 4}));
}

TEST(ScoredRows, APopulationThatHasNothingToFitOrToScoreIsNamed) {
  for (const std::size_t choosing : {0U, 60U}) {
    Dataset data = two_populations();
    data.populations[1].selection_rows = choosing;
    try {
      score_sets(data, {{0}}, kLinear, {});
      ADD_FAILURE() << choosing;
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(error.code(), ErrorCode::data);
      EXPECT_NE(message.find("population B"), std::string::npos) << message;
      EXPECT_NE(
          message.find(fmt::format("has {} rows to fit and {} to score", choosing, 60 - choosing)),
          std::string::npos)
          << message;
    }
  }
}

}  // namespace
}  // namespace drfs
