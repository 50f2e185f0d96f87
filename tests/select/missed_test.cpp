#include "select/missed.hpp"

#include <gtest/gtest.h>

namespace drfs {
namespace {

/// Two populations of risks 0.5 and 0.1, to which these are added in six equal blocks of rows.
CvRisk risks(std::vector<double> to_worst, std::vector<double> to_best) {
  const auto blocks = [](double risk, std::vector<double> losses) {
    for (double& loss : losses) loss += risk;
    return BlockLosses{std::move(losses), std::vector<double>(kRiskBlocks, 1.0)};
  };
  return {{blocks(0.5, std::move(to_worst)), blocks(0.1, std::move(to_best))}};
}

const std::vector<double> kNothing(kRiskBlocks, 0.0);
const CvRisk kWhole = risks(kNothing, kNothing);

/// A mean of 0.004 with a standard error of 0.004.
const std::vector<double> kOneRow = {0.024, 0, 0, 0, 0, 0};

TEST(Missed, SurelyIsWhatMoreThanOneStandardErrorPerWaySays) {
  const std::vector<double> certain(kRiskBlocks, 0.003);  // 3 % of the best-served one's risk
  EXPECT_FALSE(missed({}, kWhole, kWhole, 2).surely);
  EXPECT_TRUE(missed({}, kWhole, risks(kNothing, certain), 2).surely);
  EXPECT_FALSE(missed({}, kWhole, risks(kNothing, kOneRow), 2).surely);
  EXPECT_FALSE(missed({}, kWhole, risks(certain, kNothing), 2).surely);  // 0.6 %
  // A mean of 0.014 with a standard error of 0.0049: 2.9 of them, where t asks for more than 3.
  const std::vector<double> uneven = {0.036, 0.006, 0.012, 0.012, 0.006, 0.012};
  EXPECT_FALSE(missed({}, kWhole, risks(uneven, kNothing), 2.3).surely);
  EXPECT_TRUE(missed({}, kWhole, risks(uneven, kNothing), 1.6).surely);
}

TEST(Missed, WorseWhereItCountsIsMoreThanAHundredthOfTheWorstRisk) {
  const std::vector<double> little(kRiskBlocks, 0.003), much(kRiskBlocks, 0.006);
  EXPECT_FALSE(is_worse({}, kWhole, risks(kNothing, little), 2));
  EXPECT_TRUE(is_worse({}, kWhole, risks(kNothing, much), 2));
  EXPECT_TRUE(is_worse({}, kWhole, risks(much, kNothing), 2));
}

TEST(WillDo, ALossThatIsSmallAndMayBeChance) {
  EXPECT_TRUE(will_do({}, kWhole, kWhole, 1));
  EXPECT_TRUE(will_do({}, kWhole, risks(kOneRow, kNothing), 1.01));
  EXPECT_TRUE(will_do({}, kWhole, risks(kNothing, kOneRow), 1.01));
}

TEST(WillDo, AGain) {
  const std::vector<double> gain(kRiskBlocks, -0.05);
  EXPECT_TRUE(will_do({}, kWhole, risks(gain, gain), 1));
}

TEST(WillDo, NotALossThatIsMoreThanAHundredthOfTheWorstRisk) {
  const std::vector<double> large = {0.036, 0, 0, 0, 0, 0};  // 0.006 ± 0.006
  EXPECT_FALSE(will_do({}, kWhole, risks(large, kNothing), 3));
  EXPECT_FALSE(will_do({}, kWhole, risks(kNothing, large), 3));
}

TEST(WillDo, NotALossThatIsMoreThanAHundredthOfWhatIsExplained) {
  const std::vector<double> hard(kRiskBlocks, 0.3);  // 0.8: a fifth is explained
  std::vector<double> harder = hard;
  harder[0] += 0.024;
  EXPECT_FALSE(will_do({}, risks(hard, kNothing), risks(harder, kNothing), 3));
  harder[0] = 0.3 + 0.006;
  EXPECT_TRUE(will_do({}, risks(hard, kNothing), risks(harder, kNothing), 3));
}

TEST(WillDo, WhereNothingIsExplainedOnlyWhatLosesNothing) {
  const std::vector<double> hopeless(kRiskBlocks, 0.55);
  std::vector<double> other = hopeless;
  other[0] += 0.001;
  EXPECT_FALSE(will_do({}, risks(hopeless, kNothing), risks(other, kNothing), 3));
  other[0] = 0.5;
  EXPECT_TRUE(will_do({}, risks(hopeless, kNothing), risks(other, kNothing), 3));
}

TEST(WillDo, NotALossThatIsSmallAndCertain) {
  const std::vector<double> certain(kRiskBlocks, 0.001);
  EXPECT_FALSE(will_do({}, kWhole, risks(certain, kNothing), 3));
  EXPECT_FALSE(will_do({}, kWhole, risks(kNothing, certain), 3));
}

TEST(WillDo, NotASetThatMissesATargetThatTheWholeReaches) {
  const Aim at_target = Aim().towards({0.501, 1.0});
  EXPECT_TRUE(will_do(at_target, kWhole, kWhole, 3));
  EXPECT_FALSE(will_do(at_target, kWhole, risks(kOneRow, kNothing), 3));
}

}  // namespace
}  // namespace drfs
