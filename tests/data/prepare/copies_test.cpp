// Which rows are taken for copies: rare ones always, many only where a measurement tells rows
// apart.
#include "data/prepare/copies.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::Logged;

/// Rows of one number each, which is all they hold.
struct Rows {
  std::vector<float> values;
  RowWeights weights;
  std::string log;

  explicit Rows(std::vector<float> of) : values(std::move(of)) {
    for (std::size_t i = 0; i < values.size(); ++i)
      weights.weight.push_back(1.0 + static_cast<double>(i % 3));
    weights.replicates = {std::vector<float>(values.size(), 2.0F)};
  }

  RowLists merged(RowLists lists, std::size_t least_rows = 1000) {
    const RowContent content = {
        [this](std::uint32_t a, std::uint32_t b) { return values[a] == values[b]; },
        [this](const std::vector<std::uint32_t>& rows) {
          std::vector<std::vector<std::uint32_t>> out(1);
          for (const auto row : rows) out[0].push_back(std::bit_cast<std::uint32_t>(values[row]));
          return out;
        }};
    Logged logged;
    merge_copies(lists, weights, content, least_rows, "t.csv", logged.context);
    log = logged.text;
    return lists;
  }
  RowLists merged_all(std::size_t least_rows = 1000) {
    std::vector<std::uint32_t> all(values.size());
    std::iota(all.begin(), all.end(), 0U);
    return merged({all}, least_rows);
  }
};

/// `distinct` values, the first of which stand twice.
std::vector<float> with_copies(std::size_t distinct, std::size_t copies, float step = 1) {
  std::vector<float> values;
  for (std::size_t i = 0; i < distinct; ++i)
    for (std::size_t n = i < copies ? 2 : 1; n > 0; --n)
      values.push_back(static_cast<float>(i) * step);
  return values;
}

TEST(MergeCopies, OneRowInTwentyAtMostIsMerged) {
  Rows rare(with_copies(19, 1));
  EXPECT_EQ(rare.merged_all()[0].size(), 19U);
  EXPECT_NE(rare.log.find("info: t.csv: 1 rows are copies"), std::string::npos) << rare.log;
  Rows not_rare(with_copies(18, 1));
  EXPECT_EQ(not_rare.merged_all()[0].size(), 19U);
  EXPECT_EQ(not_rare.log, "");
}

TEST(MergeCopies, TheFirstRowTakesTheWeightsOfItsCopies) {
  auto values = with_copies(100, 0);
  values.insert(values.begin() + 4, 2, 4.0F);  // rows 4, 5 and 6 are the same
  Rows rows(values);
  const double before =
      std::accumulate(rows.weights.weight.begin(), rows.weights.weight.end(), 0.0);
  const auto kept = rows.merged_all()[0];
  EXPECT_EQ(kept.size(), 100U);
  EXPECT_EQ(rows.weights.weight[4], 2.0 + 3 + 1);
  EXPECT_EQ(rows.weights.replicates[0][4], 6);
  double after = 0;
  for (const auto row : kept) after += rows.weights.weight[row];
  EXPECT_EQ(after, before);
}

TEST(MergeCopies, EachPopulationIsJudgedByItself) {
  auto values = with_copies(40, 2);                              // rows 0 to 41: rare
  for (const float v : {1.0F, 1.0F, 2.0F}) values.push_back(v);  // rows 42 to 44: not rare
  std::vector<std::uint32_t> first(42);
  std::iota(first.begin(), first.end(), 0U);
  const auto merged = Rows(values).merged({first, {42, 43, 44}, {}});
  EXPECT_EQ(merged[0].size(), 40U);
  EXPECT_EQ(merged[1].size(), 3U);
  EXPECT_TRUE(merged[2].empty());
}

TEST(MergeCopies, ManyAreMergedWhereEveryRowHasAMeasurementOfItsOwn) {
  const auto measured = with_copies(50, 50, 1.234567F);
  EXPECT_EQ(Rows(measured).merged_all(10)[0].size(), 50U);
  // Too few different rows to tell, or numbers of few digits, such as doses: they may be alike by
  // chance.
  EXPECT_EQ(Rows(measured).merged_all(51)[0].size(), 100U);
  EXPECT_EQ(Rows(with_copies(50, 50)).merged_all(10)[0].size(), 100U);
  EXPECT_EQ(Rows(with_copies(50, 50, 0.25F)).merged_all(10)[0].size(), 100U);
}

TEST(MergeCopies, MoreThanTenOfEachAreObservations) {
  for (const std::size_t times : {10, 11}) {
    std::vector<float> values;
    for (int i = 1; i <= 20; ++i)
      values.insert(values.end(), times, static_cast<float>(i) * 1.234567F);
    EXPECT_EQ(Rows(values).merged_all(5)[0].size(), times == 10 ? 20U : 220U);
  }
}

}  // namespace
}  // namespace drfs
