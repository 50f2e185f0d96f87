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
  const double worst = whole.worst(), little = kTie * std::max(0.0, std::min(worst, 1 - worst));
  const auto loses_little = [&](const Aim& by, const CvRisk& with, const CvRisk& without) {
    const double loss = by.of(without) - by.of(with);
    return loss <= little && loss <= errors * by.standard_error_of_difference(without, with);
  };
  bool all = loses_little(aim, whole, rest) && aim.of(rest) <= aim.tie_limit(aim.of(whole));
  for (std::size_t p = 0; p < whole.populations.size(); ++p)
    all = all && loses_little(Aim(), of_population(whole, p), of_population(rest, p));
  return all;
}

}  // namespace drfs
