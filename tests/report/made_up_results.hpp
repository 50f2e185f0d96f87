// Results that no run has made, for the tests of what is said of them; and shorthands for saying
// it. Structs whose fields are spelt out are made here alone.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "drfs/compare.hpp"
#include "drfs/curve.hpp"
#include "drfs/report.hpp"

namespace drfs::made_up {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline Feature number(std::string name, std::size_t column) {
  return {.name = std::move(name), .first_column = column, .column_count = 1, .levels = {}};
}

inline std::vector<Feature> features() {
  return {number("age", 0), number("bmi", 1), number("glucose", 2), number("smoker", 3)};
}

inline PopulationFigures population(std::string name, std::size_t rows, Risk risk, Risk all) {
  return {.name = std::move(name), .rows = rows, .risk = risk, .risk_all_features = all};
}

inline std::vector<PopulationFigures> two_populations() {
  return {population("north", 1200, {0.3, 0.02}, {0.1, 0.01}),
          population("south", 80, {0.4, 0.03}, {0.2, 0.01})};
}

/// Those of a choice that nobody has scored.
inline std::vector<PopulationFigures> unscored() {
  return {population("north", 1200, {kNaN, kNaN}, {kNaN, kNaN}),
          population("south", 80, {kNaN, kNaN}, {kNaN, kNaN})};
}

/// Of a method that ranks: bmi and then age, of four.
inline RunResult by_a_baseline() {
  RunResult result;
  result.features = features();
  result.selection.selected = {{.feature = 1}, {.feature = 0}};
  result.populations = two_populations();
  result.aim = 0.4;
  return result;
}

/// The same with noise levels and two steps of the relaxation.
inline RunResult relaxed() {
  RunResult result = by_a_baseline();
  Relaxation& relaxation = result.selection.relaxation;
  relaxation.alpha = {3, 0.25, 9, 8};
  relaxation.trace = {{.step = 1,
                       .objective = 0.9,
                       .checked = std::nullopt,
                       .risk = {0.8, 0.9},
                       .alpha = {1, 1, 1, 1}},
                      {.step = 2,
                       .objective = 0.7,
                       .checked = 0.75,
                       .risk = {0.6, 0.7},
                       .alpha = {3, 0.25, 9, 8},
                       .lambda = 0.5}};
  for (auto& chosen : result.selection.selected) chosen.noise = relaxation.alpha[chosen.feature];
  return result;
}

/// And with a search, which is sure of the first feature and not of the second.
inline RunResult searched() {
  RunResult result = relaxed();
  auto& selected = result.selection.selected;
  selected[0].loss_without = FeatureLoss{.loss = 0.25, .standard_error = 0.03125, .helps = true};
  selected[1].loss_without = FeatureLoss{.loss = 0.001, .standard_error = 0.002, .helps = false};
  Refinement course{.start_worst = 0.5, .worst = 0.375, .passes = 2, .sets_tried = 17};
  course.not_needed = {2, 3};
  course.not_helped = {1};
  course.nearly_as_good = {{.features = {0, 3}, .worst = 0.38, .aim = 0.381}};
  course.start_aim = 0.625;
  course.aim = 0.376;
  course.risk = {0.25, 0.375};
  result.selection.refinement = course;
  return result;
}

/// Two resources, one of them with a limit, and a set-up that both features share.
inline RunResult with_costs(RunResult result = relaxed()) {
  result.selection.selected[0].cost = {2.5, 40};
  result.selection.selected[1].cost = {1, 0};
  result.selection.spending = {{.resource = "minutes", .limit = 8.0, .spent = 5.5},
                               {.resource = "money", .limit = std::nullopt, .spent = 45}};
  result.selection.set_ups = {"blood draw"};
  return result;
}

inline RunResult resampled(RunResult result = relaxed()) {
  result.stability = Stability{.asked = 20,
                               .resamples = 20,
                               .chosen = {15, 20, 2, 3},
                               .sets = {{.features = {0, 1}, .count = 15},
                                        {.features = {1, 3}, .count = 3},
                                        {.features = {1, 2}, .count = 2}}};
  return result;
}

/// Stopped before the figures were made.
inline RunResult interrupted(RunResult result = relaxed()) {
  result.interrupted = true;
  result.populations = unscored();
  result.aim = kNaN;
  return result;
}

/// Where each population's own best set is known: that of the south would serve it much better.
inline RunResult with_regret() {
  RunResult result = searched();
  result.selection.best_alone = {{.features = {0}, .risk = 0.11},
                                 {.features = {1, 2}, .risk = 0.1}};
  result.populations[0].risk_best_alone = Risk{0.28, 0.02};
  result.populations[1].risk_best_alone = Risk{0.15, 0.02};
  result.aim = 0.25;
  return result;
}

inline RunResult of_noise() {
  RunResult result = searched();
  result.nothing_helps = true;
  result.populations = {population("north", 1200, {1.3, 0.02}, {1.2, 0.01}),
                        population("south", 80, {1.02, 0.03}, {1.1, 0.04})};
  return result;
}

inline Selection choice_of(const std::vector<std::size_t>& features) {
  Selection selection;
  for (std::size_t feature : features) selection.selected.push_back({.feature = feature});
  return selection;
}

inline CurvePoint point(int budget, const std::vector<std::size_t>& features, double worst) {
  return {.budget = budget,
          .selection = choice_of(features),
          .populations = {population("north", 1200, {worst / 2, 0.02}, {0.1, 0.01}),
                          population("south", 80, {worst, 0.03}, {0.2, 0.01})}};
}

/// Budgets 1, 2, 4 of a method that ranks; the last of them has another feature for age.
inline CurveResult curve() {
  CurveResult result;
  result.features = features();
  result.points = {point(1, {0}, 0.75), point(2, {1, 0}, 0.5), point(4, {1, 3, 2}, 0.25)};
  result.total_seconds = 12.34;
  return result;
}

/// With a search, by which the second budget is enough.
inline CurveResult curve_with_worth() {
  CurveResult result = curve();
  result.knee = 1;
  result.worth = {{.feature = 1,
                   .loss = 0.2,
                   .loss_se = 0.01,
                   .instead = {0, 2},
                   .loss_instead = 0.05,
                   .loss_instead_se = 0.02},
                  {.feature = 0, .loss = -0.001, .loss_se = 0.002, .instead = {}}};
  return result;
}

inline CurveResult curve_with_price() {
  CurveResult result = curve_with_worth();
  result.price = {{.name = "robust", .features = {0, 1}, .risk = {{0.25, 0.02}, {0.5, 0.03}}},
                  {.name = "pooled", .features = {2}, .risk = {{0.2, 0.02}, {0.9, kNaN}}}};
  return result;
}

inline ComparisonRow row(std::string method, std::string population, double mean, double spread) {
  return {.method = std::move(method),
          .budget = 5,
          .population = std::move(population),
          .downstream = "rf",
          .metric = Metric::mse,
          .mean = mean,
          .deviation = spread,
          .seeds = 3,
          .selected = {{"x1", "x0"}, {"x0", "x1"}, {"x0", "x2"}},
          .published = std::nullopt,
          .behind = std::nullopt};
}

/// Features and populations whose names are all that a name can be.
inline std::vector<std::string> odd_names() {
  return {"a, b",      "say \"hm\"", "<b>&amp;</b>", "Größe (µm)", "'single' \\ back",
          "tab\there", "line\nend"};
}

inline RunOptions options() {
  RunOptions options;
  options.data = "a.csv";
  options.dataset.target = "y";
  options.select.budget = 2;
  return options;
}

inline std::string page_of(const RunResult& result, RunOptions options = made_up::options()) {
  return selection_html(result, options, [&](OptionVisitor& v) { describe(options, v); });
}

inline nlohmann::json json_of(const RunResult& result, RunOptions options = made_up::options()) {
  return nlohmann::json::parse(
      selection_json(result, options, [&](OptionVisitor& v) { describe(options, v); }));
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The first line that has the part; empty where none has it.
inline std::string line_with(const std::string& text, const std::string& part) {
  for (const auto& line : lines_of(text))
    if (has(line, part)) return line;
  return "";
}

}  // namespace drfs::made_up
