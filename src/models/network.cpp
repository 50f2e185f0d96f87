#include "models/network.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace drfs {
namespace {

/// Rows that pass through the hidden layer at a time: little memory for any number of rows.
constexpr Eigen::Index kBlockRows = 512;

template <class Rows>
Eigen::MatrixXf hidden_layer(const Eigen::MatrixXf& weights, const Eigen::VectorXf& bias,
                             const Rows& x) {
  Eigen::MatrixXf units = weights * x;
  units.colwise() += bias;
  return units.cwiseMax(0.0F);
}

/// What reaches the hidden units of what the outputs are told: slope_i v_h where unit h is on.
Eigen::MatrixXf pass_back(const Eigen::MatrixXf& units, const Eigen::VectorXf& output_weights,
                          const Eigen::VectorXf& slope) {
  Eigen::MatrixXf out(units.rows(), units.cols());
  for (Eigen::Index i = 0; i < units.cols(); ++i) {
    const float* on = units.data() + i * units.rows();
    float* to = out.data() + i * units.rows();
    for (Eigen::Index h = 0; h < units.rows(); ++h)
      to[h] = on[h] > 0 ? slope[i] * output_weights[h] : 0;
  }
  return out;
}

}  // namespace

template <class Vector>
struct Network::Parts {
  static constexpr bool kConst = std::is_const_v<Vector>;
  using MatrixMap = Eigen::Map<std::conditional_t<kConst, const Eigen::MatrixXf, Eigen::MatrixXf>>;
  using VectorMap = Eigen::Map<std::conditional_t<kConst, const Eigen::VectorXf, Eigen::VectorXf>>;
  MatrixMap input;        // W
  VectorMap output;       // v
  VectorMap hidden_bias;  // b
  VectorMap output_bias;  // c
  VectorMap mask;         // m
};

template <class Vector>
Network::Parts<Vector> Network::parts(Vector& values) const {
  auto* at = values.data();
  auto* output = at + columns_ * hidden_;
  return {{at, hidden_, columns_},
          {output, hidden_},
          {output + hidden_, hidden_},
          {output + 2 * hidden_, 1},
          {output + 2 * hidden_ + 1, columns_}};
}

NetworkRows NetworkRows::pick(std::span<const std::size_t> rows) const {
  const auto count = static_cast<Eigen::Index>(rows.size());
  NetworkRows out{Eigen::MatrixXf(x.rows(), count), Eigen::VectorXf(count), Eigen::VectorXf(count)};
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto row = static_cast<Eigen::Index>(rows[static_cast<std::size_t>(i)]);
    out.x.col(i) = x.col(row);
    out.y[i] = y[row];
    out.weight[i] = weight[row];
  }
  return out;
}

Network::Network(Eigen::Index columns, Eigen::Index hidden, Loss loss, std::uint64_t seed)
    : columns_(columns),
      hidden_(hidden),
      loss_(loss),
      parameters_(hidden * (columns + 2) + 1 + columns) {
  std::uint32_t layer = 0;
  const auto fill = [&](auto values, Eigen::Index inputs, Eigen::Index outputs) {
    const double bound = std::sqrt(6.0 / static_cast<double>(inputs + outputs));
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      const double u = uniform(seed, Stream::network, {layer, static_cast<std::uint32_t>(i)});
      values.data()[i] = static_cast<float>(bound * (2 * u - 1));
    }
    ++layer;
  };
  auto own = parts(parameters_);
  fill(own.input, columns, hidden);
  fill(own.hidden_bias, columns, hidden);
  fill(own.output, hidden, 1);
  fill(own.output_bias, hidden, 1);
  own.mask.setOnes();
}

Eigen::VectorXf Network::output(const Eigen::MatrixXf& x) const {
  const auto own = parts(parameters_);
  const Eigen::MatrixXf weights = own.input * own.mask.asDiagonal();
  Eigen::VectorXf eta(x.cols());
  for (Eigen::Index first = 0; first < x.cols(); first += kBlockRows) {
    const Eigen::Index count = std::min(kBlockRows, x.cols() - first);
    const Eigen::MatrixXf units =
        hidden_layer(weights, own.hidden_bias, x.middleCols(first, count));
    eta.segment(first, count) = units.transpose() * own.output;
  }
  return eta.array() + own.output_bias[0];
}

double Network::loss(const NetworkRows& rows, Eigen::VectorXf& gradient) const {
  const auto own = parts(parameters_);
  const Eigen::MatrixXf units =
      hidden_layer(own.input * own.mask.asDiagonal(), own.hidden_bias, rows.x);
  const Eigen::VectorXf eta = (units.transpose() * own.output).array() + own.output_bias[0];

  double sum = 0;
  Eigen::VectorXf slope(eta.size());
  for (Eigen::Index i = 0; i < eta.size(); ++i) {
    const LossAt at = loss_at(loss_, rows.y[i], eta[i]);
    sum += rows.weight[i] * at.value;
    slope[i] = static_cast<float>(rows.weight[i] * at.slope / static_cast<double>(eta.size()));
  }

  gradient.resize(parameters_.size());
  auto out = parts(gradient);
  out.output.noalias() = units * slope;
  out.output_bias[0] = slope.sum();
  const Eigen::MatrixXf back = pass_back(units, own.output, slope);
  out.hidden_bias = back.rowwise().sum();
  // The gradient of the products W_hd m_d; both factors have theirs from it.
  out.input.noalias() = back * rows.x.transpose();
  out.mask = out.input.cwiseProduct(own.input).colwise().sum();
  out.input = out.input * own.mask.asDiagonal();
  return sum / static_cast<double>(eta.size());
}

std::vector<double> Network::influence() const {
  const auto own = parts(parameters_);
  const Eigen::VectorXf sums =
      own.mask.cwiseProduct(own.input.cwiseAbs().transpose() * own.output.cwiseAbs());
  return {sums.begin(), sums.end()};
}

}  // namespace drfs
