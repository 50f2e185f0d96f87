// What a curve over 1 … 12 features costs, as a multiple of one selection of 12 in the same run.
#include <fmt/format.h>

#include "core/stopwatch.hpp"
#include "drfs/curve.hpp"

namespace {

template <class Action>
double seconds_of(Action action) {
  const drfs::Stopwatch watch;
  action();
  return watch.seconds();
}

}  // namespace

int main() {
  drfs::Context context;
  context.threads = 2;
  fmt::print("{:<38} {:>10} {:>10} {:>7}\n", "data", "select 12", "curve", "ratio");
  for (const char* data :
       {"synth:1?rows=6000&features=20&seed=1", "synth:1?rows=12000&features=50&seed=1",
        "synth:2?rows=6000&seed=1", "synth:3?rows=6000&seed=1"}) {
    drfs::CurveOptions options;
    options.run.data = data;
    options.run.dataset.target = "y";
    options.run.dataset.population = {"population"};
    options.run.select.budget = 12;
    options.budgets = "1..12";
    const double one = seconds_of([&] { drfs::run_selection(options.run, context); });
    const double curve = seconds_of([&] { drfs::run_curve(options, context); });
    fmt::print("{:<38} {:>8.1f} s {:>8.1f} s {:>7.2f}\n", data, one, curve, curve / one);
  }
}
