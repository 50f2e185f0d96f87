// The options of the data stage, named once for the command line, the option files
// and the reference page.
#include "drfs/data.hpp"

namespace drfs {

void describe(ReadOptions& options, OptionVisitor& visitor) {
  visitor.option("missing", options.missing, "texts that stand for a missing value");
  visitor.option("delimiter", options.delimiter, "\"auto\", or one character, or \"tab\"");
}

void describe(DatasetOptions& options, OptionVisitor& visitor) {
  visitor.option("target", options.target, "column to predict");
  visitor.option("population", options.population,
                 "columns that say which population a row is of; several are crossed");
  visitor.option("features", options.features, "candidate features; empty: every other column");
  visitor.option("drop", options.drop, "columns to leave out");
  visitor.option("categorical", options.categorical, "columns to treat as categories");
  visitor.option("task", choice_of("task", options.task, kTaskNames), "what kind of target it is");
  visitor.option("min-rows", options.min_rows, "fewest rows of a population");
  visitor.option("pool-small", options.pool_small,
                 "pool populations below min_rows instead of refusing them");
  visitor.option("max-levels", options.max_levels, "a text column with more levels is left out");
}

void describe(SplitOptions& options, OptionVisitor& visitor) {
  visitor.option("selection-share", options.selection_share,
                 "share of each population's rows that chooses features");
}

}  // namespace drfs
