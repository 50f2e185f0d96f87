#include "select/missed.hpp"

#include <algorithm>

#include "select/chance.hpp"

namespace drfs {
namespace {

CvRisk of_population(const CvRisk& risk, std::size_t population) {
  return {{risk.populations[population]}};
}

/// By more than a tie, and by more than so many standard errors.
bool beats(const Aim& aim, const CvRisk& better, const CvRisk& other, double errors) {
  const double error = aim.standard_error_of_difference(better, other);
  return aim.of(other) > std::max(aim.tie_limit(aim.of(better)), aim.of(better) + errors * error);
}

/// The most that a population that counts loses without doubt: more than a tie and than chance
/// would take from any of them; 0 where none does.
double most_sure_loss(const Aim& aim, const CvRisk& whole, const CvRisk& rest, double errors) {
  const double of_any = kUncertain * gain_of_any(errors, whole.populations.size());
  double most = 0;
  for (std::size_t p = 0; p < whole.populations.size(); ++p) {
    if (aim.weight(p) == 0) continue;
    const CvRisk with = of_population(whole, p), without = of_population(rest, p);
    if (beats(Aim(), with, without, of_any)) most = std::max(most, without.worst() - with.worst());
  }
  return most;
}

}  // namespace

Missed missed(const Aim& aim, const CvRisk& whole, const CvRisk& rest, double errors) {
  const bool surely =
      beats(aim, whole, rest, kUncertain * errors) || most_sure_loss(aim, whole, rest, errors) > 0;
  return {aim.of(rest) - aim.of(whole), aim.standard_error_of_difference(rest, whole), surely};
}

bool is_worse(const Aim& aim, const CvRisk& whole, const CvRisk& rest, double errors) {
  return beats(aim, whole, rest, kUncertain * errors) ||
         most_sure_loss(aim, whole, rest, errors) > kTie * whole.worst();
}

bool will_do(const Aim& aim, const CvRisk& whole, const CvRisk& rest, double errors) {
  const double worst = whole.worst(), little = kTie * std::max(0.0, std::min(worst, 1 - worst));
  const auto loses_little = [&](const Aim& by, const CvRisk& with, const CvRisk& without,
                                double by_chance) {
    const double loss = by.of(without) - by.of(with);
    return loss <= little && loss <= by_chance * by.standard_error_of_difference(without, with);
  };
  bool all = loses_little(aim, whole, rest, errors) && aim.of(rest) <= aim.tie_limit(aim.of(whole));
  const double of_any = gain_of_any(errors, whole.populations.size());
  for (std::size_t p = 0; p < whole.populations.size(); ++p)
    if (aim.weight(p) > 0)
      all = all && loses_little(Aim(), of_population(whole, p), of_population(rest, p), of_any);
  return all;
}

}  // namespace drfs
