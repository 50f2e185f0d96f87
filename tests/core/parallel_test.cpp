#include "core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace drfs {
namespace {

Context with_threads(int threads) {
  Context context;
  context.threads = threads;
  return context;
}

TEST(ParallelFor, DoesEveryItemOnce) {
  for (int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> done(1000);
    parallel_for(done.size(), with_threads(threads), [&](std::size_t item, std::size_t worker) {
      EXPECT_LT(worker, workers(1000, with_threads(threads)));
      ++done[item];
    });
    for (const auto& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, NothingToDoIsFine) {
  parallel_for(0, with_threads(4), [](std::size_t, std::size_t) { FAIL(); });
}

TEST(ParallelFor, RethrowsWhatTheWorkThrew) {
  const auto fail = [](std::size_t item, std::size_t) {
    if (item == 17) throw Error(ErrorCode::data, {"item", "17", "is bad", ""});
  };
  EXPECT_THROW(parallel_for(100, with_threads(3), fail), Error);
}

TEST(ParallelFor, StopsWhenAsked) {
  std::atomic<bool> stop{false};
  std::atomic<int> done{0};
  Context context = with_threads(2);
  context.stop = &stop;
  try {
    parallel_for(100000, context, [&](std::size_t, std::size_t) {
      if (++done == 10) stop = true;
    });
    FAIL() << "it did not say that it was interrupted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::interrupted);
  }
  EXPECT_LT(done, 100000);
}

}  // namespace
}  // namespace drfs
