// What the page says of costs: what a set-up adds to the features' own, and when to be silent.
#include "report/spending.hpp"

#include <gtest/gtest.h>

#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;

TEST(Spending, IsWorthAWordWhereSomebodySpokeOfCosts) {
  RunResult result = made_up::relaxed();
  EXPECT_FALSE(has_costs(result));
  for (auto& chosen : result.selection.selected) chosen.cost = {1};
  result.selection.spending = {{.resource = "cost", .limit = std::nullopt, .spent = 2}};
  EXPECT_FALSE(has_costs(result)) << "every feature costs 1";
  EXPECT_EQ(cost_headings(result) + cost_cells(result, nullptr) + cost_sums(result, 3), "");

  RunResult limited = result, dear = result, opened = result;
  limited.selection.spending[0].limit = 5;
  dear.selection.selected[1].cost = {0};
  opened.selection.set_ups = {"blood draw"};
  for (const auto& one : {limited, dear, opened}) EXPECT_TRUE(has_costs(one));
}

TEST(Spending, ASetUpCostsWhatTheFeaturesDoNot) {
  // 5.5 minutes less 2.5 and 1; 45 of money less 40 and 0.
  EXPECT_TRUE(has(cost_sums(made_up::with_costs(), 3),
                  "set-up: blood draw</th><td class=n>2</td><td class=n>5</td></tr>"));
}

TEST(Spending, TheRoundingOfASumIsNoSetUp) {
  RunResult result = made_up::with_costs();
  result.selection.selected[0].cost = {0.1, 0};
  result.selection.selected[1].cost = {0.2, 0};
  result.selection.spending[0].spent = 0.1 + 0.2 + 0.0;
  result.selection.spending[1].spent = 0;
  ASSERT_NE(result.selection.spending[0].spent, 0.3);
  EXPECT_TRUE(has(cost_sums(result, 3), "blood draw</th><td class=n>0</td><td class=n>0</td>"));
}

TEST(Spending, WithoutALimitThereIsNoRowOfBudgets) {
  RunResult result = made_up::with_costs();
  EXPECT_TRUE(has(cost_sums(result, 3), ">budget</th><td class=n>8</td><td class=n>–</td>"));
  result.selection.spending[0].limit.reset();
  EXPECT_FALSE(has(cost_sums(result, 3), "budget"));
  EXPECT_TRUE(has(cost_sums(result, 3), ">together</th><td class=n>5.5</td><td class=n>45</td>"));
}

}  // namespace
}  // namespace drfs
