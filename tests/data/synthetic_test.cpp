// The paper's synthetic sets: sizes, the counter-based draws, and the coefficients that
// least squares finds in them.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;

std::size_t rows_of(const Table& table, std::int32_t population) {
  const auto& codes = column_of(table, "population").codes;
  return static_cast<std::size_t>(std::count(codes.begin(), codes.end(), population));
}

struct Fit {
  Eigen::VectorXd coefficients;
  double residual_deviation;
};

/// Least squares of y on functions of the features, in one population.
template <class Design>
Fit fit(const Table& table, std::int32_t population, int terms, Design design) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(terms, terms);
  Eigen::VectorXd moment = Eigen::VectorXd::Zero(terms);
  double squares = 0;
  double rows = 0;
  const Column& y = column_of(table, "y");
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (column_of(table, "population").codes[row] != population) continue;
    Eigen::VectorXd z(terms);
    design([&](int d) { return static_cast<double>(table.columns[d].numbers[row]); }, z);
    gram += z * z.transpose();
    moment += z * y.numbers[row];
    squares += static_cast<double>(y.numbers[row]) * y.numbers[row];
    rows += 1;
  }
  const Eigen::VectorXd beta = gram.ldlt().solve(moment);
  return {beta, std::sqrt((squares - beta.dot(moment)) / rows)};
}

Fit linear_fit(const Table& table, std::int32_t population, int features) {
  return fit(table, population, features, [&](auto x, Eigen::VectorXd& z) {
    for (int d = 0; d < features; ++d) z[d] = x(d);
  });
}

void expect_coefficients(const Fit& found, const std::map<int, double>& wanted) {
  for (int d = 0; d < found.coefficients.size(); ++d) {
    const auto at = wanted.find(d);
    EXPECT_NEAR(found.coefficients[d], at == wanted.end() ? 0.0 : at->second, 0.02) << "x" << d;
  }
}

TEST(Synthetic, SetOneHasThePapersCoefficients) {
  const Table table = make_synthetic({1, 0, 0, 5});
  EXPECT_EQ(table.rows, 36000U);
  EXPECT_EQ(table.columns.size(), 17U);
  EXPECT_EQ(rows_of(table, 0), 14400U);
  EXPECT_EQ(rows_of(table, 1), 12600U);
  EXPECT_EQ(rows_of(table, 2), 9000U);
  const Fit a = linear_fit(table, 0, 15);
  expect_coefficients(a, {{0, 8}, {1, 6}, {2, -4}, {3, 3}, {4, 2}});
  EXPECT_NEAR(a.residual_deviation, 0.1, 0.005);
  expect_coefficients(linear_fit(table, 1, 15),
                      {{0, -8}, {1, -6}, {2, 4}, {3, -3}, {4, -2}, {5, 8}, {6, 6}});
  expect_coefficients(linear_fit(table, 2, 15), {{7, 10}, {8, 8}, {9, 6}, {10, -5}});
}

/// In population D of set 2: how much of the noise lies within the bound.
double share_of_small_errors(const Table& table, double bound) {
  double small = 0;
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (column_of(table, "population").codes[row] != 3) continue;
    const double error = column_of(table, "y").numbers[row] - 3.0 * table.columns[0].numbers[row] -
                         2.0 * table.columns[1].numbers[row];
    small += std::abs(error) < bound ? 1 : 0;
  }
  return small / static_cast<double>(rows_of(table, 3));
}

TEST(Synthetic, SetTwoHasThePapersTermsAndNoise) {
  const Table table = make_synthetic({2, 0, 0, 5});
  EXPECT_EQ(table.rows, 44000U);
  EXPECT_EQ(table.columns.size(), 52U);
  EXPECT_EQ(rows_of(table, 0), 15304U);
  EXPECT_EQ(rows_of(table, 1), 13392U);
  EXPECT_EQ(rows_of(table, 2), 9565U);
  EXPECT_EQ(rows_of(table, 3), 5739U);
  const auto square = [](auto x, Eigen::VectorXd& z) { z << x(0), x(1), x(2) * x(2); };
  const Fit a = fit(table, 0, 3, square);
  const Fit b = fit(table, 1, 3, square);
  expect_coefficients(a, {{0, 4}, {1, 3}, {2, 1}});
  expect_coefficients(b, {{0, 4}, {1, 3}, {2, 1}});
  EXPECT_NEAR(a.residual_deviation, 0.05, 0.005);
  // E exp(2(0.5 x3 + 0.3 x4)) = exp(2 (0.25 + 0.09)).
  EXPECT_NEAR(b.residual_deviation, 0.1 * std::exp(0.34), 0.01);
  const Fit c = fit(table, 2, 3,
                    [](auto x, Eigen::VectorXd& z) { z << x(0), x(5) * x(6), std::sin(2 * x(7)); });
  expect_coefficients(c, {{0, 2}, {1, 3}, {2, 4}});
  EXPECT_NEAR(c.residual_deviation, 0.1, 0.005);
  const Fit d = fit(table, 3, 2, [](auto x, Eigen::VectorXd& z) { z << x(0), x(1); });
  expect_coefficients(d, {{0, 3}, {1, 2}});
  // The variance of t3 hardly settles; its quantiles do: 0.7649 (50 %) and 3.1824 (95 %).
  EXPECT_NEAR(share_of_small_errors(table, 0.2 * 0.7649), 0.50, 0.02);
  EXPECT_NEAR(share_of_small_errors(table, 0.2 * 3.1824), 0.95, 0.01);
}

TEST(Synthetic, SetThreeIsAChain) {
  const Table table = make_synthetic({3, 0, 0, 5});
  EXPECT_EQ(rows_of(table, 2), 10800U);
  expect_coefficients(linear_fit(table, 0, 50), {{0, 5}, {15, 4}, {30, 3}});
  expect_coefficients(linear_fit(table, 1, 50), {{5, 6}, {20, 5}, {35, 4}});
  expect_coefficients(linear_fit(table, 2, 50), {{10, 7}, {25, 6}, {40, 5}, {45, 4}});
  double cross = 0;
  double square = 0;
  for (std::size_t row = 0; row < table.rows; ++row) {
    cross += table.columns[8].numbers[row] * table.columns[9].numbers[row];
    square += table.columns[8].numbers[row] * table.columns[8].numbers[row];
  }
  EXPECT_NEAR(cross / square, 0.3, 0.02);
  EXPECT_NEAR(square / 36000, 0.49 / 0.91, 0.02);
}

TEST(Synthetic, MoreFeaturesOrRowsLeaveTheEarlierOnesUnchanged) {
  for (const int set : {1, 2, 3}) {
    const Table few = make_synthetic({set, 1000, 46, 9});
    const Table many = make_synthetic({set, 1000, 61, 9});
    EXPECT_EQ(few.rows, 1000U);
    for (std::size_t d = 0; d < 46; ++d)
      EXPECT_TRUE(same_bits(few.columns[d].numbers, many.columns[d].numbers));
    EXPECT_TRUE(same_bits(column_of(few, "y").numbers, column_of(many, "y").numbers));
    const Table longer = make_synthetic({set, 5000, 46, 9});
    EXPECT_EQ(few.columns[7].numbers[3], longer.columns[7].numbers[3]);
    EXPECT_NE(few.columns[7].numbers, make_synthetic({set, 1000, 46, 10}).columns[7].numbers);
  }
}

TEST(Synthetic, ParsesNames) {
  const SynthOptions plain = parse_synthetic("synth:2");
  EXPECT_EQ(plain.set, 2);
  EXPECT_EQ(plain.rows, 0U);
  const SynthOptions full =
      parse_synthetic("synth:3?rows=700&features=60&seed=18446744073709551615");
  EXPECT_EQ(full.set, 3);
  EXPECT_EQ(full.rows, 700U);
  EXPECT_EQ(full.features, 60);
  EXPECT_EQ(full.seed, ~std::uint64_t{0});
  EXPECT_EQ(read_table("synth:1?rows=40", {}, {}, {}).source, "synth:1?rows=40&features=15&seed=0");
}

TEST(Synthetic, RefusesWhatTheFormulasDoNotAllow) {
  const auto read = [](const std::string& data) { read_table(data, {}, {}, {}); };
  const auto usage = ErrorCode::usage;
  expect_error(usage, {"synth:4", "'4'", "1, 2, 3"}, [&] { read("synth:4"); });
  expect_error(usage, {"synth:", "1, 2, 3"}, [&] { read("synth:"); });
  expect_error(usage, {"'row'", "Did you mean 'rows'?"}, [&] { read("synth:1?row=5"); });
  expect_error(usage, {"rows", "'many'", "whole number"}, [&] { read("synth:1?rows=many"); });
  expect_error(usage, {"seed", "'-1'"}, [&] { read("synth:1?seed=-1"); });
  expect_error(usage, {"rows", "whole number"}, [&] { read("synth:1?rows="); });
  expect_error(usage, {"features", "'10'", "at least 11"}, [&] { read("synth:1?features=10"); });
  expect_error(usage, {"features", "'7'", "at least 8"}, [&] { read("synth:2?features=7"); });
  expect_error(usage, {"features", "'45'", "at least 46"}, [&] { read("synth:3?features=45"); });
  expect_error(usage, {"rows", "'2'"}, [&] { read("synth:1?rows=2"); });
  expect_error(usage, {"rows", "'99999999999'"}, [&] { read("synth:1?rows=99999999999"); });
}

}  // namespace
}  // namespace drfs
