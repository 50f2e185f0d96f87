// How fast a table is read, next to how fast the bytes of the same file are read. The
// file is a synthetic set written to the temporary folder; DRFS_BENCH_ROWS sets its rows.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace {

/// Written at first use, removed at the end of the program.
class BenchFile {
 public:
  BenchFile() : path_(std::filesystem::temp_directory_path() / "drfs_read_bench.csv") {
    drfs::SynthOptions options;
    options.features = 50;
    const char* const rows = std::getenv("DRFS_BENCH_ROWS");
    options.rows = rows == nullptr ? 200'000 : std::strtoull(rows, nullptr, 10);
    drfs::write_csv(drfs::make_synthetic(options), path_);
  }
  BenchFile(const BenchFile&) = delete;
  BenchFile& operator=(const BenchFile&) = delete;
  ~BenchFile() { std::filesystem::remove(path_); }

  static const BenchFile& instance() {
    static const BenchFile file;
    return file;
  }
  std::string path() const { return path_; }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(std::filesystem::file_size(path_));
  }

 private:
  std::filesystem::path path_;
};

void read_bytes_only(benchmark::State& state) {
  const BenchFile& file = BenchFile::instance();
  std::vector<char> buffer(std::size_t{8} << 20);
  for (auto _ : state) {
    std::ifstream in(file.path(), std::ios::binary);
    in.rdbuf()->pubsetbuf(nullptr, 0);
    std::size_t got = 0;
    while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0)
      got += static_cast<std::size_t>(in.gcount());
    benchmark::DoNotOptimize(got);
  }
  state.SetBytesProcessed(state.iterations() * file.bytes());
}
BENCHMARK(read_bytes_only)->UseRealTime()->Unit(benchmark::kMillisecond);

void read_table(benchmark::State& state) {
  const BenchFile& file = BenchFile::instance();
  drfs::Context context;
  context.threads = static_cast<int>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(drfs::read_table(file.path(), {}, {}, context));
  state.SetBytesProcessed(state.iterations() * file.bytes());
}
BENCHMARK(read_table)
    ->ArgName("threads")
    ->RangeMultiplier(2)
    ->Range(1, 4)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
