// What a set loses without some of its features, and whether that is worth speaking of.
#pragma once

#include "drfs/select.hpp"
#include "select/aim.hpp"

namespace drfs {

/// Populations of weight 0 do not count. `rest` is the risk of a part of the whole set, or of a
/// smaller one. `errors`: a gain of so many standard errors may come from chance alone.
Missed missed(const Aim&, const CvRisk& whole, const CvRisk& rest, double errors);

/// Whether that is without doubt worse where it counts: by the aim, or in a population by more than
/// 1 % of the worst risk.
bool is_worse(const Aim&, const CvRisk& whole, const CvRisk& rest, double errors);

/// Whether the part will do: neither the aim nor any population loses more than 1 % of the worst
/// risk, of what is explained in the worst-served population, or than chance would take.
bool will_do(const Aim&, const CvRisk& whole, const CvRisk& rest, double errors);

}  // namespace drfs
