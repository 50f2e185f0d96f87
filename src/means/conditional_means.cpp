// Out-of-fold conditional means: each population's selection rows are dealt into
// folds; a fold's means come from a model fitted on the other folds.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

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

/// The folds, and room for what is to be known of their rows.
Means without_estimates(const Dataset& dataset, std::size_t folds, bool blind, std::uint64_t seed) {
  Means out;
  for (std::size_t p = 0; p < dataset.populations.size(); ++p) {
    const std::size_t rows = dataset.populations[p].selection_rows;
    const auto order = permutation(seed, Stream::folds, {.a = static_cast<std::uint32_t>(p)}, rows);
    out.fold.emplace_back(rows);
    for (std::size_t i = 0; i < rows; ++i)
      out.fold[p][order[i]] = static_cast<std::uint32_t>(i % folds);
    out.mu.emplace_back(rows * std::max<std::size_t>(dataset.classes(), 1));
    if (blind) out.blind.emplace_back(folds, out.mu[p]);
  }
  return out;
}

/// The folds that a model does not see: each by itself, and then every two where they are wanted.
std::vector<std::pair<std::size_t, std::size_t>> pairs_of_folds(std::size_t folds, bool blind) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t f = 0; f < folds; ++f) out.emplace_back(f, f);
  for (std::size_t f = 0; f < folds && blind; ++f)
    for (std::size_t g = f + 1; g < folds; ++g) out.emplace_back(f, g);
  return out;
}

std::vector<std::size_t> rows_of_fold(const std::vector<std::uint32_t>& fold, std::size_t which) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < fold.size(); ++i)
    if (fold[i] == which) out.push_back(i);
  return out;
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
  Means means = without_estimates(dataset, folds, options.blind, seed);

  std::mutex progress_mutex;
  std::size_t done = 0;
  const auto pairs = pairs_of_folds(folds, options.blind);
  const std::size_t items = count * pairs.size();
  std::vector<std::vector<double>> gains(items);
  parallel_for(items, context, [&](std::size_t item, std::size_t) {
    const std::size_t p = item / pairs.size();
    const auto [first, second] = pairs[item % pairs.size()];
    const Population& population = dataset.populations[p];
    const auto model = options.make_model ? options.make_model(dataset.task)
                                          : make_model(without_choice(model_options), dataset.task);
    const auto rows = [&](const std::vector<std::size_t>& some) {
      return rows_for(*model, dataset, population, from_to(0, dataset.columns()), some);
    };
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < population.selection_rows; ++i)
      if (means.fold[p][i] != first && means.fold[p][i] != second) outside.push_back(i);
    model->fit(rows(outside).data());
    gains[item] = model->importance();
    // Of the rows of one fold, for those who must not know of the other.
    const auto predict = [&](std::size_t fold, std::vector<float>& mu) {
      const auto inside = rows_of_fold(means.fold[p], fold);
      const auto predicted = model->predict(rows(inside).x.view());
      for (std::size_t k = 0; k < predicted.size(); ++k)
        mu[k / inside.size() * population.selection_rows + inside[k % inside.size()]] =
            predicted[k];
    };
    if (first == second) predict(first, means.mu[p]);
    if (options.blind) {
      predict(first, means.blind[p][second]);
      if (first != second) predict(second, means.blind[p][first]);
    }
    const std::scoped_lock lock(progress_mutex);
    context.progress({"means", static_cast<double>(++done), static_cast<double>(items),
                      dataset.populations[p].name});
  });
  for (std::size_t p = 0; p < count; ++p)
    means.importance.push_back(
        shares({gains.begin() + static_cast<std::ptrdiff_t>(p * pairs.size()),
                gains.begin() + static_cast<std::ptrdiff_t>(p * pairs.size() + folds)}));
  return means;
}

}  // namespace drfs
