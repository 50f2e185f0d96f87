#include "select/missed.hpp"

#include <algorithm>

namespace drfs {
namespace {

CvRisk of_population(const CvRisk& risk, std::size_t population) {
  return {{risk.populations[population]}};
}

}  // namespace

bool beats(const Aim& aim, const CvRisk& better, const CvRisk& other, double errors) {
  const double error = aim.standard_error_of_difference(better, other);
  return aim.of(other) > std::max(aim.tie_limit(aim.of(better)), aim.of(better) + errors * error);
}

Missed missed(const Aim& aim, const CvRisk& whole, const CvRisk& rest, double errors) {
  bool surely = beats(aim, whole, rest, errors);
  for (std::size_t p = 0; p < whole.populations.size(); ++p)
    surely = surely || beats(Aim(), of_population(whole, p), of_population(rest, p), errors);
  return {aim.of(rest) - aim.of(whole), aim.standard_error_of_difference(rest, whole), surely};
}

bool will_do(const Aim& aim, const CvRisk& whole, const CvRisk& rest, double errors) {
  const auto is_little = [&](double loss, double tie, double error) {
    return loss <= std::min(tie, errors * error);
  };
  const double value = aim.of(whole);
  if (!is_little(aim.of(rest) - value, aim.tie_limit(value) - value,
                 aim.standard_error_of_difference(rest, whole)))
    return false;
  for (std::size_t p = 0; p < whole.populations.size(); ++p) {
    const CvRisk with = of_population(whole, p), without = of_population(rest, p);
    if (!is_little(without.worst() - with.worst(), kTie * whole.worst(),
                   Aim().standard_error_of_difference(without, with)))
      return false;
  }
  return true;
}

}  // namespace drfs
