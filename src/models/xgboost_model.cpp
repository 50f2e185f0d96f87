// Boosted trees: the one file that knows XGBoost. Its C API reports failures by
// return value; here they become errors. One thread per model, because models of
// different populations and folds are fitted side by side.
#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "models/model_table.hpp"
#include "models/training_data.hpp"
#include "models/xgboost_model.hpp"

namespace drfs {
namespace {

void call(int status, const char* function) {
  if (status == 0) return;
  std::string text = XGBGetLastError();
  text.resize(std::min(text.size(), text.find("\nStack trace")));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const bool memory = text.find("bad_alloc") != std::string::npos;
  throw Error(memory ? ErrorCode::resources : ErrorCode::internal,
              {fmt::format("XGBoost, {}", function), "", text, ""});
}

/// XGBoost keeps its verbosity per thread, so every entry into this file sets it.
void silence() {
  call(XGBSetGlobalConfig(R"({"verbosity": 0})"), "XGBSetGlobalConfig");
}

struct FreeMatrix {
  void operator()(void* handle) const { XGDMatrixFree(handle); }
};
struct FreeBooster {
  void operator()(void* handle) const { XGBoosterFree(handle); }
};
using DMatrix = std::unique_ptr<void, FreeMatrix>;
using Booster = std::unique_ptr<void, FreeBooster>;

/// The view as NumPy describes an array. XGBoost follows the strides, so that a
/// column-major matrix needs no copy in row-major order.
std::string array_interface(MatrixView<const float> x) {
  return fmt::format(
      R"({{"data": [{}, true], "shape": [{}, {}], "strides": [{}, {}], "typestr": "<f4", "version": 3}})",
      reinterpret_cast<std::uintptr_t>(x.data), x.rows, x.columns, sizeof(float),
      sizeof(float) * x.stride);
}

DMatrix make_matrix(const TrainingData& data) {
  DMatrixHandle handle = nullptr;
  call(XGDMatrixCreateFromDense(array_interface(data.x).c_str(),
                                R"({"missing": NaN, "nthread": 1})", &handle),
       "XGDMatrixCreateFromDense");
  DMatrix matrix(handle);
  call(XGDMatrixSetFloatInfo(handle, "label", data.y.data(), data.y.size()), "set label");
  call(XGDMatrixSetFloatInfo(handle, "weight", data.weight.data(), data.weight.size()),
       "set weight");
  return matrix;
}

const char* objective_of(Task task) {
  switch (task) {
    case Task::binary:
      return "binary:logistic";
    case Task::multiclass:
      return "multi:softprob";
    default:
      return "reg:squarederror";
  }
}

class XgboostModel : public Model {
 public:
  XgboostModel(const ModelOptions& options, Task task,
               TreeImportance importance = TreeImportance::total_gain)
      : options_(options), task_(task), importance_(importance) {}

  void fit(const TrainingData& data) override {
    check_training_data(data, task_);
    base_ = base_values(data);
    columns_ = data.x.columns;
    booster_.reset();
    if (columns_ == 0) return;
    if (task_ != Task::regression)
      for (double& p : base_) p = clip_probability(p);

    silence();
    const DMatrix matrix = make_matrix(data);
    set_start(matrix.get(), data.x.rows);
    Booster booster = make_booster(matrix.get());
    for (int round = 0; round < options_.trees; ++round)
      call(XGBoosterUpdateOneIter(booster.get(), round, matrix.get()), "XGBoosterUpdateOneIter");
    booster_ = std::move(booster);
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    if (x.columns != columns_)
      throw Error(ErrorCode::internal, {"model xgb", fmt::format("{} columns", x.columns),
                                        fmt::format("was fitted on {}", columns_), ""});
    if (!booster_ || x.rows == 0) return repeated(base_, x.rows);
    silence();
    const DMatrix start = make_start(x.rows);
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* values = nullptr;
    call(XGBoosterPredictFromDense(booster_.get(), array_interface(x).c_str(),
                                   R"({"type": 0, "training": false, "iteration_begin": 0,
                                       "iteration_end": 0, "strict_shape": false,
                                       "cache_id": 0, "missing": NaN})",
                                   start.get(), &shape, &dimensions, &values),
         "XGBoosterPredictFromDense");
    std::vector<float> out(base_.size() * x.rows);
    for (std::size_t k = 0; k < base_.size(); ++k)
      for (std::size_t i = 0; i < x.rows; ++i) out[k * x.rows + i] = values[i * base_.size() + k];
    return out;
  }

  /// XGBoost learns at each split which way missing values go.
  bool takes_missing() const override { return true; }

  std::vector<double> importance() const override {
    std::vector<double> gain(columns_, 0.0);
    if (!booster_) return gain;
    silence();
    bst_ulong names = 0, dimensions = 0;
    const char** name = nullptr;
    const bst_ulong* shape = nullptr;
    const float* scores = nullptr;
    const char* kind = importance_ == TreeImportance::total_gain
                           ? R"({"importance_type": "total_gain"})"
                           : R"({"importance_type": "gain"})";
    call(XGBoosterFeatureScore(booster_.get(), kind, &names, &name, &dimensions, &shape, &scores),
         "XGBoosterFeatureScore");
    // Columns without a name are called f0, f1, …; those that no tree uses are not listed.
    for (bst_ulong i = 0; i < names; ++i) gain[std::stoul(name[i] + 1)] = scores[i];
    return gain;
  }

 private:
  /// The one starting value that XGBoost takes cannot be that of several classes: theirs go with
  /// the rows.
  void set_start(DMatrixHandle matrix, std::size_t rows) const {
    if (task_ != Task::multiclass) return;
    Matrix margins(rows, base_.size());
    for (std::size_t k = 0; k < base_.size(); ++k)
      std::ranges::fill(margins.column(k), static_cast<float>(std::log(base_[k])));
    call(XGDMatrixSetInfoFromInterface(matrix, "base_margin",
                                       array_interface(margins.view()).c_str()),
         "set base_margin");
  }

  /// What predictions need to know of rows besides x; nothing but for several classes.
  DMatrix make_start(std::size_t rows) const {
    if (task_ != Task::multiclass) return nullptr;
    DMatrixHandle handle = nullptr;
    call(XGProxyDMatrixCreate(&handle), "XGProxyDMatrixCreate");
    DMatrix start(handle);
    set_start(handle, rows);
    return start;
  }

  Booster make_booster(DMatrixHandle matrix) const {
    BoosterHandle handle = nullptr;
    call(XGBoosterCreate(&matrix, 1, &handle), "XGBoosterCreate");
    Booster booster(handle);
    std::vector<std::pair<const char*, std::string>> parameters = {
        {"objective", objective_of(task_)},
        {"tree_method", "hist"},
        // Fewer bins would be faster on a few thousand rows, where finding splits is most of the
        // work, but they blunt the tails: y = x^2 of a normal x keeps four times the error with 64.
        {"max_bin", "256"},
        {"max_depth", fmt::format("{}", options_.depth)},
        {"eta", fmt::format("{}", options_.tree_rate)},
        {"nthread", "1"},
        {"seed", "0"},
        {"verbosity", "0"},
    };
    if (task_ == Task::multiclass)
      parameters.emplace_back("num_class", fmt::format("{}", base_.size()));
    else  // XGBoost 1.7 would start at 0.5, whatever the outcome's scale.
      parameters.emplace_back("base_score", fmt::format("{:.9g}", base_[0]));
    for (const auto& [name, value] : parameters)
      call(XGBoosterSetParam(handle, name, value.c_str()), "XGBoosterSetParam");
    return booster;
  }

  ModelOptions options_;
  Task task_;
  TreeImportance importance_;
  std::vector<double> base_;  ///< where boosting starts; one per class where there are several
  std::size_t columns_ = 0;
  Booster booster_;  ///< empty where there are no columns
};

}  // namespace

std::unique_ptr<Model> make_xgboost_regression(const ModelOptions& options) {
  return std::make_unique<XgboostModel>(options, Task::regression);
}

std::unique_ptr<Model> make_xgboost_binary(const ModelOptions& options) {
  return std::make_unique<XgboostModel>(options, Task::binary);
}

std::unique_ptr<Model> make_xgboost_multiclass(const ModelOptions& options) {
  return std::make_unique<XgboostModel>(options, Task::multiclass);
}

std::unique_ptr<Model> make_xgboost(const ModelOptions& options, Task task,
                                    TreeImportance importance) {
  return std::make_unique<XgboostModel>(options, task, importance);
}

}  // namespace drfs
