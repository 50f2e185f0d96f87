// What keeps a data folder right: files that are whole or absent, archives that are what they
// should be, and a list of checksums that other programs understand.
#include "core/checksum.hpp"
#include "core/partial_file.hpp"
#include "data/scratch_file.hpp"
#include "paper/acs_files.hpp"
#include "paper/checksum_list.hpp"
#include "paper/data_folder.hpp"
#include "paper/unzip.hpp"

namespace drfs {
namespace {

using namespace testing;
using Texts = std::vector<std::string>;

const auto kTable = [](const std::string& name) { return name.ends_with(".csv"); };

TEST(PartialFile, AppearsUnderItsNameOnlyWhenItIsFinished) {
  const DataFolder folder;
  {
    PartialFile file(folder / "a.csv");
    std::ofstream(file.path()) << "text";
    EXPECT_FALSE(folder.has("a.csv"));
    file.finish();
    EXPECT_EQ(folder.read("a.csv"), "text");
  }
  EXPECT_EQ(folder.files(), Texts{"a.csv"});
}

TEST(PartialFile, WhatWasNotFinishedIsGoneAndTheOldFileStays) {
  const DataFolder folder;
  folder.write("a.csv", "old");
  {
    const PartialFile file(folder / "a.csv");
    std::ofstream(file.path()) << "half of the new o";
  }
  EXPECT_EQ(folder.files(), Texts{"a.csv"});
  EXPECT_EQ(folder.read("a.csv"), "old");
}

TEST(PartialFile, ThatCannotBeMovedNamesItsPlace) {
  const DataFolder folder;
  PartialFile file(folder / "a.csv");  // nobody has written it
  expect_error(ErrorCode::resources, {folder / "a.csv", "cannot be written", "permissions"},
               [&] { file.finish(); });
}

TEST(ChecksumList, IsWhatSha256sumChecks) {
  const DataFolder folder;
  ChecksumList list(folder.path());
  for (const std::string name : {"b c.csv", "acs2018/psam_p06.csv"}) {
    folder.write(name, "text of " + name);
    list.record(name, sha256_of_file(folder / name));
  }
  const auto check = [&] {
    return std::system(("cd " + folder.path() + " && sha256sum --status -c checksums.txt").c_str());
  };
  EXPECT_EQ(check(), 0);
  folder.write("b c.csv", "another text");
  EXPECT_NE(check(), 0);
}

TEST(ChecksumList, IsReadAgainAndChangedLineByLine) {
  const DataFolder folder;
  const std::string one(64, '1'), two(64, '2'), three(64, '3');
  {
    ChecksumList list(folder.path());
    EXPECT_EQ(list.of("a"), "");
    list.record("b", two);
    list.record("a", one);
  }
  ChecksumList list(folder.path());
  EXPECT_EQ(list.of("a"), one);
  EXPECT_EQ(list.of("b"), two);
  list.record("b", three);
  EXPECT_EQ(folder.read("checksums.txt"), one + "  a\n" + three + "  b\n");
}

TEST(ChecksumList, TakesWhatSha256sumWrites) {
  const DataFolder folder;
  folder.write("x.csv", "abc");
  for (const std::string mode : {"--text", "--binary"}) {  // " name" and "*name"
    ASSERT_EQ(
        std::system(
            ("cd " + folder.path() + " && sha256sum " + mode + " x.csv > checksums.txt").c_str()),
        0);
    EXPECT_EQ(ChecksumList(folder.path()).of("x.csv"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}

TEST(Unzip, FindsTheMemberInWhateverFolderOfTheArchive) {
  const DataFolder folder;
  folder.write("deep/er/a.csv", "1,2\n");
  folder.write("deep/readme.txt", "about");
  ASSERT_TRUE(folder.zip("x.zip", "deep"));
  unzip_member(folder / "x.zip", kTable, folder / "out.csv", {});
  EXPECT_EQ(folder.read("out.csv"), "1,2\n");
}

TEST(Unzip, ReportsBytesUpToTheWhole) {
  const DataFolder folder;
  const std::string text(3'000'000, 'x');
  folder.write("a.csv", text);
  ASSERT_TRUE(folder.zip("x.zip", "a.csv"));
  std::vector<double> done;
  Context context;
  context.on_progress = [&](const Progress& p) {
    EXPECT_EQ(p.total, 3e6);
    done.push_back(p.done);
  };
  unzip_member(folder / "x.zip", kTable, folder / "out.csv", context);
  EXPECT_EQ(folder.read("out.csv"), text);
  ASSERT_GT(done.size(), 1U);
  EXPECT_TRUE(std::ranges::is_sorted(done));
  EXPECT_EQ(done.back(), 3e6);
}

TEST(Unzip, TwoCandidatesAreOneTooMany) {
  const DataFolder folder;
  folder.write("a.csv", "1");
  folder.write("b.csv", "2");
  ASSERT_TRUE(folder.zip("x.zip", "a.csv b.csv"));
  expect_error(ErrorCode::data, {"x.zip", "2 files", "instead of one", "Fetch it again"},
               [&] { unzip_member(folder / "x.zip", kTable, folder / "out.csv", {}); });
}

TEST(Unzip, AFlippedByteIsFound) {
  const DataFolder folder;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919 % 10007) + ",";
  folder.write("a.csv", text);
  ASSERT_TRUE(folder.zip("x.zip", "a.csv"));
  std::string archive = folder.read("x.zip");
  archive[archive.size() / 2] = static_cast<char>(archive[archive.size() / 2] ^ 0x10);
  folder.write("x.zip", archive);
  expect_error(ErrorCode::data, {"x.zip", "Fetch it again"},
               [&] { unzip_member(folder / "x.zip", kTable, folder / "out.csv", {}); });
}

TEST(Unzip, WhatIsNoArchiveAndWhatCannotBeWrittenAreNamed) {
  const DataFolder folder;
  folder.write("x.zip", "PK, but not really");
  expect_error(ErrorCode::data, {"x.zip", "is not a complete zip archive"},
               [&] { unzip_member(folder / "x.zip", kTable, folder / "out.csv", {}); });
  folder.write("a.csv", "1");
  ASSERT_TRUE(folder.zip("y.zip", "a.csv"));
  expect_error(ErrorCode::resources, {folder / "no/out.csv", "cannot be written"},
               [&] { unzip_member(folder / "y.zip", kTable, folder / "no/out.csv", {}); });
}

TEST(AcsFileNames, AreThoseOfTheYear) {
  const UsState california = state_of("CA");
  EXPECT_EQ(acs_file_name(california, 2016), "ss16pca.csv");
  EXPECT_EQ(acs_file_name(california, 2009), "ss09pca.csv");
  EXPECT_EQ(acs_file_name(california, 2017), "psam_p06.csv");
  for (const int year : {2009, 2016, 2017, 2023})
    EXPECT_TRUE(is_acs_person_file(acs_file_name(california, year))) << year;
}

TEST(AcsFileNames, OfHouseholdsAndReadmesAreNotThoseOfPersons) {
  for (const char* name : {"psam_p06.csv", "PSAM_P06.CSV", "psam_pusa.csv", "ss16pca.csv.gz"})
    EXPECT_TRUE(is_acs_person_file(name)) << name;
  for (const char* name : {"psam_h06.csv", "ss16hca.csv", "psam_p06.csv.zip", "psam_p.csv",
                           "xpsam_p06.csv", "ACS2018_PUMS_README.pdf"})
    EXPECT_FALSE(is_acs_person_file(name)) << name;
}

TEST(AcsFiles, AFileAndItsPackedCopyAreOneTooMany) {
  const DataFolder folder;
  folder.write("psam_p06.csv", "ST,PINCP\n6,1\n");
  const auto find = [&] { return find_acs_files(folder.path(), {state_of("CA")}, "PINCP", {}); };
  EXPECT_EQ(find(), Texts{folder / "psam_p06.csv"});
  folder.write("psam_p06.csv.gz", "ST,PINCP\n6,1\n");
  expect_error(ErrorCode::data, {"psam_p06.csv, psam_p06.csv.gz", "Keep one"}, find);
}

TEST(AcsFiles, AreInTheOrderOfTheStatesAndTheFolderComesBeforeItsSubfolders) {
  const DataFolder folder;
  for (const std::string place : {"", "acs2018/"})
    for (const std::string file : {"psam_p12.csv", "psam_p06.csv"})
      folder.write(place + file, "ST,PINCP\n6,1\n");
  EXPECT_EQ(find_acs_files(folder.path(), states_of({"FL", "CA"}), "PINCP", {}),
            (Texts{folder / "psam_p06.csv", folder / "psam_p12.csv"}));
}

}  // namespace
}  // namespace drfs
