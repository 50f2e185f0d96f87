#include "drfs/parse_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace drfs {
namespace {

TEST(ParseNumber, IsTheWholeTextOrNothing) {
  EXPECT_EQ(parse_number<int>("12"), 12);
  EXPECT_EQ(parse_number<int>("-3"), -3);
  EXPECT_EQ(parse_number<double>("2.5e1"), 25.0);
  EXPECT_EQ(parse_number<double>("7"), 7.0);
  for (const char* text : {"", " 1", "1 ", "1x", "x", "+1", "1,5", "--1"}) {
    EXPECT_FALSE(parse_number<int>(text)) << text;
    EXPECT_FALSE(parse_number<double>(text)) << text;
  }
  EXPECT_FALSE(parse_number<int>("2.5"));
}

TEST(ParseNumber, WhatDoesNotFitIsNone) {
  EXPECT_FALSE(parse_number<int>("3000000000"));
  EXPECT_EQ(parse_number<std::uint64_t>("3000000000"), 3000000000U);
  EXPECT_FALSE(parse_number<std::uint64_t>("-1"));
  EXPECT_FALSE(parse_number<double>("1e999"));
  EXPECT_TRUE(std::isinf(*parse_number<double>("inf")));  // for the caller to refuse
}

}  // namespace
}  // namespace drfs
