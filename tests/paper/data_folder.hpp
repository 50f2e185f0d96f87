// A folder of files that a test makes up, gone when the test is over; and the folder of real
// data sets, where this machine has one.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace drfs::testing {

class DataFolder {
 public:
  DataFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "drfs-data-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~DataFolder() { std::filesystem::remove_all(path_); }
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  std::string path() const { return path_.string(); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    if (name.ends_with(".gz")) {
      gzFile file = ::gzopen((path_ / name).c_str(), "wb");
      ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
      ::gzclose(file);
    } else {
      std::ofstream(path_ / name, std::ios::binary) << text;
    }
  }
  std::string read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Packs files of the folder into a zip archive beside them.
  bool zip(const std::string& archive, const std::string& files) const {
    const std::string command =
        "cd " + path() + " && python3 -m zipfile -c " + archive + " " + files;
    return std::system(command.c_str()) == 0;
  }
  /// All files below, relative and sorted.
  std::vector<std::string> files() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_))
      if (entry.is_regular_file()) found.push_back(entry.path().lexically_relative(path_).string());
    std::ranges::sort(found);
    return found;
  }

 private:
  std::filesystem::path path_;
};

/// Where real data sets may lie; a test that needs one is skipped where it is absent.
inline std::string real_data(const std::string& name) {
  return std::string(DRFS_SOURCE_DIR) + "/../shared/data/" + name;
}

}  // namespace drfs::testing
