// What a plan says of each column of a source, and numbers that become levels.
#include "data/read/column_plan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

const Strings kNames = {"id", "age", "w1", "w2", "y"};

TEST(ColumnPlan, WithoutWishesEverythingIsKeptAsItIs) {
  const PlannedColumns planned = plan_for("a.csv", kNames, {});
  EXPECT_EQ(planned.keep, std::vector<bool>(5, true));
  EXPECT_EQ(planned.categorical, std::vector<bool>(5, false));
  EXPECT_EQ(planned.most_levels, std::vector<std::size_t>(5, 0));
}

TEST(ColumnPlan, DropWinsOverKeepAndReplicatesComeBesides) {
  ColumnPlan plan;
  plan.keep = {"age", "y", "id"};
  plan.drop = {"id", "w2"};
  plan.replicate_weights = {"w*"};
  const auto expected = std::vector<bool>{false, true, true, false, true};
  EXPECT_EQ(plan_for("a.csv", kNames, plan).keep, expected);
}

TEST(ColumnPlan, TheLimitOfLevelsIsForTextsThatNobodyAskedFor) {
  ColumnPlan plan;
  plan.max_levels = 7;
  plan.categorical = {"age"};
  plan.target = "y";
  const PlannedColumns planned = plan_for("a.csv", kNames, plan);
  EXPECT_EQ(planned.most_levels, (std::vector<std::size_t>{7, 0, 7, 7, 0}));
  EXPECT_EQ(planned.categorical, (std::vector<bool>{false, true, false, false, false}));
}

TEST(ColumnPlan, AnUnknownNameIsAUsageErrorWhereverItStands) {
  const auto refused = [](auto change) {
    ColumnPlan plan;
    change(plan);
    expect_error(ErrorCode::usage,
                 {"a.csv, column", "'agee' is not known", "Did you mean 'age'?", "Known: id, age"},
                 [&] { plan_for("a.csv", kNames, plan); });
    // A part may lack what another one has.
    plan.of_a_part = true;
    EXPECT_NO_THROW(plan_for("a.csv", kNames, plan));
  };
  refused([](auto& p) { p.keep = {"age", "agee"}; });
  refused([](auto& p) { p.drop = {"agee"}; });
  refused([](auto& p) { p.categorical = {"agee"}; });
  refused([](auto& p) { p.required = {"agee"}; });
  refused([](auto& p) { p.target = "agee"; });
}

TEST(ApplyPlan, DropsConvertsAndSaysWhatIsLeftOut) {
  Table table = read_text("a,b,c\n1,2,x\n3,2,y\n");
  ColumnPlan plan;
  plan.drop = {"a"};
  plan.categorical = {"b", "c"};
  apply_plan(table, plan);
  EXPECT_EQ(table.names(), (Strings{"b", "c"}));
  EXPECT_EQ(table.left_out, Strings{"a"});
  EXPECT_EQ(texts_of(table.columns[0]), (Strings{"2", "2"}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"x", "y"}));
}

Column numbers(std::vector<float> values) {
  return {"n", ColumnType::number, std::move(values), {}, {}};
}

TEST(MakeCategorical, ValuesBecomeTheirShortestTextsSortedAsTexts) {
  Column column = numbers({10, 9, kMissing, 0.5F, -0.0F, 0, 10});
  make_categorical(column);
  EXPECT_EQ(column.type, ColumnType::category);
  EXPECT_EQ(column.levels, (Strings{"0", "0.5", "10", "9"}));
  EXPECT_EQ(texts_of(column), (Strings{"10", "9", "·", "0.5", "0", "0", "10"}));
  EXPECT_EQ(column.number_count(), 0U);
}

TEST(MakeCategorical, ValuesThatHaveLabelsAreCalledByThem) {
  Column column = numbers({2, 1, 3, 1});
  column.value_labels = {{1, "male"}, {2, "female"}, {9, "refused"}};
  make_categorical(column);
  EXPECT_EQ(texts_of(column), (Strings{"female", "male", "3", "male"}));
  EXPECT_EQ(column.levels, (Strings{"3", "female", "male"}));  // none for 9, which no row has
  EXPECT_TRUE(column.value_labels.empty());
}

TEST(MakeCategorical, DifferentValuesNeverShareALevel) {
  Column column = numbers({1, 2, 3, 1});
  column.value_labels = {{1, "yes"}, {2, "yes"}, {3, "1"}};
  make_categorical(column);
  EXPECT_EQ(std::set<std::int32_t>(column.codes.begin(), column.codes.end()).size(), 3U);
  EXPECT_EQ(column.codes[0], column.codes[3]);
}

TEST(MakeCategorical, ACategoryStaysAsItIs) {
  Column column{"c", ColumnType::category, {}, {1, 0}, {"z", "a"}};
  make_categorical(column);
  EXPECT_EQ(column.levels, (Strings{"z", "a"}));
  EXPECT_EQ(column.codes, (std::vector<std::int32_t>{1, 0}));
}

}  // namespace
}  // namespace drfs
