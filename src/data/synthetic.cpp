// The paper's three synthetic sets. Every value is a function of (seed, population,
// row, feature): more features or more rows leave the earlier ones unchanged.
#include "drfs/data.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/random.hpp"
#include "drfs/parse_number.hpp"

namespace drfs {
namespace {

using Row = std::span<const double>;
using Noise = std::array<double, 4>;  ///< standard normals of one row

struct SynthPopulation {
  const char* name;
  double share;  ///< relative to the sum over the set
  double (*outcome)(Row x, const Noise& noise);
};

struct SynthSet {
  int number;
  std::uint64_t rows;
  int features;
  int least_features;  ///< one more than the largest index in the formulas
  double chain;        ///< x_{i+1} = chain x_i + innovation eta; 0: independent features
  double innovation;
  std::vector<SynthPopulation> populations;
};

double student_t3(const Noise& z) {
  return z[0] / std::sqrt((z[1] * z[1] + z[2] * z[2] + z[3] * z[3]) / 3.0);
}

/// The paper gives set 2 the shares 40, 35, 25 and 15 %, which sum to 115 %, and 44,000
/// rows. The shares are divided by their sum, so that the total is the one stated: A, B, C
/// and D have 15,304, 13,392, 9,565 and 5,739 rows.
const std::vector<SynthSet>& synth_sets() {
  static const std::vector<SynthSet> sets = {
      {1,
       36000,
       15,
       11,
       0.0,
       1.0,
       {{"A", 40,
         [](Row x, const Noise& z) {
           return 8 * x[0] + 6 * x[1] - 4 * x[2] + 3 * x[3] + 2 * x[4] + 0.1 * z[0];
         }},
        {"B", 35,
         [](Row x, const Noise& z) {
           return -8 * x[0] - 6 * x[1] + 4 * x[2] - 3 * x[3] - 2 * x[4] + 8 * x[5] + 6 * x[6] +
                  0.1 * z[0];
         }},
        {"C", 25,
         [](Row x, const Noise& z) {
           return 10 * x[7] + 8 * x[8] + 6 * x[9] - 5 * x[10] + 0.1 * z[0];
         }}}},
      {2,
       44000,
       50,
       8,
       0.0,
       1.0,
       {{"A", 40,
         [](Row x, const Noise& z) { return 4 * x[0] + 3 * x[1] + x[2] * x[2] + 0.05 * z[0]; }},
        {"B", 35,
         [](Row x, const Noise& z) {
           const double sigma = std::exp(0.5 * x[3] + 0.3 * x[4]);
           return 4 * x[0] + 3 * x[1] + x[2] * x[2] + sigma * z[0] * 0.1;
         }},
        {"C", 25,
         [](Row x, const Noise& z) {
           return 2 * x[0] + 3 * x[5] * x[6] + 4 * std::sin(2 * x[7]) + 0.1 * z[0];
         }},
        {"D", 15,
         [](Row x, const Noise& z) { return 3 * x[0] + 2 * x[1] + student_t3(z) * 0.2; }}}},
      {3,
       36000,
       50,
       46,
       0.3,
       0.7,
       {{"A", 35,
         [](Row x, const Noise& z) { return 5 * x[0] + 4 * x[15] + 3 * x[30] + 0.1 * z[0]; }},
        {"B", 35,
         [](Row x, const Noise& z) { return 6 * x[5] + 5 * x[20] + 4 * x[35] + 0.1 * z[0]; }},
        {"C", 30, [](Row x, const Noise& z) {
           return 7 * x[10] + 6 * x[25] + 5 * x[40] + 4 * x[45] + 0.1 * z[0];
         }}}}};
  return sets;
}

/// Fills the defaults in and refuses what the formulas do not allow.
SynthOptions complete(SynthOptions options, const SynthSet& set) {
  if (options.rows == 0) options.rows = set.rows;
  if (options.features == 0) options.features = set.features;
  const std::string thing = fmt::format("synth:{}", set.number);
  if (options.features < set.least_features)
    throw Error(ErrorCode::usage, {thing + ", features", std::to_string(options.features),
                                   "is fewer than the formulas use",
                                   fmt::format("Give at least {}", set.least_features)});
  const std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  if (options.rows < set.populations.size() || options.rows > most)
    throw Error(ErrorCode::usage,
                {thing + ", rows", std::to_string(options.rows), "is out of range",
                 fmt::format("Give {} to {}", set.populations.size(), most)});
  return options;
}

/// The rows of each population: they sum to `rows` exactly.
std::vector<std::size_t> population_rows(const SynthSet& set, std::uint64_t rows) {
  double total = 0;
  for (const auto& population : set.populations) total += population.share;
  std::vector<std::size_t> counts;
  double share_so_far = 0;
  std::size_t end_so_far = 0;
  for (const auto& population : set.populations) {
    share_so_far += population.share;
    const auto end =
        static_cast<std::size_t>(std::llround(static_cast<double>(rows) * share_so_far / total));
    counts.push_back(end - end_so_far);
    end_so_far = end;
  }
  return counts;
}

Table empty_table(const SynthSet& set, const SynthOptions& options) {
  Table table;
  table.source = fmt::format("synth:{}?rows={}&features={}&seed={}", set.number, options.rows,
                             options.features, options.seed);
  table.rows = options.rows;
  table.columns.resize(static_cast<std::size_t>(options.features) + 2);
  for (int d = 0; d < options.features; ++d) table.columns[d].name = fmt::format("x{}", d);
  Column& population = table.columns.back();
  table.columns[options.features].name = "y";
  population.name = "population";
  population.type = ColumnType::category;
  for (auto& column : table.columns)
    if (column.type == ColumnType::number) column.numbers.resize(options.rows);
  population.codes.resize(options.rows);
  for (const auto& p : set.populations) population.levels.emplace_back(p.name);
  return table;
}

void draw_features(const SynthSet& set, std::uint64_t seed, std::uint32_t population,
                   std::uint32_t row, std::span<double> x) {
  for (std::size_t d = 0; d < x.size(); d += 4) {
    const auto four =
        normals(seed, Stream::synth_x, {population, row, static_cast<std::uint32_t>(d / 4), 0});
    for (std::size_t i = d; i < std::min(d + 4, x.size()); ++i)
      x[i] = i == 0 ? four[0] : set.chain * x[i - 1] + set.innovation * four[i - d];
  }
}

std::uint64_t parse_count(const std::string& data, std::string_view key, std::string_view text) {
  const auto value = parse_number<std::uint64_t>(text);
  if (!value)
    throw Error(ErrorCode::usage, {fmt::format("{}, {}", data, key), std::string(text),
                                   "is not a whole number", "Give digits only, e.g. rows=36000"});
  return *value;
}

const SynthSet& synth_set(int number) {
  for (const auto& set : synth_sets())
    if (set.number == number) return set;
  throw_unknown_name("synthetic set", std::to_string(number), {"1", "2", "3"});
}

}  // namespace

Table make_synthetic(const SynthOptions& wanted) {
  const SynthSet& set = synth_set(wanted.set);
  const SynthOptions options = complete(wanted, set);
  const auto counts = population_rows(set, options.rows);
  Table table = empty_table(set, options);
  const auto features = static_cast<std::size_t>(options.features);
  std::vector<double> x(features);
  std::size_t at = 0;
  for (std::uint32_t p = 0; p < counts.size(); ++p) {
    for (std::uint32_t row = 0; row < counts[p]; ++row, ++at) {
      draw_features(set, options.seed, p, row, x);
      const Noise noise = normals(options.seed, Stream::synth_noise, {p, row, 0, 0});
      for (std::size_t d = 0; d < features; ++d)
        table.columns[d].numbers[at] = static_cast<float>(x[d]);
      table.columns[features].numbers[at] =
          static_cast<float>(set.populations[p].outcome(x, noise));
      table.columns[features + 1].codes[at] = static_cast<std::int32_t>(p);
    }
  }
  return table;
}

SynthOptions parse_synthetic(const std::string& data) {
  const std::string_view prefix = "synth:";
  std::string_view rest = data;
  if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
  const std::string number(rest.substr(0, rest.find('?')));
  rest.remove_prefix(std::min(rest.size(), number.size() + 1));

  SynthOptions options;
  if (number != "1" && number != "2" && number != "3")
    throw_unknown_name(data + ", synthetic set", number, {"1", "2", "3"});
  options.set = number[0] - '0';
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::string_view key = pair.substr(0, pair.find('='));
    const std::string_view value = pair.substr(std::min(pair.size(), key.size() + 1));
    if (key != "rows" && key != "features" && key != "seed")
      throw_unknown_name(data + ", key", key, {"rows", "features", "seed"});
    const std::uint64_t parsed = parse_count(data, key, value);
    if (key == "rows") options.rows = parsed;
    if (key == "seed") options.seed = parsed;
    if (key != "features") continue;
    if (parsed > 10'000'000)
      throw Error(ErrorCode::usage, {data + ", features", std::string(value), "is too many",
                                     "Give at most 10000000"});
    options.features = static_cast<int>(parsed);
  }
  return options;
}

}  // namespace drfs
