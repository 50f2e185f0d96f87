// What belongs to a row goes with it: order, weights, encoded columns; and what a data set says of
// its columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "data/prepare/encoding.hpp"
#include "data/prepare/presence.hpp"
#include "data/prepare/row_order.hpp"
#include "data/prepare/row_weights.hpp"
#include "data/scratch_file.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

using namespace testing;
using Numbers = std::vector<float>;
using Places = std::vector<std::size_t>;

TEST(RowOrder, CarriesAllThatBelongsToARow) {
  Population population;
  population.x = Matrix(50, 2);
  population.replicate_weight = Matrix(50, 1);
  for (std::size_t i = 0; i < 50; ++i) {
    const auto number = static_cast<float>(i);
    population.x(i, 0) = number;
    population.x(i, 1) = number + 100;
    population.y.push_back(number + 200);
    population.weight.push_back(number + 300);
    population.replicate_weight(i, 0) = number + 400;
  }
  const Places order = random_order(3, 1, 50);
  put_in_order(population, order);
  for (std::size_t i = 0; i < 50; ++i) {
    const auto number = static_cast<float>(order[i]);
    EXPECT_EQ(population.x(i, 0), number);
    EXPECT_EQ(population.x(i, 1), number + 100);
    EXPECT_EQ(population.y[i], number + 200);
    EXPECT_EQ(population.weight[i], number + 300);
    EXPECT_EQ(population.replicate_weight(i, 0), number + 400);
  }
}

TEST(RowOrder, OfMoreRowsKeepsTheOrderOfTheFirst) {
  // A draw is of its row, so that rows which are added do not stir the others.
  const Places few = random_order(3, 1, 40);
  Places many = random_order(3, 1, 100);
  std::erase_if(many, [](std::size_t row) { return row >= 40; });
  EXPECT_EQ(many, few);
  EXPECT_NE(random_order(3, 2, 40), few);
  EXPECT_TRUE(random_order(3, 1, 0).empty());
}

TEST(RowWeights, OfAPopulationHaveMeanOneWhateverTheirScale) {
  for (const double scale : {1e-30, 1.0, 1e30}) {
    const RowWeights weights{{scale, 9 * scale, 2 * scale, 5 * scale}, {{7, 8, 9, -1}}};
    Population population;
    population.weight = {4, 4};  // what was there before
    weights.fill(population, {3, 0, 2});
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_FLOAT_EQ(population.weight[i], (Numbers{1.875F, 0.375F, 0.75F})[i]);
    EXPECT_EQ(population.weight.size(), 3U);
    const auto replicate = population.replicate_weight.column(0);
    EXPECT_EQ(Numbers(replicate.begin(), replicate.end()), (Numbers{-1, 7, 9}));
  }
}

TEST(RowWeights, AreOrderedByWeightThenByReplicates) {
  const RowWeights weights{{1, 2, 1, 1}, {{5, 0, 5, 5}, {3, 0, 4, 3}}};
  EXPECT_TRUE(weights.less(0, 1));
  EXPECT_FALSE(weights.less(1, 0));
  EXPECT_TRUE(weights.less(0, 2));
  EXPECT_FALSE(weights.less(0, 3));
  EXPECT_FALSE(weights.less(3, 0));
}

TEST(ReplicateScale, IsFourOverTheirNumberUnlessItIsGiven) {
  DatasetOptions options;
  EXPECT_EQ(replicate_scale(options, 80), 0.05);
  EXPECT_EQ(replicate_scale(options, 0), 0);
  options.replicate_scale = 0.5;
  EXPECT_EQ(replicate_scale(options, 80), 0.5);
}

TEST(EncodeRows, ACategoryIsOneHotByRankAndAGapIsAGapInEveryColumn) {
  EncodedFeature encoded;
  encoded.feature.levels = {"a", "b"};
  encoded.feature.column_count = 2;
  encoded.level_rank = {1, -1, 0};  // codes: b, a level of other rows, a
  const Column column{"c", ColumnType::category, {}, {0, 2, 1, -1}, {"b", "unused", "a"}};
  const std::vector<std::uint32_t> rows = {3, 1, 0, 2};
  Matrix out(4, 2, 99.0F);
  encode_rows(encoded, column, rows, out.view());
  EXPECT_TRUE(same_bits({out(0, 0), out(1, 0), out(2, 0), out(3, 0)}, {kMissing, 1, 0, kMissing}));
  EXPECT_TRUE(same_bits({out(0, 1), out(1, 1), out(2, 1), out(3, 1)}, {kMissing, 0, 1, kMissing}));
  // With a column that marks them, nothing is left to fill.
  encoded.feature.marks_missing = true;
  Matrix marked(4, 3, 99.0F);
  encode_rows(encoded, column, rows, marked.view());
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(marked(i, 0) + marked(i, 1) + marked(i, 2), 1) << i;
  EXPECT_EQ(marked(0, 2), 1);
  EXPECT_EQ(marked(1, 2), 0);
}

TEST(Canonical, WhatIsEqualHasEqualBits) {
  const auto bits = [](float v) { return std::bit_cast<std::uint32_t>(canonical(v)); };
  EXPECT_EQ(bits(-0.0F), bits(0.0F));
  EXPECT_EQ(bits(std::bit_cast<float>(0xFFC12345U)), bits(kMissing));
  for (const float v : {1.0F, -1e-45F, INFINITY}) EXPECT_EQ(canonical(v), v);
}

TEST(Presence, SaysWhereValuesAndGapsAre) {
  const Grouping groups{{"a", "b", "c"}, {0, 0, 1, 2, -1, 2}};
  const Column column{"x", ColumnType::number, {1, kMissing, kMissing, 3, kMissing, 4}, {}, {}};
  const Presence presence = presence_of(column, groups);
  EXPECT_EQ(presence.has_value, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(presence.has_gap, (std::vector<bool>{true, true, false}));
  EXPECT_TRUE(presence.gaps_tell_rows_apart());
  // Whole populations without values tell no rows of one population apart.
  EXPECT_FALSE((Presence{{true, false}, {false, true}}.gaps_tell_rows_apart()));
  EXPECT_FALSE((Presence{{true, true}, {false, false}}.any_gap()));
}

TEST(Presence, ThePopulationsThatLackAColumnAreNamedWithTheRemedy) {
  DatasetOptions options;
  Grouping groups{{"a", "b"}, {}};
  const Presence presence{{false, false}, {true, true}};
  EXPECT_EQ(reason_it_is_missed(presence, groups, options),
            "has no value in populations 'a', 'b' (--allow-missing-in 'a,b' keeps it)");
  options.allow_missing_in = {"b"};  // one of two is not enough
  EXPECT_NE(reason_it_is_missed(presence, groups, options), "");
  options.allow_missing_in = {"b", "a"};
  EXPECT_EQ(reason_it_is_missed(presence, groups, options), "");
  options.allow_missing_in = {"aa"};
  expect_error(ErrorCode::usage, {"--allow-missing-in", "'aa'", "Did you mean 'a'?"},
               [&] { check_allowed_to_miss(options, groups); });
  groups.names.assign(11, "p");
  const std::vector<bool> eleven(11, false);
  EXPECT_NE(reason_it_is_missed({eleven, eleven}, groups, options).find("11 populations, 'p' the"),
            std::string::npos);
}

Dataset three_features() {
  Dataset data;
  data.source = "t.csv";
  data.features = {{"a", 0, 1, {}}, {"b", 1, 3, {"x", "y", "z"}}, {"c", 4, 1, {}}};
  data.populations.resize(2);
  data.populations[0].name = "north";
  data.populations[1].name = "south";
  return data;
}

TEST(ColumnsOf, AreInTheOrderOfTheDataSetEachOnce) {
  const Dataset data = three_features();
  EXPECT_EQ(columns_of(data, Places{2, 1, 2}), (Places{1, 2, 3, 4}));
  EXPECT_EQ(columns_of(data, Places{}), Places{});
  EXPECT_EQ(data.columns(), 5U);
  expect_error(ErrorCode::internal, {"feature index", "'3'", "not below 3"}, [&] {
    columns_of(data, Places{0, 3});
  });
}

TEST(OutcomesOf, OneOfTheClassesIsOneInEveryRow) {
  Dataset data = three_features();
  const Numbers y = {2, 0, 1, 2};
  EXPECT_EQ(outcomes_of(data, y), std::vector<Numbers>{y});
  data.task = Task::multiclass;
  data.target_levels = {"r", "s", "t", "never"};
  EXPECT_EQ(outcomes_of(data, y),
            (std::vector<Numbers>{{0, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 1}, {0, 0, 0, 0}}));
}

TEST(OnePopulation, IsTheDataSetWithoutTheOthers) {
  const Dataset data = one_population(three_features(), 1);
  ASSERT_EQ(data.populations.size(), 1U);
  EXPECT_EQ(data.populations[0].name, "south");
  EXPECT_EQ(data.features.size(), 3U);
  EXPECT_EQ(data.source, "t.csv");
}

}  // namespace
}  // namespace drfs
