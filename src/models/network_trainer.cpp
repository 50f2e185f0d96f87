#include "models/network_trainer.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace drfs {
void NetworkTrainer::epoch(const NetworkRows& rows, const Context& context) {
  const auto count = static_cast<std::size_t>(rows.size()), most = settings_.batch_rows;
  const auto order = permutation(seed_, Stream::network_order, {++epochs_}, count);
  for (std::size_t first = 0; first < count; first += most) {
    context.throw_if_stopped();
    step(rows.pick(std::span(order).subspan(first, std::min(most, count - first))));
  }
}

void NetworkTrainer::step(const NetworkRows& batch) {
  Eigen::VectorXf gradient;
  network_.loss(batch, gradient);
  auto& parameters = network_.parameters();
  const auto decay = static_cast<float>(settings_.decay / static_cast<double>(batch.size()));
  gradient.head(network_.weight_count()) += decay * parameters.head(network_.weight_count());
  if (settings_.learn_mask)
    gradient.tail(network_.columns()).array() += static_cast<float>(settings_.mask_penalty);
  else
    gradient.tail(network_.columns()).setZero();

  const auto [beta1, beta2] = std::pair(settings_.beta1, settings_.beta2);
  if (++steps_ == 1) mean_ = square_ = Eigen::ArrayXf::Zero(gradient.size());
  mean_ += static_cast<float>(1 - beta1) * (gradient.array() - mean_);
  square_ += static_cast<float>(1 - beta2) * (gradient.array().square() - square_);
  const double correction = std::sqrt(1 - std::pow(beta2, steps_)) / (1 - std::pow(beta1, steps_));
  parameters.array() -= static_cast<float>(settings_.rate * correction) * mean_ /
                        (square_.sqrt() + settings_.epsilon);
  if (settings_.learn_mask) network_.mask() = network_.mask().cwiseMax(0.0F).cwiseMin(1.0F);
}

}  // namespace drfs
