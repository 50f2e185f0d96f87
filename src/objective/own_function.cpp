#include "objective/own_function.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drfs/core.hpp"

namespace drfs {

void require_own(std::string_view what, bool asked, bool brought) {
  if (asked == brought) return;
  throw Error(ErrorCode::usage,
              {fmt::format("option {}", what), "own",
               brought ? "is not asked for, but a function is given" : "comes without a function",
               fmt::format("A program that brings its own {0} sets both: the name own and the "
                           "function",
                           what)});
}

void require_usable(std::string_view what, double value, std::size_t derivatives,
                    std::size_t arguments) {
  if (derivatives == arguments && std::isfinite(value)) return;
  throw Error(ErrorCode::usage,
              {fmt::format("the program's own {}", what), fmt::format("{}", value),
               fmt::format("has {} derivatives for {} arguments", derivatives, arguments),
               "Return a finite value and its derivative in each argument"});
}

}  // namespace drfs
