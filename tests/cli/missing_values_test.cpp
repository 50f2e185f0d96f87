// Missing values from outside: marks that tell something, and features that a population lacks.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

/// y follows a, and whether b has a value; no row of south has a value of c.
std::string write_table(const TemporaryFolder& folder) {
  std::string text = "a,b,c,y,group\n";
  for (int i = 0; i < 600; ++i) {
    const bool north = i % 2 == 0, gap = i * 13 % 29 < 12;
    const int a = i * 37 % 101, b = i * 53 % 97;
    text += std::to_string(a) + "," + (gap ? "" : std::to_string(b)) + "," +
            (north ? std::to_string(i * 29 % 89) : "NA") + "," +
            std::to_string(a + (gap ? 90 : 0)) + (north ? ",north\n" : ",south\n");
  }
  return folder.write("table.csv", text);
}

ProgramResult select(const std::string& file, const std::string& more) {
  return run_program("select " + file + " --target y --population group --budget 2 --json " +
                     "--trees 60 " + more);
}

TEST(MissingValues, AnIndicatorTellsTheModelsWhereValuesAreMissing) {
  const TemporaryFolder folder;
  const std::string file = write_table(folder);
  const auto worst = [&](const std::string& more) {
    const json result = json::parse(select(file, more).output);
    return result["worst"]["risk"].get<double>();
  };
  for (const std::string model : {"--model linear ", "--model xgb "})
    EXPECT_LT(worst(model + "--missing-values indicator"), 0.2 * worst(model)) << model;
}

TEST(MissingValues, TreesSeeThemAsTheyAreAndOtherModelsDoNot) {
  const TemporaryFolder folder;
  const std::string file = write_table(folder);
  const auto worst = [&](const std::string& more) {
    const json result = json::parse(select(file, more).output);
    return result["worst"]["risk"].get<double>();
  };
  for (const std::string model : {"--model xgb ", "--model rf ", "--method greedy "})
    EXPECT_LT(worst(model + "--missing-values native"), 0.2 * worst(model)) << model;
  EXPECT_EQ(worst("--model linear --features a,b --missing-values native"),
            worst("--model linear --features a,b"));
}

TEST(MissingValues, WhereNoneIsMissingEveryWayGivesTheSameAnswer) {
  for (const std::string more : {"", "--model rf ", "--method dro-xgb --bootstrap 2 "}) {
    const auto result = [&](const std::string& way) {
      json record = json::parse(run_program("select 'synth:1?rows=600&features=11' --target y "
                                            "--population population --budget 2 --json --trees 30 "
                                            "--selection-share 0.6 --missing-values " +
                                            way + " " + more)
                                    .output);
      record.erase("seconds");
      EXPECT_EQ(record["options"]["missing-values"], way);
      record["options"].erase("missing-values");
      return record.dump();
    };
    const std::string median = result("median");
    EXPECT_EQ(result("native"), median) << more;
    EXPECT_EQ(result("indicator"), median) << more;
  }
}

TEST(MissingValues, AFeatureThatAPopulationLacksIsLeftOutUnlessAllowed) {
  const TemporaryFolder folder;
  const std::string file = write_table(folder);
  const auto without = select(file, "--refine-passes 0 --epochs 12");
  EXPECT_EQ(without.exit_code, 0) << without.error;
  EXPECT_NE(without.error.find("warning: " + file +
                               ": column 'c' has no value in population 'south' "
                               "(--allow-missing-in 'south' keeps it); it is left out"),
            std::string::npos)
      << without.error;
  const json record = json::parse(without.output);
  ASSERT_EQ(record["left_out"].size(), 1U);
  EXPECT_EQ(record["left_out"][0]["column"], "c");
  EXPECT_EQ(record["noise"].size(), 2U);

  const auto with = select(file, "--refine-passes 0 --epochs 12 --allow-missing-in south");
  EXPECT_EQ(json::parse(with.output)["left_out"].size(), 0U);
  EXPECT_EQ(json::parse(with.output)["noise"].size(), 3U);
}

TEST(MissingValues, WrongUseAndAFeatureThatCannotBeScoredAreNamed) {
  const TemporaryFolder folder;
  const std::string file = write_table(folder);
  const auto expect = [](const ProgramResult& result, int code,
                         const std::vector<std::string>& parts) {
    EXPECT_EQ(result.exit_code, code) << result.error;
    EXPECT_TRUE(result.output.empty()) << result.output;
    for (const auto& part : parts)
      EXPECT_NE(result.error.find(part), std::string::npos) << part << " in: " << result.error;
  };
  expect(select(file, "--allow-missing-in sout"), 2, {"--allow-missing-in", "'sout'", "'south'"});
  expect(select(file, "--missing-values mean"), 2, {"--missing-values", "'mean'", "indicator"});
  expect(select(file, "--features c"), 3, {"no usable feature", "'c' has no value", "'south'"});
  expect(run_program("evaluate " + file + " --target y --population group --features a,c"), 3,
         {"column 'c'", "population 'south'", "--allow-missing-in"});
}

}  // namespace
}  // namespace drfs
