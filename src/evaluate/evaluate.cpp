// The figures of a given set of features.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "drfs/evaluate.hpp"

namespace drfs {
namespace {

std::vector<std::size_t> indices_of(const Dataset& data, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const auto& feature : data.features) known.push_back(feature.name);
  std::vector<std::size_t> out;
  for (const auto& name : names) {
    const auto at = std::ranges::find(known, name);
    const auto left_out = std::ranges::find(data.left_out, name, &LeftOut::column);
    if (left_out != data.left_out.end())
      throw Error(ErrorCode::data,
                  {fmt::format("column '{}'", name), "", left_out->reason, "Name other features"});
    if (at == known.end()) throw_unknown_name("option --features", name, known);
    out.push_back(static_cast<std::size_t>(at - known.begin()));
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// The features named are those to score; the bounds are about all columns.
DatasetOptions every_column(DatasetOptions options) {
  options.features.clear();
  return options;
}

}  // namespace

std::vector<std::vector<PopulationFigures>> figures_of_sets(
    const Dataset& data, std::vector<std::vector<std::size_t>> sets, const ModelOptions& model,
    const Context& context) {
  std::vector<std::size_t> all(data.features.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  sets.push_back(std::move(all));
  const auto risks = held_out_risks(data, sets, model, context);
  std::vector<std::vector<PopulationFigures>> figures(sets.size() - 1);
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t p = 0; p < data.populations.size(); ++p)
      figures[i].push_back(
          {data.populations[p].name, data.populations[p].x.rows(), risks[i][p], risks.back()[p]});
  return figures;
}

std::vector<PopulationFigures> figures_of(const Dataset& data,
                                          std::span<const std::size_t> features,
                                          const ModelOptions& model, const Context& context) {
  return figures_of_sets(data, {{features.begin(), features.end()}}, model, context)[0];
}

const PopulationFigures& worst_of(std::span<const PopulationFigures> figures) {
  return *std::ranges::max_element(figures, {}, [](const auto& f) { return f.risk.value; });
}

const PopulationFigures& SetEvaluation::worst() const {
  return worst_of(populations);
}

void describe(EvaluateOptions& o, OptionVisitor& v) {
  describe_data(o.data, o.dataset, o.read, v, "The features to score");
  v.group("Evaluation");
  v.option("seed", o.seed, "Seed of the split");
  describe(o.split, v);
  describe(o.model, v);
}

SetEvaluation evaluate_features(const EvaluateOptions& options, const Context& context) {
  const ColumnPlan plan = plan_columns(every_column(options.dataset));
  return evaluate_features(read_table(options.data, options.read, plan, context), options, context);
}

SetEvaluation evaluate_features(Table table, const EvaluateOptions& options,
                                const Context& context) {
  const Dataset data = prepare(std::move(table), every_column(options.dataset), options.split,
                               options.seed, context);
  const auto features = indices_of(data, options.dataset.features);
  SetEvaluation out{data.task, {}, figures_of(data, features, options.model, context)};
  for (std::size_t feature : features) out.features.push_back(data.features[feature].name);
  return out;
}

}  // namespace drfs
