#include "core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

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

TEST(ParallelFor, OfSeveralFailuresThatOfTheSmallestItemIsTold) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::atomic<bool> later_failed{false};
    try {
      parallel_for(64, with_threads(4), [&](std::size_t item, std::size_t) {
        // Item 3 lets a later one fail before it, where there is a thread to do so.
        for (int i = 0; i < 20000 && item == 3 && !later_failed; ++i) std::this_thread::yield();
        for (int i = 0; i < 200 && item == 3; ++i) std::this_thread::yield();
        if (item > 3) later_failed = true;
        if (item >= 3) throw Error(ErrorCode::data, {"item", std::to_string(item), "is bad", ""});
      });
      FAIL() << "no error was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.fault().value, "3");
    }
  }
}

TEST(ParallelFor, AWorkerDoesOneItemAtATime) {
  // Scratch space is given out by the worker's number.
  const Context context = with_threads(4);
  std::vector<std::atomic<bool>> busy(workers(400, context));
  parallel_for(400, context, [&](std::size_t, std::size_t worker) {
    EXPECT_FALSE(busy[worker].exchange(true));
    std::this_thread::yield();
    busy[worker] = false;
  });
}

TEST(Workers, AreAsManyAsUsefulAndAtLeastOne) {
  EXPECT_EQ(workers(100, with_threads(4)), 4U);
  EXPECT_EQ(workers(3, with_threads(4)), 3U);
  EXPECT_EQ(workers(0, with_threads(4)), 1U);
  EXPECT_EQ(workers(100, with_threads(0)), 1U);
  EXPECT_EQ(workers(100, with_threads(-2)), 1U);
}

TEST(Context, SilentlyItStillStops) {
  std::atomic<bool> stop{false};
  int heard = 0;
  Context context = with_threads(3);
  context.stop = &stop;
  context.on_log = [&](Severity, std::string_view) { ++heard; };
  context.on_progress = [&](const Progress&) { ++heard; };
  const Context silent = context.silent();
  silent.log(Severity::warning, "x");
  silent.progress({"read", 1, 1, ""});
  EXPECT_EQ(heard, 0);
  EXPECT_EQ(silent.threads, 3);
  EXPECT_NO_THROW(silent.throw_if_stopped());
  stop = true;
  EXPECT_THROW(silent.throw_if_stopped(), Error);
}

}  // namespace
}  // namespace drfs
