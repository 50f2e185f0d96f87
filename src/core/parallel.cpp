#include "core/parallel.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace drfs {

std::size_t workers(std::size_t items, const Context& context) {
  const auto threads = static_cast<std::size_t>(std::max(1, context.threads));
  return std::max<std::size_t>(1, std::min(items, threads));
}

void parallel_for(std::size_t items, const Context& context,
                  const std::function<void(std::size_t, std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex failure_mutex;
  std::exception_ptr failure;
  std::size_t failed_item = items;

  const auto run = [&](std::size_t worker) {
    while (!context.stopped()) {
      const std::size_t item = next.fetch_add(1);
      if (item >= items) return;
      try {
        work(item, worker);
      } catch (...) {
        const std::scoped_lock lock(failure_mutex);
        if (item < failed_item) {
          failed_item = item;
          failure = std::current_exception();
        }
        next.store(items);
      }
    }
  };

  {
    std::vector<std::jthread> threads;
    const std::size_t count = workers(items, context);
    try {
      for (std::size_t worker = 1; worker < count; ++worker) threads.emplace_back(run, worker);
    } catch (const std::system_error&) {
      // The system has no more threads to give: those that started do the work.
    }
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
  context.throw_if_stopped();
}

}  // namespace drfs
