// Fits a model of drfs to one table and predicts another, so that a script can compare it with
// somebody else's:  fit_model MODEL TASK TRAIN.csv TEST.csv
// Both tables have number columns, the last of which is the outcome, 0, 1, … for classes. Prints
// one prediction per row of TEST.csv, for several classes those of class 0, then those of class 1,
// and so on, then the seconds of the fit on standard error.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "drfs/models.hpp"

namespace drfs {
namespace {

struct Rows {
  Matrix x;
  std::vector<float> y;
};

Rows read(const std::string& path) {
  const Table table = read_table(path, {}, {}, {});
  for (const Column& column : table.columns)
    if (column.type != ColumnType::number)
      throw Error(ErrorCode::data,
                  {fmt::format("{}, column", path), column.name, "is not of numbers", ""});
  Rows rows{Matrix(table.rows, table.columns.size() - 1), table.columns.back().numbers};
  for (std::size_t d = 0; d < rows.x.columns(); ++d)
    std::ranges::copy(table.columns[d].numbers, rows.x.column(d).begin());
  return rows;
}

std::size_t classes_of(const std::vector<float>& y) {
  return static_cast<std::size_t>(std::ranges::max(y)) + 1;
}

void run(const std::string& name, Task task, const std::string& train_path,
         const std::string& test_path) {
  const Rows train = read(train_path);
  const Rows test = read(test_path);
  const std::vector<float> weight(train.y.size(), 1.0F);
  const auto model = make_model({.model = name}, task);
  const auto start = std::chrono::steady_clock::now();
  model->fit({train.x.view(), train.y, weight, task == Task::multiclass ? classes_of(train.y) : 0});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  for (const float value : model->predict(test.x.view())) fmt::print("{:.9g}\n", value);
  fmt::print(stderr, "{:.3f}\n", seconds.count());
}

}  // namespace
}  // namespace drfs

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: fit_model MODEL regression|binary|multiclass TRAIN.csv TEST.csv\n", stderr);
    return 2;
  }
  try {
    drfs::run(argv[1], drfs::value_of("TASK", argv[2], drfs::kTaskNames), argv[3], argv[4]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "fit_model: {}\n", error.what());
    return 1;
  }
  return 0;
}
