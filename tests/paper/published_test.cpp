// The paper's numbers beside ours: that the list is sound, who is set beside whom, and when two
// figures are said to differ.
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "data/scratch_file.hpp"
#include "drfs/reproduction.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;
using made_up::kNaN;

TEST(PublishedFigures, AreListedOnceEach) {
  std::set<std::tuple<std::string_view, int, int, std::string_view, std::string_view,
                      std::string_view, Metric>>
      seen;
  for (const auto& f : published_figures())
    EXPECT_TRUE(seen.insert({f.experiment, f.features, f.budget, f.method, f.population,
                             f.downstream, f.metric})
                    .second)
        << f.experiment << " " << f.method << " " << f.population << " " << f.budget;
}

TEST(PublishedFigures, AreInTheRangeOfTheirMetric) {
  for (const auto& f : published_figures()) {
    EXPECT_GE(f.deviation, 0);
    EXPECT_GT(f.budget, 0);
    EXPECT_LT(f.budget, f.features);
    if (f.metric == Metric::accuracy || f.metric == Metric::auc || f.metric == Metric::r2)
      EXPECT_LE(f.mean, 1) << f.experiment << " " << f.method;
    else
      EXPECT_GT(f.mean, 0) << f.experiment << " " << f.method;
  }
}

Experiment synth1() {
  return experiments_named("synth1", "", {}).at(0);
}

std::optional<Published> published_beside(ComparisonRow row) {
  std::vector<ComparisonRow> rows = {std::move(row)};
  add_published(rows, synth1());
  return rows[0].published;
}

TEST(AddPublished, SetsFiguresOfTheSameMethodBudgetModelAndMetricBesideOurs) {
  const ComparisonRow same = made_up::row("dro-lasso", "A", 0.5, 0.1);  // budget 5, rf, mse
  ASSERT_TRUE(published_beside(same));
  EXPECT_EQ(published_beside(same)->mean, 0.5434);
  EXPECT_EQ(published_beside(same)->deviation, 0.0191);
  for (const auto& change : std::vector<std::function<void(ComparisonRow&)>>{
           [](auto& r) { r.budget = 6; }, [](auto& r) { r.population = "D"; },
           [](auto& r) { r.downstream = "linear"; }, [](auto& r) { r.metric = Metric::r2; },
           [](auto& r) { r.method = "random"; }}) {
    ComparisonRow other = same;
    change(other);
    EXPECT_FALSE(published_beside(other));
  }
}

TEST(AddPublished, ThePapersMethodStandsBesideAutoAndPaper) {
  for (const char* method : {"auto", "paper"})
    EXPECT_EQ(published_beside(made_up::row(method, "A", 0.5, 0.1))->mean, 0.2486) << method;
}

TEST(Experiments, MakeTablesOfTheirFeaturesAnewForEverySeed) {
  for (const char* name : {"synth1", "synth2"}) {
    const auto experiment = experiments_named(name, "", {}).at(0);
    const Table one = experiment.table_of_seed(1);
    EXPECT_EQ(one.columns.size(), static_cast<std::size_t>(experiment.features) + 2) << name;
    testing::expect_same_table(one, experiment.table_of_seed(1));
    EXPECT_NE(one.columns[0].numbers, experiment.table_of_seed(2).columns[0].numbers) << name;
    testing::column_of(one, experiment.dataset.target);
    testing::column_of(one, experiment.dataset.population.at(0));
  }
}

TEST(Experiments, AnUnknownOneListsTheKnownOnesAndAll) {
  testing::expect_error(ErrorCode::usage, {"'synth9'", "synth1", "adult", "acs", "all"},
                        [] { experiments_named("synth9", "", {}); });
}

/// The page on one row, whose figure the paper has as 0.5 ± 0.03.
std::string section(double ours, double deviation) {
  Experiment experiment;
  experiment.name = "synth1";
  experiment.title = "A title";
  experiment.budgets = {5, 10};
  experiment.remarks = {"A remark."};
  Comparison c;
  c.rows = {made_up::row("lasso", "north", ours, deviation)};
  c.rows[0].published = Published{.mean = 0.5, .deviation = 0.03};
  c.rows.push_back(made_up::row("lasso", "north", 0.75, 0.1));
  c.rows.back().metric = Metric::r2;  // which the paper does not have
  return reproduction_section({experiment, c});
}

TEST(Reproduction, FiguresDifferByMoreThanTwoDeviationsOfTheDifference) {
  // sqrt(0.03² + 0.04²) = 0.05: up to 0.6 it may be chance.
  EXPECT_TRUE(has(section(0.599, 0.04), "No figure differs by more than two"));
  EXPECT_TRUE(has(section(0.601, 0.04), "- lasso: north rf mse 0.6010 against 0.5000."));
  EXPECT_TRUE(has(section(0.399, 0.04), "- lasso: north rf mse 0.3990 against 0.5000."));
  // Of one seed nothing is known of the spread: the paper's counts alone.
  EXPECT_TRUE(has(section(0.559, kNaN), "No figure differs"));
  EXPECT_TRUE(has(section(0.561, kNaN), "0.5610 against 0.5000"));
}

TEST(Reproduction, SaysWhichSetsWereChosenHowOften) {
  EXPECT_TRUE(has(section(0.9, 0.04), "Chosen here: x0 x1 (2 of 3 seeds); x0 x2 (1 of 3 seeds)."));
}

TEST(Reproduction, FiguresThatThePaperHasNotAreLeftOut) {
  const std::string page = section(0.5, 0.04);
  EXPECT_TRUE(has(page, "| lasso | north | rf mse | 0.5000 ± 0.0300 | 0.5000 ± 0.0400 |  |"));
  EXPECT_FALSE(has(page, "rf r2"));
  EXPECT_FALSE(has(page, "Budget 10")) << "nothing was run with it";
  EXPECT_TRUE(page.starts_with("## A title (`drfs reproduce synth1`)\n\nA remark.\n"));
}

TEST(Reproduction, ItsJsonHasTheRowsOfEveryExperiment) {
  Experiment one, two;
  one.name = "synth1";
  two.name = "adult";
  Comparison c;
  c.rows = {made_up::row("lasso", "north", 0.5, 0.1)};
  const auto parsed = nlohmann::json::parse(reproduction_json({{one, c}, {two, {}}}));
  EXPECT_EQ(parsed["schema"], "drfs.reproduction/1");
  EXPECT_EQ(parsed["experiments"][0]["experiment"], "synth1");
  EXPECT_EQ(parsed["experiments"][0]["rows"][0]["mean"], 0.5);
  EXPECT_EQ(parsed["experiments"][1]["rows"], nlohmann::json::array());
}

}  // namespace
}  // namespace drfs
