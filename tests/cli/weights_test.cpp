// Weights from outside: a row of weight 2 and a row given twice lead to the same answer, whatever
// the method; and wrong weights end with the right exit code.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

/// The lines of a table of continuous columns; the first is the header.
std::vector<std::string> lines_of_table(const TemporaryFolder& folder) {
  const std::string file = (folder / "made.csv").string();
  const auto made = run_program("synth 1 --rows 900 --features 15 --seed 5 -o " + file);
  EXPECT_EQ(made.exit_code, 0) << made.error;
  std::istringstream in(read_text(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool is_twice(std::size_t line) {
  return line % 40 == 7;
}

json select(const std::string& file, const std::string& more) {
  const auto result =
      run_program("select " + file + " --target y --population population --quiet " +
                  "--json --trees 20 --budget 4 " + more);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.error, "");
  json out = json::parse(result.output);
  out.erase("seconds");
  return out;
}

class TwiceOrWeightTwo : public testing::TestWithParam<std::string> {};

TEST_P(TwiceOrWeightTwo, GiveTheSameAnswer) {
  const TemporaryFolder folder;
  const auto lines = lines_of_table(folder);
  std::string twice = lines[0] + ",w\n", weighted = twice;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    twice += lines[i] + ",1\n";
    weighted += lines[i] + (is_twice(i) ? ",2\n" : ",1\n");
  }
  for (std::size_t i = lines.size() - 1; i > 0; --i)
    if (is_twice(i)) twice += lines[i] + ",1\n";
  const std::string file = folder.write("table.csv", twice), arguments = "--weight w " + GetParam();
  const json of_copies = select(file, arguments);
  folder.write("table.csv", weighted);
  EXPECT_EQ(of_copies, select(file, arguments));
}

std::string method_of(const testing::TestParamInfo<std::string>& arguments) {
  constexpr const char* kNames[] = {"automatic", "paper", "dro_lasso", "xgb_and_forest"};
  return kNames[arguments.index];
}

INSTANTIATE_TEST_SUITE_P(Methods, TwiceOrWeightTwo,
                         testing::Values("--method auto --bootstrap 1",
                                         "--method paper --draws 2 --epochs 12",
                                         "--method dro-lasso", "--method xgb --model rf"),
                         method_of);

/// With a column w that is `weight` in the third row and 1 elsewhere, and two replicates of it.
std::string table_with(const TemporaryFolder& folder, const std::string& weight) {
  std::string text = "a,b,y,group,w,w1,w2\n";
  for (int i = 0; i < 240; ++i)
    text += std::to_string(i * 37 % 101) + "," + std::to_string(i * 53 % 97) + "," +
            std::to_string(2 * (i * 37 % 101) - i * 53 % 97) +
            (i % 2 == 0 ? ",north," : ",south,") + (i == 2 ? weight : "1") + "," +
            std::to_string(i % 3) + "," + std::to_string(i % 2) + "\n";
  return folder.write("table.csv", text);
}

TEST(WeightsOfATable, AreNoFeaturesAndDecideTheStandardErrors) {
  const TemporaryFolder folder;
  const std::string file = table_with(folder, "2");
  const auto select_two = [&](const std::string& more) {
    return json::parse(run_program("select " + file + " --target y --population group --budget 2 " +
                                   "--json --quiet --method random --model linear " + more)
                           .output);
  };
  const json plain = select_two("--weight w --drop w1,w2");
  const json replicated = select_two("--weight w --replicate-weights 'w*'");
  EXPECT_EQ(plain["selected"].size(), 2U);
  EXPECT_EQ(plain["populations"][0]["risk"], replicated["populations"][0]["risk"]);
  EXPECT_NE(plain["populations"][0]["risk_se"], replicated["populations"][0]["risk_se"]);
  const json scaled =
      select_two("--weight w --replicate-weights w1,w2 --replicate-scale 8");  // four times 4 / 2
  EXPECT_NEAR(scaled["populations"][1]["risk_se"].get<double>(),
              2 * replicated["populations"][1]["risk_se"].get<double>(), 1e-9);
}

TEST(WeightsOfATable, RowsWithoutOneAreCountedInTheResult) {
  const TemporaryFolder folder;
  const auto result = run_program("select " + table_with(folder, "") +
                                  " --target y --population group --budget 2 " +
                                  "--weight w --drop w1,w2 --json --method random");
  EXPECT_EQ(json::parse(result.output)["rows_dropped"]["without_weight"], 1);
  EXPECT_NE(result.error.find("1 rows without a weight are left out"), std::string::npos)
      << result.error;
}

TEST(WeightsOfATable, BadOnesEndWithTheRightCode) {
  const auto expect_code = [](const std::string& weight, const std::string& more, int code,
                              const std::vector<std::string>& parts) {
    const TemporaryFolder folder;
    const auto result = run_program("select " + table_with(folder, weight) +
                                    " --target y --population group --budget 2 " + more);
    EXPECT_EQ(result.exit_code, code) << result.error;
    EXPECT_TRUE(result.output.empty()) << result.output;
    for (const auto& part : parts)
      EXPECT_NE(result.error.find(part), std::string::npos) << part << " in: " << result.error;
  };
  expect_code("-1", "--weight w", 3, {"row 3", "'w'", "'-1'", "negative"});
  expect_code("inf", "--weight w", 3, {"'w'", "finite"});
  expect_code("heavy", "--weight w", 3, {"'w'", "'heavy'", "not a number"});
  expect_code("1", "--weight ww", 2, {"'ww'", "'w'"});
  expect_code("1", "--weight y", 2, {"'y'", "--target and --weight"});
  expect_code("1", "--weight group", 2, {"'group'", "--weight"});
  expect_code("1", "--weight w --features a,w", 2, {"'w'", "--weight and --features"});
  expect_code("1", "--replicate-weights 'w*'", 2, {"--replicate-weights", "--weight"});
  expect_code("1", "--weight w --replicate-weights 'v*'", 2, {"'v*'", "fits no column"});
}

}  // namespace
}  // namespace drfs
