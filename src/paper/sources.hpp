// Where the public data sets come from: one row per data set.
#pragma once

#include <string>
#include <vector>

#include "drfs/public_data.hpp"

namespace drfs {

struct SourceFile {
  std::string url;
  std::string file;            ///< where it goes, below the data folder
  std::string sha256;          ///< empty where it is not known beforehand
  bool zipped_person = false;  ///< a zip archive whose person file is wanted
};

/// The files of a data set. Throws a usage error for an unknown name, state or year.
std::vector<SourceFile> source_files(const std::string& name, const GetDataOptions& options);

}  // namespace drfs
