// The cross-validated risk by a model, set by set and of many at once.
#include "select/measure/model_risk.hpp"

#include <gtest/gtest.h>

#include "select/searching.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

using drfs::testing::sets_of;

SelectOptions linear() {
  SelectOptions options;
  options.model.model = "linear";
  return options;
}

TEST(ModelRisk, KnowingTheRightFeaturesIsBetter) {
  const Dataset data = two_populations();
  const auto options = linear();
  const Context context;
  ModelRisk risk(data, {0, 1}, options, context);
  EXPECT_LT(risk.risk({0, 1}).worst(), 0.2);
  EXPECT_GT(risk.risk({0, 2}).worst(), 0.8);  // population B is left with little
  EXPECT_NEAR(risk.risk({}).worst(), 1.0, 0.02);
  EXPECT_EQ(risk.sets_tried(), 3U);
}

TEST(ModelRisk, IsOfThePopulationsListed) {
  const Dataset data = two_populations();
  const auto options = linear();
  const Context context;
  ModelRisk both(data, {0, 1}, options, context), second(data, {1}, options, context);
  EXPECT_EQ(second.risk({1}).risk.row(0).mean(), both.risk({1}).risk.row(1).mean());
}

TEST(ModelRisk, TheBestOfManyIsTheOneWithTheBestScore) {
  const Dataset data = two_populations();
  const auto options = linear();
  const Context context;
  for (std::size_t size : {1, 2, 3}) {
    ModelRisk together(data, {0, 1}, options, context), one_by_one(data, {0, 1}, options, context);
    const auto sets = sets_of(size, 5);
    const FeatureSet best = std::ranges::min(
        sets, {}, [&](const FeatureSet& set) { return Aim().score(one_by_one.risk(set)); });
    EXPECT_EQ(together.best_of(sets, {}), best);
  }
}

TEST(ModelRisk, OfTwoClassesIsThatOfZeroAndOne) {
  const Dataset data = low_and_high(Task::binary), classes = low_and_high(Task::multiclass);
  const auto options = linear();
  const Context context;
  ModelRisk two(data, {0, 1}, options, context), several(classes, {0, 1}, options, context);
  EXPECT_NEAR(two.risk({0, 1}).worst(), several.risk({0, 1}).worst(), 0.02);
  EXPECT_LT(two.risk({0, 1}).worst(), 0.7);
}

}  // namespace
}  // namespace drfs
