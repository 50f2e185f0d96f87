// A network with one hidden layer as a model: what scikit-learn's MLPRegressor and MLPClassifier
// are with early_stopping=True and their other defaults. A tenth of the rows, of each class, is not
// learnt from; learning ends where the score on them (R^2, accuracy) stands still, and the best
// parameters are kept. One thing is added: inputs and, for regression, the outcome are standardised
// on the training rows, because the step size means something on that scale only. On data that are
// standardised already it changes nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/moments.hpp"
#include "core/random.hpp"
#include "models/model_table.hpp"
#include "models/network_trainer.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// As in scikit-learn, but for the number of epochs.
struct Recipe {
  Eigen::Index hidden = 100;
  double decay = 1e-4;
  int most_epochs = 1000;  ///< as the paper trains it; scikit-learn's own limit is 200
  double validation_share = 0.1;
  double tolerance = 1e-4;  ///< progress is a gain of so much
  int patience = 10;        ///< learning ends after more epochs than this without it
  /// With fewer rows none can be spared: all are learnt from, for all epochs.
  std::size_t fewest_rows_to_validate = 10;
  std::uint64_t seed = 0;  ///< always the same: a model is a function of its data
};
constexpr Recipe recipe;

/// The rows that count; a row of weight 0 must not, in any batch or score.
TrainingRows counted(const TrainingData& data) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < data.y.size(); ++i)
    if (data.weight[i] > 0) rows.push_back(i);
  return {data, rows};
}

/// To mean 0 and variance 1 and back; what is constant becomes 0.
struct Standard {
  double mean = 0, deviation = 0;

  float to(float value) const {
    return deviation > 0 ? static_cast<float>((value - mean) / deviation) : 0.0F;
  }
  float from(float value) const { return static_cast<float>(mean + deviation * value); }
};

struct Split {
  std::vector<std::size_t> training, validation;
};

/// The same share of each class; regression has one class.
Split split_rows(const Eigen::VectorXf& y, Loss loss, std::size_t outputs) {
  const auto count = static_cast<std::size_t>(y.size());
  std::vector<std::vector<std::size_t>> classes(std::max<std::size_t>(outputs, 2));
  for (std::size_t i : permutation(recipe.seed, Stream::network_order, {}, count)) {
    const float outcome = y[static_cast<Eigen::Index>(i)];
    classes[loss == Loss::squared ? 0 : static_cast<std::size_t>(outcome)].push_back(i);
  }
  Split split;
  for (const auto& rows : classes) {
    const double share = count < recipe.fewest_rows_to_validate ? 0 : recipe.validation_share;
    const auto held = std::lround(share * static_cast<double>(rows.size()));
    split.validation.insert(split.validation.end(), rows.begin(), rows.begin() + held);
    split.training.insert(split.training.end(), rows.begin() + held, rows.end());
  }
  return split;
}

/// The share of the weight of the rows whose class is the most probable one.
double accuracy(const Eigen::MatrixXf& eta, const NetworkRows& rows) {
  double right = 0;
  for (Eigen::Index i = 0; i < rows.size(); ++i) {
    Eigen::Index most = eta(i, 0) > 0 ? 1 : 0;
    if (eta.cols() > 1) eta.row(i).maxCoeff(&most);
    right += static_cast<float>(most) == rows.y[i] ? rows.weight[i] : 0;
  }
  return right / rows.weight.cast<double>().sum();
}

/// R^2 or accuracy.
double score(const Network& network, const NetworkRows& rows, Loss loss) {
  const Eigen::MatrixXf output = network.output(rows.x);
  if (loss != Loss::squared) return accuracy(output, rows);
  const Eigen::ArrayXd eta = output.col(0).cast<double>();
  const Eigen::ArrayXd y = rows.y.cast<double>(), weight = rows.weight.cast<double>();
  const double total = weight.sum();
  const double mean = (weight * y).sum() / total;
  const double variance = (weight * (y - mean).square()).sum();
  const double error = (weight * (y - eta).square()).sum();
  // A single row, or equal ones, do not vary; all rows together have variance 1.
  return 1 - error / (variance > 0 ? variance : total);
}

/// The best parameters by the validation rows, and how long ago there was progress.
class Best {
 public:
  void offer(const Eigen::VectorXf& parameters, double score) {
    stale_ = score < score_ + recipe.tolerance ? stale_ + 1 : 0;
    if (!(score > score_)) return;
    score_ = score;
    parameters_ = parameters;
  }
  bool is_over() const { return stale_ > recipe.patience; }
  bool exists() const { return parameters_.size() > 0; }
  const Eigen::VectorXf& parameters() const { return parameters_; }

 private:
  double score_ = -std::numeric_limits<double>::infinity();
  int stale_ = 0;
  Eigen::VectorXf parameters_;
};

Network train(const NetworkRows& rows, Loss loss, std::size_t outputs) {
  const Split split = split_rows(rows.y, loss, outputs);
  const NetworkRows training = rows.pick(split.training), validation = rows.pick(split.validation);
  Network network(rows.x.rows(), recipe.hidden, loss, recipe.seed,
                  static_cast<Eigen::Index>(outputs));
  NetworkTrainer trainer(network, {.decay = recipe.decay}, recipe.seed);
  Best best;
  for (int epoch = 0; epoch < recipe.most_epochs && !best.is_over(); ++epoch) {
    trainer.epoch(training);
    if (validation.size() > 0) best.offer(network.parameters(), score(network, validation, loss));
  }
  if (best.exists()) network.parameters() = best.parameters();
  return network;
}

class MlpModel : public Model {
 public:
  explicit MlpModel(Task task) : task_(task), loss_(loss_of(task)) {}

  void fit(const TrainingData& data) override {
    check_training_data(data, task_);
    const TrainingRows rows = counted(data);
    network_.reset();
    columns_.clear();
    for (std::size_t d = 0; d < rows.x.columns(); ++d) {
      columns_.push_back(scale_of(rows.x.column(d), rows.weight));
      if (!std::isfinite(columns_.back().deviation)) throw_not_finite(d);
    }
    outcome_ = scale_of(rows.y, rows.weight);
    base_ = base_values(rows.data());
    if (loss_ == Loss::logistic) base_[0] = clip_probability(base_[0]);
    // With few rows learning ends before it is known that a class never occurs.
    outputs_.clear();
    for (std::size_t k = 0; k < base_.size(); ++k)
      if (loss_ != Loss::softmax || base_[k] > 0) outputs_.push_back(k);
    const bool varies = outcome_.deviation > 0;
    if (!varies || columns_.empty()) return;
    network_ = train(standardised(rows), loss_, outputs_.size());
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    if (x.columns != columns_.size())
      throw Error(ErrorCode::internal, {"model mlp", fmt::format("{} columns", x.columns),
                                        fmt::format("was fitted on {}", columns_.size()), ""});
    if (!network_) return repeated(base_, x.rows);
    const std::vector<float> predicted = network_->predict(standardised(x));
    std::vector<float> out(base_.size() * x.rows, 0.0F);
    for (std::size_t k = 0; k < outputs_.size(); ++k)
      for (std::size_t i = 0; i < x.rows; ++i) {
        const float value = predicted[k * x.rows + i];
        out[outputs_[k] * x.rows + i] = loss_ == Loss::squared ? outcome_.from(value) : value;
      }
    return out;
  }

  /// On standardised columns, how far the output can move with each.
  std::vector<double> importance() const override {
    if (!network_) return std::vector<double>(columns_.size(), 0.0);
    auto size = network_->influence();
    for (std::size_t d = 0; d < size.size(); ++d)
      if (columns_[d].deviation == 0) size[d] = 0;
    return size;
  }

 private:
  static Standard scale_of(std::span<const float> values, std::span<const float> weight) {
    const Moments moments = weighted_moments(values, weight);
    return {moments.mean, moments.deviation};
  }

  [[noreturn]] static void throw_not_finite(std::size_t column) {
    throw Error(ErrorCode::internal, {"model mlp", fmt::format("column {}", column),
                                      "has NaN or infinite values", "Impute missing values first"});
  }

  /// Rows become columns.
  Eigen::MatrixXf standardised(MatrixView<const float> x) const {
    Eigen::MatrixXf out(x.columns, x.rows);
    for (std::size_t d = 0; d < x.columns; ++d)
      for (std::size_t i = 0; i < x.rows; ++i) {
        if (!std::isfinite(x(i, d))) throw_not_finite(d);
        out(d, i) = columns_[d].to(x(i, d));
      }
    return out;
  }

  /// What the network learns for an outcome.
  float target(float y) const {
    if (loss_ == Loss::squared) return outcome_.to(y);
    if (loss_ == Loss::logistic) return y;
    const auto output = std::ranges::lower_bound(outputs_, static_cast<std::size_t>(y));
    return static_cast<float>(output - outputs_.begin());
  }

  NetworkRows standardised(const TrainingRows& rows) const {
    const auto count = static_cast<Eigen::Index>(rows.y.size());
    NetworkRows out{standardised(rows.x.view()), Eigen::VectorXf(count), Eigen::VectorXf(count)};
    double total = 0;
    for (const float w : rows.weight) total += w;
    for (std::size_t i = 0; i < rows.y.size(); ++i) {
      out.y[i] = target(rows.y[i]);
      out.weight[i] = static_cast<float>(rows.weight[i] * static_cast<double>(count) / total);
    }
    return out;
  }

  Task task_;
  Loss loss_;
  std::vector<Standard> columns_;
  Standard outcome_;                  ///< for regression
  std::vector<double> base_;          ///< without a network: the mean outcome, or the class shares
  std::vector<std::size_t> outputs_;  ///< the class of each output: those that occur
  std::optional<Network> network_;    ///< empty where there is nothing to learn: no columns, one y
};

}  // namespace

std::unique_ptr<Model> make_mlp_regression(const ModelOptions&) {
  return std::make_unique<MlpModel>(Task::regression);
}

std::unique_ptr<Model> make_mlp_binary(const ModelOptions&) {
  return std::make_unique<MlpModel>(Task::binary);
}

std::unique_ptr<Model> make_mlp_multiclass(const ModelOptions&) {
  return std::make_unique<MlpModel>(Task::multiclass);
}

}  // namespace drfs
