// From a provider to the data folder: fetch, unpack, check, and only then put in place.
#include <fmt/format.h>

#include <filesystem>

#include "core/checksum.hpp"
#include "core/partial_file.hpp"
#include "paper/acs_files.hpp"
#include "paper/checksum_list.hpp"
#include "paper/download.hpp"
#include "paper/sources.hpp"
#include "paper/unzip.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw Error(ErrorCode::resources, {folder.string(), "", "cannot be made: " + failure.message(),
                                       "Give --data a folder that you may write to"});
}

/// The provider may have revised the file, or somebody may have changed it on the way: a person
/// has to look.
void check(const SourceFile& source, const fs::path& path, const std::string& found,
           const ChecksumList& recorded, bool already_there) {
  const bool known = !source.sha256.empty();
  const std::string expected = known ? source.sha256 : recorded.of(source.file);
  if (expected.empty() || expected == found) return;
  const std::string what = already_there ? path.string() : source.url;
  std::string remedy =
      already_there ? "Move it away and get it again" : "Nothing was kept. Get it again, or later";
  if (!known)
    remedy +=
        fmt::format("; if the provider has revised it, take its line out of {}", recorded.path());
  throw Error(
      ErrorCode::data,
      {what, "", fmt::format("has the SHA-256 {}, but {} was expected", found, expected), remedy});
}

void fetch(const SourceFile& source, const PartialFile& to, const fs::path& path,
           const Context& context) {
  std::string by_other_means =
      fmt::format("Fetch it by other means and put {} at {}",
                  source.zipped_person ? "the person file in it" : "it", path.string());
  by_other_means += ", or name the folder that holds it with --from";
  if (!source.zipped_person) return download(source.url, to.path(), by_other_means, context);
  const PartialFile archive(path.string() + ".zip");  // never finished: not kept
  download(source.url, archive.path(), by_other_means, context);
  unzip_member(archive.path(), is_acs_person_file, to.path(), context);
}

DataFile get_file(const SourceFile& source, const fs::path& folder, ChecksumList& recorded,
                  const Context& context) {
  const fs::path path = folder / source.file;
  std::error_code unreadable_is_absent;
  DataFile file{path.string(), "", fs::exists(path, unreadable_is_absent)};
  if (file.already_there) {
    file.sha256 = sha256_of_file(path.string());
    check(source, path, file.sha256, recorded, true);
  } else {
    make_folder(path.parent_path());
    PartialFile partial(path);
    fetch(source, partial, path, context);
    file.sha256 = sha256_of_file(partial.path());
    check(source, path, file.sha256, recorded, false);
    partial.finish();
  }
  recorded.record(source.file, file.sha256);
  return file;
}

}  // namespace

void describe(GetDataOptions& options, OptionVisitor& visitor) {
  visitor.option("data", options.data, "Folder to put the files into");
  visitor.option("year", options.year, "acs: year of the survey");
  visitor.option("states", options.states, "acs: states, by postal code or FIPS number");
  visitor.option("from", options.from, "Address or folder to use instead of the provider's");
}

std::vector<DataFile> get_public_data(const std::string& name, const GetDataOptions& options,
                                      const Context& context) {
  const auto sources = source_files(name, options);
  if (options.data.empty())
    throw Error(ErrorCode::usage,
                {"option --data", "", "is missing", "Name the folder to put the files into"});
  make_folder(options.data);
  ChecksumList recorded(options.data);
  std::vector<DataFile> files;
  for (const auto& source : sources)
    files.push_back(get_file(source, options.data, recorded, context));
  return files;
}

}  // namespace drfs
