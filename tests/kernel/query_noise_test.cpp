#include "kernel/query_noise.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"
#include "kernel/problem.hpp"

namespace drfs {
namespace {

const NoiseSource kSource{7, 3};

TEST(QueryNoise, IsTheDrawOfItsRow) {
  std::vector<float> here(9), expected(9);
  query_noise(kSource, {5, 2}, here);
  noise(7, 3, 5, 2, expected);
  EXPECT_EQ(here, expected);
}

TEST(QueryNoise, APairSumsToZero) {
  std::vector<float> plain(9), mirrored(9);
  query_noise(kSource, {5, 2, false}, plain);
  query_noise(kSource, {5, 2, true}, mirrored);
  for (std::size_t d = 0; d < plain.size(); ++d) {
    EXPECT_EQ(plain[d] + mirrored[d], 0.0F);
    EXPECT_NE(plain[d], 0.0F);
  }
}

TEST(QueryNoise, AMirroredQueryOfAMirroredWorldIsTheSame) {
  // With x and the noise both turned round, every distance is what it was.
  auto p = make_problem(40, 3);
  const SumRequest request{p.alpha, p.queries, true, true};
  const auto sum = make_smoother(p.rows(), kSource, {"oracle", 0});
  const auto before = sum->sum_scores(request, weighted_square, {});
  for (std::size_t d = 0; d < 3; ++d)
    for (float& x : p.x.column(d)) x = -x;
  for (auto& query : p.queries) query.mirrored = true;
  const auto turned = make_smoother(p.rows(), kSource, {"oracle", 0});
  const auto after = turned->sum_scores({p.alpha, p.queries, true, true}, weighted_square, {});
  EXPECT_NEAR(after.value, before.value, 1e-12);
  EXPECT_LT(relative_error(after.gradient, before.gradient), 1e-9);
}

}  // namespace
}  // namespace drfs
