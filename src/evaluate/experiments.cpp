#include "drfs/experiments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace drfs {
namespace {

struct SyntheticRow {
  const char* name;
  const char* table;
  int set;
  int features;
  std::vector<std::string> budgets;
};

std::vector<SyntheticRow> synthetic_rows() {
  return {{"synth1", "synth1", 1, 15, {"5", "10"}},
          {"synth1-50", "synth1", 1, 50, {"5", "10"}},
          {"synth2", "synth2", 2, 50, {"8"}},
          {"synth3", "synth3", 3, 50, {"5", "10"}}};
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

/// How the paper's tables call our methods.
std::string_view published_name(const std::string& method) {
  return method == "auto" || method == "paper" ? "drfs" : std::string_view(method);
}

}  // namespace

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const auto& row : synthetic_rows()) names.emplace_back(row.name);
  return names;
}

std::vector<Experiment> experiments_named(const std::string& name, const std::string& folder,
                                          const Context&) {
  const auto wanted = [&](std::string_view one) { return name == "all" || name == one; };
  std::vector<Experiment> out;
  for (const auto& row : synthetic_rows())
    if (wanted(row.name)) out.push_back(synthetic(row));
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
