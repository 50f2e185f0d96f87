#include "objective/penalty.hpp"

#include <numeric>

#include "objective/own_function.hpp"

namespace drfs {
namespace {

PenaltyValue no_penalty(std::span<const double> alpha) {
  return {0.0, std::vector<double>(alpha.size(), 0.0)};
}

PenaltyValue reciprocal_l1(std::span<const double> alpha) {
  const double sum = std::accumulate(alpha.begin(), alpha.end(), 0.0);
  return {1 / sum, std::vector<double>(alpha.size(), -1 / (sum * sum))};
}

PenaltyValue sum_reciprocal(std::span<const double> alpha) {
  PenaltyValue out;
  for (double a : alpha) {
    out.value += 1 / a;
    out.gradient.push_back(-1 / (a * a));
  }
  return out;
}

PenaltyValue by_program(const ObjectiveOptions& options, std::span<const double> alpha) {
  PenaltyValue out = options.own_penalty(alpha);
  require_usable("penalty", out.value, out.gradient, alpha.size());
  return out;
}

constexpr struct {
  Penalty name;
  PenaltyValue (*function)(std::span<const double>);
} kPenalties[] = {{Penalty::none, no_penalty},
                  {Penalty::reciprocal_l1, reciprocal_l1},
                  {Penalty::sum_reciprocal, sum_reciprocal}};

}  // namespace

PenaltyValue penalty(const ObjectiveOptions& options, std::span<const double> alpha) {
  if (options.penalty == Penalty::own) return by_program(options, alpha);
  for (const auto& row : kPenalties)
    if (row.name == options.penalty) return row.function(alpha);
  throw Error(ErrorCode::internal, {"penalty", "", "has no function", ""});
}

}  // namespace drfs
