// What a query is best spent on: another row, another noise draw of the same row, or the mirror
// image of its first draw? The variance of the debiased risk and of its gradient over fresh rows
// and draws, at the paper's synthetic sets 1 and 2. Prints the table of docs/quality.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <vector>

#include "core/moments.hpp"
#include "drfs/means.hpp"
#include "drfs/objective.hpp"
#include "select/relax/queries.hpp"

namespace {

using namespace drfs;

/// Variances are relative to those of the first of the schemes that are compared.
struct Scheme {
  const char* name;
  int rows;  ///< 0: all
  int draws;
  Pairing pairing;
};
const std::vector<Scheme> kBatches = {{"512 rows, 2 draws", 512, 2, Pairing::independent},
                                      {"512 rows, 1 draw", 512, 1, Pairing::independent},
                                      {"512 rows, 1 antithetic pair", 512, 2, Pairing::antithetic},
                                      {"1024 rows, 1 draw", 1024, 1, Pairing::independent}};
const std::vector<Scheme> kAllRows = {{"all rows, 2 draws", 0, 2, Pairing::independent},
                                      {"all rows, 1 antithetic pair", 0, 2, Pairing::antithetic}};

struct Setting {
  int set;
  std::uint64_t rows;
  std::vector<int> signals;
  const std::vector<Scheme>& schemes;
};
const std::vector<int> kSignals1 = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                       kSignals2 = {0, 1, 2, 5, 6, 7};
const std::vector<Setting> kSettings = {{1, 36000, kSignals1, kBatches},
                                        {2, 44000, kSignals2, kBatches},
                                        {1, 6000, kSignals1, kAllRows},
                                        {2, 6000, kSignals2, kAllRows}};
constexpr int kFeatures = 15;

Dataset load(const Setting& setting, const Context& context) {
  DatasetOptions options;
  options.target = "y";
  options.population = {"population"};
  const auto name =
      fmt::format("synth:{}?rows={}&features={}", setting.set, setting.rows, kFeatures);
  Dataset data =
      make_dataset(read_table(name, {}, plan_columns(options), context), options, context);
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

/// The rows that choose, with y and mu in units of y's standard deviation.
struct StandardRows {
  StandardRows(const Population& population, std::vector<float> mu_hat)
      : x(population.x.view().first_rows(mu_hat.size())),
        weight(std::span(population.weight).first(mu_hat.size())),
        mu(std::move(mu_hat)),
        y(population.y.begin(), population.y.begin() + static_cast<std::ptrdiff_t>(mu.size())) {
    const auto [mean, deviation] = weighted_moments(y, weight);
    for (auto* values : {&y, &mu})
      for (float& value : *values) value = static_cast<float>((value - mean) / deviation);
  }
  ObjectiveRows view() const { return {{x, mu, weight}, y}; }

  MatrixView<const float> x;
  std::span<const float> weight;
  std::vector<float> mu, y;
};

/// A variance summed over coordinates, with its relative standard error.
struct Variance {
  double value, relative_error;
};

/// `samples[r]` is the replication r, one entry per coordinate.
Variance total_variance(const std::vector<std::vector<double>>& samples) {
  const auto count = static_cast<double>(samples.size());
  std::vector<double> mean(samples.front().size(), 0.0);
  for (const auto& sample : samples)
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += sample[i] / count;
  double sum = 0, squares = 0;
  for (const auto& sample : samples) {
    double squared = 0;
    for (std::size_t i = 0; i < mean.size(); ++i)
      squared += (sample[i] - mean[i]) * (sample[i] - mean[i]);
    sum += squared;
    squares += squared * squared;
  }
  const double spread = squares / count - (sum / count) * (sum / count);
  return {sum / (count - 1), std::sqrt(spread / count) / (sum / count)};
}

struct Variances {
  Variance value, gradient;
};

/// Over the populations one by one, so that the switch of the worst one plays no part.
Variances measure(const std::vector<StandardRows>& populations, const std::vector<double>& alpha,
                  const Scheme& scheme, std::uint64_t seed, int replications,
                  const Context& context) {
  std::vector<std::vector<double>> values(static_cast<std::size_t>(replications));
  std::vector<std::vector<double>> gradients(values.size());
  for (const auto& population : populations) {
    std::vector<ColumnGroup> features;
    for (std::size_t d = 0; d < kFeatures; ++d) features.push_back({d, 1});
    Objective objective({population.view()}, features, {}, {}, {}, seed);
    const QueryPlan plan({population.y.size()}, scheme.draws, seed, scheme.pairing);
    for (std::size_t r = 0; r < values.size(); ++r) {
      const auto here = objective.evaluate(objective.theta_of(alpha),
                                           plan.at_step(static_cast<int>(r), scheme.rows), context);
      values[r].push_back(here.value);
      gradients[r].insert(gradients[r].end(), here.gradient.begin(), here.gradient.end());
    }
  }
  return {total_variance(values), total_variance(gradients)};
}

std::string ratio(const Variance& a, const Variance& b) {
  if (&a == &b) return "1";
  const double value = a.value / b.value;
  return fmt::format("{:.2f} ± {:.2f}", value,
                     value * std::hypot(a.relative_error, b.relative_error));
}

void report(const Setting& setting, int replications, const Context& context) {
  const Dataset data = load(setting, context);
  const auto means = conditional_means(data, {}, {}, 0, context);
  std::vector<StandardRows> populations;
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    populations.emplace_back(data.populations[p], means.mu[p]);

  // The features are in the order of their names: x0, x1, x10, …
  std::vector<double> equal(kFeatures, 1.0), told_apart(kFeatures, 10.0);
  for (std::size_t i = 0; i < data.features.size(); ++i)
    if (std::ranges::count(setting.signals, std::stoi(data.features[i].name.substr(1))) > 0)
      told_apart[i] = 0.1;
  for (const auto& [title, alpha] : {std::pair{"1", &equal}, {"0.1 and 10", &told_apart}}) {
    std::vector<Variances> all;
    for (const auto& scheme : setting.schemes) {
      all.push_back(measure(populations, *alpha, scheme, all.size(), replications, context));
      fmt::print("| {} | {} | {} | {} | {} | {} |\n", setting.set, setting.rows, title, scheme.name,
                 ratio(all.back().value, all.front().value),
                 ratio(all.back().gradient, all.front().gradient));
    }
    std::fflush(stdout);
  }
}

}  // namespace

/// Usage: noise_variance [REPLICATIONS]
int main(int argc, char** argv) {
  const int replications = argc > 1 ? std::atoi(argv[1]) : 200;
  Context context;
  context.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  fmt::print(
      "| set | rows | alpha | queries of a population | variance of the risk | of the gradient |\n"
      "|---|---|---|---|---|---|\n");
  for (const auto& setting : kSettings) report(setting, replications, context);
  return 0;
}
