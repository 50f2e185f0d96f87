#include "objective/penalty.hpp"

#include <gtest/gtest.h>

namespace drfs {
namespace {

const std::vector<double> kAlpha = {0.5, 2.0, 4.0};

PenaltyValue penalty(Penalty kind, std::span<const double> alpha) {
  return penalty(ObjectiveOptions{.penalty = kind}, alpha);
}

TEST(Penalty, TheTwoReadingsOfThePaper) {
  EXPECT_DOUBLE_EQ(penalty(Penalty::reciprocal_l1, kAlpha).value, 1 / 6.5);
  EXPECT_DOUBLE_EQ(penalty(Penalty::sum_reciprocal, kAlpha).value, 2.75);
  EXPECT_EQ(penalty(Penalty::none, kAlpha).value, 0.0);
}

TEST(Penalty, FallsAsAnyNoiseGrows) {
  for (auto kind : {Penalty::reciprocal_l1, Penalty::sum_reciprocal}) {
    const auto here = penalty(kind, kAlpha);
    for (std::size_t i = 0; i < kAlpha.size(); ++i) {
      auto more = kAlpha;
      more[i] += 1e-6;
      EXPECT_NEAR((penalty(kind, more).value - here.value) / 1e-6, here.gradient[i], 1e-4);
      EXPECT_LT(here.gradient[i], 0);
    }
  }
}

TEST(OwnPenalty, IsWhatTheProgramsFunctionSays) {
  ObjectiveOptions options{.penalty = Penalty::own};
  EXPECT_THROW(check(options), Error);
  options.own_penalty = [](std::span<const double> alpha) {
    return PenaltyValue{-alpha[0], {-1, 0, 0}};
  };
  EXPECT_NO_THROW(check(options));
  EXPECT_EQ(penalty(options, kAlpha).value, -0.5);
  EXPECT_EQ(penalty(options, kAlpha).gradient, (std::vector<double>{-1, 0, 0}));
  options.own_penalty = [](std::span<const double>) { return PenaltyValue{0, {}}; };
  EXPECT_THROW(penalty(options, kAlpha), Error);
}

}  // namespace
}  // namespace drfs
