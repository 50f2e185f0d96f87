// drfs curve and the rules of a budget as a user meets them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.hpp"

namespace drfs {
namespace {

using Json = nlohmann::json;

const std::string kTable =
    "'synth:1?rows=1500&features=11&seed=3' --target y --population population --model linear ";

TEST(CurveCommand, PrintsAPointForEveryBudgetAndKeepsARecord) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const auto result =
      run_program("curve " + kTable + "--budgets 1..3 --price --json --quiet --out " + out);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json["schema"], "drfs.curve/1");
  ASSERT_EQ(json["points"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(json["points"][i]["budget"], i + 1);
    EXPECT_EQ(json["points"][i]["populations"].size(), 3U);
    EXPECT_GT(json["points"][i]["worst"]["risk_se"], 0);
  }
  EXPECT_EQ(json["price"].size(), 5U);  // robust, pooled, three populations
  EXPECT_EQ(json["worth"].size(),
            json["points"][json["knee"]["budget"].get<int>() - 1]["selected"].size());
  for (const char* file : {"curve.json", "curve.csv", "chart.json", "options.toml"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("out/" + std::string(file)))) << file;
  const auto again = run_program("curve --json --quiet --config " + out + "/options.toml");
  EXPECT_EQ(Json::parse(again.output)["points"], json["points"]);
}

TEST(CurveCommand, SaysWhatIsWrong) {
  const struct {
    std::string arguments;
    int exit_code;
    std::string named;
  } cases[] = {{kTable, 2, "--budgets is missing"},
               {kTable + "--budgets 3..1", 2, "'3..1'"},
               {kTable + "--budgets 1..x", 2, "1..12"},
               {kTable + "--budgets 0..2", 2, "'0..2'"},
               {kTable + "--budgets 2,2", 2, "'2' is named twice"},
               {kTable + "--budgets 1..40", 4, "from 1 to 11"},
               {kTable + "--budgets 1..3 --include x1,x2", 4, "--budget 1 --include x1"},
               {kTable + "--budgets 1..3 --aim regret", 2, "not supported for curves"},
               {kTable + "--budgets 1..3 --budget 2", 2, "a curve has --budgets"},
               {kTable + "--budgets 1..3 --bootstrap 9", 2, "drfs select --bootstrap"},
               {kTable + "--budgets 1..3 --estimator log-loss", 2, "two classes"},
               {kTable + "--budgets 1..3 --without tres", 2, "'trees'"}};
  for (const auto& [arguments, exit_code, named] : cases) {
    const auto result = run_program("curve " + arguments);
    EXPECT_EQ(result.exit_code, exit_code) << arguments << "\n" << result.error;
    EXPECT_NE(result.error.find(named), std::string::npos) << result.error;
    EXPECT_EQ(result.output, "");
  }
}

TEST(Rules, CostsAreKeptToAndReported) {
  const TemporaryFolder folder;
  std::ofstream costs(folder / "costs.csv");
  costs << "feature,minutes,money,setup\n";
  for (int f = 0; f < 11; ++f)
    costs << "x" << f << "," << 1 + f % 3 << ",0.5," << (f < 4 ? "lab" : "") << "\n";
  costs << "lab,2,10,\n";
  costs.close();
  const auto result =
      run_program("select " + kTable + "--json --quiet --cost " + (folder / "costs.csv").string() +
                  " --budget-cost minutes=7,money=12");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const Json json = Json::parse(result.output);
  double minutes = 0, money = 0;
  bool lab = false;
  for (const auto& chosen : json["selected"]) {
    const int f = std::stoi(chosen["feature"].get<std::string>().substr(1));
    EXPECT_EQ(chosen["cost"], 1 + f % 3);
    EXPECT_EQ(chosen["money"], 0.5);
    minutes += 1 + f % 3;
    money += 0.5;
    lab = lab || f < 4;
  }
  if (lab) {
    minutes += 2;
    money += 10;
  }
  EXPECT_LE(minutes, 7);
  EXPECT_LE(money, 12);
  EXPECT_EQ(json["budget"]["features"], nullptr);
  EXPECT_EQ(json["budget"]["cost"], 7);
  EXPECT_EQ(json["budget"]["spent"], minutes);
  EXPECT_EQ(json["budget"]["resources"][1]["spent"], money);
}

TEST(Rules, ContradictionsEndWithTheirOwnExitCode) {
  const auto result =
      run_program("select " + kTable + "--budget 3 --include x1,x2 --needs x2:x3 --exclude x3");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_NE(result.error.find("--include x2 --exclude x3 --needs x2:x3"), std::string::npos)
      << result.error;
  EXPECT_EQ(result.error.find("--include x1"), std::string::npos) << result.error;
}

TEST(Rules, GroupsAreChosenWholeByEveryMethod) {
  for (const std::string method : {"auto", "lasso", "greedy", "random"}) {
    const auto result = run_program("select " + kTable + "--budget 2 --json --quiet --method " +
                                    method + " --group first=x0,x1 --group 'second=x5,x7,x8'");
    ASSERT_EQ(result.exit_code, 0) << result.error;
    const Json json = Json::parse(result.output);
    std::set<std::string> names;
    for (const auto& chosen : json["selected"]) names.insert(chosen["feature"]);
    EXPECT_EQ(names.size(), 2U);
    for (const char* part : {"x0", "x1", "x5", "x7", "x8"}) EXPECT_FALSE(names.contains(part));
    if (method == "auto") {
      EXPECT_EQ(names, (std::set<std::string>{"first", "second"}));
    }
    for (const auto& chosen : json["selected"]) {
      if (chosen["feature"] == "second") {
        EXPECT_EQ(chosen["columns"], (Json{"x5", "x7", "x8"}));
      }
    }
  }
}

}  // namespace
}  // namespace drfs
