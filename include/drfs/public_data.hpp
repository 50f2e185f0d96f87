// The paper's real data sets: how they become tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// UCI Adult: adult.data and adult.test of `folder`, or of its subfolder adult, as 44 columns of
/// numbers (a category is one column of 0 and 1 per level, "workclass=Private") and the
/// categories "income" and "sex". Rows stay in the order of the files.
Table read_adult(const std::string& folder, const Context& context = {});

struct AcsOptions {
  /// holds person files of one year: psam_p06.csv, ss16pca.csv, psam_pusa.csv or a table with
  /// the columns ST and `target`, each plain or .gz; or has one subfolder acs… that does
  std::string folder;
  std::vector<std::string> states = {"CA", "FL", "NY"};  ///< or FIPS numbers: 6, 06
  std::string target = "PINCP";
  double most_missing = 0.1;      ///< a column with a larger share of missing values is left out
  bool allocation_flags = false;  ///< keep FAGEP and the like
};

/// American Community Survey, persons: the numbers of the rows that have the target, and the
/// category "state" with postal codes as levels. Names are in capitals, whatever the year.
Table read_acs(const AcsOptions& options, const Context& context = {});

/// A random share of the rows, in their order: whether a row stays depends on the seed and its
/// number alone.
Table keep_share(Table table, double share, std::uint64_t seed);

}  // namespace drfs
