// drfs bench from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace drfs {
namespace {

using nlohmann::json;

TEST(Bench, SelectTimesEveryStage) {
  const auto result =
      run_program("bench select --rows 1200 --populations 4 --budget 2 --repeats 1 --json --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const json bench = json::parse(result.output);
  EXPECT_EQ(bench["schema"], "drfs.bench/1");
  EXPECT_EQ(bench["rows"], 1200);
  EXPECT_EQ(bench["populations"], 4);
  EXPECT_EQ(bench["budget"], 2);
  EXPECT_EQ(bench["repeats"], 1);
  double parts = 0;
  for (const char* stage : {"means", "refine", "evaluate"}) {
    EXPECT_GT(bench[stage], 0) << stage;
    parts += bench[stage].get<double>();
  }
  EXPECT_GE(bench["seconds"].get<double>(), parts);
  EXPECT_EQ(bench["relax"], 0);  // auto does not relax
  EXPECT_EQ(bench["pairs_per_second"], 0);
}

TEST(Bench, TheKernelsOperationsAreCountedByPairsAndFeatures) {
  const auto result = run_program(
      "bench kernel --rows 300 --features 7 --populations 2 --repeats 1 --threads 2 --json "
      "--quiet");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const json bench = json::parse(result.output);
  EXPECT_EQ(bench["schema"], "drfs.bench/1");
  EXPECT_EQ(bench["threads"], 2);
  const double pairs = bench["pairs_per_second"], seconds = bench["seconds"];
  EXPECT_NEAR(pairs * seconds, 2 * 300 * 300, 1e-3);
  EXPECT_NEAR(bench["gflops"].get<double>(), pairs * (6 * 7 + 20) / 1e9, 1e-9);
  EXPECT_NEAR(bench["peak_share"].get<double>() * bench["peak_gflops"].get<double>(),
              bench["gflops"].get<double>(), 1e-9);
}

TEST(Bench, AnUnknownOneListsTheKnownOnes) {
  const auto result = run_program("bench kernle");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("kernel, select"), std::string::npos) << result.error;
}

}  // namespace
}  // namespace drfs
