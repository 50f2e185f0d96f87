// The states by the numbers of the Census Bureau (FIPS 5-2) and by the codes of the post.
#include "paper/us_states.hpp"

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using testing::expect_error;

TEST(UsStates, HaveTheNumbersOfTheBureau) {
  for (const auto& [postal, fips] : std::vector<std::pair<std::string, int>>{{"AL", 1},
                                                                             {"CA", 6},
                                                                             {"DC", 11},
                                                                             {"FL", 12},
                                                                             {"HI", 15},
                                                                             {"NY", 36},
                                                                             {"RI", 44},
                                                                             {"TX", 48},
                                                                             {"WA", 53},
                                                                             {"WY", 56},
                                                                             {"PR", 72}})
    EXPECT_EQ(state_of(postal).fips, fips) << postal;
}

TEST(UsStates, AreFiftyWithTheDistrictAndPuertoRico) {
  std::vector<int> absent;
  for (int fips = 1; fips <= 72; ++fips) try {
      EXPECT_EQ(state_of(std::to_string(fips)).fips, fips);
    } catch (const Error&) {
      absent.push_back(fips);
    }
  EXPECT_EQ(72 - absent.size(), 52U);
  // 3, 7, 14, 43 and 52 were kept for territories that never became states; 57 to 71 are others.
  EXPECT_EQ(std::vector<int>(absent.begin(), absent.begin() + 5),
            (std::vector<int>{3, 7, 14, 43, 52}));
}

TEST(UsStates, MayBeWrittenInFourWays) {
  for (const char* text : {"CA", "ca", "Ca", "6", "06"}) {
    const UsState state = state_of(text);
    EXPECT_EQ(state.postal, "CA") << text;
    EXPECT_EQ(state.lower_postal(), "ca");
    EXPECT_EQ(state.two_digits(), "06");
  }
}

TEST(UsStates, WhatIsNoStateIsRefusedWithTheOnesThatAre) {
  for (const char* text : {"XX", "006", "6.0", " CA", "California"})
    expect_error(ErrorCode::usage, {"state", std::string("'") + text + "'", "AL, AK", "52 in all"},
                 [&] { state_of(text); });
}

TEST(UsStates, AreSortedByTheirCodeAndNamedOnce) {
  std::string found;
  for (const auto& state : states_of({"ny", "06", "FL", "CA", "36"})) found += state.postal;
  EXPECT_EQ(found, "CAFLNY");
  expect_error(ErrorCode::usage, {"states", "CA,FL,NY"}, [] { states_of({}); });
}

}  // namespace
}  // namespace drfs
