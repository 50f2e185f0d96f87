// drfs compare, drfs evaluate and drfs reproduce as a user meets them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.hpp"

namespace drfs {
namespace {

using Json = nlohmann::json;

const std::string kTable =
    "'synth:1?rows=1500&features=15&seed=3' --target y --population population ";
const std::string kQuick = kTable + "--budget 3 --methods lasso,random --downstream linear ";

TEST(CompareCommand, PrintsAndKeepsTheSameFigures) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const auto result = run_program("compare " + kQuick + "--seeds 2 --json --quiet --out " + out);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json, Json::parse(read_text(folder / "out/comparison.json")));
  EXPECT_EQ(json["rows"].size(), 2U * 3U * 2U);  // methods, populations, metrics
  for (const char* file : {"comparison.csv", "chart-3.json", "options.toml",
                           "trials/lasso-3-0.json", "trials/random-3-1.json"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("out/" + std::string(file)))) << file;
}

/// Three classes by which of two columns is the larger, and a column for which they matter little.
std::string three_classes() {
  std::string text = "a,b,c,d,kind,site\n";
  for (int i = 0; i < 500; ++i) {
    const int a = i * 37 % 101, b = i * 53 % 97, c = i * 71 % 89, d = i * 29 % 83;
    const char* kind = a > b + 20 ? "more" : b > a + 20 ? "less" : "alike";
    text += fmt::format("{},{},{},{},{},{}\n", a, b, c, d, kind, i % 2 == 0 ? "north" : "south");
  }
  return text;
}

TEST(CompareCommand, SeveralClassesGoThroughEveryMethodAndModel) {
  const TemporaryFolder folder;
  std::ofstream(folder / "t.csv") << three_classes();
  const std::string data = (folder / "t.csv").string() + " --target kind --population site ";
  const auto result = run_program(
      "compare " + data +
      "--budget 2 --methods auto,lasso,xgb,dro-lasso,dro-xgb,embedded-mlp,greedy,random "
      "--downstream rf,mlp,linear,xgb --seeds 1 --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json["rows"].size(), 8U * 4U * 2U * 3U);  // methods, models, populations, metrics
  for (const auto& row : json["rows"]) {
    // One step at a time does not find a pair that is of use together.
    if (row["method"] == "random" || row["method"] == "greedy") continue;
    EXPECT_EQ(std::set<Json>(row["selected"][0].begin(), row["selected"][0].end()),
              (std::set<Json>{"a", "b"}))
        << row;
    if (row["metric"] == "accuracy" && row["downstream"] == "rf") {
      EXPECT_GT(row["mean"], 0.7) << row;
    }
  }
  const auto chosen = run_program("select " + data + "--budget 2 --json --quiet");
  ASSERT_EQ(chosen.exit_code, 0) << chosen.error;
  EXPECT_EQ(Json::parse(chosen.output)["task"], "multiclass");
  EXPECT_LT(Json::parse(chosen.output)["worst"]["risk"], 0.6);
}

TEST(CompareCommand, DoesNotDependOnTheNumberOfThreads) {
  const auto one = run_program("compare " + kQuick + "--seeds 1 --threads 1");
  const auto three = run_program("compare " + kQuick + "--seeds 1 --threads 3");
  EXPECT_EQ(one.exit_code, 0) << one.error;
  EXPECT_EQ(one.output, three.output);
}

TEST(CompareCommand, GoesOnWithMoreSeedsAndRefusesOtherSettings) {
  const TemporaryFolder folder;
  const std::string out = " --quiet --out " + (folder / "out").string();
  ASSERT_EQ(run_program("compare " + kQuick + "--seeds 1" + out).exit_code, 0);
  ASSERT_EQ(run_program("compare " + kQuick + "--seeds 2" + out).exit_code, 0);
  const auto other = run_program("compare " + kQuick + "--seeds 1 --selection-share 0.5" + out);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.error.find("other settings"), std::string::npos) << other.error;
}

TEST(CompareCommand, ItsOptionsRepeatIt) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const auto first = run_program("compare " + kQuick + "--seeds 1 --out " + out);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const auto again = run_program("compare --config " + out + "/options.toml");
  ASSERT_EQ(again.exit_code, 0) << again.error;
  EXPECT_EQ(first.output, again.output);
}

TEST(CompareCommand, SaysWhatIsWrong) {
  const struct {
    std::string arguments, named;
  } cases[] = {{kTable + "--budget 3 --methods laso", "Did you mean 'lasso'"},
               {kTable + "--budget 3 --downstream forest", "Known: auto"},
               {kTable, "--budget"},
               {kTable + "--budget 3,x", "'3,x'"},
               {"", "DATA is missing"},
               {"a.csv --population p --budget 3", "--target is missing"}};
  for (const auto& [arguments, named] : cases) {
    const auto result = run_program("compare " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.error.find(named), std::string::npos) << result.error;
    EXPECT_EQ(result.output, "");
  }
}

TEST(EvaluateCommand, GivesTheFiguresOfASelectionOnTheSameSplit) {
  const std::string split = "--selection-share 0.6 --json --quiet --seed 4 ";
  const auto select = run_program("select " + kTable + split + "--budget 3 --method lasso");
  ASSERT_EQ(select.exit_code, 0) << select.error;
  const Json selection = Json::parse(select.output);
  std::string features;
  for (const auto& chosen : selection["selected"])
    features += (features.empty() ? "" : ",") + chosen["feature"].get<std::string>();
  const auto evaluate = run_program("evaluate " + kTable + split + "--features " + features);
  ASSERT_EQ(evaluate.exit_code, 0) << evaluate.error;
  const Json evaluation = Json::parse(evaluate.output);
  EXPECT_EQ(evaluation["populations"], selection["populations"]);
  EXPECT_EQ(evaluation["worst"], selection["worst"]);
}

TEST(EvaluateCommand, CountsAFeatureOnce) {
  const auto result = run_program("evaluate " + kTable + "--features x1,x0,x1 --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(Json::parse(result.output)["features"], Json({"x0", "x1"}));
}

TEST(EvaluateCommand, SaysWhatIsWrong) {
  const auto unknown = run_program("evaluate " + kTable + "--features x1,x111");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.error.find("Did you mean 'x11'"), std::string::npos) << unknown.error;
  const auto none = run_program("evaluate " + kTable);
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.error.find("--features is missing"), std::string::npos) << none.error;
}

TEST(ReproduceCommand, ListsTheExperimentsAndSaysWhichFileIsMissing) {
  const auto unknown = run_program("reproduce synth9");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.error.find("synth1, synth1-50, synth2, synth3, adult, acs, all"),
            std::string::npos)
      << unknown.error;
  const TemporaryFolder folder;
  const std::string out = (folder / "never-made").string();
  const auto missing = run_program("reproduce adult --data /nowhere --out " + out);
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_NE(missing.error.find("drfs data get adult"), std::string::npos) << missing.error;
  EXPECT_EQ(run_program("reproduce synth1 --methods laso --out " + out).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace drfs
