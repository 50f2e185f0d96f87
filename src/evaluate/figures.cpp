#include "evaluate/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "drfs/data.hpp"

namespace drfs {
namespace {

/// Each part says which it is; what goes on inside it would be the same again and again.
void for_each_part(const Partition& partition, std::string_view stage, const Context& context,
                   const std::function<void(std::size_t, const Dataset&, const Context&)>& use) {
  partition.for_each_part(
      [&](std::size_t k, const Dataset& part) {
        if (partition.figures() == Figures::held_out) return use(k, part, context);
        const std::string fold = fmt::format("fold {} of {}", k + 1, partition.parts());
        const auto show = [&](std::size_t done) {
          context.progress(
              {stage, static_cast<double>(done), static_cast<double>(partition.parts()), fold});
        };
        show(k);
        use(k, part, context.silent());
        show(k + 1);
      },
      context);
}

/// By more than chance would explain; also false where the standard error is not known.
bool helps(const Risk& risk) {
  return risk.value < 1 - 2 * risk.standard_error;
}

/// Rows of one population over all parts.
void append(std::vector<ScoredRows>& all, const std::vector<ScoredRows>& more) {
  all.resize(more.size());
  for (std::size_t p = 0; p < more.size(); ++p) all[p].append(more[p]);
}

std::vector<Risk> risks_of_rows(const Dataset& data, const std::vector<ScoredRows>& rows) {
  std::vector<Risk> risks;
  for (std::size_t p = 0; p < rows.size(); ++p)
    risks.push_back(risk_of(rows[p], data.populations[p].name, data.replicate_scale));
  return risks;
}

/// Per population with its own set; empty where there are none.
std::vector<Risk> best_alone_risks(const Partition& partition,
                                   const std::vector<PartChoice>& choices,
                                   const ModelOptions& model, const Context& context) {
  std::vector<ScoredRows> rows(choices[0].best_alone.size());
  if (rows.empty()) return {};
  for_each_part(partition, "evaluate", context,
                [&](std::size_t k, const Dataset& part, const Context& inner) {
                  for (std::size_t p = 0; p < rows.size(); ++p)
                    rows[p].append(score_sets(one_population(part, p), {choices[k].best_alone[p]},
                                              model, inner)[0][0]);
                });
  return risks_of_rows(partition.whole(), rows);
}

}  // namespace

std::vector<PartChoice> choices_of_parts(const Partition& partition, const PartChoice& whole,
                                         const Choose& choose, const Context& context) {
  if (partition.figures() == Figures::held_out) return {whole};
  std::vector<PartChoice> choices;
  for_each_part(partition, "folds", context,
                [&](std::size_t, const Dataset& part, const Context& inner) {
                  choices.push_back(choose(part, inner));
                  // A selection that is interrupted returns its best so far, which is not its
                  // choice.
                  context.throw_if_stopped();
                });
  return choices;
}

std::vector<std::vector<Risk>> risks_of(const Partition& partition,
                                        const std::vector<PartChoice>& choices,
                                        const ModelOptions& model, const Context& context) {
  std::vector<std::vector<ScoredRows>> rows(choices[0].sets.size());
  for_each_part(partition, "evaluate", context,
                [&](std::size_t k, const Dataset& part, const Context& inner) {
                  const auto scored = score_sets(part, choices[k].sets, model, inner);
                  for (std::size_t set = 0; set < rows.size(); ++set)
                    append(rows[set], scored[set]);
                });
  std::vector<std::vector<Risk>> risks;
  for (const auto& of_set : rows) risks.push_back(risks_of_rows(partition.whole(), of_set));
  return risks;
}

std::vector<std::vector<PopulationFigures>> figures_of(const Partition& partition,
                                                       std::vector<PartChoice> choices,
                                                       const ModelOptions& model,
                                                       const Context& context) {
  const Dataset& data = partition.whole();
  std::vector<std::size_t> all(data.features.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (auto& choice : choices) choice.sets.push_back(all);
  const auto risks = risks_of(partition, choices, model, context);
  const auto best_alone = best_alone_risks(partition, choices, model, context);
  std::vector<std::vector<PopulationFigures>> figures(risks.size() - 1);
  for (std::size_t set = 0; set < figures.size(); ++set)
    for (std::size_t p = 0; p < data.populations.size(); ++p) {
      figures[set].push_back(
          {data.populations[p].name, data.populations[p].x.rows(), risks[set][p], risks.back()[p]});
      if (!best_alone.empty()) figures[set][p].risk_best_alone = best_alone[p];
    }
  return figures;
}

std::vector<PopulationFigures> no_figures(const Dataset& data) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<PopulationFigures> figures;
  for (const auto& population : data.populations)
    figures.push_back(
        {population.name, population.x.rows(), {kUnknown, kUnknown}, {kUnknown, kUnknown}});
  return figures;
}

const PopulationFigures& worst_of(std::span<const PopulationFigures> figures) {
  return *std::ranges::max_element(figures, {}, [](const auto& f) { return f.risk.value; });
}

bool no_feature_helps(std::span<const PopulationFigures> figures) {
  return std::ranges::none_of(
      figures, [](const auto& p) { return helps(p.risk) || helps(p.risk_all_features); });
}

}  // namespace drfs
