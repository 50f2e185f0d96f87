// What every model asks of its training data before it learns from them.
#pragma once

#include "drfs/models.hpp"

namespace drfs {

/// A probability is kept this far from 0 and 1, so that its logit and log loss are finite.
inline constexpr double kLeastProbability = 1e-6;

double clip_probability(double p);

/// Rows of other data, copied.
struct TrainingRows {
  Matrix x;
  std::vector<float> y, weight;
  std::size_t classes = 0;
  std::vector<float> fill = {};

  TrainingRows(const TrainingData&, const std::vector<std::size_t>& rows);
  /// All rows of several data under one another, as if they were one; without a fill.
  explicit TrainingRows(std::span<const TrainingData>);
  TrainingData data() const { return {x.view(), y, weight, classes, fill}; }
};

/// Some rows and columns of a population as the model is given them: complete, or with missing
/// values where it takes them. Every model that may be one of trees gets its rows here.
TrainingRows rows_for(const Model&, const Dataset&, const Population&,
                      const std::vector<std::size_t>& columns,
                      const std::vector<std::size_t>& rows);

/// What rows_for does to a copy of these rows and columns that is on a scale of its own: puts NaN
/// where the values were missing, if the model takes them. Returns what stood there, as
/// TrainingData::fill.
std::vector<float> show_missing(const Model&, const Population&,
                                const std::vector<std::size_t>& columns,
                                const std::vector<std::size_t>& rows, MatrixView<float> x);

/// first, first + 1, …, last - 1: rows, or columns.
std::vector<std::size_t> from_to(std::size_t first, std::size_t last);

/// The first `rows` rows of one of the data set's populations, without a copy and without missing
/// values.
TrainingData first_rows(const Dataset&, const Population&, std::size_t rows);

/// Throws where there are no rows, sizes differ, or the weights do not sum to a positive number.
void check_training_data(const TrainingData&);

/// Also where there are classes for another task than multiclass, or none for it.
void check_training_data(const TrainingData&, Task);

/// The weighted mean of y: what is predicted where there are no columns.
double mean_outcome(const TrainingData&);

/// Multiclass: the share of each class in the weight.
std::vector<double> class_shares(const TrainingData&);

/// What is known without any column: the mean outcome, or the class shares.
std::vector<double> base_values(const TrainingData&);

/// The same values for each of so many rows, laid out as by Model::predict.
std::vector<float> repeated(std::span<const double> values, std::size_t rows);

/// What a model that sees no columns predicts for so many rows.
std::vector<float> base_prediction(const TrainingData&, std::size_t rows);

/// What a prediction costs: squared error, or the log loss of a clipped probability.
double loss(Task, double y, double predicted);

/// The same for row `row` of what a model predicts for rows with the outcomes y; for several
/// classes the log loss of the probability of the right one.
double loss_of_row(Task, std::span<const float> y, std::span<const float> predicted,
                   std::size_t row);

}  // namespace drfs
