// What a set loses without some of its features, and whether that is worth speaking of.
#pragma once

#include "drfs/select.hpp"
#include "select/aim.hpp"

namespace drfs {

/// By more than a tie, and by more than so many standard errors.
bool beats(const Aim&, const CvRisk& better, const CvRisk& other, double errors);

/// `rest` is the risk of a part of the whole set. `errors`: of so many standard errors a gain may
/// come from chance alone.
Missed missed(const Aim&, const CvRisk& whole, const CvRisk& rest, double errors);

/// Whether the part will do: neither the aim nor any population loses more than 1 % of the worst
/// risk, of what is explained in the worst-served population, or than chance would take.
bool will_do(const Aim&, const CvRisk& whole, const CvRisk& rest, double errors);

}  // namespace drfs
