// The paper's two real data sets: how they become tables, and how to get them from their
// providers. docs/data.md says what is in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/data.hpp"
#include "drfs/options.hpp"

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

struct GetDataOptions {
  std::string data;                                      ///< folder to put the files into
  int year = 2018;                                       ///< acs: the survey's year
  std::vector<std::string> states = {"CA", "FL", "NY"};  ///< acs: the states
  std::string from;  ///< address or folder to use instead of the provider's; may be empty
};
void describe(GetDataOptions&, OptionVisitor&);

/// A file of a data set, as it lies in the data folder.
struct DataFile {
  std::string path;
  std::string sha256;
  bool already_there = false;
};

/// "adult", "acs".
std::vector<std::string> public_data_names();

/// Fetches what is not there yet, checks it against the known checksum or the one that
/// DATA/checksums.txt has from an earlier time, and records it there. A file appears under its
/// name only when it is complete and right.
std::vector<DataFile> get_public_data(const std::string& name, const GetDataOptions& options,
                                      const Context& context);

}  // namespace drfs
