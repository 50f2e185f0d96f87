// The cross-validated risk by a model, set by set and of many at once.
#include "select/measure/model_risk.hpp"

#include <gtest/gtest.h>

#include "models/simulated.hpp"
#include "select/searching.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

using drfs::testing::sets_of;

Recipe linear() {
  Recipe recipe;
  recipe.model.model = "linear";
  return recipe;
}

TEST(ModelRisk, KnowingTheRightFeaturesIsBetter) {
  const Dataset data = two_populations();
  const auto recipe = linear();
  const Context context;
  ModelRisk risk(data, {0, 1}, recipe, context);
  EXPECT_LT(risk.risk({0, 1}).worst(), 0.2);
  EXPECT_GT(risk.risk({0, 2}).worst(), 0.8);  // population B is left with little
  EXPECT_NEAR(risk.risk({}).worst(), 1.0, 0.02);
  EXPECT_EQ(risk.sets_tried(), 3U);
}

TEST(ModelRisk, IsOfThePopulationsListed) {
  const Dataset data = two_populations();
  const auto recipe = linear();
  const Context context;
  ModelRisk both(data, {0, 1}, recipe, context), second(data, {1}, recipe, context);
  EXPECT_EQ(second.risk({1}).risk.row(0).mean(), both.risk({1}).risk.row(1).mean());
}

TEST(ModelRisk, TheBestOfManyIsTheOneWithTheBestScore) {
  const Dataset data = two_populations();
  const auto recipe = linear();
  const Context context;
  for (std::size_t size : {1, 2, 3}) {
    ModelRisk together(data, {0, 1}, recipe, context), one_by_one(data, {0, 1}, recipe, context);
    const auto sets = sets_of(size, 5);
    const FeatureSet best = std::ranges::min(
        sets, {}, [&](const FeatureSet& set) { return Aim().score(one_by_one.risk(set)); });
    EXPECT_EQ(together.best_of(sets, {}), best);
  }
}

TEST(ModelRisk, OfTwoClassesIsThatOfZeroAndOne) {
  const Dataset data = low_and_high(Task::binary), classes = low_and_high(Task::multiclass);
  const auto recipe = linear();
  const Context context;
  ModelRisk two(data, {0, 1}, recipe, context), several(classes, {0, 1}, recipe, context);
  EXPECT_NEAR(two.risk({0, 1}).worst(), several.risk({0, 1}).worst(), 0.02);
  EXPECT_LT(two.risk({0, 1}).worst(), 0.7);
}

/// Four populations of 60 rows with one outcome that only trees can tell: whether x0 and x1 are of
/// one sign.
Dataset same_signs() {
  const auto mean = [](const Matrix& x, std::size_t i) { return x(i, 0) * x(i, 1) > 0 ? 1 : -1; };
  std::vector<Population> populations;
  for (std::uint64_t p = 0; p < 4; ++p)
    populations.push_back(simulated::population(
        fmt::format("{}", p), simulated::regression(40 + p, 60, 4, 0.5, mean), 60));
  return simulated::dataset(Task::regression, std::move(populations));
}

TEST(ModelRisk, OfPopulationsThatBorrowIsLowerWhereTheyAreAlike) {
  const Dataset data = same_signs();
  const Recipe recipe;
  const Context context;
  ModelRisk alone(data, {0, 1, 2, 3}, recipe, context),
      borrowing(data, {0, 1, 2, 3}, recipe, context, std::vector<double>(4, 0.7));
  EXPECT_LT(borrowing.risk({0, 1}).risk.mean(), 0.8 * alone.risk({0, 1}).risk.mean());
  EXPECT_GT(borrowing.risk({2, 3}).worst(), 0.9);  // there is nothing to lend
}

TEST(ModelRisk, OfThosePopulationsListedBorrowsFromAll) {
  const Dataset data = same_signs();
  const Recipe recipe;
  const Context context;
  ModelRisk all(data, {0, 1, 2, 3}, recipe, context, {0.7, 0.7, 0.7, 0.7}),
      second(data, {1}, recipe, context, {0.7});
  EXPECT_TRUE((second.risk({0, 1}).risk.row(0) == all.risk({0, 1}).risk.row(1)).all());
}

}  // namespace
}  // namespace drfs
