#include "mean_model.hpp"

#include <fmt/format.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "owned_array.hpp"

namespace drfs::python {
namespace nb = nanobind;
namespace {

/// A copy that Python owns: an estimator may keep what it was fitted on.
nb::object array_of(std::span<const float> values) {
  return owned_array(std::vector<float>(values.begin(), values.end()));
}

nb::object array_of(MatrixView<const float> x) {
  std::vector<float> values;
  values.reserve(x.rows * x.columns);
  for (std::size_t d = 0; d < x.columns; ++d)
    values.insert(values.end(), x.column(d).begin(), x.column(d).end());
  return owned_matrix(std::move(values), x.rows, x.columns);
}

class PythonModel final : public Model {
 public:
  PythonModel(nb::handle adapter, Task task) : adapter_(adapter), task_(task) {}
  ~PythonModel() override {
    const nb::gil_scoped_acquire lock;
    model_.reset();
  }

  void fit(const TrainingData& rows) override {
    const nb::gil_scoped_acquire lock;
    classes_ = task_ == Task::binary ? 2 : rows.classes;
    columns_ = rows.x.columns;
    model_ = adapter_(classes_);
    model_.attr("fit")(array_of(rows.x), array_of(rows.y), array_of(rows.weight));
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    const nb::gil_scoped_acquire lock;
    const auto out = nb::cast<std::vector<float>>(model_.attr("predict")(array_of(x)));
    const std::size_t wanted = x.rows * (classes_ > 2 ? classes_ : 1);
    if (out.size() != wanted)
      throw nb::value_error(
          fmt::format("mean_estimator predicted {} values where {} are needed", out.size(), wanted)
              .c_str());
    if (!std::ranges::all_of(out, [](float value) { return std::isfinite(value); }))
      throw nb::value_error("mean_estimator predicted a value that is not a finite number");
    return out;
  }

  std::vector<double> importance() const override {
    const nb::gil_scoped_acquire lock;
    auto out = nb::cast<std::vector<double>>(model_.attr("importance")());
    out.resize(columns_, 0.0);
    return out;
  }

 private:
  nb::handle adapter_;  ///< the caller keeps it for as long as the work runs
  Task task_;
  nb::object model_;
  std::size_t classes_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace

std::function<std::unique_ptr<Model>(Task)> mean_model(const nb::object& adapter) {
  if (adapter.is_none()) return {};
  return [handle = nb::handle(adapter)](Task task) {
    return std::make_unique<PythonModel>(handle, task);
  };
}

}  // namespace drfs::python
