// The update rules. One more is one class here and one row in the table.
#include <cmath>

#include "drfs/optimize.hpp"

namespace drfs {
namespace {

/// Kingma and Ba (2015), with their constants.
class Adam final : public Updater {
 public:
  explicit Adam(std::size_t size) : mean_(size, 0.0), square_(size, 0.0) {}

  void step(std::span<double> theta, std::span<const double> gradient, double rate) override {
    constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
    ++steps_;
    const double correction1 = 1 - std::pow(kBeta1, steps_);
    const double correction2 = 1 - std::pow(kBeta2, steps_);
    for (std::size_t i = 0; i < theta.size(); ++i) {
      mean_[i] += (1 - kBeta1) * (gradient[i] - mean_[i]);
      square_[i] += (1 - kBeta2) * (gradient[i] * gradient[i] - square_[i]);
      theta[i] -=
          rate * (mean_[i] / correction1) / (std::sqrt(square_[i] / correction2) + kEpsilon);
    }
  }

 private:
  std::vector<double> mean_, square_;
  int steps_ = 0;
};

/// Heavy ball: v = momentum v + gradient, theta -= rate v.
class Sgd final : public Updater {
 public:
  Sgd(std::size_t size, double momentum) : velocity_(size, 0.0), momentum_(momentum) {}

  void step(std::span<double> theta, std::span<const double> gradient, double rate) override {
    for (std::size_t i = 0; i < theta.size(); ++i) {
      velocity_[i] = momentum_ * velocity_[i] + gradient[i];
      theta[i] -= rate * velocity_[i];
    }
  }

 private:
  std::vector<double> velocity_;
  double momentum_;
};

}  // namespace

std::unique_ptr<Updater> make_updater(const OptimizeOptions& options, std::size_t size) {
  switch (options.optimizer) {
    case UpdateRule::adam:
      return std::make_unique<Adam>(size);
    case UpdateRule::sgd:
      return std::make_unique<Sgd>(size, options.momentum);
  }
  throw Error(ErrorCode::internal, {"optimizer", "", "has no updater", ""});
}

}  // namespace drfs
