// The rows of all populations under one another, standardised as one, and with their gaps shown.
#include <gtest/gtest.h>

#include <cmath>

#include "baselines/pooled.hpp"

namespace drfs {
namespace {

/// A is around 10 and B around 20, each standardised by itself; the last rows score.
Dataset shifted() {
  Dataset data;
  data.task = Task::regression;
  data.features = {{.name = "x0", .first_column = 0, .column_count = 1, .levels = {}}};
  for (const auto& [name, centre] : {std::pair{"A", 10.0}, {"B", 20.0}}) {
    Population p;
    p.name = name;
    p.x = Matrix(8, 1);
    for (std::size_t i = 0; i < 8; ++i) p.x(i, 0) = i % 2 == 0 ? -1.0F : 1.0F;
    p.y = {-1, 1, -1, 1, -1, 1, 500, 500};
    p.weight.assign(8, 1.0F);
    p.selection_rows = 6;
    p.x_scale = {{centre, 2}};
    p.y_scale = {10 * centre, 5};
    data.populations.push_back(p);
  }
  return data;
}

TEST(PooledRows, StandardisedTogetherKeepTheDistanceOfThePopulations) {
  const PooledRows rows = PooledRows::standardised_together(shifted());
  const TrainingData data = rows.as_they_are();
  ASSERT_EQ(data.x.rows, 12U);
  // x was 8, 12, … and 18, 22, …: mean 15, deviation √(25 + 4).
  EXPECT_NEAR(data.x(0, 0), (8 - 15) / std::sqrt(29.0), 1e-5);
  EXPECT_NEAR(data.x(7, 0), (22 - 15) / std::sqrt(29.0), 1e-5);
  // y was 95, 105, … and 195, 205, …: mean 150, deviation √(2500 + 25).
  EXPECT_NEAR(data.y[0], (95 - 150) / std::sqrt(2525.0), 1e-5);
  EXPECT_NEAR(data.y[11], (205 - 150) / std::sqrt(2525.0), 1e-5);
}

TEST(PooledRows, StandardisedApartDoNotSeeIt) {
  const PooledRows rows(shifted());
  const TrainingData data = rows.as_they_are();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(data.x(i, 0), data.x(i + 6, 0));
    EXPECT_EQ(data.y[i], data.y[i + 6]);
  }
}

TEST(PooledRows, ClassesKeepTheirNumbers) {
  Dataset data = shifted();
  data.task = Task::binary;
  for (auto& p : data.populations) {
    p.y = {0, 1, 0, 1, 0, 1, 0, 1};
    p.y_scale = {};
  }
  const PooledRows pooled = PooledRows::standardised_together(data);
  const TrainingData rows = pooled.as_they_are();
  EXPECT_EQ(std::vector<float>(rows.y.begin(), rows.y.end()),
            (std::vector<float>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
}

/// Takes missing values or not, and learns nothing.
class Idle : public Model {
 public:
  explicit Idle(bool takes) : takes_(takes) {}
  void fit(const TrainingData&) override {}
  std::vector<float> predict(MatrixView<const float> x) const override {
    return std::vector<float>(x.rows, 0.0F);
  }
  std::vector<double> importance() const override { return {}; }
  bool takes_missing() const override { return takes_; }

 private:
  bool takes_;
};

TEST(PooledRows, GapsAreShownInTheRowsOfTheirPopulationToModelsThatTakeThem) {
  Dataset data = shifted();
  data.populations[0].was_missing = {{}};
  data.populations[1].was_missing = {{false, true, false, false, false, false, true, false}};
  for (const bool takes : {false, true}) {
    PooledRows rows(data);
    rows.show_missing_to(Idle(takes), data);
    const TrainingData shown = rows.as_they_are();
    for (std::size_t i = 0; i < 12; ++i)  // row 1 of the second; its row 6 scores
      EXPECT_EQ(std::isnan(shown.x(i, 0)), takes && i == 7) << i;
  }
}

}  // namespace
}  // namespace drfs
