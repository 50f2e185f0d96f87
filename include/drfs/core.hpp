// What every stage shares: the error type, matrix views, and the context of a
// run (threads, progress, log, stop). The library never prints and never exits;
// it throws Error and talks to the sinks of the Context.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace drfs {

/// What went wrong, as the exit code of the command line.
enum class ErrorCode {
  internal = 1,
  usage = 2,
  data = 3,
  infeasible = 4,
  resources = 5,
  interrupted = 130,
};

/// An error that names the thing, its value, what is wrong with it and what
/// would be right. The message reads "thing: 'value' problem. Remedy".
class Error : public std::runtime_error {
 public:
  struct Fault {
    std::string thing;    ///< what it is about: "option --budget", "a.csv, line 3, column 'age'"
    std::string value;    ///< the offending value; may be empty
    std::string problem;  ///< "is not a number"
    std::string remedy;   ///< "Give a whole number from 1 to 15"
  };

  Error(ErrorCode code, Fault fault);

  ErrorCode code() const { return code_; }
  const Fault& fault() const { return fault_; }

 private:
  ErrorCode code_;
  Fault fault_;
};

/// A view of a column-major matrix: column d is `rows` contiguous values.
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  ///< distance between the starts of two columns

  std::span<T> column(std::size_t d) const { return {data + d * stride, rows}; }
  T& operator()(std::size_t row, std::size_t d) const { return data[d * stride + row]; }
  MatrixView first_rows(std::size_t n) const { return {data, n, columns, stride}; }
  MatrixView rows_from(std::size_t first) const {
    return {data + first, rows - first, columns, stride};
  }
  operator MatrixView<const T>() const { return {data, rows, columns, stride}; }
};

/// A column-major matrix that owns its values.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns, float value = 0.0F)
      : rows_(rows), columns_(columns), values_(rows * columns, value) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::span<float> column(std::size_t d) { return {values_.data() + d * rows_, rows_}; }
  std::span<const float> column(std::size_t d) const { return {values_.data() + d * rows_, rows_}; }
  float& operator()(std::size_t row, std::size_t d) { return values_[d * rows_ + row]; }
  float operator()(std::size_t row, std::size_t d) const { return values_[d * rows_ + row]; }
  MatrixView<float> view() { return {values_.data(), rows_, columns_, rows_}; }
  MatrixView<const float> view() const { return {values_.data(), rows_, columns_, rows_}; }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> values_;
};

/// One step forward of a long stage.
struct Progress {
  std::string_view stage;   ///< "read", "prepare", "means", "relax", "refine", "evaluate"
  double done = 0;          ///< in units of `total`
  double total = 0;         ///< 0 where it is not known
  std::string_view detail;  ///< a short remark, e.g. "worst 0.31 (B)"
};

enum class Severity { info, warning };

/// How a run is carried out. Nothing in it changes the result.
struct Context {
  int threads = 1;                                         ///< at least 1
  std::function<void(const Progress&)> on_progress;        ///< called from one thread at a time
  std::function<void(Severity, std::string_view)> on_log;  ///< likewise
  const std::atomic<bool>* stop = nullptr;                 ///< set from outside to interrupt

  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  void progress(const Progress& p) const {
    if (on_progress) on_progress(p);
  }
  void log(Severity severity, std::string_view message) const {
    if (on_log) on_log(severity, message);
  }
  void throw_if_stopped() const;
  /// The same threads and stop, but nobody listens: for work that is repeated within a larger one.
  Context silent() const { return {threads, nullptr, nullptr, stop}; }
};

/// The version of the library, e.g. "0.1.0".
std::string_view version();

/// How it was built, e.g. "Release build by GNU 12.2.0".
std::string build_description();

}  // namespace drfs
