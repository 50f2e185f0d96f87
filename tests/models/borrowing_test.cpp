// How a population's own model and one of all rows are mixed: the share against a search on a grid,
// the fit against rows that are put together by hand.
#include "models/borrowing.hpp"

#include <gtest/gtest.h>

#include "models/simulated.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

double sum(const Matrix& x, std::size_t i) {
  return x(i, 0) + x(i, 1);
}

Dataset two(Task task = Task::regression) {
  auto data = simulated::dataset(
      task, {simulated::population("A", simulated::regression(1, 50, 2, 0.4, sum), 40),
             simulated::population("B", simulated::regression(2, 30, 2, 0.4, sum), 30)});
  data.populations[0].weight[3] = 4;
  return data;
}

/// Squared error of a mixture on the selection rows; of classes, of their indicators.
double error_of(const Dataset& data, const Population& population,
                const std::vector<float>& predicted) {
  const std::size_t rows = population.selection_rows;
  double error = 0;
  const auto outcomes = outcomes_of(data, std::span(population.y).first(rows));
  for (std::size_t k = 0; k < outcomes.size(); ++k)
    for (std::size_t i = 0; i < rows; ++i)
      error += population.weight[i] * std::pow(outcomes[k][i] - predicted[k * rows + i], 2);
  return error;
}

std::vector<float> noise(std::uint64_t seed, std::size_t size) {
  std::vector<float> out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = simulated::normal(seed, i, 0);
  return out;
}

TEST(BorrowedShare, IsTheBestOnAGrid) {
  const Dataset data = two();
  const Population& a = data.populations[0];
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    const auto own = noise(seed, 40), together = noise(seed + 100, 40);
    const double share = borrowed_share(data, a, own, together);
    const double best = error_of(data, a, mixed(own, together, share));
    for (int step = 0; step <= 100; ++step)
      EXPECT_LE(best, error_of(data, a, mixed(own, together, step / 100.0)) + 1e-4);
  }
}

TEST(BorrowedShare, OfClassesIsTheBestOnAGrid) {
  const auto scores = [](const Matrix& x, std::size_t i) {
    return std::vector<double>{x(i, 0), x(i, 1), 0};
  };
  const auto data = simulated::dataset(
      Task::multiclass, {simulated::population("A", simulated::classes(5, 60, 2, scores), 60)});
  const auto own = noise(31, 180), together = noise(32, 180);
  const double share = borrowed_share(data, data.populations[0], own, together);
  const double best = error_of(data, data.populations[0], mixed(own, together, share));
  for (int step = 0; step <= 100; ++step)
    EXPECT_LE(best, error_of(data, data.populations[0], mixed(own, together, step / 100.0)) + 1e-3);
}

TEST(BorrowedShare, IsNothingWhereTheOwnModelIsRightAndAllWhereTheOtherIs) {
  const Dataset data = two();
  const Population& b = data.populations[1];
  const auto wrong = noise(7, 30);
  EXPECT_NEAR(borrowed_share(data, b, b.y, wrong), 0, 1e-6);
  EXPECT_NEAR(borrowed_share(data, b, wrong, b.y), 1, 1e-6);
  EXPECT_EQ(borrowed_share(data, b, wrong, wrong), 0);  // nothing to choose between
}

TEST(MoveBase, GivesAPopulationItsOwnBaseRate) {
  const std::vector<float> pooled = {0.5F, 0.3F}, own = {0.2F, 0.4F};
  EXPECT_EQ(move_base({1, 2, 3, 4}, pooled, pooled, Task::regression),
            (std::vector<float>{1, 2, 3, 4}));
  EXPECT_FLOAT_EQ(move_base({1, 2}, {pooled.data(), 1}, {own.data(), 1}, Task::regression)[1],
                  1.7F);
  const auto classes = move_base({0.1F, 0.9F, 0.95F, 0.5F}, pooled, own, Task::multiclass);
  const std::vector<float> expected = {0, 0.6F, 1, 0.6F};  // two rows of each class
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FLOAT_EQ(classes[i], expected[i]);
}

TEST(FitTogether, KnowsTheBaseRateOfEveryPopulationAndOfAll) {
  const Dataset data = two();
  const auto model = make_model({.model = "xgb", .trees = 2}, data.task);
  const std::vector<RowsOfPopulation> from = {{0, {0, 3}}, {1, {1}}};
  const BaseRates base = fit_together(*model, data, {0, 1}, from);
  const auto& a = data.populations[0].y;
  const auto& b = data.populations[1].y;
  EXPECT_FLOAT_EQ(base.own[0].front(), (a[0] + 4 * a[3]) / 5);  // row 3 counts four times
  EXPECT_FLOAT_EQ(base.own[1].front(), b[1]);
  EXPECT_NEAR(base.together.front(), (a[0] + 4 * a[3] + b[1]) / 6, 1e-6);
}

TEST(FitTogether, SeesTheRowsOfAllAndNoOthers) {
  const Dataset data = two();
  const auto model = make_model({.model = "xgb", .trees = 10}, data.task);
  const auto by_hand = make_model({.model = "xgb", .trees = 10}, data.task);
  const std::vector<RowsOfPopulation> from = {{0, {0, 2, 5, 8, 13, 20, 21, 22}},
                                              {1, {1, 3, 4, 9, 10, 11}}};
  fit_together(*model, data, {0, 1}, from);
  simulated::Sample rows{Matrix(14, 2), {}, {}};
  for (const auto& [p, some] : from)
    for (std::size_t i : some) {
      const Population& population = data.populations[p];
      for (std::size_t d = 0; d < 2; ++d) rows.x(rows.y.size(), d) = population.x(i, d);
      rows.y.push_back(population.y[i]);
      rows.weight.push_back(population.weight[i]);
    }
  by_hand->fit(rows.data());
  const auto x = data.populations[0].x.view();
  EXPECT_EQ(model->predict(x), by_hand->predict(x));
}

}  // namespace
}  // namespace drfs
