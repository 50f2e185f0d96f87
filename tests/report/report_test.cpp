#include "drfs/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

RunResult made_result() {
  RunResult result;
  result.features = {{"age", 0, 1, {}}, {"<b>\"sex\"", 1, 2, {"f", "m"}}};
  result.selection.selected = {{1, 0.25}};
  result.selection.relaxation.alpha = {3.0, 0.25};
  result.selection.relaxation.trace = {{1, 0.9, std::nullopt, {0.8, 0.9}, {1.0, 1.0}},
                                       {2, 0.7, 0.75, {0.6, 0.7}, {3.0, 0.25}}};
  result.populations = {{"north", 120, {0.3, 0.02}, {0.1, 0.01}},
                        {"south", 80, {0.4, 0.03}, {0.2, 0.01}}};
  result.left_out = {{"id <x>", "more than 100 levels"}};
  return result;
}

/// Of a method that has no relaxation.
RunResult made_by_a_baseline() {
  RunResult result = made_result();
  result.selection.selected = {{1}};
  result.selection.relaxation = {};
  return result;
}

RunOptions made_options() {
  RunOptions options;
  options.data = "a.csv";
  options.select.budget = 1;
  options.select.seed = 12345678901234567890U;
  options.read.missing = {"", "NA", "say \"hm\"", "tab\there"};
  return options;
}

DescribeAll all_of(RunOptions& options) {
  return [&options](OptionVisitor& v) { describe(options, v); };
}

TEST(SelectionJson, HasWhatTheContractNames) {
  RunOptions options = made_options();
  const json parsed = json::parse(selection_json(made_result(), options, all_of(options)));
  EXPECT_EQ(parsed["schema"], "drfs.selection/1");
  EXPECT_EQ(parsed["selected"][0]["feature"], "<b>\"sex\"");
  EXPECT_EQ(parsed["selected"][0]["rank"], 1);
  EXPECT_EQ(parsed["worst"]["population"], "south");
  EXPECT_EQ(parsed["worst"]["risk"], parsed["populations"][1]["risk"]);
  EXPECT_EQ(parsed["populations"][0]["rows"], 120);
  EXPECT_EQ(parsed["populations"][0]["risk_none"], 1.0);
  EXPECT_EQ(parsed["left_out"][0]["column"], "id <x>");
  EXPECT_EQ(parsed["options"]["seed"], 12345678901234567890U);
}

TEST(FeatureLoss, IsShownWhereThereWasASearchAndNamesWhatIsNotShownToHelp) {
  RunOptions options = made_options();
  RunResult result = made_result();
  result.selection.selected.push_back({0, 3.0});
  EXPECT_EQ(selection_text(result, options).find("without it"), std::string::npos);
  EXPECT_EQ(selection_html(result, options, all_of(options)).find("without it"), std::string::npos);

  result.selection.selected[0].loss_without = FeatureLoss{0.25, 0.03125, true};
  result.selection.selected[1].loss_without = FeatureLoss{0.001, 0.002, false};
  for (const auto& text :
       {selection_text(result, options), selection_html(result, options, all_of(options))})
    for (const char* part : {"without it", "+0.250 ± 0.031", "Not shown to help: age. Without it"})
      EXPECT_NE(text.find(part), std::string::npos) << part;
  const json parsed = json::parse(selection_json(result, options, all_of(options)));
  EXPECT_EQ(parsed["selected"][0]["loss"], 0.25);
  EXPECT_EQ(parsed["selected"][0]["loss_se"], 0.03125);
  EXPECT_EQ(parsed["selected"][0]["helps"], true);
  EXPECT_EQ(parsed["selected"][1]["helps"], false);

  result.nothing_helps = true;  // which says it of all
  EXPECT_EQ(selection_text(result, options).find("Not shown"), std::string::npos);
}

TEST(FeatureLoss, FeaturesThatTheBudgetHasRoomForAndNobodyNeedsAreNamed) {
  RunOptions options = made_options();
  RunResult result = made_result();
  result.selection.refinement = Refinement{};
  EXPECT_EQ(selection_text(result, options).find("Left out"), std::string::npos);
  result.selection.refinement->not_needed = {0};
  for (const auto& text :
       {selection_text(result, options), selection_html(result, options, all_of(options))})
    EXPECT_NE(text.find("Left out, though the budget has room: age. With it"), std::string::npos);
  const json parsed = json::parse(selection_json(result, options, all_of(options)));
  EXPECT_EQ(parsed["refinement"]["not_needed"], json({"age"}));
}

TEST(SelectionHtml, ShowsWhatEachFeatureCostsAndTheSumBesideTheBudget) {
  RunOptions options = made_options();
  for (RunResult result : {made_result(), made_by_a_baseline()}) {
    const auto table = [&] {
      std::string html = selection_html(result, options, all_of(options));
      const auto start = html.find("<table");
      return html.substr(start, html.find("</table>") - start);
    };
    EXPECT_EQ(table().find("together"), std::string::npos);  // nobody has spoken of costs
    result.selection.selected[0].cost = {2.5, 40};
    result.selection.selected.push_back({0, result.selection.selected[0].noise, {1, 0}});
    result.selection.spending = {{"minutes", 8.0, 5.5}, {"<money>", std::nullopt, 40}};
    const auto expect = [&](const std::string& part) {
      EXPECT_NE(table().find(part), std::string::npos) << part << " in:\n" << table();
    };
    expect("<th class=n>minutes</th><th class=n>&lt;money&gt;</th></tr>");
    expect("<td class=n>2.5</td><td class=n>40</td></tr>");
    expect("<td class=n>1</td><td class=n>0</td></tr>");
    expect(">together</th><td class=n>5.5</td><td class=n>40</td></tr>");
    expect(">budget</th><td class=n>8</td><td class=n>–</td></tr>");
    EXPECT_EQ(table().find("blood"), std::string::npos);
    result.selection.set_ups = {"blood draw"};
    expect(">set-up: blood draw</th><td class=n>2</td><td class=n>0</td></tr>");
  }
}

TEST(SelectionJson, AnInterruptedRunHasNoFigures) {
  RunOptions options = made_options();
  RunResult result = made_result();
  result.interrupted = true;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto& p : result.populations) p.risk = p.risk_all_features = {nan, nan};
  const json parsed = json::parse(selection_json(result, options, all_of(options)));
  EXPECT_TRUE(parsed["worst"]["risk"].is_null());
  EXPECT_TRUE(parsed["populations"][0]["risk"].is_null());
}

TEST(SelectionJson, ABaselineHasNoNoise) {
  RunOptions options = made_options();
  const json parsed = json::parse(selection_json(made_by_a_baseline(), options, all_of(options)));
  EXPECT_EQ(parsed["selected"][0]["feature"], "<b>\"sex\"");
  EXPECT_TRUE(parsed["selected"][0]["noise"].is_null());
  EXPECT_TRUE(parsed["noise"].is_null());
  EXPECT_TRUE(parsed["relaxation"].is_null());
}

TEST(SelectionText, ABaselineHasNoNoise) {
  const std::string text = selection_text(made_by_a_baseline(), made_options());
  EXPECT_NE(text.find("<b>\"sex\"\n"), std::string::npos) << text;
  for (const char* word : {"noise", "relaxation"})
    EXPECT_EQ(text.find(word), std::string::npos) << text;
}

TEST(SelectionHtml, ABaselineHasNoNoise) {
  RunOptions options = made_options();
  std::string html = selection_html(made_by_a_baseline(), options, all_of(options));
  html.resize(html.find("<details>"));  // the options stay
  EXPECT_NE(html.find("&lt;b&gt;&quot;sex&quot;"), std::string::npos);
  for (const char* word : {"noise", "Noise", "relaxation"})
    EXPECT_EQ(html.find(word), std::string::npos) << word;
}

TEST(SelectionHtml, EscapesNames) {
  RunOptions options = made_options();
  const std::string html = selection_html(made_result(), options, all_of(options));
  EXPECT_EQ(html.find("<b>\"sex\""), std::string::npos);
  EXPECT_NE(html.find("&lt;b&gt;&quot;sex&quot;"), std::string::npos);
  EXPECT_NE(html.find("column id &lt;x&gt;: more than 100 levels"), std::string::npos);
}

RunResult made_of_a_survey() {
  RunResult result = made_result();
  result.features[1].label = "How do you <feel> today, " + std::string(80, 'x');
  result.features[1].value_labels = {{1, "bad"}, {5, "good & well"}};
  return result;
}

TEST(Labels, StandInTheJsonWhereThereAreAny) {
  RunOptions options = made_options();
  const RunResult result = made_of_a_survey();
  const json chosen = json::parse(selection_json(result, options, all_of(options)))["selected"][0];
  EXPECT_EQ(chosen["label"], result.features[1].label);
  EXPECT_EQ(chosen["value_labels"][1], (json{{"value", 5.0}, {"label", "good & well"}}));
  const json plain =
      json::parse(selection_json(made_result(), options, all_of(options)))["selected"][0];
  EXPECT_FALSE(plain.contains("label") || plain.contains("value_labels"));
}

TEST(Labels, StandBesideTheFeatureInTheTextAndOnThePage) {
  RunOptions options = made_options();
  const std::string text = selection_text(made_of_a_survey(), options);
  EXPECT_NE(text.find("  How do you <feel> today, xxx"), std::string::npos) << text;
  EXPECT_NE(text.find("x…\n"), std::string::npos) << text;
  EXPECT_EQ(selection_text(made_result(), options).find("label"), std::string::npos);
  for (const auto& result : {made_of_a_survey(), [] {
                               RunResult baseline = made_of_a_survey();
                               baseline.selection.relaxation = {};
                               return baseline;
                             }()}) {
    const std::string html = selection_html(result, options, all_of(options));
    EXPECT_NE(html.find("How do you &lt;feel&gt; today"), std::string::npos);
    EXPECT_NE(html.find("1 = bad, 5 = good &amp; well"), std::string::npos);
  }
}

TEST(SelectionText, NamesTheChoiceAndTheWorst) {
  const std::string text = selection_text(made_result(), made_options());
  EXPECT_NE(text.find("1 of 2 features for 2 populations, 200 rows"), std::string::npos) << text;
  const auto south = text.find("south"), worst = text.find("worst");
  EXPECT_LT(south, worst);
}

TEST(SelectionText, ShowsADashForAnUnknownStandardError) {
  RunResult result = made_result();
  result.populations[0].risk.standard_error = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(selection_text(result, made_options()).find("0.300 ± –"), std::string::npos);
}

TEST(TraceCsv, HasAColumnPerPopulationAndFeature) {
  const std::string csv = trace_csv(made_result());
  EXPECT_EQ(csv,
            "step,objective,checked,lambda,\"risk north\",\"risk south\",\"alpha age\",\"alpha "
            "<b>\"\"sex\"\"\"\n1,0.9,,0,0.8,0.9,1,1\n2,0.7,0.75,0,0.6,0.7,3,0.25\n");
}

TEST(OptionFiles, ATableOfAmountsIsAListOfEntries) {
  const TemporaryFolder folder;
  const std::string path = folder.write("run.toml", R"(budget = 3
[cost]
age = 1
"blood test" = 12.5
[population-weight]
Malta = 0.5
)");
  const auto no_option = [](std::string_view) { return false; };
  RunOptions read;
  apply_toml(path, all_of(read), no_option);
  EXPECT_EQ(read.select.rules.prices,
            (std::vector<Price>{{"age", {{"cost", 1}}}, {"blood test", {{"cost", 12.5}}}}));
  EXPECT_EQ(read.select.aim.population_weight, (std::vector<NamedAmount>{{"Malta", 0.5}}));

  const std::string several = folder.write("several.toml", R"([cost]
age = {minutes = 0.5, money = 0}
[cost.glucose]
minutes = 1
money = 4
setup = "blood draw"
)");
  apply_toml(several, all_of(read), no_option);
  EXPECT_EQ(read.select.rules.prices,
            (std::vector<Price>{{"age", {{"minutes", 0.5}, {"money", 0}}},
                                {"glucose", {{"minutes", 1}, {"money", 4}}, "blood draw"}}));
  // What is written for the record says the same again.
  RunOptions again;
  apply_toml(folder.write("options.toml", options_toml(all_of(read))), all_of(again), no_option);
  EXPECT_EQ(again.select.rules.prices, read.select.rules.prices);
  EXPECT_EQ(options_toml(all_of(again)), options_toml(all_of(read)));

  for (const std::string wrong : {"cost = {age = \"1\"}", "cost = {age = {}}",
                                  "cost = {age = {minutes = true}}", "budget = {a = 1}"})
    EXPECT_THROW(apply_toml(folder.write("wrong.toml", wrong), all_of(read), no_option), Error)
        << wrong;
}

TEST(OptionsToml, ComesBackAsItWas) {
  const TemporaryFolder folder;
  RunOptions written = made_options();
  written.select.settings = MethodSettings{};
  written.select.seed = 9223372036854775807U;
  written.select.settings->objective.penalty = Penalty::none;
  written.select.settings->objective.lambda = 1e-7;
  written.dataset.pool_small = true;
  written.dataset.population = {"a", "b"};
  written.data = std::vector<std::string>{"a.csv", "b.csv"};
  const std::string path = folder.write("options.toml", options_toml(all_of(written)));
  RunOptions read;
  apply_toml(path, all_of(read), [](std::string_view) { return false; });
  EXPECT_EQ(options_toml(all_of(read)), options_toml(all_of(written)));
}

TEST(OptionsToml, WhatTheCommandLineSetStays) {
  const TemporaryFolder folder;
  const std::string path = folder.write("options.toml", "budget = 9\nepochs = 7\n");
  RunOptions options = made_options();
  apply_toml(path, all_of(options), [](std::string_view name) { return name == "budget"; });
  EXPECT_EQ(options.select.budget, 1);
  EXPECT_EQ(options.select.settings->optimize.epochs, 7);
}

TEST(OptionsToml, RefusesWrongTypesUnknownKeysAndBrokenFiles) {
  const TemporaryFolder folder;
  for (const char* text :
       {"budget = \"nine\"\n", "bugdet = 9\n", "budget = \n", "penalty = \"some\"\n",
        "population = [1, 2]\n", "budget = 2.5\n", "budget = 4294967298\n", "seed = -1\n"}) {
    RunOptions options;
    const std::string path = folder.write("options.toml", text);
    EXPECT_THROW(apply_toml(path, all_of(options), [](std::string_view) { return false; }), Error)
        << text;
  }
}

TEST(Manifest, HasTheChecksumOfTheInput) {
  const TemporaryFolder folder;
  RunOptions options = made_options();
  options.data = folder.write("a.csv", "abc");
  const std::string out = (folder / "run").string();
  prepare_record(out);
  write_record(out, made_result(), options, all_of(options), {});
  const json manifest = json::parse(read_text(out + "/manifest.json"));
  // As `printf abc | sha256sum` prints it.
  EXPECT_EQ(manifest["input"]["sha256"],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(manifest["input"]["bytes"], 3);
}

TEST(Manifest, HasTheChecksumsOfSeveralInputs) {
  const TemporaryFolder folder;
  RunOptions options = made_options();
  options.data = std::vector<std::string>{folder.write("a.csv", "abc"), folder.write("b.csv", "")};
  const std::string out = (folder / "run").string();
  prepare_record(out);
  write_record(out, made_result(), options, all_of(options), {});
  const json input = json::parse(read_text(out + "/manifest.json"))["input"];
  EXPECT_EQ(input["data"], options.data.all);
  // As `printf abc | sha256sum` and `printf "" | sha256sum` print them.
  EXPECT_EQ(input["files"][0]["sha256"],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(input["files"][1]["sha256"],
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(OptionsToml, OneFileIsATextAndSeveralAreAList) {
  const TemporaryFolder folder;
  RunOptions options = made_options();
  EXPECT_NE(options_toml(all_of(options)).find("data = \"a.csv\"\n"), std::string::npos);
  options.data = std::vector<std::string>{"a.csv", "b, c.csv"};
  const std::string text = options_toml(all_of(options));
  EXPECT_NE(text.find("data = [\"a.csv\",\"b, c.csv\"]\n"), std::string::npos) << text;
  for (const char* line : {"data = \"a.csv\"", "data = [\"a.csv\"]"}) {
    RunOptions read;
    apply_toml(folder.write("one.toml", line), all_of(read), [](auto) { return false; });
    EXPECT_EQ(read.data.all, std::vector<std::string>{"a.csv"});
  }
}

TEST(ReferencePage, IsTheOneThatTheDeclarationsGive) {
  RunOptions options;
  const std::string page = read_text(std::string(DRFS_SOURCE_DIR) + "/docs/options.md");
  EXPECT_NE(page.find(options_markdown(all_of(options))), std::string::npos)
      << "docs/options.md is out of date: `make docs` writes it anew";
}

}  // namespace
}  // namespace drfs
