// Several files from outside: the answer of one table that has them all, in whatever order.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

const std::string kQuick = " --target y --budget 3 --method lasso --min-rows 30 --trees 10 ";

/// A synthetic set, cut by its population into a file each, and whole with the file as a column.
class SeveralFiles : public testing::Test {
 protected:
  void SetUp() override {
    const std::string whole = (folder_ / "whole.csv").string();
    ASSERT_EQ(run_program("synth 1 --rows 900 -o " + whole).exit_code, 0);
    std::istringstream in(read_text(whole));
    std::string header, line;
    std::getline(in, header);
    joint_ = header + ",file,sex\n";
    std::map<std::string, std::string> parts;
    for (int row = 0; std::getline(in, line); ++row) {
      const std::string population = line.substr(line.rfind(',') + 1);
      const std::string sex = row % 2 == 0 ? "f" : "m";
      joint_ += line + ",site" + population + "," + sex + "\n";
      parts[population] += line + "," + sex + "\n";
    }
    joint_ = folder_.write("joint.csv", joint_);
    for (const auto& [population, rows] : parts)
      files_.push_back(folder_.write("site" + population + ".csv", header + ",sex\n" + rows));
    ASSERT_EQ(files_.size(), 3U);
  }

  static json answer(const std::string& arguments) {
    const auto result = run_program(arguments + " --json --quiet");
    EXPECT_EQ(result.exit_code, 0) << result.error;
    json out = json::parse(result.output);
    for (const char* key : {"seconds", "options"}) out.erase(key);
    return out;
  }
  std::string in_order(std::initializer_list<int> order) const {
    std::string out;
    for (const int i : order) out += " " + files_[i];
    return out;
  }

  TemporaryFolder folder_;
  std::string joint_;
  std::vector<std::string> files_;
};

TEST_F(SeveralFiles, GiveTheAnswerOfOneFileInAnyOrder) {
  const std::string more = kQuick + "--drop population --population ";
  const json expected = answer("select " + joint_ + more + "file");
  EXPECT_EQ(expected["populations"][0]["name"], "siteA");
  EXPECT_EQ(answer("select" + in_order({0, 1, 2}) + more + "@file"), expected);
  EXPECT_EQ(answer("select" + in_order({2, 0, 1}) + more + "@file"), expected);
  EXPECT_EQ(answer("select" + in_order({2, 1, 0}) + more + "@file,sex"),
            answer("select " + joint_ + more + "file,sex"));
}

TEST_F(SeveralFiles, WithoutTheFileAsPopulationAreOneTable) {
  EXPECT_EQ(answer("select" + in_order({1, 0, 2}) + kQuick + "--population sex"),
            answer("select " + joint_ + kQuick + "--population sex --drop file"));
}

TEST_F(SeveralFiles, AreTakenByEvaluateAndCompare) {
  const std::string more = " --target y --drop population --min-rows 30 --population ";
  EXPECT_EQ(answer("evaluate" + in_order({1, 0, 2}) + more + "@file --features x0,x1"),
            answer("evaluate " + joint_ + more + "file --features x0,x1"));
  const std::string quick = " --budget 2 --methods lasso --downstream linear --seeds 1";
  const json comparison = answer("compare" + in_order({1, 0, 2}) + more + "@file" + quick);
  EXPECT_EQ(comparison["rows"], answer("compare " + joint_ + more + "file" + quick)["rows"]);
}

TEST_F(SeveralFiles, AreRecordedAndReadFromAConfiguration) {
  const std::string out = (folder_ / "run").string();
  const auto first = run_program("select" + in_order({0, 1, 2}) + kQuick +
                                 "--drop population --population @file --json --out " + out);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  EXPECT_EQ(json::parse(first.output)["options"]["data"], json(files_));
  EXPECT_EQ(json::parse(read_text(out + "/manifest.json"))["input"]["files"].size(), 3U);
  json again = answer("select --config " + out + "/options.toml");
  json before = json::parse(first.output);
  EXPECT_EQ(again["selected"], before["selected"]);
  EXPECT_EQ(again["populations"], before["populations"]);
}

TEST_F(SeveralFiles, ThatDoNotFitEndInAMessage) {
  const std::string other = folder_.write("other.csv", "x0,z\n1,2\n");
  const auto lacking =
      run_program("select " + files_[0] + " " + other + kQuick + "--population @file");
  EXPECT_EQ(lacking.exit_code, 3);
  EXPECT_NE(lacking.error.find(other + ": 'y' is not a column of this file"), std::string::npos)
      << lacking.error;
  EXPECT_EQ(run_program("select " + files_[0] + kQuick + "--population @fil").exit_code, 2);
  const auto feature =
      run_program("select " + files_[0] + kQuick + "--population sex --features @file,x0");
  EXPECT_EQ(feature.exit_code, 2);
  EXPECT_NE(feature.error.find("--population only"), std::string::npos) << feature.error;
}

TEST_F(SeveralFiles, OfAnotherFormatThanTheirExtensionEndInAMessage) {
  for (const char* name : {"table.sav", "table.dta", "table.sas7bdat"}) {
    const std::string path = folder_.write(name, read_text(files_[0]));
    const auto result = run_program("select " + path + kQuick + "--population sex");
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_NE(result.error.find(path + ": is not a file of"), std::string::npos) << result.error;
  }
}

}  // namespace
}  // namespace drfs
