// Work spread over threads. The items are independent and each writes only its own
// result, so the answer does not depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>

#include "drfs/core.hpp"

namespace drfs {

/// Calls work(item, worker) for every item below `items`; worker < workers(items, context).
/// Stops early when the context is stopped, and then throws Error(interrupted). An exception
/// of the work is rethrown here; of several, that of the smallest item.
void parallel_for(std::size_t items, const Context& context,
                  const std::function<void(std::size_t item, std::size_t worker)>& work);

/// How many workers parallel_for uses: for sizing scratch space.
std::size_t workers(std::size_t items, const Context& context);

}  // namespace drfs
