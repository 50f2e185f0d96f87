// Every SIMD level against the double-precision oracle, over odd sizes and hard settings.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "drfs/kernel.hpp"
#include "kernel/layout.hpp"
#include "kernel/problem.hpp"

namespace drfs {
namespace {

constexpr double kTolerance = 1e-4;

std::vector<std::string> simd_backends() {
  auto names = kernel_backends();
  names.pop_back();  // the oracle
  return names;
}

struct Sums {
  ScoreSum fast, exact;
};

Sums both(const KernelProblem& p, const std::string& backend, bool leave_own_row_out = false,
          int neighbours = 0) {
  const Context context{2, {}, {}, nullptr};
  const SumRequest request{p.alpha, p.queries, leave_own_row_out, true};
  const auto fast = make_smoother(p.rows(), {7, 3}, {backend, neighbours});
  EXPECT_EQ(fast->backend(), backend) << "another level ran than the one asked for";
  const auto exact = make_smoother(p.rows(), {7, 3}, {"oracle", neighbours});
  return {fast->sum_scores(request, weighted_square, context),
          exact->sum_scores(request, weighted_square, context)};
}

void expect_agreement(const Sums& s, double tolerance = kTolerance) {
  EXPECT_NEAR(s.fast.value, s.exact.value, tolerance * std::abs(s.exact.value));
  EXPECT_LT(relative_error(s.fast.gradient, s.exact.gradient), tolerance);
}

class SimdLevelTest : public testing::TestWithParam<std::string> {};

TEST_P(SimdLevelTest, AgreesWithTheOracleAtOddSizes) {
  for (std::size_t rows : {2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 511, 513})
    for (std::size_t columns : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33}) {
      SCOPED_TRACE(testing::Message() << rows << " rows, " << columns << " columns");
      expect_agreement(both(make_problem(rows, columns, 4.0, 19), GetParam()));
    }
}

TEST_P(SimdLevelTest, AgreesForAnyNumberOfQueries) {
  for (std::size_t queries : {1, 2, 15, 16, 17, 31, 33, 100}) {
    SCOPED_TRACE(queries);
    expect_agreement(both(make_problem(50, 6, 0.5, queries), GetParam()));
  }
}

TEST_P(SimdLevelTest, AgreesWhenTheOwnRowIsLeftOut) {
  for (double alpha : {0.05, 1.0, 20.0}) {
    SCOPED_TRACE(alpha);
    expect_agreement(both(make_problem(257, 9, alpha), GetParam(), true));
  }
}

TEST_P(SimdLevelTest, AgreesOnTheNearestNeighbours) {
  for (int neighbours : {1, 5, 64, 1000}) {
    SCOPED_TRACE(neighbours);
    const auto sums = both(make_problem(257, 9), GetParam(), true, neighbours);
    if (neighbours == 1) {
      // One neighbour: f is that row's mu, whatever alpha; the gradient is 0 in truth and
      // rounding in single precision.
      EXPECT_NEAR(sums.fast.value, sums.exact.value, kTolerance * sums.exact.value);
    } else {
      expect_agreement(sums);
    }
  }
}

TEST_P(SimdLevelTest, AgreesAcrossTheRangeOfNoiseLevels) {
  for (double alpha : {1e-4, 1e-2, 1e-1, 10.0, 1e2, 1e3}) {
    SCOPED_TRACE(alpha);
    // Little noise in many columns leaves every query alone with its own row and a gradient of
    // 0; with few columns rows stay in play.
    const std::size_t columns = alpha < 1 ? 1 : 12;
    expect_agreement(both(make_problem(400, columns, alpha), GetParam()));
  }
}

TEST_P(SimdLevelTest, AgreesWithHundredsOfColumns) {
  for (std::size_t columns : {127, 128, 129, 300}) {
    SCOPED_TRACE(columns);
    // Noise that grows with the number of columns keeps many rows in play.
    expect_agreement(
        both(make_problem(200, columns, 0.5 * static_cast<double>(columns)), GetParam()));
  }
}

TEST_P(SimdLevelTest, AgreesWithThousandsOfColumns) {
  for (bool leave_out : {false, true}) {
    SCOPED_TRACE(leave_out);
    expect_agreement(
        both(make_problem(60, 2000, leave_out ? 1.0 : 1000.0, 17), GetParam(), leave_out), 1e-3);
  }
}

TEST_P(SimdLevelTest, AgreesOnMirroredQueries) {
  auto p = make_problem(120, 6);
  const auto plain = both(p, GetParam(), true);
  for (std::size_t q = 0; q < p.queries.size(); q += 3) p.queries[q].mirrored = true;
  const auto mirrored = both(p, GetParam(), true);
  expect_agreement(mirrored);
  EXPECT_NE(mirrored.fast.value, plain.fast.value);
}

TEST_P(SimdLevelTest, StaysFiniteAtTheExtremes) {
  for (double alpha : {1e-6, 1e6})
    for (std::size_t columns : {1, 50, 5000})
      for (bool leave_out : {false, true}) {
        SCOPED_TRACE(testing::Message() << alpha << " " << columns << " " << leave_out);
        const auto sums = both(make_problem(40, columns, alpha, 17), GetParam(), leave_out);
        EXPECT_NEAR(sums.fast.value, sums.exact.value, 1e-2 * std::abs(sums.exact.value));
        for (double g : sums.fast.gradient) EXPECT_TRUE(std::isfinite(g));
      }
}

TEST_P(SimdLevelTest, GivesTheSameBitsForAnyNumberOfThreads) {
  const auto p = make_problem(300, 10, 1.0, 150);
  const auto smoother = make_smoother(p.rows(), {7, 3}, {GetParam(), 0});
  const SumRequest request{p.alpha, p.queries, false, true};
  const auto one = smoother->sum_scores(request, weighted_square, {1, {}, {}, nullptr});
  for (int threads : {2, 3, 4, 8}) {
    const auto many = smoother->sum_scores(request, weighted_square, {threads, {}, {}, nullptr});
    EXPECT_EQ(one.value, many.value);
    EXPECT_EQ(one.gradient, many.gradient);
  }
}

TEST_P(SimdLevelTest, ValueAloneIsTheValueWithGradient) {
  const auto p = make_problem(100, 5);
  const auto smoother = make_smoother(p.rows(), {7, 3}, {GetParam(), 0});
  SumRequest request{p.alpha, p.queries, false, true};
  const double with = smoother->sum_scores(request, weighted_square, {}).value;
  request.want_gradient = false;
  const auto without = smoother->sum_scores(request, weighted_square, {});
  EXPECT_EQ(with, without.value);
  EXPECT_TRUE(without.gradient.empty());
}

INSTANTIATE_TEST_SUITE_P(Levels, SimdLevelTest, testing::ValuesIn(simd_backends()),
                         [](const auto& parameters) { return parameters.param; });

TEST(Backends, EachLevelRunsItsOwnCode) {
  // The width of its vectors shows in what a round of multiply-adds did.
  const std::map<std::string, double> lanes = {{"AVX3", 16}, {"AVX2", 8}, {"SSE4", 4},
                                               {"SSSE3", 4}, {"NEON", 4}, {"SCALAR", 1}};
  std::set<void*> functions;
  for (const auto& level : simd_levels()) {
    float sink = 0;
    const double one_step = level.multiply_adds(1, &sink);
    const auto expected = lanes.find(level.name);
    ASSERT_NE(expected, lanes.end()) << level.name;
    EXPECT_EQ(one_step / 24, expected->second) << level.name;
    functions.insert(reinterpret_cast<void*>(level.log_weights));
  }
  EXPECT_EQ(functions.size(), simd_levels().size());
}

TEST(Backends, RefusesRowsWithoutWeightAndSingleRows) {
  auto p = make_problem(20, 3);
  p.weight[4] = 0;
  EXPECT_THROW(make_smoother(p.rows(), {}, {}), Error);
  EXPECT_THROW(make_smoother(make_problem(1, 3, 1.0, 1).rows(), {}, {}), Error);
}

TEST(Backends, AutoIsTheBestAndUnknownNamesListTheKnown) {
  EXPECT_EQ(resolve_backend("auto"), kernel_backends().front());
  EXPECT_EQ(kernel_backends().back(), "oracle");
  try {
    resolve_backend("avx9");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::usage);
    EXPECT_NE(std::string(e.what()).find("oracle"), std::string::npos);
  }
}

TEST(Smoother, TakesOtherEstimatesThanThoseOfItsRows) {
  const KernelProblem own = make_problem(200, 7);
  KernelProblem other = own;
  for (float& mu : other.mu) mu = 1 - mu * mu;
  for (const auto& backend : kernel_backends()) {
    const KernelOptions options{backend, 0};
    SumRequest request{own.alpha, own.queries, true, true};
    const auto expected =
        make_smoother(other.rows(), {1, 0}, options)->sum_scores(request, weighted_square, {});
    request.mu = other.mu;
    const auto given =
        make_smoother(own.rows(), {1, 0}, options)->sum_scores(request, weighted_square, {});
    EXPECT_EQ(given.value, expected.value) << backend;
    EXPECT_EQ(given.gradient, expected.gradient) << backend;
  }
}

}  // namespace
}  // namespace drfs
