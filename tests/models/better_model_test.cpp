#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "drfs/models.hpp"

namespace drfs {
namespace {

struct Made {
  Matrix x;
  std::vector<float> y, weight;

  Made(std::size_t rows, double (*outcome)(double, double)) : x(rows, 2), weight(rows, 1.0F) {
    for (std::uint32_t i = 0; i < rows; ++i) {
      const auto z = normals(3, Stream::bench, {i, 0, 0, 0});
      x(i, 0) = static_cast<float>(z[0]);
      x(i, 1) = static_cast<float>(z[1]);
      y.push_back(static_cast<float>(outcome(z[0], z[1])));
    }
  }
  TrainingData training(Task task) const {
    return {x.view(), y, weight, task == Task::multiclass ? std::size_t{3} : 0};
  }
};

std::vector<float> predictions(const std::string& name, Task task, const Made& made) {
  ModelOptions options;
  options.model = name;
  const auto model = make_model(options, task);
  model->fit(made.training(task));
  return model->predict(made.x.view());
}

TEST(BetterModel, IsTheSmoothOneForASum) {
  const Made sum(300, [](double a, double b) { return a + 2 * b; });
  EXPECT_EQ(predictions("auto", Task::regression, sum),
            predictions("smooth", Task::regression, sum));
}

TEST(BetterModel, IsTheLinearOneForASumOfManyColumns) {
  // Only two of 70 columns matter.
  Made sum(300, [](double a, double b) { return a + 2 * b; });
  Matrix wide(300, 70);
  for (std::uint32_t d = 0; d < 70; ++d)
    for (std::uint32_t i = 0; i < 300; ++i)
      wide(i, d) =
          d < 2 ? sum.x(i, d) : static_cast<float>(normals(4, Stream::bench, {i, d, 0, 0})[0]);
  sum.x = wide;
  EXPECT_EQ(predictions("auto", Task::regression, sum),
            predictions("linear", Task::regression, sum));
}

TEST(BetterModel, IsTheTreesForAStep) {
  const Made step(600, [](double a, double b) { return std::abs(a) > 0.7 ? 1.0 + 0.1 * b : 0.0; });
  EXPECT_EQ(predictions("auto", Task::regression, step),
            predictions("xgb", Task::regression, step));
}

TEST(BetterModel, ChoosesByLogLossForTwoClasses) {
  // The last term is as good as noise.
  const Made line(300, [](double a, double b) {
    return a + b + 1.5 * std::sin(997 * a + 31 * b) > 0 ? 1.0 : 0.0;
  });
  EXPECT_EQ(predictions("auto", Task::binary, line), predictions("linear", Task::binary, line));
  const Made ring(600, [](double a, double b) { return a * a + b * b > 1 ? 1.0 : 0.0; });
  EXPECT_EQ(predictions("auto", Task::binary, ring), predictions("xgb", Task::binary, ring));
}

TEST(BetterModel, ChoosesByLogLossForThreeClasses) {
  const Made line(300, [](double a, double b) {
    const double noisy = a + b + 1.5 * std::sin(997 * a + 31 * b);
    return noisy > 1 ? 2.0 : noisy > -1 ? 1.0 : 0.0;
  });
  EXPECT_EQ(predictions("auto", Task::multiclass, line),
            predictions("linear", Task::multiclass, line));
  const Made rings(600, [](double a, double b) {
    const double square = a * a + b * b;
    return square > 2 ? 2.0 : square > 0.7 ? 1.0 : 0.0;
  });
  EXPECT_EQ(predictions("auto", Task::multiclass, rings),
            predictions("xgb", Task::multiclass, rings));
}

TEST(BetterModel, AHandfulOfRowsIsLeftToTheTrees) {
  const Made few(4, [](double a, double) { return a; });
  EXPECT_EQ(predictions("auto", Task::regression, few), predictions("xgb", Task::regression, few));
}

TEST(BetterModel, WithoutChoiceItIsTheTreesAndOthersStayAsTheyAre) {
  ModelOptions options;
  EXPECT_EQ(options.model, "auto");
  EXPECT_EQ(without_choice(options).model, "xgb");
  options.model = "linear";
  EXPECT_EQ(without_choice(options).model, "linear");
}

}  // namespace
}  // namespace drfs
