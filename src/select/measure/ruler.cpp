#include "select/measure/ruler.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/sure.hpp"

namespace drfs {
namespace {

/// By the aim first, then in every population that counts.
std::vector<Difference> all_differences(const Aim& aim, const RiskDraws& one,
                                        const RiskDraws& other) {
  std::vector<Eigen::Index> counts;
  for (Eigen::Index p = 0; p < one.risk.rows(); ++p)
    if (aim.weight(static_cast<std::size_t>(p)) > 0) counts.push_back(p);
  const std::size_t comparisons = counts.size() + 1;
  std::vector<Difference> out;
  out.emplace_back(aim.values(one) - aim.values(other), other.worst(), comparisons);
  for (const Eigen::Index p : counts)
    out.emplace_back((one.risk.row(p) - other.risk.row(p)).transpose(), other.risk.row(p).mean(),
                     comparisons);
  return out;
}

}  // namespace

Difference::Difference(const Eigen::ArrayXd& differences, double left, std::size_t comparisons)
    : difference_(differences.mean()),
      standard_error_(std::sqrt((differences - difference_).square().mean())),
      little_(kLittle * left),
      sure_(sure_of_any(comparisons)) {}

bool Difference::surely_more() const {
  return difference_ - sure_ * standard_error_ > little_;
}

bool Difference::surely_alike() const {
  return difference_ + sure_ * standard_error_ <= little_;
}

bool Difference::may_be_less() const {
  return difference_ - sure_ * standard_error_ <= 0;
}

Difference compare(const Aim& aim, const RiskDraws& one, const RiskDraws& other) {
  return {aim.values(one) - aim.values(other), other.worst(), 1};
}

bool serves_worse(const Aim& aim, const RiskDraws& one, const RiskDraws& other) {
  return std::ranges::any_of(all_differences(aim, one, other), &Difference::surely_more);
}

bool serves_alike(const Aim& aim, const RiskDraws& one, const RiskDraws& other) {
  return std::ranges::all_of(all_differences(aim, one, other), &Difference::surely_alike);
}

}  // namespace drfs
