#include "select/measure/regressions.hpp"

#include "core/parallel.hpp"

namespace drfs {
namespace {

using Kind = BasisPlan::Column::Kind;

std::vector<RowSums> sums_outside(const BasisRows& rows, std::size_t fold, std::size_t outcome,
                                  const std::vector<std::size_t>& columns, const Context& context) {
  std::vector<RowSums> out(rows.populations());
  parallel_for(out.size(), context, [&](std::size_t p, std::size_t) {
    out[p] = rows.outside(p, fold, outcome, columns);
  });
  return out;
}

}  // namespace

Regressions::Regressions(const BasisRows& rows, const BasisPlan& plan,
                         std::vector<std::size_t> some, const Context& context, Populations which,
                         Tails tails)
    : columns(std::move(some)), populations(which), losses(rows.populations()) {
  for (auto& population : losses) {
    population.loss.assign(kReferenceFolds, 0.0);
    population.base.assign(kReferenceFolds, 0.0);
  }
  for (std::size_t k = 0; k < rows.outcomes(); ++k) {
    outcomes.emplace_back(sums_of_all(rows, k, columns, context), kinds_of(plan, columns), context,
                          populations, tails);
    for (std::size_t fold = 0; fold < kReferenceFolds; ++fold) {
      const auto b =
          outcomes[k].means_given(sums_outside(rows, fold, k, columns, context), context);
      parallel_for(rows.populations(), context, [&](std::size_t p, std::size_t) {
        const RowSums test = rows.inside(p, fold, k, columns);
        const double share = rows.variance(p, k);
        losses[p].loss[fold] +=
            share * (test.yy - 2 * b[p].dot(test.xy) + b[p].dot(test.xx * b[p]));
        losses[p].base[fold] += share * test.yy;
      });
    }
  }
}

RiskDraws Regressions::risk(std::uint64_t seed) const {
  RiskDraws out{Eigen::ArrayXXd(std::ssize(losses), kDraws)};
  for (std::size_t p = 0; p < losses.size(); ++p)
    out.risk.row(static_cast<Eigen::Index>(p)) = risk_draws(losses[p], seed, p).transpose();
  return out;
}

std::vector<std::size_t> straight(const BasisPlan& plan, std::vector<std::size_t> columns) {
  std::erase_if(columns, [&](std::size_t c) { return plan.columns()[c].kind != Kind::value; });
  return columns;
}

std::vector<RowSums> sums_of_all(const BasisRows& rows, std::size_t outcome,
                                 const std::vector<std::size_t>& columns, const Context& context) {
  return sums_outside(rows, kReferenceFolds, outcome, columns, context);
}

}  // namespace drfs
