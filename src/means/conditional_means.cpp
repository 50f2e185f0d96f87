// Out-of-fold conditional means: each population's selection rows are dealt into
// folds; a fold's means come from a model fitted on the other folds, of its own population and,
// where populations borrow, of all of them together.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "drfs/means.hpp"
#include "models/borrowing.hpp"
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

/// Shares of the sum, which may be 0.
std::vector<double> shares_of_sum(const std::vector<std::vector<double>>& gains) {
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
  out.importance.resize(dataset.populations.size());
  out.borrowed.assign(dataset.populations.size(), 0.0);
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

/// Two folds that a model does not see, or the same one twice.
using FoldPair = std::pair<std::size_t, std::size_t>;

/// Each fold by itself, and then every two where they are wanted.
std::vector<FoldPair> pairs_of_folds(std::size_t folds, bool blind) {
  std::vector<FoldPair> out;
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

/// Fits the models of all folds for one group of populations after the other; the populations of a
/// group learn together.
class FoldModels {
 public:
  FoldModels(const Dataset& dataset, const ModelOptions& model, const MeansOptions& options,
             const Context& context)
      : dataset_(dataset),
        model_(without_choice(model)),
        options_(options),
        context_(context),
        folds_(static_cast<std::size_t>(options.folds)),
        pairs_(pairs_of_folds(folds_, options.blind)) {}

  /// Groups that will be estimated, for the progress of all.
  void expect(std::size_t groups) { items_ += groups * pairs_.size(); }

  /// Each population of a group gives at most `most_rows` rows to a model.
  void estimate(const std::vector<std::vector<std::size_t>>& groups, std::size_t most_rows,
                Means& means) {
    std::vector<std::vector<double>> gains(groups.size() * pairs_.size());
    parallel_for(gains.size(), context_, [&](std::size_t item, std::size_t) {
      const auto& group = groups[item / pairs_.size()];
      const FoldPair& unseen = pairs_[item % pairs_.size()];
      const auto model = options_.make_model ? options_.make_model(dataset_.task)
                                             : make_model(model_, dataset_.task);
      const BaseRates base = fit(*model, group, unseen, most_rows, means.fold);
      gains[item] = model->importance();
      for (std::size_t i = 0; i < group.size(); ++i)
        predict(*model, group[i], {base.together, {base.own[i]}}, unseen, means);
      const std::scoped_lock lock(progress_mutex_);
      context_.progress({"means", static_cast<double>(++done_), static_cast<double>(items_),
                         dataset_.populations[group.front()].name});
    });
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto first = gains.begin() + static_cast<std::ptrdiff_t>(g * pairs_.size());
      const auto importance = shares_of_sum({first, first + static_cast<std::ptrdiff_t>(folds_)});
      for (std::size_t p : groups[g]) means.importance[p] = importance;
    }
  }

 private:
  BaseRates fit(Model& model, const std::vector<std::size_t>& group, const FoldPair& unseen,
                std::size_t most_rows, const std::vector<std::vector<std::uint32_t>>& fold) const {
    std::vector<RowsOfPopulation> from;
    for (std::size_t p : group) {
      RowsOfPopulation& outside = from.emplace_back(RowsOfPopulation{p, {}});
      for (std::size_t i = 0; i < fold[p].size() && outside.rows.size() < most_rows; ++i)
        if (fold[p][i] != unseen.first && fold[p][i] != unseen.second) outside.rows.push_back(i);
    }
    return fit_together(model, dataset_, from_to(0, dataset_.columns()), from);
  }

  /// Of population p, which has the only own base rate.
  void predict(const Model& model, std::size_t p, const BaseRates& base, const FoldPair& unseen,
               Means& means) const {
    const Population& population = dataset_.populations[p];
    // Of the rows of one fold, for those who must not know of the other.
    const auto predict_fold = [&](std::size_t fold, std::vector<float>& mu) {
      const auto inside = rows_of_fold(means.fold[p], fold);
      const auto rows =
          rows_for(model, dataset_, population, from_to(0, dataset_.columns()), inside);
      const auto predicted =
          move_base(model.predict(rows.x.view()), base.together, base.own.front(), dataset_.task);
      for (std::size_t k = 0; k < predicted.size(); ++k)
        mu[k / inside.size() * population.selection_rows + inside[k % inside.size()]] =
            predicted[k];
    };
    const auto [first, second] = unseen;
    if (first == second) predict_fold(first, means.mu[p]);
    if (!options_.blind) return;
    predict_fold(first, means.blind[p][second]);
    if (first != second) predict_fold(second, means.blind[p][first]);
  }

  const Dataset& dataset_;
  ModelOptions model_;
  const MeansOptions& options_;
  const Context& context_;
  std::size_t folds_;
  std::vector<FoldPair> pairs_;
  std::mutex progress_mutex_;
  std::size_t done_ = 0, items_ = 0;
};

/// Mixes what the populations know together into what each knows by itself.
void borrow(const Dataset& dataset, const Means& together, Means& own) {
  for (std::size_t p = 0; p < dataset.populations.size(); ++p) {
    const double share = borrowed_share(dataset, dataset.populations[p], own.mu[p], together.mu[p]);
    own.borrowed[p] = share;
    own.mu[p] = mixed(own.mu[p], together.mu[p], share);
    if (!own.blind.empty())
      for (std::size_t fold = 0; fold < own.blind[p].size(); ++fold)
        own.blind[p][fold] = mixed(own.blind[p][fold], together.blind[p][fold], share);
    for (std::size_t d = 0; d < own.importance[p].size(); ++d)
      own.importance[p][d] = (1 - share) * own.importance[p][d] + share * together.importance[p][d];
  }
}

}  // namespace

void describe(MeansOptions& o, OptionVisitor& visitor) {
  visitor.option("folds", o.folds, "Folds of the out-of-fold conditional means");
}

void check(const MeansOptions& options) {
  require_option(options.folds >= 2, "folds", options.folds, "a whole number of at least 2");
}

Means conditional_means(const Dataset& dataset, const ModelOptions& model,
                        const MeansOptions& options, std::uint64_t seed, const Context& context) {
  check(options);
  check_folds(dataset, options.folds);
  const std::size_t count = dataset.populations.size();
  Means own =
      without_estimates(dataset, static_cast<std::size_t>(options.folds), options.blind, seed);
  std::vector<std::vector<std::size_t>> each;
  for (std::size_t p = 0; p < count; ++p) each.push_back({p});
  FoldModels models(dataset, model, options, context);
  const bool borrows = options.lent_rows > 0 && count > 1;
  models.expect(borrows ? count + 1 : count);
  models.estimate(each, std::numeric_limits<std::size_t>::max(), own);
  if (!borrows) return own;
  Means together = own;  // every estimate of it will be another
  models.estimate({from_to(0, count)}, std::max<std::size_t>(options.lent_rows / count, 1),
                  together);
  borrow(dataset, together, own);
  return own;
}

}  // namespace drfs
