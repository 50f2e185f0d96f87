// A network with one hidden layer of rectified units and one output, or one for each class k,
//   eta_k(x) = c_k + sum_h v_hk max(0, b_h + sum_d W_hd m_d x_d),
// in single precision, with the loss of a batch of rows and its gradient. m is a mask on the
// inputs: 1 unless somebody learns it.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "drfs/models.hpp"
#include "models/linear_loss.hpp"

namespace drfs {

Loss loss_of(Task);

/// Rows to learn from. A row is a column of x, so that picking rows copies whole pieces.
struct NetworkRows {
  Eigen::MatrixXf x;
  Eigen::VectorXf y;
  Eigen::VectorXf weight;  ///< mean 1

  Eigen::Index size() const { return y.size(); }
  NetworkRows pick(std::span<const std::size_t> rows) const;
};

class Network {
 public:
  /// Weights and biases of a layer are uniform within sqrt(6 / (inputs + outputs)) (Glorot), by the
  /// seed.
  Network(Eigen::Index columns, Eigen::Index hidden, Loss, std::uint64_t seed,
          Eigen::Index outputs = 1);

  /// eta: for each row of the data a row, with a column per output.
  Eigen::MatrixXf output(const Eigen::MatrixXf& x) const;

  /// eta itself, the probability of class 1, or those of all classes, laid out as by
  /// Model::predict.
  std::vector<float> predict(const Eigen::MatrixXf& x) const;

  /// sum_i weight_i loss(y_i, eta_i) / rows; `gradient` is laid out like parameters().
  double loss(const NetworkRows&, Eigen::VectorXf& gradient) const;

  /// All that can be learnt: W by columns, v by outputs, b, c, m. The first `weight_count` are W
  /// and v.
  Eigen::VectorXf& parameters() { return parameters_; }
  const Eigen::VectorXf& parameters() const { return parameters_; }
  Eigen::Index weight_count() const { return hidden_ * (columns_ + outputs_); }
  Eigen::Ref<Eigen::VectorXf> mask() { return parameters_.tail(columns_); }
  Eigen::Ref<const Eigen::VectorXf> mask() const { return parameters_.tail(columns_); }

  Eigen::Index columns() const { return columns_; }

  /// Per column, sum_hk |v_hk W_hd| m_d: how far the outputs can move with it.
  std::vector<double> influence() const;

 private:
  /// The parameters, or a gradient, by name.
  template <class Vector>
  struct Parts;
  template <class Vector>
  Parts<Vector> parts(Vector&) const;

  Eigen::Index columns_, hidden_, outputs_;
  Loss loss_;
  Eigen::VectorXf parameters_;
};

}  // namespace drfs
