#include <gtest/gtest.h>

#include "drfs/options.hpp"

namespace drfs {
namespace {

TEST(Error, SaysThingValueProblemAndRemedy) {
  const Error error(ErrorCode::data, {"a.csv, line 3", "x7", "is not a number", "Fix it"});
  EXPECT_STREQ(error.what(), "a.csv, line 3: 'x7' is not a number. Fix it.");
  EXPECT_EQ(error.code(), ErrorCode::data);
}

TEST(Error, LeavesOutWhatItDoesNotHave) {
  EXPECT_STREQ(Error(ErrorCode::data, {"a.csv", "", "is empty", ""}).what(), "a.csv: is empty.");
  EXPECT_STREQ(Error(ErrorCode::interrupted, {"", "", "interrupted", ""}).what(), "interrupted.");
}

TEST(NearestName, IgnoresCaseAndSmallSlips) {
  const std::vector<std::string> known = {"income", "age", "region"};
  EXPECT_EQ(nearest_name("Incom", known), "income");
  EXPECT_EQ(nearest_name("AGE", known), "age");
  EXPECT_EQ(nearest_name("zebra", known), "");
}

TEST(UnknownName, ListsTheKnownAndSuggestsTheNearest) {
  try {
    throw_unknown_name("option --method", "papr", {"auto", "paper"});
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "option --method: 'papr' is not known. Did you mean 'paper'? Known: auto, paper.");
  }
}

TEST(UnknownName, CutsLongLists) {
  try {
    throw_unknown_name("column", "q", std::vector<std::string>(500, "name"));
  } catch (const Error& error) {
    EXPECT_LT(std::string(error.what()).size(), 400U);
    EXPECT_NE(std::string(error.what()).find("500 in all"), std::string::npos);
  }
}

TEST(RequireOption, NamesTheOptionAndTheRange) {
  EXPECT_NO_THROW(require_option(true, "beta", 1, "a number"));
  try {
    require_option(false, "beta", -2, "a number above 0");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "option --beta: '-2' is out of range. Give a number above 0.");
  }
}

}  // namespace
}  // namespace drfs
