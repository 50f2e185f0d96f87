// Person files of the American Community Survey: which files are taken, which rows and columns.
#include <cmath>

#include "data/scratch_file.hpp"
#include "drfs/public_data.hpp"
#include "paper/acs_columns.hpp"
#include "paper/data_folder.hpp"
#include "paper/us_states.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;
using Numbers = std::vector<float>;

const std::string kHeader =
    "RT,SERIALNO,SPORDER,PUMA,ST,ADJINC,PWGTP,AGEP,CITWP,PINCP,SOCP,FAGEP,FOD1P,SEX,NOTE,pwgtp1\n";

/// `rows` persons of a state, the first of them without the target.
std::string persons(int state, int rows, bool header = true) {
  std::string text = header ? kHeader : "";
  for (int i = 0; i < rows; ++i) {
    const std::string n = std::to_string(i);
    text += "P,2018GQ" + n + "," + n + ",100," + std::to_string(state) + ",1013097,7," +
            std::to_string(20 + i) + "," + (i == 1 ? "1990" : "") + "," +
            (i == 0 ? "" : n + "000") + "," + (i % 3 == 0 ? "1191XX" : "411011") + "," +
            std::to_string(i % 2) + "," + std::to_string(1100 + i) + ",1,note " + n + "," + n +
            "\n";
  }
  return text;
}

AcsOptions options_for(const DataFolder& folder, Strings states) {
  AcsOptions options;
  options.folder = folder.path();
  options.states = std::move(states);
  return options;
}

TEST(Acs, KeepsAnswersAndLeavesOutWeightsPlacesTextsGapsAndConstants) {
  const DataFolder folder;
  folder.write("psam_p06.csv", persons(6, 30));
  const Table table = read_acs(options_for(folder, {"CA"}));
  EXPECT_EQ(table.names(), (Strings{"AGEP", "FOD1P", "PINCP", "state"}));
  EXPECT_EQ(table.rows, 29U);
  EXPECT_TRUE(table.too_many_levels.empty());
  for (const char* name : {"RT", "PWGTP", "CITWP", "pwgtp1", "NOTE"})
    EXPECT_TRUE(std::ranges::find(table.left_out, name) != table.left_out.end()) << name;
  EXPECT_EQ(column_of(table, "AGEP").numbers[0], 21.0F);
  for (const float income : column_of(table, "PINCP").numbers) EXPECT_FALSE(std::isnan(income));
}

TEST(Acs, KeepsAllocationFlagsWhereWanted) {
  const DataFolder folder;
  folder.write("psam_p06.csv", persons(6, 30));
  AcsOptions options = options_for(folder, {"CA"});
  options.allocation_flags = true;
  options.most_missing = 1.0;
  EXPECT_EQ(read_acs(options).names(), (Strings{"AGEP", "FAGEP", "FOD1P", "PINCP", "state"}))
      << "CITWP has one value only";
}

TEST(Acs, JoinsTheFilesOfStatesWhateverTheirNamesAndCase) {
  const DataFolder folder;
  std::string lower = persons(6, 5);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  folder.write("ss16pca.csv", lower);
  folder.write("psam_p36.csv.gz", persons(36, 4));
  const Table table = read_acs(options_for(folder, {"36", "ca", "06"}));
  EXPECT_EQ(table.names(), (Strings{"AGEP", "FOD1P", "PINCP", "state"}));
  EXPECT_EQ(table.columns.back().levels, (Strings{"CA", "NY"}));
  EXPECT_EQ(texts_of(table.columns.back()), (Strings{"CA", "CA", "CA", "CA", "NY", "NY", "NY"}));
  EXPECT_EQ(table.columns[0].numbers, (Numbers{21, 22, 23, 24, 21, 22, 23}));
}

TEST(Acs, TakesTheStatesOutOfTheNationalFiles) {
  const DataFolder folder;
  folder.write("psam_pusa.csv", persons(6, 5) + persons(1, 9, false));
  folder.write("psam_pusb.csv", persons(36, 3) + persons(6, 2, false));
  const Table table = read_acs(options_for(folder, {"CA", "NY"}));
  EXPECT_EQ(texts_of(table.columns.back()), (Strings{"CA", "CA", "CA", "CA", "NY", "NY", "CA"}));
}

TEST(Acs, TakesATableThatHasStatesAndTheTarget) {
  const DataFolder folder;
  folder.write("codebook.csv", "name,meaning\nST,state\n");
  folder.write("sample.csv", persons(12, 5) + persons(6, 5, false));
  folder.write("notes.csv", "");
  const Table table = read_acs(options_for(folder, {"FL"}));
  EXPECT_EQ(table.rows, 4U);
  folder.write("another.csv", persons(12, 5));
  expect_error(ErrorCode::data, {"another.csv", "sample.csv", "several"},
               [&] { read_acs(options_for(folder, {"FL"})); });
}

TEST(Acs, IsFoundInTheSubfolderOfItsYear) {
  const DataFolder folder;
  folder.write("acs2018/psam_p06.csv", persons(6, 5));
  EXPECT_EQ(read_acs(options_for(folder, {"CA"})).rows, 4U);
  folder.write("acs2019/psam_p06.csv", persons(6, 6));
  expect_error(ErrorCode::data, {"acs2018", "acs2019"},
               [&] { read_acs(options_for(folder, {"CA"})); });
}

TEST(Acs, AMissingFileIsNamedWithTheWayToGetIt) {
  const DataFolder folder;
  expect_error(ErrorCode::data,
               {"psam_p06.csv", "drfs data get acs --data " + folder.path(), "--states CA,FL",
                "Census Bureau"},
               [&] {
                 read_acs(options_for(folder, {"CA", "FL"}));
               });
  folder.write("psam_p06.csv", persons(6, 5));
  expect_error(ErrorCode::data, {folder / "psam_p12.csv"}, [&] {
    read_acs(options_for(folder, {"CA", "FL"}));
  });
}

TEST(Acs, AStateWithoutRowsIsNamed) {
  const DataFolder folder;
  folder.write("sample.csv", persons(6, 5));
  expect_error(ErrorCode::data, {"sample.csv", "'NY'"}, [&] {
    read_acs(options_for(folder, {"CA", "NY"}));
  });
}

TEST(Acs, UnknownStatesAreRefused) {
  const DataFolder folder;
  expect_error(ErrorCode::usage, {"state", "'Kalifornien'"},
               [&] { read_acs(options_for(folder, {"Kalifornien"})); });
  expect_error(ErrorCode::usage, {"states"}, [&] { read_acs(options_for(folder, {})); });
}

TEST(Acs, KnowsWhichColumnsAreNoAnswers) {
  for (const char* name : {"PWGTP", "PWGTP80", "WGTP", "SERIALNO", "PUMA00", "POWSP05", "NAICSP07"})
    EXPECT_TRUE(is_acs_bookkeeping(name)) << name;
  for (const char* name : {"AGEP", "POBP", "STN", "SPORD"})
    EXPECT_FALSE(is_acs_bookkeeping(name)) << name;
  for (const char* name : {"FAGEP", "FHINS3C", "FFODP", "FHISP"})
    EXPECT_TRUE(is_acs_allocation_flag(name)) << name;
  for (const char* name : {"FER", "FOD1P", "FOD2P", "AGEP"})
    EXPECT_FALSE(is_acs_allocation_flag(name)) << name;
}

TEST(Acs, ThePublishedSampleHasTheRowsOfItsThreeStates) {
  const std::string folder = real_data("acs2016_person");
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here";
  AcsOptions options;
  options.folder = folder;
  const Table table = read_acs(options);
  const Column& state = column_of(table, "state");
  EXPECT_EQ(state.levels, (Strings{"CA", "FL", "NY"}));
  EXPECT_EQ(std::ranges::count(state.codes, 0), 2765);
  EXPECT_EQ(std::ranges::count(state.codes, 1), 1358);
  EXPECT_EQ(std::ranges::count(state.codes, 2), 1260);
  EXPECT_EQ(table.columns.size(), 72U + 2U)
      << "counted independently: 72 features, the target, the state";
  for (const char* name : {"AGEP", "WAGP", "PERNP", "SCHL", "PINCP"}) column_of(table, name);
  for (const char* name : {"PUMA", "POWPUMA", "ESR", "CITWP", "FAGEP", "STDWORKER"})
    EXPECT_TRUE(std::ranges::find(table.columns, name, &Column::name) == table.columns.end())
        << name;
  DatasetOptions roles;
  roles.target = "PINCP";
  roles.population = {"state"};
  const Dataset data = prepare(table, roles, {}, 0, {});
  EXPECT_EQ(data.features.size(), 72U);
  EXPECT_EQ(data.task, Task::regression);
  EXPECT_EQ(data.populations.size(), 3U);
}

}  // namespace
}  // namespace drfs
