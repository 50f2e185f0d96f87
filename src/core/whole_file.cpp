#include "core/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/partial_file.hpp"

namespace drfs {

void write_file(const std::filesystem::path& path, const std::string& text) {
  PartialFile partial(path);
  std::ofstream file(partial.path(), std::ios::binary);
  file << text;
  file.close();
  if (!file) throw cannot_write(path.string());
  partial.finish();
}

std::string read_file(const std::filesystem::path& path) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorCode::data, {path.string(), "", "cannot be read: " + why,
                                  "Check the path and its permissions"});
  };
  if (std::filesystem::is_directory(path)) fail("it is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::strerror(errno));
  std::ostringstream text;
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (file.bad() || text.bad()) fail(std::strerror(errno));
  return text.str();
}

}  // namespace drfs
