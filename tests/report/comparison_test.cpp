// What a comparison leaves behind, and what an interrupted one goes on from.
#include "drfs/comparison_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "drfs/report.hpp"

namespace drfs {
namespace {

using Json = nlohmann::json;

const DescribeAll kNoOptions = [](OptionVisitor&) {};

Trial trial(const std::string& method, std::uint64_t seed, double value) {
  return {method,
          5,
          seed,
          {"age", "say \"x\""},
          {{"north, \"old\"", "rf", Metric::mse, value}, {"south", "rf", Metric::mse, value / 2}},
          1.5};
}

DescribeAll option(int& value) {
  return [&value](OptionVisitor& v) { v.option("rows", value, "some setting"); };
}

TEST(ComparisonJson, KeepsToTheContract) {
  const Comparison c = summarise({trial("auto", 0, 0.2), trial("auto", 1, 0.4)});
  const Json json = Json::parse(comparison_json(c, kNoOptions));
  EXPECT_EQ(json["schema"], "drfs.comparison/1");
  ASSERT_EQ(json["rows"].size(), 2U);
  const Json& row = json["rows"][0];
  for (const char* key :
       {"method", "population", "downstream", "metric", "mean", "std", "n", "selected"})
    EXPECT_TRUE(row.contains(key)) << key;
  EXPECT_DOUBLE_EQ(row["mean"], 0.3);
  EXPECT_EQ(row["n"], 2);
  EXPECT_EQ(row["selected"].size(), 2U);
  EXPECT_FALSE(row.contains("paper"));
  EXPECT_EQ(json["worst"].size(), 1U);
  EXPECT_EQ(json["worst"][0]["behind"], 0);
  EXPECT_EQ(json["worst"][0]["behind_se"], 0);
}

TEST(ComparisonJson, OneSeedHasNoDeviation) {
  const Json json = Json::parse(comparison_json(summarise({trial("auto", 0, 0.2)}), kNoOptions));
  EXPECT_TRUE(json["rows"][0]["std"].is_null());
}

TEST(ComparisonCsv, QuotesNamesAndShowsPublishedFiguresWhereThereAreAny) {
  Comparison c = summarise({trial("auto", 0, 0.2), trial("auto", 1, 0.4)});
  EXPECT_EQ(comparison_csv(c).find("paper"), std::string::npos);
  EXPECT_NE(comparison_csv(c).find("\"north, \"\"old\"\"\""), std::string::npos);
  c.rows[1].published = Published{0.25, 0.125};
  const std::string csv = comparison_csv(c);
  EXPECT_NE(csv.find(",2,,\n"), std::string::npos);  // the row without
  EXPECT_NE(csv.find(",2,0.25,0.125\n"), std::string::npos);
}

TEST(ComparisonChart, HasItsDataInside) {
  const Comparison c = summarise({trial("auto", 0, 0.2), trial("lasso", 0, 0.4)});
  const Json chart = Json::parse(comparison_chart(c, 5, "A title"));
  EXPECT_EQ(chart["title"], "A title");
  EXPECT_EQ(chart["data"]["values"].size(), 4U);
  EXPECT_TRUE(Json::parse(comparison_chart(c, 7, ""))["data"]["values"].empty());
}

TEST(ComparisonText, HasARowForEveryMethodAndAColumnForTheWorst) {
  const std::string text =
      comparison_text(summarise({trial("auto", 0, 0.2), trial("lasso", 0, 0.4)}));
  for (const char* part :
       {"auto", "lasso", "worst", "budget 5, rf, mse", "0.4000", "worse than the best", "+0.2000"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  const auto place_in_line = [&](const char* part) {
    const auto at = text.find(part);
    return at - text.rfind('\n', at);
  };
  EXPECT_EQ(place_in_line("0.1000"), place_in_line("south"));
  EXPECT_EQ(place_in_line("+0.2000"), place_in_line("worse than"));
}

TEST(TrialStore, GivesBackWhatItKept) {
  const TemporaryFolder folder;
  int rows = 100;
  const auto store = trials_in((folder / "trials").string(), option(rows));
  EXPECT_FALSE(store.find("auto", 5, 1).has_value());
  Trial kept = trial("auto", 1, 0.25);
  kept.scores[1].value = std::nan("");
  store.keep(kept);
  const auto found = trials_in((folder / "trials").string(), option(rows)).find("auto", 5, 1);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->selected, kept.selected);
  EXPECT_EQ(found->scores[0].population, kept.scores[0].population);
  EXPECT_EQ(found->scores[0].value, 0.25);
  EXPECT_TRUE(std::isnan(found->scores[1].value));
  EXPECT_EQ(found->seconds, 1.5);
}

TEST(TrialStore, RefusesTrialsOfOtherSettingsAndFilesThatAreNone) {
  const TemporaryFolder folder;
  int rows = 100;
  const std::string place = (folder / "trials").string();
  trials_in(place, option(rows)).keep(trial("auto", 1, 0.25));
  rows = 200;
  EXPECT_THROW(trials_in(place, option(rows)).find("auto", 5, 1), Error);
  rows = 100;
  EXPECT_NO_THROW(trials_in(place, option(rows)).find("auto", 5, 1));
  std::ofstream(folder / "trials/auto-5-1.json") << "{";
  EXPECT_THROW(trials_in(place, option(rows)).find("auto", 5, 1), Error);
}

TEST(TrialStore, ATableThatHasChangedIsAnotherInput) {
  const TemporaryFolder folder;
  std::string data = folder.write("a.csv", "x\n1\n");
  const DescribeAll describe = [&](OptionVisitor& v) { v.option("data", data, "the table"); };
  const std::string place = (folder / "trials").string();
  trials_in(place, describe).keep(trial("auto", 1, 0.25));
  EXPECT_TRUE(trials_in(place, describe).find("auto", 5, 1).has_value());
  folder.write("a.csv", "x\n2\n");
  EXPECT_THROW(trials_in(place, describe).find("auto", 5, 1), Error);
}

TEST(TrialStore, AFileIsWhatItHoldsAndItsNameWhereThatIsAPopulation) {
  const TemporaryFolder folder;
  const std::string text = "x\n1\n";
  const std::string a = folder.write("a.csv", text), b = folder.write("b.csv", text),
                    c = folder.write("c.csv", text);
  const std::string place = (folder / "trials").string();
  OneOrMore data = std::vector<std::string>{a, b};
  std::vector<std::string> population = {"sex"};
  const DescribeAll describe = [&](OptionVisitor& v) {
    v.option("data", data, "the tables");
    v.option("population", population, "the populations");
  };
  for (const bool by_file : {false, true}) {
    if (by_file) population = {"@file", "sex"};
    const std::string folder_of_trials = place + (by_file ? "/by_file" : "/by_sex");
    data.all[1] = b;
    trials_in(folder_of_trials, describe).keep(trial("auto", 1, 0.25));
    data.all[1] = c;
    if (by_file)
      EXPECT_THROW(trials_in(folder_of_trials, describe).find("auto", 5, 1), Error);
    else
      EXPECT_TRUE(trials_in(folder_of_trials, describe).find("auto", 5, 1).has_value());
  }
}

}  // namespace
}  // namespace drfs
