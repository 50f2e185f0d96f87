#include "paper/unzip.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "core/partial_file.hpp"

namespace drfs {
namespace {

using Archive = std::unique_ptr<zip_t, void (*)(zip_t*)>;
using Member = std::unique_ptr<zip_file_t, int (*)(zip_file_t*)>;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Error damaged(const std::string& archive, std::string problem) {
  return {ErrorCode::data, {archive, "", std::move(problem), "Fetch it again"}};
}

Archive open_archive(const std::string& path) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code), zip_discard);
  if (!archive) throw damaged(path, fmt::format("is not a complete zip archive (error {})", code));
  return archive;
}

zip_uint64_t find_member(zip_t* archive, const std::string& path,
                         const std::function<bool(const std::string&)>& wanted) {
  std::vector<zip_uint64_t> found;
  const auto members = static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
  for (zip_uint64_t i = 0; i < members; ++i) {
    const char* const name = zip_get_name(archive, i, 0);
    const std::string full = name == nullptr ? "" : name;
    if (wanted(full.substr(full.rfind('/') + 1))) found.push_back(i);
  }
  if (found.size() != 1)
    throw damaged(path, fmt::format("has {} files of the kind that is looked for, instead of one",
                                    found.size()));
  return found.front();
}

double size_of_member(zip_t* archive, zip_uint64_t member) {
  zip_stat_t about;
  zip_stat_init(&about);
  const bool known =
      zip_stat_index(archive, member, 0, &about) == 0 && (about.valid & ZIP_STAT_SIZE) != 0;
  return known ? static_cast<double>(about.size) : 0.0;
}

}  // namespace

void unzip_member(const std::string& archive_path,
                  const std::function<bool(const std::string&)>& wanted, const std::string& path,
                  const Context& context) {
  const Archive archive = open_archive(archive_path);
  const zip_uint64_t index = find_member(archive.get(), archive_path, wanted);
  const Member member(zip_fopen_index(archive.get(), index, 0), zip_fclose);
  if (!member) throw damaged(archive_path, zip_strerror(archive.get()));
  File file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (!file) throw cannot_write(path);
  const double total = size_of_member(archive.get(), index);
  double done = 0;
  std::vector<char> buffer(std::size_t{1} << 20);
  while (true) {
    context.throw_if_stopped();
    const zip_int64_t got = zip_fread(member.get(), buffer.data(), buffer.size());
    // Includes the wrong checksum that libzip finds at the end.
    if (got < 0) throw damaged(archive_path, zip_file_strerror(member.get()));
    if (got == 0) break;
    const auto size = static_cast<std::size_t>(got);
    if (std::fwrite(buffer.data(), 1, size, file.get()) != size) throw cannot_write(path);
    context.progress({"unpack", done += static_cast<double>(size), total, ""});
  }
  if (std::fclose(file.release()) != 0) throw cannot_write(path);
}

}  // namespace drfs
