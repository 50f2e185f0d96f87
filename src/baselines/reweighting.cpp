#include "baselines/reweighting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace drfs {
namespace {

/// The paper names a step size and a number of rounds but gives neither; this one is that of the
/// published scripts.
constexpr double kStep = 0.1;

}  // namespace

void move_towards_losses(std::vector<double>& shares, const std::vector<double>& losses) {
  const double largest = std::ranges::max(losses);
  double sum = 0;
  for (std::size_t p = 0; p < shares.size(); ++p) {
    shares[p] *= std::exp(kStep * (losses[p] - largest));
    sum += shares[p];
  }
  for (double& share : shares) share /= sum;
}

std::vector<double> robust_shares(PooledRows& rows, Task task, int rounds, const ModelMaker& make,
                                  const Context& context) {
  std::vector<double> shares(rows.populations(), 1.0 / static_cast<double>(rows.populations()));
  for (int round = 1; round < rounds && !context.stopped(); ++round) {
    const auto model = make();
    model->fit(rows.weighted(shares));
    const auto losses = rows.losses(*model, task);
    move_towards_losses(shares, losses);
    context.progress({"choose", static_cast<double>(round), static_cast<double>(rounds),
                      fmt::format("worst {:.4f}", std::ranges::max(losses))});
  }
  return shares;
}

}  // namespace drfs
