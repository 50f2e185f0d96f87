// Ridge regressions of all populations that lend each other strength (docs/method.md, section 6):
//   y_p = x b_p + noise of variance s_p,   b_p = a_p f + g_p,   f ~ N(0, I / m),   g_p ~ N(0, t_p
//   I).
// f is what the populations have in common, a_p how far population p follows it, t_p how far it
// goes its own way. All of them are found by maximum likelihood, so that the data say how much is
// borrowed: nothing where a_p = 0, everything where t_p = 0. With heavy tails f and g_p are
// Laplace's: normal with a variance that differs from column to column.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "drfs/core.hpp"

namespace drfs {

/// What a regression needs to know of a population's rows: sums of products of their columns and
/// their outcome, each less its mean.
struct RowSums {
  Eigen::MatrixXd xx;
  Eigen::VectorXd xy;
  double yy = 0;
  double rows = 0;
};

/// Whether populations may lend each other strength.
enum class Populations { together, alone };

/// What is expected of coefficients before the rows are seen: that all columns matter about alike,
/// or that few matter much and most of them little (Laplace's distribution, which is the lasso's).
enum class Tails { normal, heavy };

class PartialPooling {
 public:
  /// `kinds` has one number per column, from 0 on: columns of a kind share their a_p and t_p. The
  /// outcomes have variance 1 or so; a column's scale says how large an effect of it is expected.
  PartialPooling(const std::vector<RowSums>&, std::vector<std::size_t> kinds, const Context&,
                 Populations = Populations::together, Tails = Tails::normal);

  /// The variance of what the columns do not tell.
  double noise(std::size_t population) const { return prior_[population].noise; }

  /// How far the population follows f, and the variance of its own way, in a kind of columns.
  struct Borrowing {
    double follows = 0, own = 0;
  };
  Borrowing prior_of(std::size_t population, std::size_t kind) const;

  /// What is expected of the square of a coefficient before its rows are seen.
  double expected_square(std::size_t population, std::size_t column) const;

  /// Coefficients that the rows make likely: one column per draw from their joint distribution.
  std::vector<Eigen::MatrixXd> draws(std::size_t count, std::uint64_t seed) const;

  /// The mean coefficients of every population where these are the rows that are known.
  std::vector<Eigen::VectorXd> means_given(const std::vector<RowSums>&, const Context&) const;

 private:
  struct Prior {
    Eigen::VectorXd follows;  // a_p, per kind
    Eigen::VectorXd own;      // t_p, per kind
    double noise = 1;         // s_p
  };
  /// Given f, b_p has the variance `variance` and the mean `start` + variance * pull * f.
  struct Own {
    Eigen::MatrixXd variance;
    Eigen::VectorXd start, pull;
  };
  struct Posterior {
    std::vector<Own> own;
    Eigen::MatrixXd variance;  // of f
    Eigen::VectorXd mean;
  };
  /// How much narrower than its kind's the distribution of each coefficient is expected to be: 1
  /// without heavy tails.
  struct Tightness {
    Eigen::VectorXd common;            // of f
    std::vector<Eigen::VectorXd> own;  // of every g_p
  };
  /// What is known of b_p together with f.
  struct Joint {
    Eigen::VectorXd mean;    // of b_p
    Eigen::MatrixXd slope;   // of b_p on f
    Eigen::MatrixXd with_f;  // covariance of b_p and f; alone, both are 0
    Eigen::VectorXd bb, bf;  // expected squares and products, column by column
  };
  Tightness none_is_tighter() const;
  /// What a posterior makes of it.
  Tightness tightness(const Posterior&) const;
  Posterior posterior(const std::vector<RowSums>&, const Tightness&, const Context&) const;
  /// With the tightness that it implies itself.
  Posterior settled_posterior(const std::vector<RowSums>&, Tightness&, const Context&) const;
  Joint joint(const Posterior&, std::size_t population) const;
  /// One step of expectation and maximisation; returns the largest change.
  double improve(const std::vector<RowSums>&, const Context&);
  Eigen::VectorXd by_column(const Eigen::VectorXd& by_kind) const;

  std::vector<std::size_t> kinds_;
  Populations populations_;
  Tails tails_;
  Eigen::VectorXd columns_of_kind_;
  std::vector<Prior> prior_;
  Tightness tightness_;
  Posterior posterior_;
};

}  // namespace drfs
