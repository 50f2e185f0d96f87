#include "select/known_risks.hpp"

#include <gtest/gtest.h>

#include "select/two_populations.hpp"

namespace drfs {
namespace {

const std::vector<FeatureSet> kPairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {3, 4}};

TEST(KnownRisks, AreThoseOfTheLearnerAndNoneIsGivenUpThatIsWithinTheLimit) {
  const Dataset data = two_populations();
  const Context context;
  const SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 2, context);
  for (double limit : {0.0, 0.3, 0.6, 0.9, 2.0}) {
    KnownRisks risks(smooth, {}, context);
    risks.look_at(kPairs, limit, smooth.risk({0}));
    for (const auto& set : kPairs) {
      const CvRisk truth = smooth.risk(set);
      const auto known = risks.all().find(set);
      ASSERT_EQ(known != risks.all().end(), truth.worst() <= limit);
      if (known != risks.all().end()) {
        EXPECT_EQ(known->second.risks(), truth.risks());
      }
    }
  }
}

TEST(KnownRisks, ASetThatWasGivenUpIsLookedAtAgainUnderAHigherLimit) {
  const Dataset data = two_populations();
  const Context context;
  const SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 2, context);
  KnownRisks risks(smooth, {}, context);
  const CvRisk guide = smooth.risk({0});
  risks.look_at({{3, 4}}, 0.1, guide);
  EXPECT_TRUE(risks.all().empty());
  risks.look_at({{3, 4}}, 2, guide);
  EXPECT_EQ(risks.all().size(), 1U);
  EXPECT_EQ(risks.of({0, 1}).worst(), smooth.risk({0, 1}).worst());
}

}  // namespace
}  // namespace drfs
