// Getting public data: from a folder in place of the provider, so that no test needs a network.
#include <atomic>

#include "core/checksum.hpp"
#include "data/scratch_file.hpp"
#include "drfs/public_data.hpp"
#include "paper/data_folder.hpp"
#include "paper/download.hpp"
#include "paper/sources.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

const std::string kPersons = "ST,AGEP,PINCP\n6,30,100\n6,40,200\n";

/// A provider with California's archive: the person file and a page about it.
struct Provider {
  DataFolder folder;
  bool ready = false;
  Provider() {
    folder.write("psam_p06.csv", kPersons);
    folder.write("ACS2018_PUMS_README.pdf", "about");
    ready = folder.zip("csv_pca.zip", "psam_p06.csv ACS2018_PUMS_README.pdf");
  }
};

GetDataOptions from(const std::string& provider, const DataFolder& data) {
  GetDataOptions options;
  options.data = data.path();
  options.states = {"CA"};
  options.from = provider;
  return options;
}

TEST(Sources, AreTheProvidersUnlessAnotherIsNamed) {
  GetDataOptions options;
  const auto adult = source_files("adult", options);
  ASSERT_EQ(adult.size(), 2U);
  EXPECT_EQ(adult[1].url,
            "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.test");
  const auto acs = source_files("acs", options);
  ASSERT_EQ(acs.size(), 3U);
  EXPECT_EQ(acs[1].url,
            "https://www2.census.gov/programs-surveys/acs/data/pums/2018/1-Year/csv_pfl.zip");
  EXPECT_EQ(acs[1].file, "acs2018/psam_p12.csv");
  options.year = 2016;
  options.from = "http://127.0.0.1:8000/mirror/";
  EXPECT_EQ(source_files("acs", options)[0].url, "http://127.0.0.1:8000/mirror/csv_pca.zip");
  EXPECT_EQ(source_files("acs", options)[0].file, "acs2016/ss16pca.csv");
}

TEST(Sources, AnUnknownDataSetListsTheKnownOnes) {
  expect_error(ErrorCode::usage, {"'mnist'", "adult", "acs"},
               [] { source_files("mnist", GetDataOptions()); });
}

TEST(Sources, AFolderBecomesAnAddress) {
  EXPECT_EQ(address_of("/a b/c#d/"), "file:///a%20b/c%23d");
  EXPECT_EQ(address_of("https://x.org/y/"), "https://x.org/y");
}

TEST(GetData, UnpacksThePersonFileRecordsItsChecksumAndKeepsItNextTime) {
  const Provider provider;
  ASSERT_TRUE(provider.ready);
  const DataFolder data;
  const auto first = get_public_data("acs", from(provider.folder.path(), data), {});
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].path, data / "acs2018/psam_p06.csv");
  EXPECT_FALSE(first[0].already_there);
  EXPECT_EQ(data.read("acs2018/psam_p06.csv"), kPersons);
  EXPECT_EQ(data.read("checksums.txt"), first[0].sha256 + "  acs2018/psam_p06.csv\n");
  EXPECT_EQ(data.files(), (Strings{"acs2018/psam_p06.csv", "checksums.txt"}));
  const auto second = get_public_data("acs", from("/nowhere", data), {});
  EXPECT_TRUE(second[0].already_there);
  EXPECT_EQ(second[0].sha256, first[0].sha256);
  AcsOptions read;
  read.folder = data.path();
  read.states = {"CA"};
  EXPECT_EQ(read_acs(read).rows, 2U);
}

TEST(GetData, AFileThatWasPutThereByHandIsKeptAndRecorded) {
  const DataFolder data;
  data.write("acs2018/psam_p06.csv", kPersons);
  const auto files = get_public_data("acs", from("/nowhere", data), {});
  EXPECT_TRUE(files[0].already_there);
  EXPECT_EQ(files[0].sha256, sha256_of_file(data / "acs2018/psam_p06.csv"));
  EXPECT_NE(data.read("checksums.txt").find(files[0].sha256), std::string::npos);
}

TEST(GetData, ADownloadThatIsNotWhatItWasIsNotKept) {
  const Provider provider;
  const DataFolder data;
  const std::string recorded(64, '0');
  data.write("checksums.txt", recorded + "  acs2018/psam_p06.csv\n");
  expect_error(ErrorCode::data, {"csv_pca.zip", "SHA-256", recorded, "checksums.txt"},
               [&] { get_public_data("acs", from(provider.folder.path(), data), {}); });
  EXPECT_EQ(data.files(), (Strings{"checksums.txt"}));
}

TEST(GetData, AKnownChecksumGuardsWhatIsFetchedAndWhatIsThere) {
  const DataFolder provider, data;
  provider.write("adult.data", "not the data");
  expect_error(ErrorCode::data, {"adult.data", "SHA-256", "5b00264637db"},
               [&] { get_public_data("adult", from(provider.path(), data), {}); });
  EXPECT_EQ(data.files(), Strings{});
  data.write("adult/adult.data", "changed");
  expect_error(ErrorCode::data, {data / "adult/adult.data", "5b00264637db", "Move it away"},
               [&] { get_public_data("adult", from(provider.path(), data), {}); });
  EXPECT_EQ(data.read("adult/adult.data"), "changed");
}

TEST(GetData, TheOriginalAdultFilesHaveTheKnownChecksums) {
  const std::string folder = real_data("adult");
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here";
  const DataFolder data;
  EXPECT_EQ(get_public_data("adult", from(folder, data), {}).size(), 2U);
  EXPECT_EQ(read_adult(data.path()).rows, 48842U);
}

TEST(GetData, AnArchiveThatIsDamagedOrHasNoPersonsIsRefused) {
  const Provider provider;
  const DataFolder data;
  const std::string whole = provider.folder.read("csv_pca.zip");
  provider.folder.write("csv_pca.zip", whole.substr(0, whole.size() / 2));
  expect_error(ErrorCode::data, {"zip"},
               [&] { get_public_data("acs", from(provider.folder.path(), data), {}); });
  ASSERT_TRUE(provider.folder.zip("csv_pca.zip", "ACS2018_PUMS_README.pdf"));
  expect_error(ErrorCode::data, {"0 files"},
               [&] { get_public_data("acs", from(provider.folder.path(), data), {}); });
  EXPECT_EQ(data.files(), Strings{});
}

TEST(GetData, WithoutANetworkTheAddressAndThePlaceOfTheFileAreNamed) {
  const DataFolder data;
  // Nothing listens on the discard port of this machine, whatever proxy it uses for others.
  ::setenv("no_proxy", "127.0.0.1", 1);
  expect_error(ErrorCode::resources,
               {"no network", "http://127.0.0.1:9/adult.data", data / "adult/adult.data", "--from"},
               [&] { get_public_data("adult", from("http://127.0.0.1:9", data), {}); });
  EXPECT_EQ(data.files(), Strings{});
}

TEST(GetData, AMissingFileOfAFolderIsBadData) {
  const DataFolder provider, data;
  expect_error(ErrorCode::data, {"adult.data", "does not exist"},
               [&] { get_public_data("adult", from(provider.path(), data), {}); });
}

TEST(GetData, AStopLeavesNothing) {
  const Provider provider;
  const DataFolder data;
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  expect_error(ErrorCode::interrupted, {},
               [&] { get_public_data("acs", from(provider.folder.path(), data), context); });
  EXPECT_EQ(data.files(), Strings{});
}

TEST(GetData, NeedsAFolderThatCanBeWritten) {
  expect_error(ErrorCode::usage, {"--data"}, [] { get_public_data("adult", {}, {}); });
  GetDataOptions options;
  options.data = "/proc/nowhere";
  expect_error(ErrorCode::resources, {"/proc/nowhere"},
               [&] { get_public_data("adult", options, {}); });
}

}  // namespace
}  // namespace drfs
