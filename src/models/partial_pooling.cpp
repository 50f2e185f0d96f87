#include "models/partial_pooling.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "core/random.hpp"

namespace drfs {
namespace {

/// The steps end where none of the shares of the variance changes by more than this; of what is
/// larger than 1, by more than this share of it.
constexpr double kSettled = 1e-3;
/// Variances stay above 0.
constexpr double kLeastVariance = 1e-6;

/// Laplace's distribution of variance 1 is a normal one whose variance is exponentially
/// distributed; what is expected of its inverse, given the square of a draw.
Eigen::VectorXd tightness_of(const Eigen::VectorXd& square) {
  return (2 / square.array()).sqrt();
}

double largest_change(const Eigen::VectorXd& after, const Eigen::VectorXd& before) {
  return (after - before).cwiseAbs().maxCoeff();
}

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& positive) {
  return positive.llt().solve(Eigen::MatrixXd::Identity(positive.rows(), positive.cols()));
}

/// A matrix of standard normals, each a function of its place. Every second column is minus the one
/// before it, so that their mean is 0.
Eigen::MatrixXd standard_normals(Eigen::Index rows, std::size_t columns, std::uint64_t seed,
                                 std::uint32_t population) {
  Eigen::MatrixXd out(rows, static_cast<Eigen::Index>(columns));
  for (Eigen::Index j = 0; j < out.cols(); j += 2) {
    for (Eigen::Index i = 0; i < rows; i += 4) {
      const auto four =
          normals(seed, Stream::posterior,
                  {population, static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(i), 0});
      for (Eigen::Index k = i; k < std::min(rows, i + 4); ++k)
        out(k, j) = four[static_cast<std::size_t>(k - i)];
    }
    if (j + 1 < out.cols()) out.col(j + 1) = -out.col(j);
  }
  return out;
}

}  // namespace

PartialPooling::PartialPooling(const std::vector<RowSums>& sums, std::vector<std::size_t> kinds,
                               const Context& context, Populations populations, Tails tails)
    : kinds_(std::move(kinds)), populations_(populations), tails_(tails) {
  const auto count = static_cast<Eigen::Index>(std::ranges::max(kinds_) + 1);
  columns_of_kind_ = Eigen::VectorXd::Zero(count);
  for (std::size_t kind : kinds_) columns_of_kind_[static_cast<Eigen::Index>(kind)] += 1;
  columns_of_kind_ = columns_of_kind_.cwiseMax(1);
  // Half of the variance is known at the start, most of it in common. What follows nothing at the
  // start never does.
  const double follows = populations == Populations::together ? 0.5 : 0.0;
  prior_.assign(sums.size(), {Eigen::VectorXd::Constant(count, follows),
                              0.1 * columns_of_kind_.cwiseInverse(), 0.5});
  tightness_ = none_is_tighter();
  // A share that moves by more than this in every step has come from 0 to 1 after so many.
  for (int step = 0; step < 1 / kSettled && improve(sums, context) >= kSettled; ++step)
    context.throw_if_stopped();
  posterior_ = settled_posterior(sums, tightness_, context);
}

PartialPooling::Tightness PartialPooling::none_is_tighter() const {
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(std::ssize(kinds_));
  return {ones, std::vector<Eigen::VectorXd>(prior_.size(), ones)};
}

PartialPooling::Joint PartialPooling::joint(const Posterior& now, std::size_t p) const {
  const Own& own = now.own[p];
  Joint out;
  out.slope = own.variance * own.pull.asDiagonal();
  out.with_f = out.slope;
  if (populations_ == Populations::together) out.with_f *= now.variance;
  out.mean = own.start + out.slope * now.mean;
  out.bb = out.mean.cwiseAbs2() + own.variance.diagonal() +
           out.with_f.cwiseProduct(out.slope).rowwise().sum();
  out.bf = out.mean.cwiseProduct(now.mean) + out.with_f.diagonal();
  return out;
}

PartialPooling::Tightness PartialPooling::tightness(const Posterior& now) const {
  Tightness out = none_is_tighter();
  const Eigen::VectorXd ff = now.mean.cwiseAbs2() + now.variance.diagonal();
  if (populations_ == Populations::together)
    out.common = tightness_of(ff.cwiseProduct(by_column(columns_of_kind_)));
  for (std::size_t p = 0; p < prior_.size(); ++p) {
    const Joint of = joint(now, p);
    const Eigen::VectorXd a = by_column(prior_[p].follows), t = by_column(prior_[p].own);
    const Eigen::VectorXd gg = of.bb - 2 * a.cwiseProduct(of.bf) + a.cwiseAbs2().cwiseProduct(ff);
    out.own[p] = tightness_of(gg.cwiseQuotient(t).cwiseMax(kLeastVariance));
  }
  return out;
}

PartialPooling::Posterior PartialPooling::settled_posterior(const std::vector<RowSums>& sums,
                                                            Tightness& tight,
                                                            const Context& context) const {
  Posterior now = posterior(sums, tight, context);
  if (tails_ == Tails::normal) return now;
  for (int step = 0; step < 1 / kSettled; ++step) {
    context.throw_if_stopped();
    tight = tightness(now);
    Posterior next = posterior(sums, tight, context);
    double change = largest_change(next.mean, now.mean);
    for (std::size_t p = 0; p < sums.size(); ++p)
      change = std::max(change, largest_change(next.own[p].start, now.own[p].start));
    now = std::move(next);
    if (change < kSettled) break;
  }
  return now;
}

Eigen::VectorXd PartialPooling::by_column(const Eigen::VectorXd& by_kind) const {
  Eigen::VectorXd out(std::ssize(kinds_));
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    out[static_cast<Eigen::Index>(i)] = by_kind[static_cast<Eigen::Index>(kinds_[i])];
  return out;
}

PartialPooling::Posterior PartialPooling::posterior(const std::vector<RowSums>& sums,
                                                    const Tightness& tight,
                                                    const Context& context) const {
  Posterior out;
  out.own.resize(sums.size());
  parallel_for(sums.size(), context, [&](std::size_t p, std::size_t) {
    const Eigen::VectorXd precision = tight.own[p].cwiseQuotient(by_column(prior_[p].own));
    Eigen::MatrixXd known = sums[p].xx / prior_[p].noise;
    known.diagonal() += precision;
    Own& own = out.own[p];
    own.variance = inverse_of(known);
    own.start = own.variance * sums[p].xy / prior_[p].noise;
    own.pull = by_column(prior_[p].follows).cwiseProduct(precision);
  });
  const Eigen::VectorXd prior_of_f = by_column(columns_of_kind_).cwiseProduct(tight.common);
  if (populations_ == Populations::alone) {  // then f is as it was
    out.variance = prior_of_f.cwiseInverse().asDiagonal();
    out.mean = Eigen::VectorXd::Zero(prior_of_f.size());
    return out;
  }
  // g_p is integrated out: what the rows of population p say of f.
  Eigen::MatrixXd known = prior_of_f.asDiagonal();
  Eigen::VectorXd pulled = Eigen::VectorXd::Zero(known.rows());
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const Own& own = out.own[p];
    known.diagonal() += by_column(prior_[p].follows).cwiseProduct(own.pull);
    known -= own.pull.asDiagonal() * own.variance * own.pull.asDiagonal();
    pulled += own.pull.cwiseProduct(own.start);
  }
  out.variance = inverse_of(known);
  out.mean = out.variance * pulled;
  return out;
}

double PartialPooling::improve(const std::vector<RowSums>& sums, const Context& context) {
  const Posterior now = posterior(sums, tightness_, context);
  const auto kinds = columns_of_kind_.size();
  const auto sum_by_kind = [&](const Eigen::VectorXd& by_column) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(kinds);
    for (std::size_t i = 0; i < kinds_.size(); ++i)
      out[static_cast<Eigen::Index>(kinds_[i])] += by_column[static_cast<Eigen::Index>(i)];
    return out;
  };
  const Eigen::VectorXd squares_of_f = now.mean.cwiseAbs2() + now.variance.diagonal();
  const Eigen::VectorXd scale = sum_by_kind(tightness_.common.cwiseProduct(squares_of_f));
  std::vector<double> changes(sums.size());
  parallel_for(sums.size(), context, [&](std::size_t p, std::size_t) {
    const Own& own = now.own[p];
    Prior& prior = prior_[p];
    const Joint of = joint(now, p);
    const Eigen::VectorXd &b = of.mean, &tight = tightness_.own[p];
    const Eigen::VectorXd bb = sum_by_kind(tight.cwiseProduct(of.bb));
    const Eigen::VectorXd bf = sum_by_kind(tight.cwiseProduct(of.bf));
    const Eigen::VectorXd ff = sum_by_kind(tight.cwiseProduct(squares_of_f));
    // xx V = s (I - T⁻¹ V), so that the expected squares of x b need no further product.
    const Eigen::VectorXd precision = tight.cwiseQuotient(by_column(prior.own));
    const double m = static_cast<double>(b.size());
    const Eigen::MatrixXd of_slope =
        prior.noise * (Eigen::MatrixXd(own.pull.asDiagonal()) - precision.asDiagonal() * of.slope);
    const double spread = prior.noise * (m - precision.dot(own.variance.diagonal())) +
                          of_slope.cwiseProduct(of.with_f).sum();
    const double left = sums[p].yy - 2 * b.dot(sums[p].xy) + b.dot(sums[p].xx * b) + spread;

    Prior next;
    const Eigen::VectorXd follows = bf.cwiseQuotient(ff);
    next.own = (bb - 2 * follows.cwiseProduct(bf) + follows.cwiseAbs2().cwiseProduct(ff))
                   .cwiseMax(kLeastVariance)
                   .cwiseQuotient(columns_of_kind_);
    next.follows = follows.cwiseProduct(scale.cwiseSqrt());  // f keeps its variance
    next.noise = std::max(left / sums[p].rows, kLeastVariance);
    const auto change = [](const Eigen::ArrayXd& after, const Eigen::ArrayXd& before) {
      return ((after - before) / before.abs().max(1)).abs().maxCoeff();
    };
    changes[p] = std::max({std::abs(next.noise - prior.noise),
                           change(next.follows.array().square(), prior.follows.array().square()),
                           change(next.own.cwiseProduct(columns_of_kind_),
                                  prior.own.cwiseProduct(columns_of_kind_))});
    prior = next;
  });
  if (tails_ == Tails::heavy) tightness_ = tightness(now);
  return std::ranges::max(changes);
}

PartialPooling::Borrowing PartialPooling::prior_of(std::size_t population, std::size_t kind) const {
  const auto at = static_cast<Eigen::Index>(kind);
  return {prior_[population].follows[at], prior_[population].own[at]};
}

double PartialPooling::expected_square(std::size_t population, std::size_t column) const {
  const auto [follows, own] = prior_of(population, kinds_[column]);
  const auto at = static_cast<Eigen::Index>(column);
  const double columns = columns_of_kind_[static_cast<Eigen::Index>(kinds_[column])];
  return follows * follows / (columns * tightness_.common[at]) +
         own / tightness_.own[population][at];
}

std::vector<Eigen::MatrixXd> PartialPooling::draws(std::size_t count, std::uint64_t seed) const {
  const auto draw = [&](const Eigen::MatrixXd& variance, std::size_t place) -> Eigen::MatrixXd {
    return variance.llt().matrixL() *
           standard_normals(variance.rows(), count, seed, static_cast<std::uint32_t>(place));
  };
  const Eigen::MatrixXd f = draw(posterior_.variance, 0).colwise() + posterior_.mean;
  std::vector<Eigen::MatrixXd> out;
  for (std::size_t p = 0; p < posterior_.own.size(); ++p) {
    const Own& own = posterior_.own[p];
    const Eigen::MatrixXd pulled = own.variance * (own.pull.asDiagonal() * f);
    out.emplace_back((pulled + draw(own.variance, p + 1)).colwise() + own.start);
  }
  return out;
}

std::vector<Eigen::VectorXd> PartialPooling::means_given(const std::vector<RowSums>& sums,
                                                         const Context& context) const {
  Tightness tight = none_is_tighter();
  const Posterior known = settled_posterior(sums, tight, context);
  std::vector<Eigen::VectorXd> out;
  for (const auto& own : known.own)
    out.emplace_back(own.start + own.variance * own.pull.cwiseProduct(known.mean));
  return out;
}

}  // namespace drfs
