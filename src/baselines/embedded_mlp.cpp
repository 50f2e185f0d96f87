// The paper's embedded baseline: a network with one hidden layer and a learnable mask on its
// inputs, trained with weights that favour the populations it serves worst. docs/method.md, section
// 9, says what the paper leaves open and what was taken.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "baselines/baselines.hpp"
#include "baselines/pooled.hpp"
#include "baselines/reweighting.hpp"
#include "models/network_trainer.hpp"
#include "select/ranking.hpp"

namespace drfs {
namespace {

/// The paper's.
constexpr Eigen::Index kHidden = 100;
constexpr double kMaskPenalty = 0.01;
constexpr int kMostEpochs = 200;
constexpr int kEpochsPerUpdate = 10;
constexpr int kPatience = 10;
constexpr double kTolerance = 1e-4;
/// Ours: with room on both sides. From 1, on few rows, every mask stays at 1, and all features tie.
constexpr float kMaskStart = 0.5F;

Network make_network(const TrainingData& rows, Task task, std::uint64_t seed) {
  const std::size_t outputs = std::max<std::size_t>(rows.classes, 1);
  return {static_cast<Eigen::Index>(rows.x.columns), kHidden, loss_of(task), seed,
          static_cast<Eigen::Index>(outputs)};
}

class MaskedNetwork {
 public:
  MaskedNetwork(const Dataset& data, std::uint64_t seed)
      : task_(data.task),
        pooled_(data),
        shares_(pooled_.populations(), 1.0 / static_cast<double>(pooled_.populations())),
        network_(make_network(pooled_.as_they_are(), task_, seed)),
        trainer_(network_, {.learn_mask = true, .mask_penalty = kMaskPenalty}, seed) {
    network_.mask().setConstant(kMaskStart);
    const TrainingData rows = pooled_.as_they_are();
    rows_.x =
        Eigen::Map<const Eigen::MatrixXf>(rows.x.data, rows.x.rows, rows.x.columns).transpose();
    rows_.y = Eigen::Map<const Eigen::VectorXf>(rows.y.data(), rows.y.size());
    weigh();
  }

  /// Returns the mean loss of each population after the epoch.
  std::vector<double> epoch(const Context& context) {
    trainer_.epoch(rows_, context);
    return pooled_.losses(network_.predict(rows_.x), task_);
  }

  void favour(const std::vector<double>& losses) {
    move_towards_losses(shares_, losses);
    weigh();
  }

  std::vector<double> mask() const {
    const Eigen::VectorXf values = network_.mask();
    return {values.begin(), values.end()};
  }

 private:
  void weigh() {
    const auto weight = pooled_.weighted(shares_).weight;
    rows_.weight = Eigen::Map<const Eigen::VectorXf>(weight.data(), weight.size());
    // The network halves the squared error; the penalty stands beside the whole of it.
    const float mean = task_ == Task::regression ? 2 : 1;
    rows_.weight *= mean / rows_.weight.mean();
  }

  Task task_;
  PooledRows pooled_;
  std::vector<double> shares_;
  NetworkRows rows_;
  Network network_;
  NetworkTrainer trainer_;
};

}  // namespace

Selection choose_by_masked_network(const Dataset& data, const Problem& problem,
                                   const Recipe& recipe, const Context& context) {
  MaskedNetwork network(data, recipe.seed);
  double best = std::numeric_limits<double>::infinity();
  int stale = 0;
  for (int epoch = 1; epoch <= kMostEpochs && stale < kPatience; ++epoch) {
    const auto losses = network.epoch(context);
    const double average =
        std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    stale = average < best - kTolerance ? 0 : stale + 1;
    best = std::min(best, average);
    if (epoch % kEpochsPerUpdate == 0) network.favour(losses);
    context.progress({"choose", static_cast<double>(epoch), static_cast<double>(kMostEpochs),
                      fmt::format("worst {:.4f}", std::ranges::max(losses))});
  }
  return most_important(feature_importance(data, network.mask()), problem.constraints);
}

}  // namespace drfs
