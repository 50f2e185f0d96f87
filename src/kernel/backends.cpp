// The ordered list of back ends, the choice among them, and the machine's peak on each.
#include "kernel/backends.hpp"

#include <chrono>

#include "core/parallel.hpp"
#include "drfs/kernel.hpp"

namespace drfs {

void describe(KernelOptions& o, OptionVisitor& v) {
  v.option("backend", o.backend, "Kernel: auto, oracle, or a SIMD level that `drfs info` lists");
  v.option("neighbours", o.neighbours, "Sum over the K nearest rows only; 0 = over all rows");
}

void check(const KernelOptions& options) {
  resolve_backend(options.backend);
  require_option(options.neighbours >= 0, "neighbours", options.neighbours,
                 "0 (all rows) or a number of rows");
}

std::vector<std::string> kernel_backends() {
  std::vector<std::string> names;
  for (const auto& level : simd_levels()) names.emplace_back(level.name);
  names.emplace_back(kOracleName);
  return names;
}

std::string resolve_backend(const std::string& wish) {
  const auto known = kernel_backends();
  if (wish == "auto") return known.front();
  for (const auto& name : known)
    if (name == wish) return name;
  throw_unknown_name("option --backend", wish, known);
}

const SimdLevel& simd_level(const std::string& name) {
  for (const auto& level : simd_levels())
    if (name == level.name) return level;
  throw Error(ErrorCode::internal, {"SIMD level", name, "is not on this machine", ""});
}

double multiply_add_peak(const std::string& backend, double seconds, const Context& context) {
  const SimdLevel& level = simd_level(backend);
  using Clock = std::chrono::steady_clock;
  std::vector<double> operations(workers(1024, context), 0.0);
  std::vector<float> sink(operations.size());
  const auto start = Clock::now();
  const auto end = start + std::chrono::duration<double>(seconds);
  parallel_for(operations.size(), context, [&](std::size_t item, std::size_t) {
    while (Clock::now() < end) operations[item] += level.multiply_adds(20'000, &sink[item]);
  });
  const std::chrono::duration<double> taken = Clock::now() - start;
  double total = 0;
  for (double done : operations) total += done;
  return total / taken.count();
}

}  // namespace drfs
