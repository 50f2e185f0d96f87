// What a program brings in place of a named function: an aim, a penalty.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace drfs {

/// Throws a usage error unless a program that asks for an `aim` or `penalty` of its own has brought
/// it, and the other way round.
void require_own(std::string_view what, bool asked, bool brought);

/// Throws a usage error unless what its function returns can be used: a value with a derivative in
/// each argument, all of them finite.
void require_usable(std::string_view what, double value, std::span<const double> derivatives,
                    std::size_t arguments);

}  // namespace drfs
