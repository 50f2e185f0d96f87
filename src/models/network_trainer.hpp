// Learning a network's parameters: Adam (Kingma and Ba, 2015, with their constants) on batches of
// rows, shuffled anew in every epoch by the seed.
#pragma once

#include "models/network.hpp"

namespace drfs {

class NetworkTrainer {
 public:
  /// What is not said otherwise is as in scikit-learn.
  struct Settings {
    std::size_t batch_rows = 200;
    double rate = 0.001;                ///< of Adam's steps
    double beta1 = 0.9, beta2 = 0.999;  ///< what its moments keep of the past
    float epsilon = 1e-8F;
    double decay = 0;         ///< L2 penalty of W and v: decay |.|^2 / 2, divided by a batch's rows
    bool learn_mask = false;  ///< otherwise the mask stays as it is
    double mask_penalty = 0;  ///< L1 penalty of the mask, which is kept within [0, 1]
  };

  NetworkTrainer(Network& network, Settings settings, std::uint64_t seed)
      : network_(network), settings_(settings), seed_(seed) {}

  /// Shows the network every row once. On a large table that takes seconds: the context may stop
  /// it.
  void epoch(const NetworkRows&, const Context& = {});

 private:
  void step(const NetworkRows& batch);

  Network& network_;
  Settings settings_;
  std::uint64_t seed_;
  std::uint32_t epochs_ = 0;
  int steps_ = 0;
  Eigen::ArrayXf mean_, square_;  ///< running moments of the gradient
};

}  // namespace drfs
