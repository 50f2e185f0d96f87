// Comparisons: who is asked what, what is kept, and what the summary says.
#include "drfs/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "drfs/experiments.hpp"
#include "methods/stated.hpp"

namespace drfs {
namespace {

CompareOptions quick() {
  CompareOptions options;
  options.methods = {"lasso", "random"};
  options.downstream = {"linear"};
  options.budgets = {2, 4};
  options.seeds = 2;
  return options;
}

DatasetOptions columns() {
  DatasetOptions options;
  options.target = "y";
  options.population = {"population"};
  return options;
}

Table small_table(std::uint64_t seed) {
  return make_synthetic({1, 1200, 15, seed});
}

TEST(Compare, RunsEveryMethodBudgetAndSeedOnce) {
  const auto trials = compare(small_table, columns(), quick(), {}, {}).finished;
  std::map<std::string, int> seen;
  for (const auto& t : trials) {
    ++seen[t.method + std::to_string(t.budget) + "/" + std::to_string(t.seed)];
    EXPECT_EQ(t.selected.size(), static_cast<std::size_t>(t.budget));
    EXPECT_EQ(t.scores.size(), 3U * 2U);  // populations, metrics
  }
  EXPECT_EQ(seen.size(), 8U);
  for (const auto& [trial, times] : seen) EXPECT_EQ(times, 1) << trial;
}

TEST(Compare, ASmallerBudgetKeepsTheBeginningOfARanking) {
  const auto trials = compare(small_table, columns(), quick(), {}, {}).finished;
  for (const auto& small : trials)
    for (const auto& large : trials)
      if (small.method == large.method && small.seed == large.seed && small.budget == 2 &&
          large.budget == 4) {
        EXPECT_EQ(small.selected, std::vector(large.selected.begin(), large.selected.begin() + 2));
      }
}

TEST(Compare, WhatIsFinishedIsNotDoneAgain) {
  std::map<std::string, Trial> kept;
  const auto key = [](const std::string& method, int budget, std::uint64_t seed) {
    return method + std::to_string(budget) + std::to_string(seed);
  };
  int tables = 0;
  const auto table = [&](std::uint64_t seed) {
    ++tables;
    return small_table(seed);
  };
  const TrialStore store{[&](const std::string& method, int budget, std::uint64_t seed) {
                           const auto at = kept.find(key(method, budget, seed));
                           return at == kept.end() ? std::nullopt : std::optional(at->second);
                         },
                         [&](const Trial& t) { kept[key(t.method, t.budget, t.seed)] = t; }};
  const auto first = compare(table, columns(), quick(), store, {}).finished;
  EXPECT_EQ(tables, 2);
  EXPECT_EQ(kept.size(), 8U);
  const auto again = compare(table, columns(), quick(), store, {}).finished;
  EXPECT_EQ(tables, 2);
  ASSERT_EQ(first.size(), again.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].selected, again[i].selected);

  // One more method: only its own trials are run.
  auto more = quick();
  more.methods.emplace_back("xgb");
  compare(table, columns(), more, store, {});
  EXPECT_EQ(tables, 4);
  EXPECT_EQ(kept.size(), 12U);
}

TEST(Compare, StoppedItReturnsAndKeepsWhatIsFinished) {
  std::atomic<bool> stop{false};
  Context context;
  context.stop = &stop;
  int kept = 0;
  const TrialStore store{{}, [&](const Trial&) { stop = ++kept == 3; }};
  const Trials trials = compare(small_table, columns(), quick(), store, context);
  EXPECT_TRUE(trials.interrupted());
  EXPECT_EQ(trials.finished.size(), 3U);
  EXPECT_EQ(trials.wanted, 8U);
  EXPECT_EQ(kept, 3);
  // Before anything is finished there is nothing to return.
  EXPECT_THROW(compare(small_table, columns(), quick(), store, context), Error);
}

TEST(Compare, WhatCannotWorkIsRefusedBeforeAnythingIsChosen) {
  int kept = 0;
  const TrialStore store{{}, [&](const Trial&) { ++kept; }};
  auto options = quick();
  options.budgets = {2, 16};
  try {
    compare(small_table, columns(), options, store, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::infeasible);
  }
  EXPECT_EQ(kept, 0);
}

TEST(Compare, ThePapersMethodHasThePresetAndOthersHaveNone) {
  auto options = quick();
  options.methods = {"paper", "lasso"};
  options.preset = "acs";
  EXPECT_NO_THROW(check(options));
  options.preset = "nonsense";
  EXPECT_THROW(check(options), Error);
}

TEST(Compare, WrongNamesAndNumbersAreRefusedAtOnce) {
  const auto message = [](auto change) {
    CompareOptions options = quick();
    try {
      change(options);
      check(options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return std::string(error.what());
    }
    return std::string("nothing wrong");
  };
  EXPECT_NE(message([](auto& o) { o.methods = {"laso"}; }).find("Did you mean 'lasso'"),
            std::string::npos);
  EXPECT_NE(message([](auto& o) { o.downstream = {"forest"}; }).find("rf"), std::string::npos);
  EXPECT_NE(message([](auto& o) {
              testing::state(o, "budget", {"5", "x"});
            }).find("'5,x'"),
            std::string::npos);
  EXPECT_NE(message([](auto& o) { o.budgets = {}; }).find("--budget"), std::string::npos);
  EXPECT_NE(message([](auto& o) {
              testing::state(o, "budget", {"5", "05"});
            }).find("'5' is named twice"),
            std::string::npos);
  EXPECT_NE(message([](auto& o) {
              o.methods = {"lasso", "xgb", "lasso"};
            }).find("named twice"),
            std::string::npos);
  EXPECT_NE(message([](auto& o) { o.seeds = 0; }).find("--seeds"), std::string::npos);
}

Trial trial(const std::string& method, std::uint64_t seed, double a, double b,
            Metric metric = Metric::mse) {
  return {method, 2, seed, {"x"}, {{"A", "rf", metric, a}, {"B", "rf", metric, b}}, 0};
}

TEST(Summary, MeansDeviationsAndTheWorstByHand) {
  const Comparison c = summarise({trial("m", 0, 1, 2), trial("m", 1, 3, 2.5)});
  ASSERT_EQ(c.rows.size(), 2U);
  EXPECT_EQ(c.rows[0].population, "A");
  EXPECT_DOUBLE_EQ(c.rows[0].mean, 2);
  EXPECT_DOUBLE_EQ(c.rows[0].deviation, std::sqrt(2.0));
  EXPECT_EQ(c.rows[0].seeds, 2U);
  EXPECT_EQ(c.rows[0].selected.size(), 2U);
  // The worst is B with the first seed and A with the second.
  ASSERT_EQ(c.worst.size(), 1U);
  EXPECT_DOUBLE_EQ(c.worst[0].mean, 2.5);
}

TEST(Summary, DifferencesFromTheBestArePairedBySeed) {
  // The seeds differ by far more than the methods do.
  const Comparison c = summarise(
      {trial("m", 0, 1, 0), trial("m", 1, 5, 0), trial("n", 0, 1.25, 0), trial("n", 1, 5.75, 0)});
  EXPECT_EQ(c.worst[0].behind->by, 0);
  EXPECT_EQ(c.worst[0].behind->standard_error, 0);
  EXPECT_DOUBLE_EQ(c.worst[1].behind->by, 0.5);
  EXPECT_DOUBLE_EQ(c.worst[1].behind->standard_error, 0.25);
  EXPECT_FALSE(c.rows[0].behind.has_value());

  const Comparison accuracy = summarise(
      {trial("m", 0, 0.75, 1, Metric::accuracy), trial("n", 0, 0.5, 1, Metric::accuracy)});
  EXPECT_DOUBLE_EQ(accuracy.worst[1].behind->by, 0.25);  // less is worse
  EXPECT_TRUE(std::isnan(accuracy.worst[1].behind->standard_error));
}

TEST(Summary, OnlySeedsThatAllMethodsHaveAreCompared) {
  // Interrupted: n has not had the hard second seed, and is worse on the first.
  const Comparison c =
      summarise({trial("m", 0, 1, 0), trial("n", 0, 1.25, 0), trial("m", 1, 5, 0)});
  EXPECT_EQ(c.worst[0].behind->by, 0);
  EXPECT_DOUBLE_EQ(c.worst[1].behind->by, 0.25);
  const double none = std::nan("");
  const Comparison undefined =
      summarise({trial("m", 0, none, none, Metric::auc), trial("n", 0, 0.5, 0.5, Metric::auc)});
  EXPECT_FALSE(undefined.worst[0].behind.has_value());
  EXPECT_FALSE(undefined.worst[1].behind.has_value());
}

TEST(Summary, ForAccuracyTheWorstIsTheLeast) {
  const Comparison c = summarise({trial("m", 0, 0.9, 0.8, Metric::accuracy)});
  EXPECT_DOUBLE_EQ(c.worst[0].mean, 0.8);
  EXPECT_TRUE(std::isnan(c.worst[0].deviation));
}

TEST(Summary, WhatIsNotDefinedIsLeftOutWhateverTheOrder) {
  const double none = std::nan("");
  for (const bool first : {true, false}) {
    const Comparison c =
        summarise({trial("m", 0, first ? none : 0.7, first ? 0.7 : none, Metric::auc),
                   trial("m", 1, 0.8, 0.9, Metric::auc)});
    EXPECT_DOUBLE_EQ(c.worst[0].mean, 0.75);
    EXPECT_EQ(c.rows[first ? 0 : 1].seeds, 1U);
    EXPECT_DOUBLE_EQ(c.rows[first ? 0 : 1].mean, first ? 0.8 : 0.9);
  }
}

TEST(Experiments, HaveThePapersFiguresBesideTheirs) {
  const auto experiment = experiments_named("synth1", "", {}).at(0);
  Trial t{"auto", 5, 0, {"x0"}, {{"B", "mlp", Metric::mse, 0.3}}, 0};
  Comparison c = summarise({t});
  add_published(c.rows, experiment);
  ASSERT_TRUE(c.rows[0].published.has_value());
  EXPECT_EQ(c.rows[0].published->mean, 0.2888);  // the paper's own method
  t.method = "greedy";                           // which the paper has not
  c = summarise({t});
  add_published(c.rows, experiment);
  EXPECT_FALSE(c.rows[0].published.has_value());
}

TEST(Experiments, EveryPublishedFigureBelongsToOne) {
  for (const auto& figure : published_figures()) {
    if (figure.experiment == "adult" || figure.experiment == "acs") continue;  // need data
    bool found = false;
    for (const auto& name : experiment_names()) {
      if (name == "adult" || name == "acs") continue;
      const auto e = experiments_named(name, "", {}).at(0);
      found = found || (e.table == figure.experiment && e.features == figure.features &&
                        std::ranges::find(e.budgets, figure.budget) != e.budgets.end() &&
                        std::ranges::find(e.downstream, figure.downstream) != e.downstream.end());
    }
    EXPECT_TRUE(found) << figure.experiment << figure.features;
  }
  EXPECT_EQ(published_figures().size(), 314U);
}

TEST(Experiments, MissingDataAreSaidBeforeAnythingIsRun) {
  try {
    experiments_named("all", "/nowhere", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::data);
    EXPECT_NE(std::string(error.what()).find("drfs data get adult"), std::string::npos);
  }
}

}  // namespace
}  // namespace drfs
