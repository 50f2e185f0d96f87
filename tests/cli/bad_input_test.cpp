// Every kind of bad input, as a user meets it: the exit code, what the message must name, and
// silence on standard output.
#include <gtest/gtest.h>

#include <vector>

#include "cli/program.hpp"

namespace drfs {
namespace {

/// A table that is right: 240 rows, two populations, three features.
std::string good_rows(const std::string& separator = "\n") {
  std::string text = "a,b,c,y,group" + separator;
  for (int i = 0; i < 240; ++i) {
    const int a = i * 37 % 101, b = i * 53 % 97, c = i * 29 % 89;
    text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + "," +
            std::to_string(2 * a - b) + "," + (i % 2 == 0 ? "north" : "south") + separator;
  }
  return text;
}

std::string with_line(int line, const std::string& replacement) {
  std::istringstream in(good_rows());
  std::string out, row;
  for (int number = 1; std::getline(in, row); ++number)
    out += (number == line ? replacement : row) + "\n";
  return out;
}

std::string constant_target_in_south() {
  std::istringstream in(good_rows());
  std::string out, row;
  while (std::getline(in, row)) {
    const bool south = row.ends_with("south");
    if (south) {
      const auto last = row.rfind(','), before = row.rfind(',', last - 1);
      row = row.substr(0, before) + ",7" + row.substr(last);
    }
    out += row + "\n";
  }
  return out;
}

std::string column_c_missing() {
  std::istringstream in(good_rows());
  std::string out, row;
  std::getline(in, row);
  out = row + "\n";
  while (std::getline(in, row)) {
    const auto first = row.find(','), second = row.find(',', first + 1),
               third = row.find(',', second + 1);
    out += row.substr(0, second) + ",NA" + row.substr(third) + "\n";
  }
  return out;
}

struct BadInput {
  std::string name;
  std::string table;
  std::string arguments;  ///< after the file
  int exit_code;
  std::vector<std::string> message_names;
};

const std::string kRight = "--target y --population group --budget 2 ";

std::vector<BadInput> bad_inputs() {
  const std::string good = good_rows();
  return {
      {"NoSuchTarget", good, "--target z --population group --budget 2", 2, {"table.csv", "'z'"}},
      {"NearlyRightColumn",
       good,
       "--target y --population grop --budget 2",
       2,
       {"'grop'", "'group'"}},
      {"UnknownFeature", good, kRight + "--features a,bb", 2, {"'bb'", "'b'"}},
      {"UnknownDrop", good, kRight + "--drop q", 2, {"'q'"}},
      {"TargetConstantInAPopulation",
       constant_target_in_south(),
       kRight,
       3,
       {"south", "y", "the same in all"}},
      {"TooFewRows",
       with_line(5, "1,2,3,4,tiny"),
       kRight,
       3,
       {"tiny", "1", "--min-rows", "--pool-small"}},
      {"BudgetZero", good, "--target y --population group --budget 0", 2, {"--budget"}},
      {"BudgetNegative", good, "--target y --population group --budget -3", 2, {"--budget"}},
      {"BudgetMissing", good, "--target y --population group", 2, {"--budget"}},
      {"BudgetAboveFeatures",
       good,
       "--target y --population group --budget 4",
       4,
       {"--budget", "'4'", "3"}},
      {"BudgetNotANumber",
       good,
       "--target y --population group --budget few",
       2,
       {"--budget", "'few'"}},
      {"BudgetAFraction",
       good,
       "--target y --population group --budget 2.5",
       2,
       {"--budget", "'2.5'"}},
      {"TextInANumber",
       with_line(9, "1,two,3,4,north"),
       kRight,
       3,
       {"table.csv", "line 9", "'b'", "'two'", "--categorical", "--drop"}},
      {"RaggedRow", with_line(12, "1,2,3,north"), kRight, 3, {"table.csv", "line 12", "4", "5"}},
      {"EmptyFile", "", kRight, 3, {"table.csv", "empty"}},
      {"HeaderOnly", "a,b,c,y,group\n", kRight, 3, {"table.csv"}},
      {"BinaryFile",
       std::string("\x7f"
                   "ELF\x00\x01\x02\x00\x00\x00",
                   10) +
           good,
       kRight,
       3,
       {"table.csv", "text"}},
      {"DuplicateColumns", "a,b,a,y,group\n1,2,3,4,north\n", kRight, 3, {"table.csv", "'a'"}},
      {"Infinity", with_line(7, "1,inf,3,4,north"), kRight, 3, {"table.csv", "line 7", "'b'"}},
      {"Overflow", with_line(7, "1,1e99,3,4,north"), kRight, 3, {"table.csv", "line 7", "'b'"}},
      {"AllValuesMissing", column_c_missing(), kRight, 3, {"c", "--drop"}},
      {"UnterminatedQuote", good + "\"1,2,3,4,north\n", kRight, 3, {"table.csv", "quote"}},
      {"NotANumberOption", good, kRight + "--tolerance nan", 2, {"--tolerance", "'nan'"}},
      {"InfiniteOption", good, kRight + "--alpha-start inf", 2, {"--alpha-start", "'inf'"}},
      {"SeedTooLarge", good, kRight + "--seed 9223372036854775808", 2, {"--seed"}},
      {"NoEpochs", good, kRight + "--epochs 0", 2, {"--epochs"}},
      {"NotUtf8", "caf\xe9,b,c,y,group\n1,2,3,4,north\n", kRight, 3, {"table.csv", "UTF-8"}},
      {"UnknownMethod", good, kRight + "--method papper", 2, {"'papper'", "paper"}},
      {"UnknownPreset", good, kRight + "--method paper --preset synth9", 2, {"'synth9'", "synth1"}},
      {"PresetOfAnotherMethod", good, kRight + "--preset synth1", 2, {"--preset", "paper"}},
      {"UnknownOption", good, kRight + "--bugdet 3", 2, {"--bugdet", "--budget"}},
      {"UnknownBackend", good, kRight + "--backend avx9", 2, {"'avx9'", "oracle"}},
      {"UnknownModel", good, kRight + "--model forrest", 2, {"'forrest'", "xgb"}},
      {"NegativeLambda", good, kRight + "--lambda -1 --method paper", 2, {"--lambda"}},
      {"LogLossOfANumber",
       good,
       kRight + "--estimator log-loss",
       2,
       {"--estimator", "'log-loss'", "two classes", "regression", "debiased"}},
      {"CheckByLogLossOfANumber",
       good,
       kRight + "--check-estimator log-loss",
       2,
       {"--check-estimator", "'log-loss'"}},
      {"UnknownAim", good, kRight + "--aim wurst", 2, {"--aim", "'wurst'", "worst"}},
      {"WeightOfNoPopulation",
       good,
       kRight + "--aim mean --population-weight nort=2",
       2,
       {"--population-weight", "'nort'", "'north'"}},
      {"NegativeWeight",
       good,
       kRight + "--aim mean --population-weight north=-2",
       2,
       {"--population-weight", "'north=-2'", "at least 0"}},
      {"WeightOfTheWorst",
       good,
       kRight + "--population-weight north=2",
       2,
       {"--population-weight", "--aim worst"}},
      {"CvarShareZero", good, kRight + "--aim cvar --cvar-share 0", 2, {"--cvar-share", "'0'"}},
      {"MaxRiskOutOfReach",
       good,
       "--target y --population group --budget 1 --max-risk 0.001 --trees 5 --epochs 3 "
       "--selection-share 0.6",
       4,
       {"--max-risk", "'0.001'", "1 feature,", "population 'south'"}},
      {"MaxRiskOfNoPopulation",
       good,
       kRight + "--max-risk nort=0.3",
       2,
       {"--max-risk", "'nort'", "'north'"}},
      {"MaxRiskOfABaseline",
       good,
       kRight + "--method lasso --max-risk 0.3",
       2,
       {"--max-risk", "--method auto"}},
      {"MissingTarget", good, "--population group --budget 2", 2, {"--target"}},
      {"MissingPopulation", good, "--target y --budget 2", 2, {"--population"}},
      {"TargetIsPopulation", good, "--target group --population group --budget 2", 2, {"group"}},
      {"UnwritableOut", good, kRight + "--out /proc/nowhere", 5, {"/proc/nowhere"}},
  };
}

class BadInputTest : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, EndsWithAClearErrorAndTheRightCode) {
  const TemporaryFolder folder;
  const std::string file = folder.write("table.csv", GetParam().table);
  const auto result = run_program("select " + file + " " + GetParam().arguments);
  EXPECT_EQ(result.exit_code, GetParam().exit_code) << result.error;
  EXPECT_TRUE(result.output.empty()) << result.output;
  EXPECT_NE(result.error.find("drfs: error: "), std::string::npos) << result.error;
  for (const auto& part : GetParam().message_names)
    EXPECT_NE(result.error.find(part), std::string::npos)
        << "no mention of " << part << " in: " << result.error;
}

INSTANTIATE_TEST_SUITE_P(Cases, BadInputTest, testing::ValuesIn(bad_inputs()),
                         [](const auto& parameters) { return parameters.param.name; });

TEST(BadInput, TheGoodTableIsGood) {
  const TemporaryFolder folder;
  const auto result = run_program("select " + folder.write("table.csv", good_rows()) + " " +
                                  kRight + "--trees 5 --epochs 3");
  EXPECT_EQ(result.exit_code, 0) << result.error;
}

TEST(BadInput, AFileThatIsNotThereIsNamed) {
  const auto result = run_program("select nowhere.csv " + kRight);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.error.find("nowhere.csv"), std::string::npos);
}

TEST(BadInput, AnUnknownKindOfFileListsTheKnownOnes) {
  const TemporaryFolder folder;
  const auto result = run_program("select " + folder.write("table.xlsx", "x") + " " + kRight);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find(".csv"), std::string::npos);
}

TEST(BadInput, AnUnknownCommandListsTheKnownOnes) {
  const auto result = run_program("selct table.csv");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("'select'"), std::string::npos);
}

}  // namespace
}  // namespace drfs
