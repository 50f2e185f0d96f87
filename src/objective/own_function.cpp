#include "objective/own_function.hpp"

#include <fmt/format.h>

#include <algorithm>
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

void require_usable(std::string_view what, double value, std::span<const double> derivatives,
                    std::size_t arguments) {
  const auto fail = [&](std::string problem, std::string remedy) {
    throw Error(ErrorCode::usage,
                {fmt::format("the program's own {}", what), fmt::format("{}", value),
                 std::move(problem), std::move(remedy)});
  };
  if (derivatives.size() != arguments)
    fail(fmt::format("comes with {} derivatives for {} arguments", derivatives.size(), arguments),
         "Return one for each");
  if (!std::isfinite(value) ||
      !std::ranges::all_of(derivatives, [](double d) { return std::isfinite(d); }))
    fail("is not finite, or a derivative is not",
         "Define it for all arguments; an estimated risk may lie below 0 and above 1");
}

}  // namespace drfs
