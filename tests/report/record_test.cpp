// The folder that a run leaves: whole files or none, and messages where it cannot be written.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "cli/program.hpp"
#include "data/scratch_file.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::expect_error;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

void write(const fs::path& folder, const RunResult& result, RunOptions options = made_up::options(),
           int threads = 1) {
  Context context;
  context.threads = threads;
  prepare_record(folder.string());
  write_record(
      folder.string(), result, options, [&](OptionVisitor& v) { describe(options, v); }, context);
}

TEST(Record, MakesFoldersOnTheWay) {
  const TemporaryFolder folder;
  prepare_record((folder / "a/b/c").string());
  EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
  EXPECT_NO_THROW(prepare_record((folder / "a/b/c").string())) << "one that is there will do";
}

TEST(Record, AFileInThePlaceOfTheFolderIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.write("run", "x");
  expect_error(ErrorCode::resources, {path, "cannot be written", "Give --out"},
               [&] { prepare_record(path); });
}

TEST(Record, HasFiveFilesAndNoHalfOnes) {
  const TemporaryFolder folder;
  write(folder / "run", made_up::searched());
  EXPECT_EQ(names_in(folder / "run"),
            (std::vector<std::string>{"manifest.json", "options.toml", "report.html",
                                      "selection.json", "trace.csv"}));
}

TEST(Record, WrittenAgainItIsThatOfTheSecondRun) {
  const TemporaryFolder folder;
  write(folder / "run", made_up::searched());
  write(folder / "run", made_up::by_a_baseline());
  EXPECT_TRUE(json::parse(read_text(folder / "run/selection.json"))["noise"].is_null());
  EXPECT_EQ(made_up::lines_of(read_text(folder / "run/trace.csv")).size(), 1U);
}

TEST(Record, HoldsWhatIsPrinted) {
  const TemporaryFolder folder;
  RunOptions options = made_up::options();
  write(folder / "run", made_up::searched(), options);
  EXPECT_EQ(json::parse(read_text(folder / "run/selection.json")),
            made_up::json_of(made_up::searched(), options));
  EXPECT_EQ(read_text(folder / "run/report.html"), made_up::page_of(made_up::searched(), options));
}

TEST(Record, AnInterruptedRunLeavesOneAsWell) {
  const TemporaryFolder folder;
  write(folder / "run", made_up::interrupted());
  EXPECT_EQ(json::parse(read_text(folder / "run/selection.json"))["interrupted"], true);
  EXPECT_TRUE(made_up::has(read_text(folder / "run/report.html"),
                           "Interrupted: this is the best choice so far"));
}

TEST(Manifest, SaysWhenWhereAndWithWhatTheRunWasMade) {
  const TemporaryFolder folder;
  RunOptions options = made_up::options();
  options.data = "synth:1";
  options.select.seed = 42;
  options.select.settings.emplace().kernel.backend = "oracle";
  RunResult result = made_up::searched();
  result.total_seconds = 1.5;
  write(folder / "run", result, options, 3);
  const json manifest = json::parse(read_text(folder / "run/manifest.json"));
  EXPECT_EQ(manifest["schema"], "drfs.manifest/1");
  EXPECT_EQ(manifest["seed"], 42);
  EXPECT_EQ(manifest["threads"], 3);
  EXPECT_EQ(manifest["backend"], "oracle");
  EXPECT_EQ(manifest["seconds"], 1.5);
  EXPECT_TRUE(std::regex_match(manifest["finished"].get<std::string>(),
                               std::regex(R"(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\dZ)")));
  EXPECT_EQ(manifest["input"], json::parse(R"({"data": "synth:1"})"))
      << "what is made up has no file and no checksum";
}

}  // namespace
}  // namespace drfs
