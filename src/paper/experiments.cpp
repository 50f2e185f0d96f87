#include "drfs/experiments.hpp"

#include <fmt/format.h>

#include <memory>

#include "drfs/data.hpp"
#include "drfs/public_data.hpp"
#include "paper/important_columns.hpp"

namespace drfs {
namespace {

struct SyntheticRow {
  const char* name;
  const char* table;
  int set;
  int features;
  std::vector<int> budgets;
};

std::vector<SyntheticRow> synthetic_rows() {
  return {{"synth1", "synth1", 1, 15, {5, 10}},
          {"synth1-50", "synth1", 1, 50, {5, 10}},
          {"synth2", "synth2", 2, 50, {8}},
          {"synth3", "synth3", 3, 50, {5, 10}}};
}

Experiment synthetic(const SyntheticRow& row) {
  Experiment out;
  out.name = row.name;
  out.table = row.table;
  out.title = fmt::format("Synthetic set {}, {} features", row.set, row.features);
  out.features = row.features;
  out.budgets = row.budgets;
  out.downstream = {"mlp", "rf"};
  out.dataset.target = "y";
  out.dataset.population = {"population"};
  out.table_of_seed = [set = row.set, features = row.features](std::uint64_t seed) {
    return make_synthetic({set, 0, features, seed});
  };
  out.remarks = {"Made anew with every seed, by the paper's formulas."};
  return out;
}

Experiment adult(const std::string& folder, const Context& context) {
  Experiment out;
  out.name = out.table = "adult";
  out.title = "UCI Adult";
  out.features = 44;
  out.budgets = {5};
  out.downstream = {"rf"};
  out.dataset.target = "income";
  out.dataset.population = {"sex"};
  auto table = std::make_shared<const Table>(read_adult(folder, context));
  out.input = sha256_of_table(*table);
  out.table_of_seed = [table](std::uint64_t seed) { return keep_share(*table, 0.1, seed); };
  out.remarks = {"Every seed draws another 10 % of the rows, as in the paper."};
  return out;
}

Experiment acs(const std::string& folder, const Context& context) {
  constexpr std::size_t kFeatures = 18;
  constexpr double kShare = 0.05;
  constexpr std::size_t kSample = 50'000;
  Experiment out;
  out.name = out.table = "acs";
  out.title = "ACS, personal income in three states";
  out.features = kFeatures;
  out.budgets = {7};
  out.downstream = {"rf"};
  out.dataset.target = "PINCP";
  out.dataset.population = {"state"};
  AcsOptions options;
  options.folder = folder;
  auto table = std::make_shared<Table>(read_acs(options, context));
  const bool many = table->rows > kSample;
  if (many) *table = keep_share(std::move(*table), kShare, 0);
  out.dataset.features = most_important_columns(*table, out.dataset.target, kFeatures);
  out.input = sha256_of_table(*table);
  out.table_of_seed = [table](std::uint64_t) { return *table; };
  out.remarks = {
      many ? fmt::format(
                 "5 % of the rows, {} persons, as in the paper; the same ones for all seeds.",
                 table->rows)
           : fmt::format("All {} persons of the files at hand. The paper takes 5 % of the whole "
                         "states' files of 2018.",
                         table->rows),
      "The target is personal income (PINCP), of which most candidates are parts. Weights, places, "
      "allocation flags, texts and columns with more than 10 % missing are left out "
      "(docs/data.md).",
      "As in the paper, the 18 columns are those that a forest of all rows gains most from: that "
      "forest has seen the rows that score. A seed is another split; the paper has five."};
  return out;
}

/// How the paper's tables call our methods.
std::string_view published_name(const std::string& method) {
  return method == "auto" || method == "paper" ? "drfs" : std::string_view(method);
}

}  // namespace

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const auto& row : synthetic_rows()) names.emplace_back(row.name);
  names.insert(names.end(), {"adult", "acs"});
  return names;
}

std::vector<Experiment> experiments_named(const std::string& name, const std::string& folder,
                                          const Context& context) {
  const auto wanted = [&](std::string_view one) { return name == "all" || name == one; };
  std::vector<Experiment> out;
  for (const auto& row : synthetic_rows())
    if (wanted(row.name)) out.push_back(synthetic(row));
  if (wanted("adult")) out.push_back(adult(folder, context));
  if (wanted("acs")) out.push_back(acs(folder, context));
  if (out.empty()) {
    auto known = experiment_names();
    known.emplace_back("all");
    throw_unknown_name("drfs reproduce, experiment", name, known);
  }
  return out;
}

void add_published(std::vector<ComparisonRow>& rows, const Experiment& experiment) {
  for (auto& row : rows)
    for (const auto& figure : published_figures())
      if (figure.experiment == experiment.table && figure.features == experiment.features &&
          figure.budget == row.budget && figure.method == published_name(row.method) &&
          figure.population == row.population && figure.downstream == row.downstream &&
          figure.metric == row.metric)
        row.published = Published{figure.mean, figure.deviation};
}

}  // namespace drfs
