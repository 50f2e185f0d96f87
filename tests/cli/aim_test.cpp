// drfs select --aim and --max-risk from outside: what is printed belongs together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

const std::string kSelect =
    "select 'synth:1?rows=900&features=12&seed=3' --target y --population population "
    "--epochs 12 --trees 20 --model linear --json --quiet ";

json select(const std::string& more) {
  const auto result = run_program(kSelect + more);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return json::parse(result.output);
}

std::vector<double> risks(const json& result) {
  std::vector<double> out;
  for (const auto& population : result["populations"]) out.push_back(population["risk"]);
  return out;
}

TEST(AimOption, IsReportedWithItsValueOfTheHeldOutRisks) {
  const json worst = select("--budget 3");
  EXPECT_EQ(worst["aim"]["name"], "worst");
  EXPECT_EQ(worst["aim"]["value"], worst["worst"]["risk"]);

  const json mean = select("--budget 3 --aim mean --population-weight A=2,C=0");
  const auto r = risks(mean);
  EXPECT_EQ(mean["aim"]["name"], "mean");
  EXPECT_NEAR(mean["aim"]["value"], (2 * r[0] + r[1]) / 3, 1e-12);
  EXPECT_EQ(mean["options"]["population-weight"], json({"A=2", "C=0"}));

  const json soft = select("--budget 3 --aim softmax --beta 2");
  double sum = 0;
  for (double risk : risks(soft)) sum += std::exp(2 * risk) / 3;
  EXPECT_NEAR(soft["aim"]["value"], std::log(sum) / 2, 1e-12);

  const json cvar = select("--budget 3 --aim cvar --cvar-share 0.5");
  auto sorted = risks(cvar);
  std::ranges::sort(sorted);
  EXPECT_NEAR(cvar["aim"]["value"], (sorted[2] + sorted[1] / 2) / 1.5, 1e-12);
}

TEST(AimOption, TheRegretIsAgainstTheReportedSets) {
  const json result = select("--budget 3 --aim regret");
  double most = -1;
  for (const auto& population : result["populations"]) {
    const auto& own = population["own_best"];
    EXPECT_EQ(own["features"].size(), 3U);
    EXPECT_GT(own["risk"], 0);
    most = std::max(most, population["risk"].get<double>() - own["risk_held_out"].get<double>());
  }
  EXPECT_NEAR(result["aim"]["value"], most, 1e-12);
  // By the search's own measure no population is better off with the choice of all than with its
  // own.
  EXPECT_GE(result["refinement"]["aim"], 0);
}

TEST(AimOption, AMethodThatDoesNotFollowItSaysSo) {
  const auto result = run_program(
      "select 'synth:1?rows=900&features=12&seed=3' --target y --population population --trees 20 "
      "--budget 3 --method lasso --aim regret");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.error.find("--aim regret has no part in what --method lasso chooses"),
            std::string::npos)
      << result.error;
  EXPECT_NE(result.output.find("Aim (regret): –"), std::string::npos) << result.output;
}

TEST(MaxRiskOption, FindsTheBudget) {
  const json result = select("--max-risk 0.7 --aim mean");
  const std::size_t chosen = result["selected"].size();
  EXPECT_EQ(result["budget"]["features"], chosen);
  for (double risk : result["refinement"]["risks"]) EXPECT_LE(risk, 0.7);
  const json same = select("--aim mean --budget " + std::to_string(chosen));
  EXPECT_EQ(result["worst"], same["worst"]);
  if (chosen > 1) {
    double worst = 0;
    const json smaller = select("--aim mean --budget " + std::to_string(chosen - 1));
    for (double risk : smaller["refinement"]["risks"]) worst = std::max(worst, risk);
    EXPECT_GT(worst, 0.7);
  }
}

TEST(MaxRiskOption, ResamplesKeepTheBudgetThatWasFound) {
  const json result = select("--max-risk 0.7 --bootstrap 3");
  const std::size_t chosen = result["selected"].size();
  EXPECT_EQ(result["stability"]["resamples"], 3);
  for (const auto& set : result["stability"]["sets"]) EXPECT_EQ(set["features"].size(), chosen);
}

}  // namespace
}  // namespace drfs
