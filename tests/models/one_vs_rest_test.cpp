// What is made of the models of two classes, shown by models that predict what they are told.
#include "models/one_vs_rest.hpp"

#include <gtest/gtest.h>

#include "models/training_data.hpp"

namespace drfs {
namespace {

/// Predicts `factor` times the share of class 1, for every row.
class ShareModel : public Model {
 public:
  explicit ShareModel(double factor) : factor_(factor) {}
  void fit(const TrainingData& data) override {
    EXPECT_EQ(data.classes, 0U);
    share_ = mean_outcome(data);
  }
  std::vector<float> predict(MatrixView<const float> x) const override {
    return std::vector<float>(x.rows, static_cast<float>(factor_ * share_));
  }
  std::vector<double> importance() const override { return {share_, 1}; }

 private:
  double factor_, share_ = 0;
};

std::unique_ptr<Model> fitted(double factor) {
  auto model = make_one_vs_rest([factor] { return std::make_unique<ShareModel>(factor); });
  const Matrix x(4, 2);
  model->fit({x.view(), std::vector<float>{0, 2, 2, 1}, std::vector<float>{1, 1, 2, 4}, 3});
  return model;
}

TEST(OneVsRest, ScalesTheProbabilitiesToSumToOne) {
  EXPECT_EQ(fitted(0.25)->predict(Matrix(2, 2).view()),
            (std::vector<float>{0.125, 0.125, 0.5, 0.5, 0.375, 0.375}));
}

TEST(OneVsRest, WhereAllAreZeroTheClassesAreEqual) {
  for (const float p : fitted(0)->predict(Matrix(2, 2).view())) EXPECT_EQ(p, 1.0F / 3);
}

TEST(OneVsRest, ImportanceIsTheSumOverTheClasses) {
  EXPECT_EQ(fitted(1)->importance(), (std::vector<double>{1, 3}));
}

}  // namespace
}  // namespace drfs
