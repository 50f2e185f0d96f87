// Rules against brute force: every subset of a small table, judged by a plain reading of the rule.
#include "select/rules/constraints.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/random.hpp"
#include "data/scratch_file.hpp"
#include "methods/stated.hpp"
#include "select/searching.hpp"

namespace drfs {
namespace {

using drfs::testing::ScratchFile;
using drfs::testing::state;
using Strings = std::vector<std::string>;
constexpr std::size_t kFeatures = 9;

/// Features a, b, … of falling use; every second one is of more use to the second population.
Dataset small_table(std::size_t rows = 300) {
  Dataset data;
  for (std::size_t d = 0; d < kFeatures; ++d)
    data.features.push_back({std::string(1, static_cast<char>('a' + d)), d, 1, {}});
  for (std::uint32_t p = 0; p < 2; ++p) {
    Population population{
        p == 0 ? "A" : "B", Matrix(rows, kFeatures), {}, std::vector<float>(rows, 1), 0};
    for (std::uint32_t j = 0; j < rows; ++j) {
      double y = 0.5 * normals(8, Stream::bench, {p, j, 99, 0})[0];
      for (std::uint32_t d = 0; d < kFeatures; ++d) {
        const double x = normals(8, Stream::bench, {p, j, d, 0})[0];
        population.x(j, d) = static_cast<float>(x);
        y += x * (1.0 - 0.1 * d) * (d % 2 == p ? 1.0 : 0.6);
      }
      population.y.push_back(static_cast<float>(y));
    }
    data.populations.push_back(std::move(population));
  }
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

FeatureSet set_of(std::string_view letters) {
  FeatureSet set;
  for (const char c : letters) set.push_back(static_cast<std::size_t>(c - 'a'));
  return set;
}

std::vector<FeatureSet> all_subsets() {
  std::vector<FeatureSet> sets;
  for (unsigned bits = 0; bits < 1U << kFeatures; ++bits) {
    FeatureSet set;
    for (std::size_t f = 0; f < kFeatures; ++f)
      if ((bits >> f & 1U) != 0) set.push_back(f);
    sets.push_back(set);
  }
  return sets;
}

SelectOptions options_with(int budget, const std::function<void(RuleOptions&)>& set) {
  SelectOptions options;
  options.budget = budget;
  options.model.model = "linear";
  set(options.rules);
  return options;
}

using Reading = std::function<bool(const FeatureSet&)>;

struct RuleCase {
  const char* name;
  int budget;
  std::function<void(RuleOptions&)> set;
  Reading allowed;  // what the options mean, read plainly
};

bool has(const FeatureSet& set, char letter) {
  return contains(set, static_cast<std::size_t>(letter - 'a'));
}

/// Costs 1, 2, 3, 1, 2, 3, …
double cost_of(const FeatureSet& set) {
  double sum = 0;
  for (std::size_t f : set) sum += static_cast<double>(f % 3 + 1);
  return sum;
}
const Strings kCosts = {"a=1", "b=2", "c=3", "d=1", "e=2", "f=3", "g=1", "h=2", "i=3"};

/// The same in money, with minutes beside it and a visit that opens a, b and c.
const std::string& cost_file() {
  static const ScratchFile file(
      "feature,money,minutes,setup\na,1,5,visit\nb,2,1,visit\nc,3,1,visit\nd,1,4,\ne,2,1,\nf,3,1,\n"
      "g,1,3,\nh,2,1,\ni,3,1,\nvisit,2,3,\n");
  static const std::string path = file.path();
  return path;
}
bool needs_visit(const FeatureSet& set) {
  return has(set, 'a') || has(set, 'b') || has(set, 'c');
}
double minutes_of(const FeatureSet& set) {
  double sum = needs_visit(set) ? 3 : 0;
  for (std::size_t f : set) sum += f == 0 ? 5 : f == 3 ? 4 : f == 6 ? 3 : 1;
  return sum;
}

std::vector<RuleCase> rule_cases() {
  const auto up_to = [](std::size_t most) {
    return [most](const FeatureSet& s) { return s.size() <= most; };
  };
  return {
      {"budget", 4, [](RuleOptions&) {}, up_to(4)},
      {"include", 3,
       [](RuleOptions& o) {
         o.include = {"h", "i"};
       },
       [](const FeatureSet& s) { return s.size() <= 3 && has(s, 'h') && has(s, 'i'); }},
      {"exclude", 3,
       [](RuleOptions& o) {
         o.exclude = {"a", "b"};
       },
       [](const FeatureSet& s) { return s.size() <= 3 && !has(s, 'a') && !has(s, 'b'); }},
      {"at_most", 4, [](RuleOptions& o) { state(o, "at-most", {"1:a,b,c"}); },
       [](const FeatureSet& s) {
         return s.size() <= 4 && has(s, 'a') + has(s, 'b') + has(s, 'c') <= 1;
       }},
      {"either", 3,
       [](RuleOptions& o) {
         state(o, "either", {"a,b", "g,h,i"});
       },
       [](const FeatureSet& s) {
         return s.size() <= 3 && has(s, 'a') + has(s, 'b') == 1 &&
                has(s, 'g') + has(s, 'h') + has(s, 'i') == 1;
       }},
      {"needs", 4,
       [](RuleOptions& o) {
         state(o, "needs", {"a:i", "b:h,g"});
       },
       [](const FeatureSet& s) {
         return s.size() <= 4 && (!has(s, 'a') || has(s, 'i')) &&
                (!has(s, 'b') || (has(s, 'h') && has(s, 'g')));
       }},
      {"cost", 0,
       [](RuleOptions& o) {
         state(o, "cost", kCosts);
         state(o, "budget-cost", {"6.5"});
       },
       [](const FeatureSet& s) { return cost_of(s) <= 6.5; }},
      {"cost_and_budget", 3,
       [](RuleOptions& o) {
         state(o, "cost", kCosts);
         state(o, "budget-cost", {"cost=5"});
       },
       [](const FeatureSet& s) { return s.size() <= 3 && cost_of(s) <= 5; }},
      {"set_up_and_two_resources", 0,
       [](RuleOptions& o) {
         state(o, "cost", {cost_file()});
         state(o, "budget-cost", {"money=9", "minutes=10"});
       },
       [](const FeatureSet& s) {
         return cost_of(s) + (needs_visit(s) ? 2 : 0) <= 9 && minutes_of(s) <= 10;
       }},
      {"all_together", 5,
       [](RuleOptions& o) {
         state(o, "cost", kCosts);
         state(o, "budget-cost", {"9"});
         o.include = {"f"};
         o.exclude = {"c"};
         state(o, "at-most", {"2:a,b,d,e"});
         state(o, "needs", {"a:g"});
       },
       [](const FeatureSet& s) {
         return s.size() <= 5 && cost_of(s) <= 9 && has(s, 'f') && !has(s, 'c') &&
                has(s, 'a') + has(s, 'b') + has(s, 'd') + has(s, 'e') <= 2 &&
                (!has(s, 'a') || has(s, 'g'));
       }},
  };
}

class EveryRule : public ::testing::TestWithParam<RuleCase> {};

TEST_P(EveryRule, AllowsWhatAPlainReadingAllows) {
  const Dataset data = small_table(50);
  const auto constraints =
      make_constraints(data, options_with(GetParam().budget, GetParam().set), {});
  for (const auto& set : all_subsets())
    EXPECT_EQ(constraints.allows(set), GetParam().allowed(set)) << ::testing::PrintToString(set);
}

TEST_P(EveryRule, FillsUpToAnAllowedSetThatHasNoRoomLeft) {
  const Dataset data = small_table(50);
  const auto constraints =
      make_constraints(data, options_with(GetParam().budget, GetParam().set), {});
  const auto subsets = all_subsets();
  const FeatureSet& all = subsets.back();
  for (const auto& set : subsets) {
    // Something allowed holds the set, or it can be filled up to nothing.
    const bool possible = std::ranges::any_of(subsets, [&](const FeatureSet& other) {
      return GetParam().allowed(other) && std::ranges::includes(other, set);
    });
    const auto filled = constraints.fill(set, {4, 8, 0, 1, 2, 7, 6, 5, 3});
    ASSERT_EQ(filled.has_value(), possible) << ::testing::PrintToString(set);
    if (!filled) continue;
    EXPECT_TRUE(GetParam().allowed(*filled));
    EXPECT_TRUE(std::ranges::includes(*filled, set));
    EXPECT_TRUE(constraints.is_full(*filled, all));
  }
}

TEST_P(EveryRule, ListsEveryFullSet) {
  const Dataset data = small_table(50);
  const auto constraints =
      make_constraints(data, options_with(GetParam().budget, GetParam().set), {});
  const auto subsets = all_subsets();
  std::vector<FeatureSet> full;
  for (const auto& set : subsets)
    if (constraints.is_full(set, subsets.back())) full.push_back(set);
  auto listed = constraints.all_full(subsets.back(), 1000);
  std::ranges::sort(full);
  std::ranges::sort(listed);
  EXPECT_EQ(listed, full);
  EXPECT_TRUE(constraints.all_full(subsets.back(), 3).empty());
}

TEST_P(EveryRule, TheSearchFindsTheBestOfAllAllowedSets) {
  const Dataset data = small_table();
  // Promising, but not in the right order.
  drfs::testing::Searching it(data, options_with(GetParam().budget, GetParam().set),
                              {1, 3, 0, 2, 5, 4, 7, 6, 8});
  double best = 9;
  for (const auto& set : all_subsets())
    if (GetParam().allowed(set)) best = std::min(best, it.score(set));
  const FeatureSet found = drfs::testing::sorted(it.search.run(it.constraints)->ranked);
  EXPECT_TRUE(GetParam().allowed(found)) << ::testing::PrintToString(found);
  EXPECT_LE(it.score(found), 1.01 * best) << ::testing::PrintToString(found);
}

INSTANTIATE_TEST_SUITE_P(Rules, EveryRule, ::testing::ValuesIn(rule_cases()),
                         [](const auto& parameters) { return parameters.param.name; });

/// Where the options are read, or where their names are looked for.
void expect_error(ErrorCode code, const Strings& parts, int budget,
                  const std::function<void(RuleOptions&)>& set) {
  drfs::testing::expect_error(
      code, parts, [&] { make_constraints(small_table(50), options_with(budget, set), {}); });
}

TEST(Constraints, EntriesSayWhatAFileOfCostsSays) {
  const Dataset data = small_table(50);
  const auto costs_of = [&](const Strings& cost) {
    const auto options = options_with(3, [&](RuleOptions& o) { state(o, "cost", cost); });
    return make_constraints(data, options, {}).costs();
  };
  const Costs file = costs_of({cost_file()});
  Strings entries = {"visit=minutes:3;money:2"};
  for (std::size_t f = 0; f < 9; ++f) {
    const std::string letter(1, static_cast<char>('a' + f));
    entries.push_back(letter + "=money:" + std::to_string(f % 3 + 1) + ";minutes:" +
                      (f == 0   ? "5"
                       : f == 3 ? "4"
                       : f == 6 ? "3"
                                : "1") +
                      (f < 3 ? ";setup:visit" : ""));
  }
  const Costs list = costs_of(entries);
  EXPECT_EQ(list.resources,
            (Strings{"minutes", "money"}));  // the file has them the other way round
  for (const std::string set : {"", "a", "bcd", "efg", "abcdefghi"})
    for (std::size_t r : {0, 1}) EXPECT_EQ(list.of(r, set_of(set)), file.of(1 - r, set_of(set)));
  EXPECT_EQ(costs_of(kCosts).resources, Strings{"cost"});

  const auto refuse = [&](ErrorCode code, const std::string& entry, const Strings& parts) {
    Strings wrong = entries;
    wrong.back() = entry;
    expect_error(code, parts, 3, [&](RuleOptions& o) { state(o, "cost", wrong); });
  };
  refuse(ErrorCode::data, "i=money:1", {"cost of 'i'", "'minutes'"});
  refuse(ErrorCode::data, "i=money:1;minutes:-2", {"cost of 'i'", "-2"});
  refuse(ErrorCode::data, "i=1", {"cost of"});
  for (const std::string text :
       {"i=", "i=money:x;minutes:1", "i=money;minutes:1", "i=setup:visit", "i=money:1;money:2"})
    refuse(ErrorCode::usage, text, {"--cost", "'" + text + "'", "name=amount"});
}

TEST(Constraints, ASetUpIsPaidOnceForAllThatItOpens) {
  const ScratchFile file(
      "feature,minutes,money,setup\n"
      "a,1,2,blood draw\nb,1,3,blood draw\nc,1,0.1,\nd,1,0.2,\ne,1,0,\n"
      "f,1,1,\ng,1,1,\nh,1,1,\ni,1,1,\nblood draw,5,10,\n");
  const Dataset data = small_table(50);
  const auto options = options_with(0, [&](RuleOptions& o) {
    state(o, "cost", {file.path()});
    state(o, "budget-cost", {"minutes=8", "money=15"});
  });
  const auto constraints = make_constraints(data, options, {});
  EXPECT_DOUBLE_EQ(constraints.costs().of(0, set_of("ab")), 7);
  EXPECT_DOUBLE_EQ(constraints.costs().of(1, set_of("ab")), 15);
  EXPECT_DOUBLE_EQ(constraints.costs().of(1, set_of("cd")), 0.1 + 0.2);
  EXPECT_TRUE(constraints.allows(set_of("abe")));
  EXPECT_FALSE(constraints.allows(set_of("abf")));    // money: 16
  EXPECT_FALSE(constraints.allows(set_of("abcde")));  // minutes: 10
  EXPECT_TRUE(constraints.allows(set_of("cdefgh")));  // no blood draw
}

TEST(Constraints, NameTheFewestRulesThatContradictEachOther) {
  const auto infeasible = [](int budget, const std::function<void(RuleOptions&)>& set,
                             const Strings& named, const Strings& not_named) {
    expect_error(ErrorCode::infeasible, named, budget, set);
    try {
      make_constraints(small_table(50), options_with(budget, set), {});
    } catch (const Error& error) {
      for (const auto& part : not_named)
        EXPECT_EQ(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  infeasible(3,
             [](RuleOptions& o) {
               o.include = {"a", "b", "c"};
               o.exclude = {"d", "c"};
               state(o, "needs", {"e:f"});
             },
             {"--include c", "--exclude c"}, {"--budget", "include a", "exclude d", "needs"});
  infeasible(2,
             [](RuleOptions& o) {
               o.include = {"a", "b", "c"};
             },
             {"--budget 2", "--include a", "--include b", "--include c"}, {});
  infeasible(5,
             [](RuleOptions& o) {
               o.include = {"a"};
               state(o, "needs", {"a:b", "b:c"});
               state(o, "either", {"c,d", "d,e"});
               o.exclude = {"e"};
             },
             {"--needs a:b", "--needs b:c", "--either c,d", "--either d,e", "--exclude e"},
             {"--budget"});
  // A pair is named although a longer chain contradicts, too.
  infeasible(5,
             [](RuleOptions& o) {
               o.include = {"a", "e"};
               state(o, "needs", {"a:b", "b:c"});
               o.exclude = {"c", "e"};
             },
             {"--include e", "--exclude e"}, {"needs", "exclude c"});
  infeasible(0,
             [](RuleOptions& o) {
               state(o, "cost", kCosts);
               state(o, "budget-cost", {"4"});
               o.include = {"c", "b"};
             },
             {"--budget-cost 4", "--include b", "--include c"}, {});
}

TEST(Constraints, RefuseWhatTheyDoNotUnderstand) {
  const auto usage = ErrorCode::usage;
  expect_error(usage, {"--include", "'aa'", "Did you mean"}, 3,
               [](auto& o) { o.include = {"aa"}; });
  expect_error(usage, {"--exclude", "'zebra'", "Known"}, 3, [](auto& o) { o.exclude = {"zebra"}; });
  expect_error(usage, {"--at-most", "'a,b'"}, 3, [](auto& o) { state(o, "at-most", {"a,b"}); });
  expect_error(usage, {"--at-most", "'x:a,b'"}, 3, [](auto& o) { state(o, "at-most", {"x:a,b"}); });
  expect_error(usage, {"--either", "'zz'"}, 3, [](auto& o) { state(o, "either", {"a,zz"}); });
  expect_error(usage, {"--either", "'a' is named twice"}, 3,
               [](auto& o) { state(o, "either", {"a,a"}); });
  expect_error(usage, {"--at-most", "'b' is named twice"}, 3, [](auto& o) {
    o.at_most = {{1, {"b", "a", "b"}}};
  });
  expect_error(usage, {"--needs", "'ab'"}, 3, [](auto& o) { state(o, "needs", {"ab"}); });
  expect_error(usage, {"--budget-cost", "'-3'"}, 3,
               [](auto& o) { state(o, "budget-cost", {"-3"}); });
  expect_error(usage, {"--budget-cost", "'minuts'", "cost"}, 3,
               [](auto& o) { state(o, "budget-cost", {"minuts=3"}); });
  expect_error(ErrorCode::infeasible, {"--budget", "'10'", "9"}, 10, [](auto&) {});
  expect_error(ErrorCode::infeasible, {"--budget", "'9'", "from 1 to 8"}, 9,
               [](auto& o) { o.exclude = {"a"}; });
  expect_error(ErrorCode::infeasible, {"leave no feature"}, 0, [](auto& o) {
    state(o, "cost", kCosts);
    state(o, "budget-cost", {"0.5"});
  });
}

TEST(Constraints, RefuseCostsThatAreNone) {
  const auto data = ErrorCode::data;
  const auto with_cost = [](const Strings& cost) {
    return [cost](RuleOptions& o) { state(o, "cost", cost); };
  };
  const auto with_file = [&](const std::string& text) {
    static std::vector<std::unique_ptr<ScratchFile>> files;
    files.push_back(std::make_unique<ScratchFile>(text));
    return with_cost({files.back()->path()});
  };
  const std::string most = "a,1\nb,1\nc,1\nd,1\ne,1\nf,1\ng,1\nh,1\n";
  expect_error(data, {"cost of 'i'", "missing"}, 3, with_file("feature,cost\n" + most));
  expect_error(data, {"cost of 'i'", "missing"}, 3, with_file("feature,cost\n" + most + "i,\n"));
  expect_error(data, {"cost of 'i'", "-2", "at least 0"}, 3,
               with_file("feature,cost\n" + most + "i,-2\n"));
  expect_error(data, {"column 'cost'", "'much'"}, 3,
               with_file("feature,cost\n" + most + "i,much\n"));
  expect_error(data, {"'a'", "twice"}, 3, with_file("feature,cost\n" + most + "i,1\na,2\n"));
  expect_error(data, {"--cost", "'a'", "twice"}, 3, with_cost({"a=1", "a=2"}));
  expect_error(data, {"--cost", "'prices.csv'", "not both"}, 3, [](RuleOptions& o) {
    o.cost_file = "prices.csv";
    o.prices = {{"a", {{"cost", 1.0}}}};
  });
  expect_error(data, {"no column 'feature'"}, 3, with_file("name,cost\n1,2\n"));
  expect_error(
      data, {"cost of 'draw'", "missing"}, 3,
      with_file("feature,cost,setup\na,1,draw\nb,1,\nc,1,\nd,1,\ne,1,\nf,1,\ng,1,\nh,1,\ni,1,\n"));
  expect_error(data, {"cost of 'b'", "missing"}, 3, with_cost({"a=1"}));
  expect_error(data, {"cost of 'a'", "-1"}, 3, with_cost({"a=-1"}));
  expect_error(ErrorCode::usage, {"--cost", "'b'", "name=amount"}, 3, with_cost({"a=1", "b"}));
}

}  // namespace
}  // namespace drfs
