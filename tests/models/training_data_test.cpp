// What models share: the layout of predictions for several classes, shares and losses.
#include "models/training_data.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace drfs {
namespace {

const Matrix kNone(4, 0);
const std::vector<float> kClasses = {0, 2, 2, 1};
const std::vector<float> kWeight = {1, 1, 2, 4};

TEST(TrainingData, KnowingNothingIsTheMeanOrTheSharesOfTheClasses) {
  EXPECT_EQ(base_values({kNone.view(), kClasses, kWeight}), (std::vector<double>{1.25}));
  EXPECT_EQ(base_values({kNone.view(), kClasses, kWeight, 4}),
            (std::vector<double>{0.125, 0.5, 0.375, 0}));
}

TEST(TrainingData, ValuesAreRepeatedClassAfterClass) {
  EXPECT_EQ(repeated(std::vector<double>{0.25, 0.75}, 2),
            (std::vector<float>{0.25, 0.25, 0.75, 0.75}));
  EXPECT_EQ(base_prediction({kNone.view(), kClasses, kWeight, 3}, 1),
            (std::vector<float>{0.125, 0.5, 0.375}));
}

TEST(TrainingData, TheLossOfARowIsThatOfTheRightClass) {
  const std::vector<float> y = {2, 0};
  const std::vector<float> p = {0.5, 0.25, 0.375, 0.25, 0.125, 0.5};
  EXPECT_DOUBLE_EQ(loss_of_row(Task::multiclass, y, p, 0), std::log(8));
  EXPECT_DOUBLE_EQ(loss_of_row(Task::multiclass, y, p, 1), std::log(4));
  EXPECT_DOUBLE_EQ(loss_of_row(Task::regression, y, p, 1), 0.0625);
}

}  // namespace
}  // namespace drfs
