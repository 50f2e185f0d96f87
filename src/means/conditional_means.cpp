// Out-of-fold conditional means: each population's selection rows are dealt into
// folds; a fold's means come from a model fitted on the other folds.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "drfs/means.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

void check_folds(const Dataset& dataset, int folds) {
  for (const auto& population : dataset.populations)
    if (static_cast<std::size_t>(folds) > population.selection_rows)
      throw Error(ErrorCode::data,
                  {fmt::format("population '{}'", population.name), "",
                   fmt::format("has {} rows that choose features, fewer than the {} folds of the "
                               "conditional means",
                               population.selection_rows, folds),
                   "Give it more rows, pool it with others, or lower --folds"});
}

std::vector<double> shares(const std::vector<std::vector<double>>& gains) {
  std::vector<double> sum(gains.front().size(), 0.0);
  for (const auto& gain : gains)
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += gain[d];
  const double total = std::accumulate(sum.begin(), sum.end(), 0.0);
  if (total > 0)
    for (double& share : sum) share /= total;
  return sum;
}

}  // namespace

void describe(MeansOptions& o, OptionVisitor& visitor) {
  visitor.option("folds", o.folds, "Folds of the out-of-fold conditional means");
}

void check(const MeansOptions& options) {
  require_option(options.folds >= 2, "folds", options.folds, "a whole number of at least 2");
}

Means conditional_means(const Dataset& dataset, const ModelOptions& model_options,
                        const MeansOptions& options, std::uint64_t seed, const Context& context) {
  check(options);
  check_folds(dataset, options.folds);
  const auto folds = static_cast<std::size_t>(options.folds);
  const std::size_t count = dataset.populations.size();
  std::vector<std::vector<std::size_t>> order(count);
  Means means;
  for (std::size_t p = 0; p < count; ++p) {
    const std::size_t rows = dataset.populations[p].selection_rows;
    order[p] = permutation(seed, Stream::folds, {.a = static_cast<std::uint32_t>(p)}, rows);
    means.mu.emplace_back(rows * std::max<std::size_t>(dataset.classes(), 1));
  }

  std::mutex progress_mutex;
  std::size_t done = 0;
  const std::size_t items = count * folds;
  std::vector<std::vector<double>> gains(items);
  parallel_for(items, context, [&](std::size_t item, std::size_t) {
    const std::size_t p = item / folds;
    const std::size_t fold = item % folds;
    std::vector<std::size_t> inside;
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < order[p].size(); ++i)
      (i % folds == fold ? inside : outside).push_back(order[p][i]);

    const auto model = options.make_model ? options.make_model(dataset.task)
                                          : make_model(without_choice(model_options), dataset.task);
    const auto rows = [&](const std::vector<std::size_t>& some) {
      return rows_for(*model, dataset, dataset.populations[p], from_to(0, dataset.columns()), some);
    };
    model->fit(rows(outside).data());
    gains[item] = model->importance();
    const auto predicted = model->predict(rows(inside).x.view());
    for (std::size_t k = 0; k < predicted.size(); ++k)
      means.mu[p][k / inside.size() * order[p].size() + inside[k % inside.size()]] = predicted[k];

    const std::scoped_lock lock(progress_mutex);
    context.progress({"means", static_cast<double>(++done), static_cast<double>(items),
                      dataset.populations[p].name});
  });
  for (std::size_t p = 0; p < count; ++p)
    means.importance.push_back(
        shares({gains.begin() + static_cast<std::ptrdiff_t>(p * folds),
                gains.begin() + static_cast<std::ptrdiff_t>((p + 1) * folds)}));
  return means;
}

}  // namespace drfs
