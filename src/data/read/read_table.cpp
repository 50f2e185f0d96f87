// Which reader reads what: one row of the table per kind of file.
#include "data/read/column_plan.hpp"
#include "data/read/csv/byte_source.hpp"
#include "data/read/csv/csv_reader.hpp"
#include "data/read/several_files.hpp"
#include "data/read/stat/stat_file_reader.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

using Reader = Table (*)(const std::string& path, const ReadOptions&, const ColumnPlan&,
                         const Context&);

struct ReaderRow {
  std::string_view extension;
  Reader read;
};

Table read_text(const std::string& path, const ReadOptions& options, const ColumnPlan& plan,
                const Context& context) {
  return read_delimited(path, *delimited_kind(path), options, plan, context);
}

template <StatFormat format>
Table read_stat_as(const std::string& path, const ReadOptions& options, const ColumnPlan& plan,
                   const Context& context) {
  return read_stat_file(path, format, options, plan, context);
}

constexpr ReaderRow kReaders[] = {
    {".csv", read_text},
    {".csv.gz", read_text},
    {".tsv", read_text},
    {".tsv.gz", read_text},
    {".sav", read_stat_as<StatFormat::spss>},
    {".zsav", read_stat_as<StatFormat::spss>},
    {".por", read_stat_as<StatFormat::spss_portable>},
    {".dta", read_stat_as<StatFormat::stata>},
    {".sas7bdat", read_stat_as<StatFormat::sas>},
};

Table read_synthetic(const std::string& data, const ColumnPlan& plan) {
  Table table = make_synthetic(parse_synthetic(data));
  apply_plan(table, plan);
  return table;
}

/// One file, or one built-in set.
Table read_source(const std::string& data, const ReadOptions& options, const ColumnPlan& plan,
                  const Context& context) {
  if (data.starts_with("synth:")) return read_synthetic(data, plan);
  std::vector<std::string> known;
  for (const auto& row : kReaders) {
    if (has_extension(data, row.extension)) return row.read(data, options, plan, context);
    known.emplace_back(row.extension);
  }
  known.emplace_back("or synth:1, synth:2, synth:3");
  const std::string file = data.substr(data.rfind('/') + 1);
  const std::size_t dot = file.find('.');
  throw_unknown_name(data + ", extension", dot == std::string::npos ? "" : file.substr(dot), known);
}

}  // namespace

void describe(ReadOptions& options, OptionVisitor& visitor) {
  visitor.option("missing", options.missing,
                 "Texts that stand for a missing value, as an empty field always does");
  visitor.option("delimiter", options.delimiter,
                 "What stands between fields: auto, tab, or one character");
}

Table read_table(const OneOrMore& data, const ReadOptions& options, const ColumnPlan& plan,
                 const Context& context) {
  const auto read = [&](const std::string& source, const ColumnPlan& wanted) {
    return read_source(source, options, wanted, context);
  };
  return read_files(data.all, plan, read, context);
}

}  // namespace drfs
