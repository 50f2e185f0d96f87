// drfs select from outside: the same answer always, the record, the configuration file, Ctrl-C.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

const std::string kColumns = " --target y --population population ";
const std::string kQuick = "--method paper --budget 4 --epochs 12 --draws 2 --trees 20 ";

json without_times(const std::string& text) {
  json result = json::parse(text);
  for (const char* key : {"seconds", "options"}) result.erase(key);
  return result;
}

json select(const std::string& data, const std::string& more) {
  const auto result = run_program("select '" + data + "'" + kColumns + "--json --quiet " + more);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return without_times(result.output);
}

std::vector<std::string> chosen_names(const json& result) {
  std::vector<std::string> names;
  for (const auto& chosen : result["selected"]) names.push_back(chosen["feature"]);
  return names;
}

std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

std::string write_csv_text(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + row[i];
    text += "\n";
  }
  return text;
}

class SameAnswer : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto made = run_program("synth 1 --rows 1500 --features 15 --seed 3 -o " + file_);
    ASSERT_EQ(made.exit_code, 0) << made.error;
  }
  TemporaryFolder folder_;
  std::string file_ = (folder_ / "table.csv").string();
};

TEST_P(SameAnswer, ForAnyNumberOfThreads) {
  const json one = select(file_, GetParam() + "--threads 1");
  EXPECT_EQ(one, select(file_, GetParam() + "--threads 2"));
  EXPECT_EQ(one, select(file_, GetParam() + "--threads 4"));
}

TEST_P(SameAnswer, AfterTheRowsAreShuffled) {
  auto rows = read_csv(read_text(file_));
  std::shuffle(rows.begin() + 1, rows.end(), std::mt19937(1));
  const std::string shuffled = folder_.write("rows.csv", write_csv_text(rows));
  EXPECT_EQ(select(file_, GetParam()), select(shuffled, GetParam()));
}

TEST_P(SameAnswer, AfterTheColumnsAreShuffled) {
  auto rows = read_csv(read_text(file_));
  std::vector<std::size_t> order(rows[0].size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(2));
  for (auto& row : rows) {
    const auto old = row;
    for (std::size_t i = 0; i < order.size(); ++i) row[i] = old[order[i]];
  }
  const std::string shuffled = folder_.write("columns.csv", write_csv_text(rows));
  EXPECT_EQ(select(file_, GetParam()), select(shuffled, GetParam()));
}

std::string method_of(const testing::TestParamInfo<std::string>& options) {
  constexpr const char* kNames[] = {"paper",   "automatic",    "dro_lasso",
                                    "dro_xgb", "embedded_mlp", "regret"};
  return kNames[options.index];
}

INSTANTIATE_TEST_SUITE_P(
    Methods, SameAnswer,
    testing::Values(kQuick, "--method auto --budget 4 --epochs 12 --trees 20 ",
                    "--method dro-lasso --budget 4 --trees 20 ",
                    "--method dro-xgb --budget 4 --trees 20 --selection-share 0.6 ",
                    "--method embedded-mlp --budget 4 --trees 20 ",
                    "--aim regret --budget 3 --epochs 12 --trees 20 "
                    "--selection-share 0.6 "),
    method_of);

TEST(Select, TheSelectionDoesNotDependOnTheSimdLevel) {
  const std::string data = "synth:1?rows=1500&features=15&seed=3";
  const auto names = [&](const std::string& backend) {
    return chosen_names(select(data, kQuick + "--selection-share 0.6 --backend " + backend));
  };
  const json info = json::parse(run_program("info --json").output);
  const auto exact = names("oracle");
  for (const auto& backend : info["backends"]) EXPECT_EQ(names(backend), exact) << backend;
}

TEST(Select, AnotherSeedIsAnotherDraw) {
  const std::string data = "synth:1?rows=1500&features=15&seed=3";
  EXPECT_NE(select(data, kQuick + "--seed 1")["noise"], select(data, kQuick + "--seed 2")["noise"]);
}

TEST(Select, FindsTheSignalsOfTheFirstSyntheticSet) {
  const json result =
      select("synth:1?rows=6000&features=15&seed=0", "--budget 5 --selection-share 0.6");
  auto chosen = chosen_names(result);
  std::ranges::sort(chosen);
  EXPECT_EQ(chosen, (std::vector<std::string>{"x0", "x1", "x5", "x7", "x8"}));
}

TEST(Select, AllRowsChooseAndTheFiguresSayHowTheyWereMade) {
  const std::string table = "'synth:1?rows=600&features=11'" + kColumns + "--model linear ";
  const std::vector<std::string> commands = {"select " + table + "--method lasso --budget 2 ",
                                             "curve " + table + "--method lasso --budgets 1,2 ",
                                             "evaluate " + table + "--features x0,x1 "};
  for (const auto& command : commands) {
    const auto made = [&](const std::string& more) {
      return run_program(command + "--quiet " + more).output;
    };
    EXPECT_EQ(json::parse(made("--json"))["figures"], "cross-fitted") << command;
    EXPECT_EQ(json::parse(made("--json --selection-share 0.6"))["figures"], "held-out") << command;
    EXPECT_NE(made("").find("on rows left out in turn (cross-fitted)"), std::string::npos);
    EXPECT_NE(made("--selection-share 0.6").find("on held-out rows"), std::string::npos);
  }
}

TEST(Select, WithoutFiguresTheSameFeaturesAreChosen) {
  const std::string table = "'synth:1?rows=600&features=11'" + kColumns + "--model linear ";
  const auto chosen = [&](const std::string& more) {
    const json answer =
        json::parse(run_program("select " + table + "--budget 3 --quiet --json " + more).output);
    EXPECT_EQ(answer["worst"]["risk"].is_null(), !more.empty());
    EXPECT_EQ(answer["populations"][0]["risk"].is_null(), !more.empty());
    return std::pair(answer["selected"], answer["refinement"]);
  };
  EXPECT_EQ(chosen("--selection-share 1"), chosen(""));

  const TemporaryFolder folder;
  const auto text =
      run_program("select " + table + "--budget 3 --quiet --selection-share 1 --out " +
                  (folder / "run").string());
  EXPECT_EQ(text.exit_code, 0);
  for (const auto& shown : {text.output, read_text(folder / "run/report.html")})
    EXPECT_NE(shown.find("Not scored"), std::string::npos) << shown;
  for (const std::string& command :
       {"curve " + table + "--budgets 1,2 ", "evaluate " + table + "--features x0 "}) {
    const auto refused = run_program(command + "--selection-share 1");
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.error.find("--selection-share"), std::string::npos) << refused.error;
  }
}

TEST(Select, LeavesARecordThatRepeatsTheRun) {
  const TemporaryFolder folder;
  const std::string out = (folder / "run").string();
  const std::string data = "synth:1?rows=900&features=15&seed=1";
  const auto first =
      run_program("select '" + data + "'" + kColumns + kQuick + "--quiet --out " + out);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  for (const char* name :
       {"selection.json", "trace.csv", "options.toml", "manifest.json", "report.html"})
    EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
  EXPECT_EQ(read_csv(read_text(out + "/trace.csv")).size(), 12U + 1U);

  const auto again = run_program("select --config " + out + "/options.toml --json --quiet");
  ASSERT_EQ(again.exit_code, 0) << again.error;
  EXPECT_EQ(without_times(again.output), without_times(read_text(out + "/selection.json")));
}

TEST(Select, ABaselineLeavesTheSameRecord) {
  const TemporaryFolder folder;
  const std::string out = (folder / "run").string();
  const auto first = run_program("select 'synth:1?rows=900'" + kColumns +
                                 "--method lasso --budget 3 --trees 5 --quiet --out " + out);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  EXPECT_EQ(first.output.find("noise"), std::string::npos) << first.output;
  for (const char* name :
       {"selection.json", "trace.csv", "options.toml", "manifest.json", "report.html"})
    EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
  const auto again = run_program("select --config " + out + "/options.toml --json --quiet");
  ASSERT_EQ(again.exit_code, 0) << again.error;
  EXPECT_EQ(without_times(again.output), without_times(read_text(out + "/selection.json")));
}

TEST(Select, EveryMethodOfTheListCanBeNamed) {
  const json info = json::parse(run_program("info --json").output);
  const auto refused = run_program("select synth:1" + kColumns + "--budget 2 --method gredy");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("Did you mean 'greedy'?"), std::string::npos) << refused.error;
  for (const std::string method : info["methods"])
    EXPECT_NE(refused.error.find(method), std::string::npos) << method;
}

TEST(Select, TheCommandLineOverridesTheConfigurationFile) {
  const TemporaryFolder folder;
  const std::string config = folder.write(
      "run.toml",
      "data = \"synth:1?rows=900&features=15\"\ntarget = \"y\"\npopulation = [\"population\"]\n"
      "budget = 3\nmethod = \"paper\"\nepochs = 5\ndraws = 1\ntrees = 5\n");
  const auto result = run_program("select --json --budget 2 --config " + config);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const json parsed = json::parse(result.output);
  EXPECT_EQ(parsed["selected"].size(), 2U);
  EXPECT_EQ(parsed["options"]["epochs"], 5);
  EXPECT_EQ(parsed["method"], "paper");
}

TEST(Select, CostsMayBeATableOfTheConfigurationFileAndTheRecordRepeatsThem) {
  const TemporaryFolder folder;
  const std::string most =
      "select 'synth:1?rows=900&features=11' --target y --population population --features "
      "x0,x1,x2,x3 --budget-cost 5 "
      "--method greedy --trees 5 --json --quiet ";
  const std::string config =
      folder.write("run.toml", "[cost]\nx0 = 1\nx1 = 2.5\nx2 = 3\nx3 = 1.5\n");
  const std::string out = (folder / "out").string();
  const auto result = [](const std::string& arguments) {
    const auto ran = run_program(arguments);
    EXPECT_EQ(ran.exit_code, 0) << ran.error;
    json record = json::parse(ran.output);
    record.erase("seconds");
    record["options"].erase("out");
    return record;
  };
  const json by_table = result(most + "--out " + out + " --config " + config);
  EXPECT_EQ(by_table["budget"]["cost"], 5);
  EXPECT_EQ(by_table, result(most + "--cost x0=1,x1=2.5,x2=3,x3=1.5"));
  EXPECT_EQ(by_table, result("select --json --quiet --config " + out + "/options.toml"));
}

TEST(Select, AnUnknownKeyOfTheConfigurationFileIsRefused) {
  const TemporaryFolder folder;
  const auto result =
      run_program("select synth:1 --config " + folder.write("run.toml", "bugdet = 3\n"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("'budget'"), std::string::npos) << result.error;
}

TEST(Select, CategoriesAreOneFeature) {
  const TemporaryFolder folder;
  std::string text = "colour,size,y,p\n";
  const char* colours[] = {"red", "green", "blue"};
  for (int i = 0; i < 600; ++i) {
    const int colour = i * 7 % 3, size = i * 37 % 11;
    text += std::string(colours[colour]) + "," + std::to_string(size) + "," +
            std::to_string(colour * 5 + i % 2) + "," + (i % 4 < 2 ? "A" : "B") + "\n";
  }
  const auto result = run_program("select " + folder.write("t.csv", text) +
                                  " --target y --population p --budget 1 --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const json parsed = json::parse(result.output);
  EXPECT_EQ(parsed["selected"].size(), 1U);
  EXPECT_EQ(parsed["selected"][0]["feature"], "colour");
}

/// Whether y is yes depends on a alone, in both populations.
std::string binary_table() {
  std::string text = "a,b,y,p\n";
  for (int i = 0; i < 800; ++i) {
    const int a = i * 37 % 101, b = i * 53 % 97;
    text += std::to_string(a) + "," + std::to_string(b) + "," + (a > 50 ? "yes" : "no") + "," +
            (i % 2 == 0 ? "A" : "B") + "\n";
  }
  return text;
}

TEST(Select, ABinaryTargetIsClassified) {
  const TemporaryFolder folder;
  const auto result = run_program("select " + folder.write("t.csv", binary_table()) +
                                  " --target y --population p --budget 1 --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const json parsed = json::parse(result.output);
  EXPECT_EQ(parsed["task"], "binary");
  EXPECT_EQ(parsed["selected"][0]["feature"], "a");
  EXPECT_LT(parsed["worst"]["risk"], 0.2);
}

TEST(Select, ABinaryTargetCanBeJudgedByItsLogLoss) {
  const TemporaryFolder folder;
  const std::string select = "select " + folder.write("t.csv", binary_table()) +
                             " --target y --population p --budget 1 --json --quiet "
                             "--refine-passes 0 ";
  const auto brier = run_program(select);
  for (const std::string option : {"--estimator", "--check-estimator"}) {
    const auto result = run_program(select + option + " log-loss");
    ASSERT_EQ(result.exit_code, 0) << result.error;
    const json parsed = json::parse(result.output);
    EXPECT_EQ(parsed["selected"][0]["feature"], "a");
    EXPECT_EQ(parsed["options"][option.substr(2)], "log-loss");
    if (option == "--check-estimator") continue;  // may well find the same step best
    EXPECT_NE(parsed["noise"], json::parse(brier.output)["noise"]) << "no effect";
  }
}

/// Runs a selection that would take for ever, interrupts it after `seconds`; its exit code.
int interrupted_after(int seconds, const std::string& out, const std::string& log) {
  const pid_t child = fork();
  if (child == 0) {
    if (freopen(log.c_str(), "w", stdout) == nullptr) _exit(99);
    if (freopen("/dev/null", "w", stderr) == nullptr) _exit(99);
    execl(DRFS_BINARY, "drfs", "select", "synth:1?rows=1500", "--target", "y", "--population",
          "population", "--refine-passes", "0", "--budget", "3", "--epochs", "1000000",
          "--check-every", "1", "--trees", "5", "--schedule", "constant", "--patience", "0",
          "--out", out.c_str(), "--json", nullptr);
    _exit(99);
  }
  std::this_thread::sleep_for(std::chrono::seconds(seconds));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Select, CtrlCKeepsTheBestAnswerSoFar) {
  const TemporaryFolder folder;
  const std::string out = (folder / "run").string(), log = (folder / "log").string();
  // Before there is an answer it says so and saves nothing; a slow machine gets more time.
  for (int seconds = 2; seconds <= 64; seconds *= 2) {
    ASSERT_EQ(interrupted_after(seconds, out, log), 130);
    if (std::filesystem::exists(out + "/selection.json")) break;
    EXPECT_TRUE(read_text(log).empty());
  }
  const json saved = json::parse(read_text(out + "/selection.json"));
  EXPECT_EQ(saved["selected"].size(), 3U);
  EXPECT_EQ(saved["interrupted"], true);
  EXPECT_GT(saved["relaxation"]["best_step"], 0);
  EXPECT_TRUE(saved["worst"]["risk"].is_null());
  EXPECT_EQ(json::parse(read_text(log))["selected"], saved["selected"]);
}

TEST(Select, SaysWhenNoStepBeatTheRandomStart) {
  const auto result = run_program("select 'synth:1?rows=900'" + kColumns +
                                  "--budget 2 --refine-passes 0 --trees 5 --epochs 1 --optimizer "
                                  "sgd --learning-rate 1e-9 --check-rows 50");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.error.find("random start"), std::string::npos) << result.error;
}

TEST(Select, SaysWhenAPopulationIsServedNoBetterThanByKnowingNothing) {
  const TemporaryFolder folder;
  std::string text = "a,b,y,p\n";
  std::mt19937 random(1);
  for (int i = 0; i < 400; ++i) {
    // In A the columns say nothing, in B the first says all.
    const auto a = random() % 1000, b = random() % 1000, noise = random() % 1000;
    text += std::to_string(a) + "," + std::to_string(b) + "," +
            std::to_string(i % 2 == 0 ? noise : a) + "," + (i % 2 == 0 ? "A" : "B") + "\n";
  }
  const auto result = run_program("select " + folder.write("t.csv", text) +
                                  " --target y --population p --budget 1 --epochs 5 --model xgb");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.error.find("population 'A': even all candidate features together are not shown"),
            std::string::npos)
      << result.error;
  EXPECT_EQ(result.error.find("population 'B'"), std::string::npos) << result.error;
  EXPECT_EQ(result.error.find("no feature helps"), std::string::npos) << result.error;
}

TEST(Select, SaysFirstThatNothingHelpsWherePureNoiseIsGiven) {
  const TemporaryFolder folder;
  std::string text = "a,b,c,y,p\n";
  std::mt19937 random(5);
  for (int i = 0; i < 1200; ++i) {
    for (int column = 0; column < 3; ++column) text += std::to_string(random() % 1000) + ",";
    text += std::to_string(random() % 2) + "," + (i % 2 == 0 ? "A" : "B") + "\n";
  }
  const std::string arguments =
      "select " + folder.write("t.csv", text) + " --target y --population p --budget 1 --epochs 5 ";
  const auto shown = run_program(arguments);
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_TRUE(shown.output.starts_with("No feature helps: ")) << shown.output;
  EXPECT_NE(shown.error.find("no feature helps"), std::string::npos) << shown.error;
  EXPECT_EQ(shown.error.find("population 'A'"), std::string::npos) << shown.error;
  const json parsed = json::parse(run_program(arguments + "--json").output);
  EXPECT_EQ(parsed["nothing_helps"], true);
  EXPECT_EQ(parsed["selected"].size(), 1U);
}

TEST(Select, ResamplesShowHowFirmTheChoiceIs) {
  const std::string quick = "--budget 3 --epochs 12 --model linear ";
  const std::string more = quick + "--bootstrap 4 ";
  const std::string data = "synth:1?rows=900&features=15&seed=3";
  const json one = select(data, more + "--threads 1");
  EXPECT_EQ(one["stability"]["resamples"], 4);
  double total = 0;
  for (const auto& feature : one["stability"]["features"]) total += double(feature["chosen"]);
  EXPECT_NEAR(total, 3, 1e-9);
  EXPECT_EQ(one, select(data, more + "--threads 4"));
  // The resamples come after the choice and do not change it.
  const json without = select(data, quick);
  EXPECT_EQ(one["selected"], without["selected"]);
  EXPECT_FALSE(without.contains("stability"));
  const auto text = run_program("select '" + data + "'" + kColumns + "--quiet " + more);
  EXPECT_NE(text.output.find(" of 4 resamples"), std::string::npos) << text.output;
}

TEST(Select, ANegativeNumberOfResamplesIsRefused) {
  const auto result =
      run_program("select 'synth:1?rows=900'" + kColumns + "--budget 2 --bootstrap -1");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("--bootstrap"), std::string::npos) << result.error;
}

TEST(Select, ASettingThatLeavesTheNumbersIsRefused) {
  const auto result = run_program("select 'synth:1?rows=900'" + kColumns + kQuick +
                                  "--penalty sum-reciprocal --lambda 1e308");
  EXPECT_EQ(result.exit_code, 2) << result.error;
  EXPECT_NE(result.error.find("--lambda"), std::string::npos) << result.error;
}

TEST(Select, AFullDiskUnderStandardOutputIsAnError) {
  const auto result = run_program("info --json >/dev/full; exit $?; true");
  EXPECT_EQ(result.exit_code, 5);
}

TEST(Select, AnotherMethodThanThatOfTheConfigurationFileIsRefused) {
  const TemporaryFolder folder;
  const std::string config = folder.write("run.toml", "method = \"auto\"\nepochs = 5\n");
  const auto result =
      run_program("select synth:1" + kColumns + "--budget 2 --method paper --config " + config);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("'auto'"), std::string::npos) << result.error;
}

}  // namespace
}  // namespace drfs
