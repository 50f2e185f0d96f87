// What holds for every model: names, options, and the edges of the data.
#include "drfs/models.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "models/simulated.hpp"

namespace drfs {
namespace {

ErrorCode code_of(const std::function<void()>& action, std::string* message = nullptr) {
  try {
    action();
  } catch (const Error& error) {
    if (message != nullptr) *message = error.what();
    return error.code();
  }
  ADD_FAILURE() << "no error";
  return ErrorCode::internal;
}

TEST(Models, UnknownNameListsTheKnownOnes) {
  std::string message;
  ModelOptions options;
  options.model = "linea";
  EXPECT_EQ(code_of([&] { make_model(options, Task::regression); }, &message), ErrorCode::usage);
  EXPECT_NE(message.find("xgb, rf, smooth, linear"), std::string::npos) << message;
  EXPECT_NE(message.find("Did you mean 'linear'"), std::string::npos) << message;
}

TEST(Models, TasksWithoutAModelAreRefused) {
  EXPECT_EQ(code_of([&] { make_model({}, Task::automatic); }), ErrorCode::usage);
  for (const Task task : {Task::binary, Task::multiclass})
    EXPECT_EQ(code_of([&] { make_model({.model = "smooth"}, task); }), ErrorCode::usage);
}

TEST(Models, OptionsOutOfRangeAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<const char*, ModelOptions> wrong[] = {
      {"--trees", {.trees = 0}},           {"--trees", {.trees = -3}},
      {"--depth", {.depth = 0}},           {"--depth", {.depth = 31}},
      {"--tree-rate", {.tree_rate = 0}},   {"--tree-rate", {.tree_rate = 1.5}},
      {"--tree-rate", {.tree_rate = nan}}, {"--ridge", {.ridge = 0}},
      {"--ridge", {.ridge = nan}},
  };
  for (const auto& [option, options] : wrong) {
    std::string message;
    EXPECT_EQ(code_of([&] { make_model(options, Task::binary); }, &message), ErrorCode::usage);
    EXPECT_NE(message.find(option), std::string::npos) << message;
    EXPECT_NE(message.find("Give a"), std::string::npos) << message;
  }
}

/// Writes down the names and changes every value it can.
struct Recorder : OptionVisitor {
  std::vector<std::string> names;
  Choice model;
  void option(std::string_view name, int& value, std::string_view) override {
    names.emplace_back(name);
    value = 7;
  }
  void option(std::string_view name, double& value, std::string_view) override {
    names.emplace_back(name);
    value = 0.125;
  }
  void option(std::string_view name, Choice choice, std::string_view) override {
    names.emplace_back(name);
    model = std::move(choice);
  }
  void option(std::string_view, std::uint64_t&, std::string_view) override { FAIL(); }
  void option(std::string_view, bool&, std::string_view) override { FAIL(); }
  void option(std::string_view, std::string&, std::string_view) override { FAIL(); }
  void option(std::string_view, std::vector<std::string>&, std::string_view) override { FAIL(); }
};

TEST(Models, DescribeBindsEveryOption) {
  ModelOptions options;
  Recorder recorder;
  describe(options, recorder);
  EXPECT_EQ(recorder.names,
            (std::vector<std::string>{"model", "trees", "depth", "tree-rate", "ridge"}));
  EXPECT_EQ(options.trees, 7);
  EXPECT_EQ(options.depth, 7);
  EXPECT_EQ(options.tree_rate, 0.125);
  EXPECT_EQ(options.ridge, 0.125);
  EXPECT_EQ(recorder.model.get(), "auto");
  recorder.model.set("linear");
  EXPECT_EQ(options.model, "linear");
  EXPECT_EQ(recorder.model.known, model_names());
  EXPECT_THROW(recorder.model.set("tree"), Error);
}

class EveryModel : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Model> make(Task task) const { return make_model({.model = GetParam()}, task); }
  bool has(Task task) const { return task != Task::binary || GetParam() != "smooth"; }
};

TEST_P(EveryModel, NoColumnsPredictTheWeightedMean) {
  const std::vector<float> weight = {1, 1, 2};
  const Matrix none(3, 0);
  const auto line = make(Task::regression);
  line->fit({none.view(), std::vector<float>{1, 2, 5}, weight});
  EXPECT_EQ(line->predict(Matrix(2, 0).view()), (std::vector<float>{3.25F, 3.25F}));
  if (!has(Task::binary)) return;
  const auto classes = make(Task::binary);
  classes->fit({none.view(), std::vector<float>{0, 1, 1}, weight});
  for (const float p : classes->predict(Matrix(2, 0).view())) EXPECT_NEAR(p, 0.75, 1e-6);
}

TEST_P(EveryModel, ConstantOutcomesAreReturned) {
  auto sample = simulated::regression(1, 200, 3, 0, [](const auto&, auto) { return 3.7; });
  const auto line = make(Task::regression);
  line->fit(sample.data());
  for (const float v : line->predict(sample.x.view())) EXPECT_NEAR(v, 3.7, 1e-5);
  for (const float constant : {0.0F, 1.0F}) {
    if (!has(Task::binary)) continue;
    sample.y.assign(sample.y.size(), constant);
    const auto classes = make(Task::binary);
    classes->fit(sample.data());
    for (const float p : classes->predict(sample.x.view())) {
      EXPECT_NEAR(p, constant, 1e-4);
      EXPECT_TRUE(p >= 0 && p <= 1);
    }
  }
}

TEST_P(EveryModel, SameDataGiveTheSameBits) {
  for (const Task task : {Task::regression, Task::binary}) {
    if (!has(task)) continue;
    const auto sample = simulated::binary(
        2, 700, 4, [](const Matrix& x, std::size_t i) { return x(i, 0) + x(i, 1) * x(i, 2); });
    std::vector<std::vector<float>> predictions;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const auto model = make(task);
      model->fit(sample.data());
      predictions.push_back(model->predict(sample.x.view()));
    }
    EXPECT_EQ(predictions[0], predictions[1]);
  }
}

TEST_P(EveryModel, RefittingForgetsTheOldData) {
  const auto mean = [](const Matrix& x, std::size_t i) { return x(i, 0); };
  const auto first = simulated::regression(3, 300, 2, 0.1, mean);
  const auto second = simulated::regression(4, 300, 2, 0.1, mean);
  const auto used = make(Task::regression);
  used->fit(first.data());
  used->fit(second.data());
  const auto fresh = make(Task::regression);
  fresh->fit(second.data());
  EXPECT_EQ(used->predict(first.x.view()), fresh->predict(first.x.view()));
}

TEST_P(EveryModel, BadTrainingDataAreRefused) {
  const auto model = make(Task::regression);
  const Matrix x(2, 1);
  const std::vector<float> y = {0, 1};
  EXPECT_EQ(code_of([&] { model->fit({Matrix(0, 1).view(), {}, {}}); }), ErrorCode::internal);
  EXPECT_EQ(code_of([&] {
              model->fit({x.view(), y, std::vector<float>{1}});
            }),
            ErrorCode::internal);
  EXPECT_EQ(code_of([&] { model->fit({x.view(), y, std::vector<float>{0, 0}}); }), ErrorCode::data);
  EXPECT_EQ(code_of([&] {
              model->fit({x.view(), y, std::vector<float>{2, -1}});
            }),
            ErrorCode::data);
}

TEST_P(EveryModel, PredictionNeedsTheColumnsOfTheFit) {
  const auto sample = simulated::regression(5, 50, 3, 1, [](const auto&, auto) { return 0.0; });
  const auto model = make(Task::regression);
  model->fit(sample.data());
  EXPECT_EQ(code_of([&] { model->predict(Matrix(4, 2).view()); }), ErrorCode::internal);
  EXPECT_TRUE(model->predict(Matrix(0, 3).view()).empty());
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, testing::ValuesIn(model_names()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace drfs
