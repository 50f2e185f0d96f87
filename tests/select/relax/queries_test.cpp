#include "select/relax/queries.hpp"

#include <gtest/gtest.h>

#include <set>

namespace drfs {
namespace {

std::set<std::pair<std::uint32_t, std::uint32_t>> as_set(const std::vector<Query>& queries) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const auto& query : queries) out.insert({query.row, query.draw});
  return out;
}

TEST(QueryPlan, AFullBatchAsksEveryRowOncePerDraw) {
  const QueryPlan plan({5, 3}, 2, 1);
  const auto batch = plan.at_step(0, 0);
  EXPECT_EQ(as_set(batch[0]).size(), 10U);
  EXPECT_EQ(as_set(batch[1]).size(), 6U);
}

TEST(QueryPlan, ARandomBatchHasDistinctRowsAndChanges) {
  const QueryPlan plan({100}, 1, 1);
  const auto first = plan.at_step(0, 10)[0], second = plan.at_step(1, 10)[0];
  std::set<std::uint32_t> rows, rows_of_second;
  for (const auto& query : first) rows.insert(query.row);
  for (const auto& query : second) rows_of_second.insert(query.row);
  EXPECT_EQ(rows.size(), 10U);
  EXPECT_NE(rows, rows_of_second);
  EXPECT_EQ(as_set(first), as_set(plan.at_step(0, 10)[0]));
}

TEST(QueryPlan, ABatchLargerThanThePopulationIsAllOfIt) {
  EXPECT_EQ(QueryPlan({7}, 1, 1).at_step(0, 512)[0].size(), 7U);
}

TEST(QueryPlan, NoDrawIsUsedTwice) {
  const QueryPlan plan({4}, 3, 1);
  std::set<std::pair<std::uint32_t, std::uint32_t>> all;
  std::size_t count = 0;
  const auto use = [&](const QueryBatch& batch) {
    for (const auto& query : batch[0]) all.insert({query.row, query.draw});
    count += batch[0].size();
  };
  for (int step = 0; step < 5; ++step) use(plan.at_step(step, 0));
  use(plan.fixed(0));
  EXPECT_EQ(all.size(), count);
}

TEST(QueryPlan, AntitheticDrawsMirrorTheOneBefore) {
  const QueryPlan plan({6}, 5, 1, Pairing::antithetic), plain({6}, 5, 1);
  for (int step = 0; step < 3; ++step) {
    const auto queries = plan.at_step(step, 4)[0], independent = plain.at_step(step, 4)[0];
    ASSERT_EQ(queries.size(), 20U);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      EXPECT_EQ(queries[q].row, independent[q].row);
      // Of five draws the last has no partner.
      EXPECT_EQ(queries[q].mirrored, q % 5 % 2 == 1);
      EXPECT_EQ(queries[q].draw, independent[queries[q].mirrored ? q - 1 : q].draw);
      EXPECT_FALSE(independent[q].mirrored);
    }
  }
  EXPECT_FALSE(plan.fixed(3)[0].front().mirrored);
}

}  // namespace
}  // namespace drfs
