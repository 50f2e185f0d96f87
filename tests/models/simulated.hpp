// Small data for the tests of models, means and evaluation: columns of standard
// normals that depend on the seed alone, and outcomes given as functions of a row.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "drfs/models.hpp"

namespace drfs::simulated {

inline float normal(std::uint64_t seed, std::size_t row, std::size_t column) {
  const Counter at = {.a = static_cast<std::uint32_t>(row),
                      .b = static_cast<std::uint32_t>(column)};
  return static_cast<float>(normals(seed, Stream::bench, at)[0]);
}

/// A column that no x uses: the noise of outcomes.
inline constexpr std::size_t kNoiseColumn = 1'000'000;

inline Matrix columns(std::uint64_t seed, std::size_t rows, std::size_t count) {
  Matrix x(rows, count);
  for (std::size_t d = 0; d < count; ++d)
    for (std::size_t i = 0; i < rows; ++i) x(i, d) = normal(seed, i, d);
  return x;
}

struct Sample {
  Matrix x;
  std::vector<float> y;
  std::vector<float> weight;
  std::size_t classes = 0;

  TrainingData data() const { return {x.view(), y, weight, classes}; }
};

/// mean(x, row) plus noise.
using Mean = std::function<double(const Matrix&, std::size_t)>;

inline Sample regression(std::uint64_t seed, std::size_t rows, std::size_t count, double noise,
                         const Mean& mean) {
  Sample s{columns(seed, rows, count), std::vector<float>(rows), std::vector<float>(rows, 1.0F)};
  for (std::size_t i = 0; i < rows; ++i)
    s.y[i] = static_cast<float>(mean(s.x, i) + noise * normal(seed, i, kNoiseColumn));
  return s;
}

/// Class 1 with probability 1 / (1 + exp(-logit(x, row))).
inline Sample binary(std::uint64_t seed, std::size_t rows, std::size_t count, const Mean& logit) {
  Sample s{columns(seed, rows, count), std::vector<float>(rows), std::vector<float>(rows, 1.0F)};
  for (std::size_t i = 0; i < rows; ++i) {
    const double u =
        uniform(seed, Stream::bench, {.a = static_cast<std::uint32_t>(i), .b = kNoiseColumn});
    s.y[i] = u < 1 / (1 + std::exp(-logit(s.x, i))) ? 1.0F : 0.0F;
  }
  return s;
}

/// The probabilities of classes whose log odds against each other are the differences of the
/// scores.
using Scores = std::function<std::vector<double>(const Matrix&, std::size_t)>;

inline std::vector<double> probabilities(std::vector<double> scores) {
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score);
  for (double& score : scores) score /= sum;
  return scores;
}

/// One of several classes by the probabilities of the scores.
inline Sample classes(std::uint64_t seed, std::size_t rows, std::size_t count,
                      const Scores& scores) {
  Sample s{columns(seed, rows, count), std::vector<float>(rows), std::vector<float>(rows, 1.0F)};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto p = probabilities(scores(s.x, i));
    double u =
        uniform(seed, Stream::bench, {.a = static_cast<std::uint32_t>(i), .b = kNoiseColumn});
    std::size_t k = 0;
    while (k + 1 < p.size() && u >= p[k]) u -= p[k++];
    s.y[i] = static_cast<float>(k);
    s.classes = p.size();
  }
  return s;
}

/// The sample as a population whose first `selection_rows` rows choose.
inline Population population(std::string name, Sample s, std::size_t selection_rows) {
  return {std::move(name), std::move(s.x), std::move(s.y), std::move(s.weight), selection_rows};
}

/// One feature per column, named x0, x1, …, and one target level per class, named 0, 1, …
inline Dataset dataset(Task task, std::vector<Population> populations) {
  Dataset out;
  out.task = task;
  for (std::size_t d = 0; d < populations.at(0).x.columns(); ++d) {
    Feature feature;
    feature.name = fmt::format("x{}", d);
    feature.first_column = d;
    out.features.push_back(std::move(feature));
  }
  out.populations = std::move(populations);
  if (task == Task::multiclass)
    for (const auto& population : out.populations)
      for (const float y : population.y)
        while (static_cast<float>(out.target_levels.size()) <= y)
          out.target_levels.push_back(fmt::format("{}", out.target_levels.size()));
  return out;
}

/// Share of the variance that the predictions leave unexplained.
inline double unexplained(const std::vector<float>& y, const std::vector<float>& predicted) {
  double mean = 0;
  for (const float v : y) mean += v / static_cast<double>(y.size());
  double residual = 0;
  double total = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    residual += std::pow(y[i] - predicted[i], 2);
    total += std::pow(y[i] - mean, 2);
  }
  return residual / total;
}

}  // namespace drfs::simulated
