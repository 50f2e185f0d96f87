#include "real_tables.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

namespace drfs::bench {
namespace {

Table keep_rows(Table table, const std::vector<std::size_t>& rows) {
  for (auto& column : table.columns) {
    std::vector<float> numbers;
    std::vector<std::int32_t> codes;
    for (std::size_t row : rows) {
      if (column.type == ColumnType::number) numbers.push_back(column.numbers[row]);
      if (column.type == ColumnType::category) codes.push_back(column.codes[row]);
    }
    column.numbers = std::move(numbers);
    column.codes = std::move(codes);
  }
  table.rows = rows.size();
  return table;
}

Table read(const std::string& path) {
  return read_table(path, {}, {}, {});
}

}  // namespace

RealTable adult(const std::string& folder, double share, std::uint64_t seed) {
  // The file has no line of names.
  const auto path = std::filesystem::temp_directory_path() / "drfs-quality-adult.csv";
  {
    std::ifstream in(folder + "/adult/adult.data");
    std::ofstream out(path);
    out << "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,"
           "race,sex,capital-gain,capital-loss,hours-per-week,native-country,income\n"
        << in.rdbuf();
  }
  RealTable out{"Adult", read(path.string()), {}, 5};
  std::filesystem::remove(path);
  out.options.target = "income";
  out.options.population = {"sex"};
  out.options.drop = {"fnlwgt", "education"};
  std::mt19937_64 generator(seed);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < out.table.rows; ++row)
    if (std::uniform_real_distribution<double>(0, 1)(generator) < share) rows.push_back(row);
  out.table = keep_rows(std::move(out.table), rows);
  return out;
}

RealTable acs(const std::string& folder) {
  RealTable out{"ACS", read(folder + "/acs2016_person/acs2016_person_fulltime_codes.csv"), {}, 7};
  out.options.target = "PINCP";
  out.options.population = {"ST"};
  out.options.features = {
      "AGEP",  "CIT",   "COW",   "DDRS",   "DEAR",    "DEYE",   "DOUT",   "DPHY",     "DREM",
      "HINS1", "HINS2", "HINS3", "HINS4",  "HINS5",   "HINS6",  "HINS7",  "INTP",     "JWMNP",
      "JWTR",  "LANX",  "MAR",   "MIG",    "MIL",     "NWAB",   "NWAV",   "NWLA",     "NWLK",
      "NWRE",  "OIP",   "PAP",   "RELP",   "RETP",    "SCH",    "SCHL",   "SEMP",     "SEX",
      "SSIP",  "SSP",   "WAGP",  "WKHP",   "WKL",     "WKW",    "WRK",    "ANC",      "DIS",
      "ESR",   "HICOV", "HISP",  "INDP",   "JWAP",    "JWDP",   "MSP",    "NATIVITY", "OC",
      "OCCP",  "PERNP", "POBP",  "POVPIP", "PRIVCOV", "PUBCOV", "QTRBIR", "RAC1P",    "RACNUM",
      "RC",    "WAOB"};
  const auto state =
      std::ranges::find(out.table.columns, std::string("ST"), &Column::name)->numbers;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < out.table.rows; ++row)
    if (state[row] == 6 || state[row] == 12 || state[row] == 36) rows.push_back(row);
  out.table = keep_rows(std::move(out.table), rows);
  return out;
}

}  // namespace drfs::bench
