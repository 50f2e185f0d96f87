#include "pipeline/bootstrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/random.hpp"
#include "drfs/methods.hpp"
#include "drfs/run.hpp"
#include "methods/select_problem.hpp"

namespace drfs {
namespace {

constexpr std::uint32_t kMostAttempts = 100;

/// How often each of the rows is drawn.
std::vector<int> multiplicities(std::size_t rows, std::uint64_t seed, Counter place) {
  std::vector<int> times(rows, 0);
  for (std::size_t draw = 0; draw < rows; ++draw) {
    place.c = static_cast<std::uint32_t>(draw);
    const double u = uniform(seed, Stream::bootstrap, place);
    ++times[std::min(rows - 1, static_cast<std::size_t>(u * static_cast<double>(rows)))];
  }
  return times;
}

/// In their old order, which the split has made random.
Population drawn_rows(const Population& population, const std::vector<int>& times) {
  std::vector<std::size_t> drawn;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > 0) drawn.push_back(i);
  Population out{
      population.name, Matrix(drawn.size(), population.x.columns()), {}, {}, drawn.size()};
  for (std::size_t d = 0; d < out.x.columns(); ++d)
    std::ranges::transform(drawn, out.x.column(d).begin(),
                           [&](std::size_t i) { return population.x(i, d); });
  for (const auto& missing : population.was_missing) {
    auto& here = out.was_missing.emplace_back();
    for (std::size_t k = 0; k < drawn.size() && !missing.empty(); ++k)
      here.push_back(missing[drawn[k]]);
    if (std::ranges::find(here, true) == here.end()) here.clear();
  }
  for (std::size_t i : drawn) {
    out.y.push_back(population.y[i]);
    out.weight.push_back(population.weight[i] * static_cast<float>(times[i]));
  }
  return out;
}

bool can_choose(const Population& population, std::size_t least_rows) {
  const auto [least, most] = std::ranges::minmax(population.y);
  return least < most && population.y.size() >= least_rows;
}

Population resample(const Population& population, std::uint64_t seed, Counter place,
                    std::size_t least_rows) {
  for (place.d = 0; place.d < kMostAttempts; ++place.d) {
    auto drawn = drawn_rows(population, multiplicities(population.selection_rows, seed, place));
    if (can_choose(drawn, least_rows)) return drawn;
  }
  throw Error(ErrorCode::data,
              {fmt::format("population '{}'", population.name), "",
               fmt::format("is too small to be resampled: resamples of its {} rows that choose "
                           "features have fewer than {} distinct rows, or a single outcome value",
                           population.selection_rows, least_rows),
               "Give it more rows, pool it with others, or leave --bootstrap out"});
}

}  // namespace

Dataset resample(const Dataset& data, std::uint64_t seed, int number, std::size_t least_rows) {
  Dataset out = {.source = data.source,
                 .task = data.task,
                 .target = data.target,
                 .target_levels = data.target_levels,
                 .features = data.features,
                 .left_out = {},
                 .populations = {}};
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    out.populations.push_back(resample(
        data.populations[p], seed,
        {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(p), 0, 0}, least_rows));
  standardise(out);
  return out;
}

Stability bootstrap_selection(const Dataset& data, const SelectOptions& options,
                              const Context& context) {
  check(options);
  return bootstrap_selection(data, make_problem(data, options, context), options, context);
}

Stability bootstrap_selection(const Dataset& data, const Problem& problem,
                              const SelectOptions& options, const Context& context) {
  const Context inner = context.silent();
  const MethodSettings settings = settings_of(options);
  const auto least_rows =
      static_cast<std::size_t>(std::max({2, settings.means.folds, settings.refine.refine_folds}));

  Stability out;
  out.asked = options.bootstrap;
  out.chosen.assign(data.features.size(), 0);
  std::map<std::vector<std::size_t>, int> counts;
  const auto show = [&] {
    context.progress({"bootstrap", static_cast<double>(out.resamples),
                      static_cast<double>(options.bootstrap), ""});
  };
  show();
  try {
    while (out.resamples < options.bootstrap) {
      const Dataset drawn = resample(data, options.seed, out.resamples, least_rows);
      const auto set = chosen_set(select_features(drawn, problem, options, inner));
      // A selection that is interrupted returns its best so far, which is not its choice.
      context.throw_if_stopped();
      ++counts[set];
      for (std::size_t feature : set) ++out.chosen[feature];
      ++out.resamples;
      show();
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
  }
  for (const auto& [set, count] : counts) out.sets.push_back({set, count});
  std::ranges::stable_sort(out.sets, std::ranges::greater{}, &ChosenSet::count);
  return out;
}

}  // namespace drfs
