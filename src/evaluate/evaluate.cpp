// The figures of a given set of features.
#include <fmt/format.h>

#include <algorithm>

#include "drfs/evaluate.hpp"
#include "evaluate/figures.hpp"

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
  check_something_is_scored(options.split);
  const DatasetOptions columns = every_column(options.dataset);
  const Partition partition(make_dataset(std::move(table), columns, context), columns,
                            options.split, options.seed, context);
  const Dataset& data = partition.whole();
  const auto features = indices_of(data, options.dataset.features);
  const std::vector<PartChoice> same_in_all(partition.parts(), PartChoice{{features}});
  SetEvaluation out{data.task,
                    partition.figures(),
                    {},
                    figures_of(partition, same_in_all, options.model, context)[0]};
  for (std::size_t feature : features) out.features.push_back(data.features[feature].name);
  return out;
}

}  // namespace drfs
