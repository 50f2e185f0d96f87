#include "data/read/file_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "data/read/csv/byte_source.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;

std::string full_path(const std::string& data) {
  return fs::absolute(data).lexically_normal().string();
}

std::string without_extension(std::string path) {
  if (has_extension(path, ".gz")) path.resize(path.size() - 3);
  return fs::path(path).replace_extension().string();
}

/// What follows the last `slashes` slashes but one; the whole path where it has fewer.
std::string path_end(const std::string& path, std::size_t slashes) {
  std::size_t at = path.size();
  for (std::size_t i = 0; i < slashes; ++i) {
    at = at == 0 ? std::string::npos : path.rfind('/', at - 1);
    if (at == std::string::npos) return path;
  }
  return path.substr(at + 1);
}

/// Without extensions, unless two files differ in nothing else.
std::vector<std::string> distinct_paths(const std::vector<std::string>& data) {
  std::vector<std::string> bare, whole;
  for (const auto& file : data) {
    whole.push_back(full_path(file));
    bare.push_back(without_extension(whole.back()));
  }
  const std::unordered_set<std::string> different(bare.begin(), bare.end());
  return different.size() == bare.size() ? bare : whole;
}

void refuse_repeated(const std::vector<std::string>& data) {
  std::unordered_set<std::string> seen;
  for (const auto& file : data)
    if (!seen.insert(full_path(file)).second)
      throw Error(ErrorCode::usage, {"DATA", file, "is named twice", "Name each file once"});
}

}  // namespace

std::vector<std::string> file_names(const std::vector<std::string>& data) {
  refuse_repeated(data);
  const auto paths = distinct_paths(data);
  std::vector<std::string> names;
  for (const auto& path : paths) {
    std::size_t slashes = 1;
    const auto shared = [&](const std::string& other) {
      return path_end(other, slashes) == path_end(path, slashes);
    };
    while (std::ranges::count_if(paths, shared) > 1) ++slashes;
    names.push_back(path_end(path, slashes));
  }
  return names;
}

std::string data_title(const OneOrMore& data) {
  constexpr std::size_t kMostNamed = 3;
  const auto& all = data.all;
  if (all.size() <= kMostNamed) return fmt::format("{}", fmt::join(all, ", "));
  return fmt::format("{}, {} and {} more", all[0], all[1], all.size() - 2);
}

}  // namespace drfs
