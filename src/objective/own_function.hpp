// What a program brings in place of a named function: an aim, a penalty.
#pragma once

#include <cstddef>
#include <string_view>

namespace drfs {

/// Throws a usage error unless a program that asks for an `aim` or `penalty` of its own has brought
/// it, and the other way round.
void require_own(std::string_view what, bool asked, bool brought);

/// Throws a usage error unless what its function returns can be used: a finite value with a
/// derivative in each argument.
void require_usable(std::string_view what, double value, std::size_t derivatives,
                    std::size_t arguments);

}  // namespace drfs
