// The paper's experiments: the data, budgets and models of each, and the numbers that it printed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drfs/compare.hpp"

namespace drfs {

struct Experiment {
  std::string name;   ///< as on the command line
  std::string table;  ///< the paper's name for the data
  std::string title;
  int features = 0;
  std::vector<int> budgets;
  std::vector<std::string> downstream;
  DatasetOptions dataset;
  TableOfSeed table_of_seed;
  std::string input;                 ///< checksum of a real table; empty for a made one
  std::vector<std::string> remarks;  ///< in what our data or procedure differ from the paper's
};

/// Without "all", which stands for every one.
std::vector<std::string> experiment_names();

/// The experiments of that name or "all". Real tables are looked for in `folder` at once, so that
/// a missing file is reported before anything has been run.
std::vector<Experiment> experiments_named(const std::string& name, const std::string& folder,
                                          const Context&);

struct PublishedFigure {
  std::string_view experiment;
  int features = 0;
  int budget = 0;
  std::string_view method;  ///< that of the paper is "drfs"
  std::string_view population;
  std::string_view downstream;
  Metric metric = Metric::mse;
  double mean = 0;
  double deviation = 0;
};

std::span<const PublishedFigure> published_figures();

/// Sets the paper's figures beside ours: those of its own method beside `auto` and `paper`.
void add_published(std::vector<ComparisonRow>&, const Experiment&);

}  // namespace drfs
