// The page that sets our figures beside the paper's.
#include "drfs/reproduction.hpp"

#include <gtest/gtest.h>

#include "cli/program.hpp"
#include "drfs/report.hpp"

namespace drfs {
namespace {

Trial trial(std::uint64_t seed, double value) {
  return {"lasso",
          5,
          seed,
          {"age", "say \"x\""},
          {{"north, \"old\"", "rf", Metric::mse, value}, {"south", "rf", Metric::mse, value / 2}},
          1.5};
}

TEST(ReproductionPage, HasEveryExperimentOfTheFolder) {
  const TemporaryFolder folder;
  const std::string place = (folder / "out").string();
  for (const std::string name : {"synth3", "synth1"}) {
    Experiment experiment;
    experiment.name = name;
    experiment.title = "About " + name;
    prepare_record(place + "/" + name);
    write_reproduction(place, {experiment, {}});
  }
  const std::string page = read_text(folder / "out/reproduction.md");
  EXPECT_LT(page.find("About synth1"), page.find("About synth3"));
  EXPECT_NE(page.find("About synth3"), std::string::npos);
}

TEST(ReproductionPage, SaysWhereFiguresDifferAndWhatWasChosen) {
  Experiment experiment;
  experiment.name = "synth1";
  experiment.title = "A title";
  experiment.budgets = {5};
  Comparison c = summarise({trial(0, 0.2), trial(1, 0.22)});
  c.rows[0].published = Published{0.21, 0.01};
  c.rows[1].published = Published{0.9, 0.01};
  const std::string page = reproduction_section({experiment, c});
  EXPECT_NE(page.find("| lasso | south | rf mse | 0.9000 ± 0.0100 | 0.1050 ± 0.0071 | yes |"),
            std::string::npos);
  EXPECT_NE(page.find("south rf mse 0.1050 against 0.9000"), std::string::npos);
  EXPECT_EQ(page.find("old\" rf mse 0.2100 against"), std::string::npos);
  EXPECT_NE(page.find("(2 of 2 seeds)"), std::string::npos);
}

}  // namespace
}  // namespace drfs
