// Which rows choose and which score: every row once, nothing fitted to what is scored, classes in
// all parts, and one part alone where rows are plenty.
#include "data/prepare/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/simulated.hpp"

namespace drfs {
namespace {

/// As make_dataset leaves it: x0 numbers the rows of a population, x1 is random, and so is y.
Dataset made(const std::vector<std::size_t>& rows, std::uint64_t seed = 1) {
  std::vector<Population> populations;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    auto sample = simulated::regression(
        seed + p, rows[p], 2, 1, [](const Matrix& x, std::size_t i) { return double{x(i, 1)}; });
    for (std::size_t i = 0; i < rows[p]; ++i) sample.x(i, 0) = static_cast<float>(i);
    populations.push_back(
        simulated::population(std::string(1, static_cast<char>('A' + p)), sample, rows[p]));
  }
  return simulated::dataset(Task::regression, populations);
}

Partition partition(Dataset data, double share = 0) {
  return {std::move(data), {}, {share}, 7, {}};
}

/// The number of a row, from what x0 has become.
std::size_t number_of(const Population& population, std::size_t row) {
  const auto& [mean, deviation] = population.x_scale[0];
  return static_cast<std::size_t>(std::lround(population.x(row, 0) * deviation + mean));
}

/// How often each row of the population is scored, over all parts.
std::map<std::size_t, int> times_scored(const Partition& parts, std::size_t p) {
  std::map<std::size_t, int> times;
  parts.for_each_part(
      [&](std::size_t, const Dataset& part) {
        const Population& population = part.populations[p];
        for (std::size_t i = population.selection_rows; i < population.y.size(); ++i)
          ++times[number_of(population, i)];
      },
      {});
  return times;
}

TEST(Partition, AllRowsChooseAndEachIsScoredExactlyOnce) {
  const std::vector<std::size_t> rows = {103, 57, 250};
  const auto parts = partition(made(rows));
  EXPECT_EQ(parts.figures(), Figures::cross_fitted);
  EXPECT_EQ(parts.parts(), kParts);
  for (std::size_t p = 0; p < rows.size(); ++p) {
    EXPECT_EQ(parts.whole().populations[p].selection_rows, rows[p]);
    const auto times = times_scored(parts, p);
    EXPECT_EQ(times.size(), rows[p]);
    for (const auto& [row, count] : times) EXPECT_EQ(count, 1) << row;
  }
  const auto split = partition(made(rows), 0.6);
  EXPECT_EQ(split.whole().populations[0].selection_rows, 62U);
}

TEST(Partition, AllRowsMayChooseWithoutBeingScoredAndStandAsTheyWouldBeforeScoring) {
  const auto unscored = partition(made({103, 57}), 1), scored = partition(made({103, 57}));
  EXPECT_EQ(unscored.figures(), Figures::none);
  EXPECT_EQ(unscored.parts(), 0U);
  unscored.for_each_part([](std::size_t, const Dataset&) { FAIL() << "no part is scored"; }, {});
  for (std::size_t p = 0; p < 2; ++p) {
    const Population &one = unscored.whole().populations[p], &other = scored.whole().populations[p];
    EXPECT_EQ(one.selection_rows, one.y.size());
    EXPECT_EQ(one.y, other.y);
    EXPECT_TRUE(std::ranges::equal(one.x.column(1), other.x.column(1)));
  }
}

TEST(Partition, IsAFunctionOfSeedAndRows) {
  const auto first_scored = [](std::uint64_t seed) {
    std::vector<std::size_t> numbers;
    const Partition parts(made({100}), {}, {}, seed, {});
    parts.for_each_part(
        [&](std::size_t, const Dataset& part) {
          numbers.push_back(number_of(part.populations[0], part.populations[0].selection_rows));
        },
        {});
    return numbers;
  };
  EXPECT_EQ(first_scored(1), first_scored(1));
  EXPECT_NE(first_scored(1), first_scored(2));
}

/// What the rows that train have become, with what they were filled and scaled by.
std::vector<float> training_values(const Population& population) {
  std::vector<float> values;
  for (std::size_t i = 0; i < population.selection_rows; ++i)
    values.insert(values.end(), {population.x(i, 0), population.x(i, 1), population.y[i]});
  for (const Scale& scale : {population.x_scale[0], population.x_scale[1], population.y_scale})
    values.insert(values.end(),
                  {static_cast<float>(scale.mean), static_cast<float>(scale.deviation)});
  return values;
}

TEST(Partition, NothingIsFittedToTheRowsThatAreScored) {
  Dataset before = made({60, 80});
  for (std::size_t i = 0; i < 60; i += 7) before.populations[0].x(i, 1) = kMissing;
  Dataset after = before;
  // Everything of the first part's rows but the number is another.
  partition(before).for_each_part(
      [&](std::size_t k, const Dataset& part) {
        const Population& population = part.populations[0];
        for (std::size_t i = population.selection_rows; k == 0 && i < 60; ++i) {
          const std::size_t row = number_of(population, i);
          after.populations[0].y[row] = 1000;
          after.populations[0].x(row, 1) = i % 3 == 0 ? kMissing : -500.0F;
        }
      },
      {});
  const auto training = [](const Dataset& data) {
    std::vector<std::vector<float>> parts;
    partition(data).for_each_part(
        [&](std::size_t, const Dataset& part) {
          parts.push_back(training_values(part.populations[0]));
        },
        {});
    return parts;
  };
  const auto one = training(before), other = training(after);
  EXPECT_EQ(one[0], other[0]);
  for (std::size_t k = 1; k < kParts; ++k) EXPECT_NE(one[k], other[k]);
}

TEST(Partition, EveryPartHasItsShareOfEveryClass) {
  Dataset data = made({203});
  data.task = Task::multiclass;
  data.target_levels = {"often", "seldom", "twice"};
  for (std::size_t i = 0; i < 203; ++i)
    data.populations[0].y[i] = i == 20 || i == 90 ? 2.0F : i % 20 == 3 ? 1.0F : 0.0F;
  partition(data).for_each_part(
      [&](std::size_t, const Dataset& part) {
        const auto y = std::span(part.populations[0].y);
        const auto trains = y.first(part.populations[0].selection_rows);
        EXPECT_GE(std::ranges::count(trains, 2.0F), 1);
        EXPECT_EQ(std::ranges::count(trains, 1.0F), 8);  // of 10
      },
      {});
}

TEST(Partition, AClassOfOneRowIsADataErrorBeforeAnythingIsChosen) {
  Dataset data = made({100, 100});
  data.task = Task::binary;
  for (auto& population : data.populations)
    for (std::size_t i = 0; i < 100; ++i) population.y[i] = i % 2 == 0 ? 1.0F : 0.0F;
  EXPECT_NO_THROW(partition(data));
  auto& y = data.populations[1].y;
  std::ranges::fill(y, 0.0F);
  y[17] = 1;
  try {
    partition(data);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::data);
    EXPECT_NE(error.fault().thing.find("population 'B'"), std::string::npos) << error.what();
  }
}

TEST(Partition, TooFewRowsForTheirPartsAreADataError) {
  EXPECT_NO_THROW(partition(made({5})));
  EXPECT_THROW(partition(made({4})), Error);
}

TEST(Partition, WhereRowsArePlentySomeAreSetAsideOnce) {
  const auto parts = partition(made({kPlenty, kPlenty + 500}));
  EXPECT_EQ(parts.figures(), Figures::held_out);
  EXPECT_EQ(parts.parts(), 1U);
  for (const auto& population : parts.whole().populations)
    EXPECT_EQ(population.y.size() - population.selection_rows, kScoredRows);
  parts.for_each_part([&](std::size_t, const Dataset& part) { EXPECT_EQ(&part, &parts.whole()); },
                      {});
}

TEST(Partition, OneSmallPopulationMakesAllCrossFittedButAPartStaysSmall) {
  const auto parts = partition(made({kPlenty + 3000, kPlenty - 1}));
  EXPECT_EQ(parts.figures(), Figures::cross_fitted);
  parts.for_each_part(
      [&](std::size_t, const Dataset& part) {
        for (const auto& population : part.populations)
          EXPECT_LE(population.y.size() - population.selection_rows, kScoredRows);
      },
      {});
  EXPECT_EQ(times_scored(parts, 0).size(), kPlenty);
  EXPECT_EQ(times_scored(parts, 1).size(), kPlenty - 1);
}

}  // namespace
}  // namespace drfs
