// The records of evaluations and of the program itself.
#include <gtest/gtest.h>

#include <algorithm>

#include "report/figures.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;
using made_up::line_with;
using nlohmann::json;

const DescribeAll kNoOptions = [](OptionVisitor&) {};

SetEvaluation evaluation() {
  return {.task = Task::binary,
          .figures = Figures::cross_fitted,
          .features = {"Größe", "a, \"b\""},
          .populations = made_up::two_populations()};
}

TEST(EvaluationJson, HasTheFiguresOfASelection) {
  EvaluateOptions options;
  options.seed = 9;
  const json parsed = json::parse(evaluation_json(evaluation(), options, kNoOptions));
  EXPECT_EQ(parsed["schema"], "drfs.evaluation/1");
  EXPECT_EQ(parsed["task"], "binary");
  EXPECT_EQ(parsed["seed"], 9);
  EXPECT_EQ(parsed["figures"], "cross-fitted");
  EXPECT_EQ(parsed["features"], json({"Größe", "a, \"b\""}));
  EXPECT_EQ(parsed["worst"], json::parse(R"({"population": "south", "risk": 0.4})"));
  EXPECT_EQ(parsed["populations"], made_up::json_of(made_up::relaxed())["populations"]);
}

TEST(EvaluationJson, OfNoFeaturesHasAnEmptyList) {
  SetEvaluation none = evaluation();
  none.features.clear();
  EXPECT_EQ(json::parse(evaluation_json(none, {}, kNoOptions))["features"], json::array());
}

TEST(EvaluationText, SaysWhatWasScoredHowAndForWhom) {
  EvaluateOptions options;
  options.model.model = "rf";
  options.seed = 9;
  SetEvaluation scored = evaluation();
  scored.populations[1].name = "a population with a long name";
  const std::string text = evaluation_text(scored, options);
  EXPECT_TRUE(text.starts_with("2 features for 2 populations (model rf, binary, seed 9)\n"));
  EXPECT_EQ(line_with(text, "north"),
            "  " + padded("north", 29) + "      1,200  0.300 ± 0.020    0.100 ± 0.010");
  EXPECT_TRUE(line_with(text, "a population with").ends_with("  worst"));
  EXPECT_TRUE(has(text, "log loss"));
}

TEST(InfoJson, NamesEverythingThatCanBeNamedOnTheCommandLine) {
  const json parsed = json::parse(info_json(3));
  EXPECT_EQ(parsed["schema"], "drfs.info/1");
  EXPECT_EQ(parsed["threads"], 3);
  EXPECT_EQ(parsed["version"], version());
  const auto named = [&](const char* list, const char* name) {
    return std::ranges::find(parsed[list], json(name)) != parsed[list].end();
  };
  for (const char* method : {"auto", "paper", "lasso", "greedy", "random"})
    EXPECT_TRUE(named("methods", method)) << method;
  for (const char* model : {"xgb", "rf", "linear", "mlp", "auto"})
    EXPECT_TRUE(named("models", model)) << model;
  EXPECT_EQ(parsed["backends"].back(), "oracle");
  EXPECT_EQ(parsed["backend"], parsed["backends"].front());
  for (const auto& backend : parsed["backends"])
    EXPECT_EQ(resolve_backend(backend), backend) << "can be asked for";
}

}  // namespace
}  // namespace drfs
