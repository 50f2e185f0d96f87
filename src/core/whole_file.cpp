#include "core/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace drfs {

Error cannot_write(const std::string& path, const std::string& why) {
  return {ErrorCode::resources,
          {path, "", "cannot be written: " + why, "Give --out a folder that you may write to"}};
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path temporary = path.string() + ".part";
  {
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.flush();
    if (!file) throw cannot_write(path.string(), std::strerror(errno));
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw cannot_write(path.string(), error.message());
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || !text)
    throw Error(ErrorCode::data, {path.string(), "", "cannot be read", "Check the path"});
  return text.str();
}

}  // namespace drfs
