// Conditional means: what "out of fold" promises, to the last bit.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <numeric>

#include "drfs/means.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

constexpr std::uint64_t kSeed = 11;
const ModelOptions kQuick{.model = "xgb", .trees = 20, .depth = 3};

double curve(const Matrix& x, std::size_t i) {
  return std::sin(2 * x(i, 0)) + x(i, 1);
}

Dataset two_populations() {
  return simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(1, 160, 3, 0.2, curve), 103),
       simulated::population("B", simulated::regression(2, 90, 3, 0.2, curve), 61)});
}

std::vector<std::vector<float>> run(const Dataset& dataset, const ModelOptions& model = kQuick,
                                    int folds = 4, int threads = 1) {
  Context context;
  context.threads = threads;
  return conditional_means(dataset, model, {.folds = folds}, kSeed, context).mu;
}

/// The fold of each row: rows are dealt in the order of a permutation of their own.
std::vector<std::size_t> fold_of(std::uint32_t population, std::size_t rows, std::size_t folds) {
  const auto order = permutation(kSeed, Stream::folds, {.a = population}, rows);
  std::vector<std::size_t> fold(rows);
  for (std::size_t i = 0; i < rows; ++i) fold[order[i]] = i % folds;
  return fold;
}

TEST(ConditionalMeans, OneMeanPerSelectionRow) {
  const auto means = run(two_populations());
  ASSERT_EQ(means.size(), 2U);
  EXPECT_EQ(means[0].size(), 103U);
  EXPECT_EQ(means[1].size(), 61U);
}

TEST(ConditionalMeans, OfSeveralClassesAreTheirProbabilities) {
  auto dataset = two_populations();
  dataset.task = Task::multiclass;
  dataset.target_levels = {"low", "middle", "high"};
  for (auto& population : dataset.populations)
    for (float& y : population.y) y = y < -0.5F ? 0.0F : y < 0.5F ? 1.0F : 2.0F;
  const auto means = run(dataset);
  for (std::size_t p = 0; p < 2; ++p) {
    const std::size_t rows = dataset.populations[p].selection_rows;
    ASSERT_EQ(means[p].size(), 3 * rows);
    double right = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      EXPECT_NEAR(means[p][i] + means[p][rows + i] + means[p][2 * rows + i], 1, 1e-5);
      right += means[p][static_cast<std::size_t>(dataset.populations[p].y[i]) * rows + i];
    }
    EXPECT_GT(right / static_cast<double>(rows), 0.5);  // a third by guessing
  }
}

TEST(ConditionalMeans, ARowsOutcomeNeverReachesItsOwnFold) {
  for (const char* model : {"xgb", "linear"}) {
    ModelOptions options = kQuick;
    options.model = model;
    auto dataset = two_populations();
    const auto before = run(dataset, options);
    constexpr std::size_t kRow = 17;
    dataset.populations[0].y[kRow] = 1e5F;
    const auto after = run(dataset, options);
    const auto fold = fold_of(0, 103, 4);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < 103; ++i) {
      if (fold[i] == fold[kRow]) {
        EXPECT_EQ(after[0][i], before[0][i]) << model << ", row " << i;
      } else {
        changed += after[0][i] != before[0][i] ? 1 : 0;
      }
    }
    EXPECT_GT(changed, 60U) << model;  // every other fold has learned from it
    EXPECT_EQ(after[1], before[1]);
  }
}

TEST(ConditionalMeans, ScoringRowsTakeNoPart) {
  auto dataset = two_populations();
  const auto before = run(dataset);
  for (std::size_t i = 103; i < 160; ++i) {
    dataset.populations[0].y[i] = 1e5F;
    dataset.populations[0].x(i, 0) = -40;
  }
  EXPECT_EQ(run(dataset), before);
}

TEST(ConditionalMeans, AFoldIsTheModelOfTheOtherFolds) {
  const auto dataset = two_populations();
  const auto& b = dataset.populations[1];
  const auto fold = fold_of(1, 61, 4);
  // The rows in the order in which they were dealt, as the fit saw them.
  std::vector<std::size_t> outside;
  for (const std::size_t row : permutation(kSeed, Stream::folds, {.a = 1}, 61))
    if (fold[row] != 2) outside.push_back(row);
  simulated::Sample training{Matrix(outside.size(), 3), {}, {}};
  for (std::size_t i = 0; i < outside.size(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) training.x(i, d) = b.x(outside[i], d);
    training.y.push_back(b.y[outside[i]]);
    training.weight.push_back(b.weight[outside[i]]);
  }
  const auto model = make_model(without_choice(kQuick), Task::regression);
  model->fit(training.data());
  const auto expected = model->predict(b.x.view());
  const auto means = run(dataset);
  for (std::size_t i = 0; i < 61; ++i) {
    if (fold[i] == 2) {
      EXPECT_EQ(means[1][i], expected[i]);
    }
  }
}

TEST(ConditionalMeans, ThreadsDoNotChangeABit) {
  const auto dataset = two_populations();
  const auto one = run(dataset);
  EXPECT_EQ(run(dataset, kQuick, 4, 2), one);
  EXPECT_EQ(run(dataset, kQuick, 4, 4), one);
}

TEST(ConditionalMeans, EstimateTheTruthForBothTasks) {
  const auto regression = simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(3, 4000, 2, 0.5, curve), 4000)});
  const auto binary = simulated::dataset(
      Task::binary, {simulated::population("A", simulated::binary(4, 4000, 2, curve), 4000)});
  const ModelOptions options{.trees = 40, .depth = 3, .tree_rate = 0.15};
  const auto mean = run(regression, options)[0];
  const auto probability = run(binary, options)[0];
  double squares = 0;
  double error = 0;
  for (std::size_t i = 0; i < 4000; ++i) {
    squares += std::pow(mean[i] - curve(regression.populations[0].x, i), 2) / 4000;
    ASSERT_TRUE(probability[i] > 0 && probability[i] < 1);
    error +=
        std::abs(probability[i] - 1 / (1 + std::exp(-curve(binary.populations[0].x, i)))) / 4000;
  }
  EXPECT_LT(squares, 0.05);  // the truth has variance about 1.5, the noise 0.25
  EXPECT_LT(error, 0.07);
}

TEST(ConditionalMeans, WeightsMatter) {
  auto dataset = two_populations();
  const auto before = run(dataset);
  for (std::size_t i = 0; i < 50; ++i) dataset.populations[0].weight[i] = 9;
  const auto after = run(dataset);
  EXPECT_NE(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
}

TEST(ConditionalMeans, AsManyFoldsAsRowsLeavesOneOut) {
  auto dataset = two_populations();
  dataset.populations.resize(1);
  dataset.populations[0].selection_rows = 12;
  const auto means = run(dataset, {.model = "linear"}, 12);
  EXPECT_EQ(means[0].size(), 12U);
  for (const float m : means[0]) EXPECT_TRUE(std::isfinite(m));
}

TEST(ConditionalMeans, ImportanceIsAShareAndNamesTheColumnsThatMatter) {
  for (const char* model : {"xgb", "linear"}) {
    ModelOptions options = kQuick;
    options.model = model;
    const auto means = conditional_means(two_populations(), options, {.folds = 4}, kSeed, {});
    ASSERT_EQ(means.importance.size(), 2U);
    for (const auto& share : means.importance) {
      ASSERT_EQ(share.size(), 3U);
      EXPECT_NEAR(share[0] + share[1] + share[2], 1, 1e-9);
      EXPECT_GT(share[1], share[2]) << model;  // y does not depend on column 2
    }
  }
}

/// Six of 60 rows each that follow one function, and a seventh of 600 that has its opposite.
Dataset alike_and_one_unlike() {
  std::vector<Population> populations;
  for (std::uint64_t p = 0; p < 6; ++p)
    populations.push_back(simulated::population(
        fmt::format("A{}", p), simulated::regression(20 + p, 60, 3, 0.5, curve), 60));
  const auto opposite = [](const Matrix& x, std::size_t i) { return -curve(x, i); };
  populations.push_back(
      simulated::population("B", simulated::regression(30, 600, 3, 0.5, opposite), 600));
  return simulated::dataset(Task::regression, std::move(populations));
}

double mean_error(const Dataset& dataset, const Means& means, std::size_t p) {
  return simulated::unexplained(dataset.populations[p].y, means.mu[p]);
}

TEST(BorrowedMeans, AreBetterWherePopulationsAreAlikeAndNoWorseWhereOneIsNot) {
  const auto dataset = alike_and_one_unlike();
  const auto alone = conditional_means(dataset, kQuick, {.folds = 4}, kSeed, {});
  const auto lent = conditional_means(dataset, kQuick, {.folds = 4, .lent_rows = 420}, kSeed, {});
  double before = 0, after = 0,
         borrowed = 0;  // sixty rows say how much, so that single shares vary
  for (std::size_t p = 0; p < 6; ++p) {
    before += mean_error(dataset, alone, p) / 6;
    after += mean_error(dataset, lent, p) / 6;
    borrowed += lent.borrowed[p] / 6;
    EXPECT_GT(lent.borrowed[p], 0) << p;
    EXPECT_LT(mean_error(dataset, lent, p), mean_error(dataset, alone, p)) << p;
  }
  EXPECT_GT(borrowed, 0.3);
  EXPECT_LT(after, 0.9 * before);
  EXPECT_LT(lent.borrowed[6], 0.1);
  EXPECT_LT(mean_error(dataset, lent, 6), 1.01 * mean_error(dataset, alone, 6));
  EXPECT_EQ(alone.borrowed, std::vector<double>(7, 0.0));
}

TEST(BorrowedMeans, BlindOnesAreMixedInEveryFold) {
  const auto dataset = two_populations();
  const auto alone = conditional_means(dataset, kQuick, {.folds = 4, .blind = true}, kSeed, {});
  const auto lent =
      conditional_means(dataset, kQuick, {.folds = 4, .blind = true, .lent_rows = 1000}, kSeed, {});
  ASSERT_GT(lent.borrowed[0], 0.05);
  for (std::size_t fold = 0; fold < 4; ++fold)
    EXPECT_NE(lent.blind[0][fold], alone.blind[0][fold]) << fold;
}

TEST(BorrowedMeans, AreAMixtureOfModelsThatHaveNotSeenTheRow) {
  auto dataset = two_populations();
  const MeansOptions options{.folds = 4, .blind = true, .lent_rows = 1000};
  const auto before = conditional_means(dataset, kQuick, options, kSeed, {});
  const auto own = run(dataset);
  constexpr std::size_t kRow = 17;
  dataset.populations[0].y[kRow] += 0.5F;
  const auto after = conditional_means(dataset, kQuick, options, kSeed, {});
  const auto fold = fold_of(0, 103, 4);
  // mu = own + share (together - own): what is left of it when the share is taken out.
  const auto together = [&](const Means& means, const std::vector<float>& mu, std::size_t i) {
    return own[0][i] + (mu[i] - own[0][i]) / means.borrowed[0];
  };
  ASSERT_GT(before.borrowed[0], 0.05);
  for (std::size_t i = 0; i < 103; ++i) {
    if (fold[i] != fold[kRow]) continue;
    EXPECT_NEAR(together(after, after.mu[0], i), together(before, before.mu[0], i), 1e-4);
  }
}

TEST(BorrowedMeans, OfOnePopulationAreItsOwn) {
  auto dataset = two_populations();
  dataset.populations.resize(1);
  const auto alone = conditional_means(dataset, kQuick, {.folds = 4}, kSeed, {});
  const auto lent = conditional_means(dataset, kQuick, {.folds = 4, .lent_rows = 500}, kSeed, {});
  EXPECT_EQ(lent.mu, alone.mu);
  EXPECT_EQ(lent.borrowed, alone.borrowed);
}

TEST(BorrowedMeans, DoNotDependOnThreads) {
  const auto dataset = alike_and_one_unlike();
  const MeansOptions options{.folds = 4, .blind = true, .lent_rows = 300};
  const auto with = [&](int threads) {
    Context context;
    context.threads = threads;
    return conditional_means(dataset, kQuick, options, kSeed, context);
  };
  const auto one = with(1), four = with(4);
  EXPECT_EQ(four.mu, one.mu);
  EXPECT_EQ(four.blind, one.blind);
  EXPECT_EQ(four.importance, one.importance);
}

TEST(ConditionalMeans, WrongFoldsAreRefusedByName) {
  for (const int folds : {-1, 0, 1, 62}) {
    try {
      run(two_populations(), kQuick, folds);
      ADD_FAILURE() << "no error for " << folds;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), folds < 2 ? ErrorCode::usage : ErrorCode::data);
      EXPECT_NE(std::string(error.what()).find("--folds"), std::string::npos) << error.what();
    }
  }
}

TEST(ConditionalMeans, ModelErrorsComeThrough) {
  auto dataset = two_populations();
  dataset.populations[1].x(3, 1) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(run(dataset, {.model = "linear"}, 4, 2), Error);
  EXPECT_NO_THROW(run(dataset, kQuick, 4, 2));  // trees take it as missing
}

TEST(ConditionalMeans, ProgressCountsEveryFitOnce) {
  Context context;
  context.threads = 4;
  std::vector<double> done;  // safe without a lock: progress comes from one thread at a time
  context.on_progress = [&](const Progress& p) {
    EXPECT_EQ(p.stage, "means");
    EXPECT_EQ(p.total, 8);
    done.push_back(p.done);
  };
  conditional_means(two_populations(), kQuick, {.folds = 4}, kSeed, context);
  EXPECT_EQ(done, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(ConditionalMeans, StopEndsTheWorkEarly) {
  std::atomic<bool> stop = false;
  Context context;
  context.stop = &stop;
  int fits = 0;
  context.on_progress = [&](const Progress&) { stop = ++fits == 2; };
  try {
    conditional_means(two_populations(), kQuick, {.folds = 4}, kSeed, context);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::interrupted);
  }
  EXPECT_EQ(fits, 2);
}

/// Predicts the sum of the outcomes that it was trained on.
class SumOfOutcomes : public Model {
 public:
  void fit(const TrainingData& data) override {
    sum_ = std::accumulate(data.y.begin(), data.y.end(), 0.0F);
    columns_ = data.x.columns;
  }
  std::vector<float> predict(MatrixView<const float> x) const override {
    return std::vector<float>(x.rows, sum_);
  }
  std::vector<double> importance() const override { return std::vector<double>(columns_, 1.0); }

 private:
  float sum_ = 0;
  std::size_t columns_ = 0;
};

TEST(ConditionalMeans, BlindToAFoldHaveSeenNeitherItNorTheRow) {
  // Outcomes are powers of two, so that a sum tells which of them it is of.
  constexpr std::size_t kRows = 18;
  Dataset data = simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(1, kRows, 3, 0.2, curve), kRows)});
  for (std::size_t i = 0; i < kRows; ++i) data.populations[0].y[i] = static_cast<float>(1U << i);
  MeansOptions options{.folds = 3};
  options.make_model = [](Task) { return std::make_unique<SumOfOutcomes>(); };
  options.blind = true;
  const Means means = conditional_means(data, {}, options, kSeed, {});
  const auto& fold = means.fold[0];
  for (std::size_t f = 0; f < 3; ++f)
    for (std::size_t i = 0; i < kRows; ++i) {
      unsigned expected = 0;
      for (std::size_t j = 0; j < kRows; ++j)
        if (fold[j] != f && fold[j] != fold[i]) expected |= 1U << j;
      EXPECT_EQ(means.blind[0][f][i], static_cast<float>(expected));
    }
  options.blind = false;
  const Means less = conditional_means(data, {}, options, kSeed, {});
  EXPECT_TRUE(less.blind.empty());
  EXPECT_EQ(less.mu, means.mu);
  EXPECT_EQ(less.importance, means.importance);
}

}  // namespace
}  // namespace drfs
