#include "core/partial_file.hpp"

#include <cerrno>
#include <cstring>

namespace drfs {

Error cannot_write(const std::string& path) {
  return cannot_write(path, std::strerror(errno));
}

Error cannot_write(const std::string& path, const std::string& why) {
  return {ErrorCode::resources,
          {path, "", "cannot be written: " + why,
           "Check the folder, its permissions and the room on the disk"}};
}

PartialFile::PartialFile(std::filesystem::path path)
    : final_(std::move(path)), partial_(final_.string() + ".part") {}

PartialFile::~PartialFile() {
  std::error_code not_there_any_more;
  std::filesystem::remove(partial_, not_there_any_more);
}

void PartialFile::finish() {
  std::error_code failure;
  std::filesystem::rename(partial_, final_, failure);
  if (failure) throw cannot_write(final_.string(), failure.message());
}

}  // namespace drfs
