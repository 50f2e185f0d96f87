#include "models/network.hpp"

#include <algorithm>
#include <cmath>

#include "core/block_rows.hpp"
#include "core/random.hpp"

namespace drfs {
namespace {

std::span<double> values_of(Eigen::RowVectorXd& row) {
  return {row.data(), static_cast<std::size_t>(row.size())};
}

template <class Rows>
Eigen::MatrixXf hidden_layer(const Eigen::MatrixXf& weights, const Eigen::VectorXf& bias,
                             const Rows& x) {
  Eigen::MatrixXf units = weights * x;
  units.colwise() += bias;
  return units.cwiseMax(0.0F);
}

/// What reaches the hidden units of what the outputs are told: sum_k slope_ik v_hk where unit h is
/// on.
Eigen::MatrixXf pass_back(const Eigen::MatrixXf& units, const Eigen::MatrixXf& output_weights,
                          const Eigen::MatrixXf& slope) {
  Eigen::MatrixXf out = Eigen::MatrixXf::Zero(units.rows(), units.cols());
  for (Eigen::Index i = 0; i < units.cols(); ++i) {
    const float* on = units.data() + i * units.rows();
    float* to = out.data() + i * units.rows();
    for (Eigen::Index k = 0; k < slope.cols(); ++k) {
      const float* weight = output_weights.data() + k * units.rows();
      const float told = slope(i, k);
      for (Eigen::Index h = 0; h < units.rows(); ++h) to[h] += told * weight[h];
    }
    for (Eigen::Index h = 0; h < units.rows(); ++h) to[h] = on[h] > 0 ? to[h] : 0;
  }
  return out;
}

}  // namespace

Loss loss_of(Task task) {
  return task == Task::regression ? Loss::squared
         : task == Task::binary   ? Loss::logistic
                                  : Loss::softmax;
}

template <class Vector>
struct Network::Parts {
  template <class Part>
  using Map = Eigen::Map<std::conditional_t<std::is_const_v<Vector>, const Part, Part>>;
  using MatrixMap = Map<Eigen::MatrixXf>;
  using VectorMap = Map<Eigen::VectorXf>;
  MatrixMap input;        // W
  MatrixMap output;       // v
  VectorMap hidden_bias;  // b
  VectorMap output_bias;  // c
  VectorMap mask;         // m
};

template <class Vector>
Network::Parts<Vector> Network::parts(Vector& values) const {
  auto* at = values.data();
  auto* output = at + columns_ * hidden_;
  auto* hidden_bias = output + hidden_ * outputs_;
  auto* output_bias = hidden_bias + hidden_;
  return {{at, hidden_, columns_},
          {output, hidden_, outputs_},
          {hidden_bias, hidden_},
          {output_bias, outputs_},
          {output_bias + outputs_, columns_}};
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

Network::Network(Eigen::Index columns, Eigen::Index hidden, Loss loss, std::uint64_t seed,
                 Eigen::Index outputs)
    : columns_(columns),
      hidden_(hidden),
      outputs_(outputs),
      loss_(loss),
      parameters_(hidden * (columns + outputs + 1) + outputs + columns) {
  std::uint32_t layer = 0;
  const auto fill = [&](auto values, Eigen::Index from, Eigen::Index to) {
    const double bound = std::sqrt(6.0 / static_cast<double>(from + to));
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      const double u = uniform(seed, Stream::network, {layer, static_cast<std::uint32_t>(i)});
      values.data()[i] = static_cast<float>(bound * (2 * u - 1));
    }
    ++layer;
  };
  auto own = parts(parameters_);
  fill(own.input, columns, hidden);
  fill(own.hidden_bias, columns, hidden);
  fill(own.output, hidden, outputs);
  fill(own.output_bias, hidden, outputs);
  own.mask.setOnes();
}

Eigen::MatrixXf Network::output(const Eigen::MatrixXf& x) const {
  const auto own = parts(parameters_);
  const Eigen::MatrixXf weights = own.input * own.mask.asDiagonal();
  Eigen::MatrixXf eta(x.cols(), outputs_);
  constexpr Eigen::Index most = kBlockRows;
  for (Eigen::Index first = 0; first < x.cols(); first += most) {
    const Eigen::Index count = std::min(most, x.cols() - first);
    const Eigen::MatrixXf units =
        hidden_layer(weights, own.hidden_bias, x.middleCols(first, count));
    eta.middleRows(first, count) = units.transpose() * own.output;
  }
  eta.rowwise() += own.output_bias.transpose();
  return eta;
}

std::vector<float> Network::predict(const Eigen::MatrixXf& x) const {
  Eigen::MatrixXf eta = output(x);
  if (loss_ == Loss::logistic)
    eta = eta.unaryExpr([](float value) { return static_cast<float>(sigmoid(value)); });
  Eigen::RowVectorXd row;
  for (Eigen::Index i = 0; loss_ == Loss::softmax && i < eta.rows(); ++i) {
    row = eta.row(i).cast<double>();
    softmax(values_of(row));
    eta.row(i) = row.cast<float>();
  }
  return {eta.data(), eta.data() + eta.size()};
}

double Network::loss(const NetworkRows& rows, Eigen::VectorXf& gradient) const {
  const auto own = parts(parameters_);
  const Eigen::MatrixXf units =
      hidden_layer(own.input * own.mask.asDiagonal(), own.hidden_bias, rows.x);
  Eigen::MatrixXf eta = units.transpose() * own.output;
  eta.rowwise() += own.output_bias.transpose();

  double sum = 0;
  Eigen::MatrixXf slope(eta.rows(), outputs_);
  Eigen::RowVectorXd row;
  for (Eigen::Index i = 0; i < eta.rows(); ++i) {
    row = eta.row(i).cast<double>();
    sum += rows.weight[i] * take_slopes(loss_, rows.y[i], values_of(row));
    slope.row(i) = (rows.weight[i] * row / static_cast<double>(eta.rows())).cast<float>();
  }

  gradient.resize(parameters_.size());
  auto out = parts(gradient);
  out.output.noalias() = units * slope;
  out.output_bias = slope.colwise().sum();
  const Eigen::MatrixXf back = pass_back(units, own.output, slope);
  out.hidden_bias = back.rowwise().sum();
  // The gradient of the products W_hd m_d; both factors have theirs from it.
  out.input.noalias() = back * rows.x.transpose();
  out.mask = out.input.cwiseProduct(own.input).colwise().sum();
  out.input = out.input * own.mask.asDiagonal();
  return sum / static_cast<double>(eta.rows());
}

std::vector<double> Network::influence() const {
  const auto own = parts(parameters_);
  const Eigen::VectorXf sums = own.mask.cwiseProduct(own.input.cwiseAbs().transpose() *
                                                     own.output.cwiseAbs().rowwise().sum());
  return {sums.begin(), sums.end()};
}

}  // namespace drfs
