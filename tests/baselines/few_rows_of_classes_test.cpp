// Classes that a sum of two numbers tells, in so few rows that boosted trees cannot learn it.
#include <gtest/gtest.h>

#include <random>

#include "drfs/methods.hpp"

namespace drfs {
namespace {

/// 480 rows of three populations: y is the sign of x0 + x1 and some noise; the two flags tell
/// nothing.
Table few_rows(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Table table;
  table.source = "t";
  table.rows = 480;
  table.columns = {{"x0", ColumnType::number, {}, {}, {}},
                   {"x1", ColumnType::number, {}, {}, {}},
                   {"flag0", ColumnType::category, {}, {}, {"no", "yes"}},
                   {"flag1", ColumnType::category, {}, {}, {"no", "yes"}},
                   {"y", ColumnType::category, {}, {}, {"ill", "well"}},
                   {"p", ColumnType::category, {}, {}, {"A", "B", "C"}}};
  for (int row = 0; row < 480; ++row) {
    const float x0 = normal(random), x1 = normal(random);
    table.columns[0].numbers.push_back(x0);
    table.columns[1].numbers.push_back(x1);
    for (std::size_t flag : {2, 3}) table.columns[flag].codes.push_back(random() % 2 == 0);
    table.columns[4].codes.push_back(x0 + x1 + 0.8F * normal(random) > 0);
    table.columns[5].codes.push_back(row % 3);
  }
  return table;
}

TEST(FewRowsOfClasses, AreNoReasonToChooseWhatTellsNothing) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    DatasetOptions columns;
    columns.target = "y";
    columns.population = {"p"};
    SelectOptions options{.settings = method_settings("auto")};
    options.budget = 2;
    const Dataset data = prepare(few_rows(seed), columns, options.split, options.seed, {});
    std::vector<std::string> names;
    for (std::size_t f : chosen_set(select_features(data, options, {})))
      names.push_back(data.features[f].name);
    EXPECT_EQ(names, (std::vector<std::string>{"x0", "x1"})) << "seed " << seed;
  }
}

}  // namespace
}  // namespace drfs
