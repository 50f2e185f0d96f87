#include "paper/partial_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace drfs {

Error cannot_write(const std::string& path) {
  return {ErrorCode::resources,
          {path, "", fmt::format("cannot be written: {}", std::strerror(errno)),
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
  if (failure)
    throw Error(ErrorCode::resources,
                {final_.string(), "", "cannot be written: " + failure.message(),
                 "Check the folder and its permissions"});
}

}  // namespace drfs
