// One pass over the file: header, layout, then block after block is cut into pieces that
// are parsed in parallel and appended in order. A second pass is needed only where a
// column looked like numbers in the first rows and turns out to be text.
#include "data/read/csv/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/parallel.hpp"
#include "data/number_text.hpp"
#include "data/read/column_plan.hpp"
#include "data/read/csv/csv_columns.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Takes the header off the reader's text and returns its names.
std::vector<std::string> take_header(BlockReader& reader, const std::string& source,
                                     const CsvFormat& format) {
  const std::string_view text = reader.text();
  const char* const end = text.data() + text.size();
  const char* const stop = record_end(text.data(), end, format);
  if (stop == nullptr)
    throw Error(ErrorCode::data, {source + ", line 1", "", "has a header without an end",
                                  "Close its quotes, and check that the file is a table"});
  std::vector<std::string> names;
  std::string scratch;
  const char* at = text.data();
  while (true) {
    names.emplace_back(next_field(at, stop, format, scratch, {source, 1}).text);
    if (*at++ == '\n') break;
  }
  reader.consume(static_cast<std::size_t>(stop - text.data()),
                 static_cast<std::size_t>(std::count(text.data(), stop, '\n')));
  return names;
}

void check_header(const std::string& source, const std::vector<std::string>& names,
                  const Context& context) {
  std::unordered_set<std::string_view> seen;
  std::vector<std::string_view> numbers;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::string place = fmt::format("{}, line 1, column {}", source, c + 1);
    if (!is_utf8(names[c])) throw_not_utf8(place, names[c]);
    if (names[c].empty())
      throw Error(ErrorCode::data,
                  {place, "", "has no name",
                   "Name the column, or write the file without row names (row.names = FALSE in R, "
                   "index=False in pandas)"});
    if (!seen.insert(names[c]).second)
      throw Error(ErrorCode::data, {place, names[c], "is the name of an earlier column too",
                                    "Give every column a name of its own"});
    if (parse_number(names[c]).kind != TokenKind::text) numbers.push_back(names[c]);
  }
  if (!numbers.empty())
    context.log(Severity::warning,
                fmt::format("{}, line 1: {} of {} column names are numbers, e.g. '{}'; does the "
                            "file lack a header line?",
                            source, numbers.size(), names.size(), numbers[0]));
}

CsvLayout make_layout(const std::string& source, CsvFormat format,
                      const std::vector<std::string>& names, const ColumnPlan& plan) {
  const PlannedColumns planned = plan_for(source, names, plan);
  CsvLayout layout{source, std::move(format), {}, {}, 0, 0};
  for (std::size_t c = 0; c < names.size(); ++c) {
    layout.slot_of_field.push_back(planned.keep[c] ? static_cast<std::int32_t>(layout.slots.size())
                                                   : -1);
    if (planned.keep[c])
      layout.slots.push_back(
          {names[c], planned.categorical[c], planned.categorical[c], planned.most_levels[c], 0});
  }
  layout.index_slots();
  return layout;
}

/// Reads the first rows as numbers to guess which columns are text. A wrong guess costs time,
/// never changes the result.
void guess_categories(CsvLayout& layout, const CsvPiece& first) {
  constexpr std::size_t kSampleBytes = std::size_t{64} << 10;
  const char* at = first.text.data();
  const char* const end = at + first.text.size();
  while (at < end && static_cast<std::size_t>(at - first.text.data()) < kSampleBytes) {
    const char* const stop = record_end(at, end, layout.format);
    if (stop == nullptr) break;
    at = stop;
  }
  CsvPiece sample{{first.text.data(), at}, 0, first.first_line};
  sample.newlines = static_cast<std::size_t>(std::ranges::count(sample.text, '\n'));
  ParsedPiece parsed;
  const std::vector<Dictionary> none(layout.category_slots);
  parsed.parse(sample, layout, none);
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot)
    if (parsed.notes(slot).mostly_text(parsed.rows())) layout.slots[slot].category = true;
  layout.index_slots();
}

/// The rows of the whole file, from those read so far; a little more than likely, because a
/// column that runs out of room is copied.
std::size_t expected_rows(std::size_t rows, const ByteSource& bytes) {
  const double share = static_cast<double>(bytes.stored_bytes_done()) /
                       static_cast<double>(std::max<std::uint64_t>(1, bytes.stored_bytes()));
  if (share <= 0.0 || share >= 1.0) return rows;
  return static_cast<std::size_t>(static_cast<double>(rows) / share * 1.02) + 16;
}

void parse_pieces(const std::vector<CsvPiece>& pieces, const CsvLayout& layout,
                  std::vector<ParsedPiece>& parsed, const std::vector<Dictionary>& dictionaries,
                  const Context& context) {
  if (parsed.size() < pieces.size()) parsed.resize(pieces.size());
  parallel_for(pieces.size(), context, [&](std::size_t i, std::size_t) {
    parsed[i].parse(pieces[i], layout, dictionaries);
  });
}

/// Everything that stays the same when a file is read again.
struct CsvRequest {
  const std::string& path;
  const DelimitedKind& kind;
  const ReadOptions& options;
  const ColumnPlan& plan;
  const BlockSizes& sizes;
  const Context& context;
};

/// Checks that there is text, skips a byte order mark and finds out the delimiter.
CsvFormat begin_text(BlockReader& reader, const CsvRequest& request) {
  const std::string_view text = reader.text();
  const bool blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (blank && reader.at_file_end())
    throw Error(ErrorCode::data,
                {request.path, "", "is empty", "Give a table with a header line and rows"});
  check_is_text(request.path, text.substr(0, std::size_t{64} << 10));
  if (text.starts_with(kByteOrderMark)) reader.consume(kByteOrderMark.size(), 0);
  const char delimiter = choose_delimiter(request.options, request.kind.delimiter, reader.text());
  return {delimiter, delimiter != ' ', MissingMarkers(request.options.missing)};
}

/// Reads all rows; returns the names of the columns that must be read again as text, and
/// fills the table where there are none.
std::vector<std::string> read_once(const CsvRequest& request,
                                   const std::vector<std::string>& text_columns, Table& table) {
  const auto bytes = open_bytes(request.path, request.kind.gzip);
  BlockReader reader(*bytes, request.path, request.sizes);
  CsvFormat format = begin_text(reader, request);
  const auto names = take_header(reader, request.path, format);
  if (text_columns.empty()) check_header(request.path, names, request.context);
  CsvLayout layout = make_layout(request.path, std::move(format), names, request.plan);
  const auto* pieces = &reader.next(layout.format, request.context);
  if (!pieces->empty()) guess_categories(layout, pieces->front());
  for (auto& slot : layout.slots)
    if (std::ranges::find(text_columns, slot.name) != text_columns.end()) slot.category = true;
  layout.index_slots();

  CsvColumns columns(layout);
  std::vector<ParsedPiece> parsed;
  for (; !pieces->empty(); pieces = &reader.next(layout.format, request.context)) {
    parse_pieces(*pieces, layout, parsed, columns.dictionaries(), request.context);
    std::size_t rows = columns.rows();
    for (std::size_t i = 0; i < pieces->size(); ++i) rows += parsed[i].rows();
    columns.append(parsed, pieces->size(), expected_rows(rows, *bytes), request.context);
    request.context.progress({"read", static_cast<double>(bytes->stored_bytes_done()),
                              static_cast<double>(bytes->stored_bytes()), ""});
  }
  if (columns.rows() == 0)
    throw Error(ErrorCode::data,
                {request.path, "", "has a header but no rows", "Give a table with rows"});
  std::vector<std::string> misread;
  for (const std::size_t slot : columns.misread_slots()) misread.push_back(layout.slots[slot].name);
  if (!misread.empty()) return misread;

  table.source = request.path;
  columns.finish(table, request.context);
  for (std::size_t c = 0; c < names.size(); ++c)
    if (layout.slot_of_field[c] < 0) table.left_out.push_back(names[c]);
  return {};
}

}  // namespace

std::optional<DelimitedKind> delimited_kind(const std::string& path) {
  for (const bool gzip : {false, true})
    for (const auto& [extension, delimiter] : {std::pair{".csv", ','}, std::pair{".tsv", '\t'}})
      if (has_extension(path, std::string(extension) + (gzip ? ".gz" : "")))
        return DelimitedKind{delimiter, gzip};
  return std::nullopt;
}

std::vector<std::string> read_header(const std::string& path, const ReadOptions& options,
                                     const Context& context) {
  constexpr BlockSizes kFirstLines{std::size_t{1} << 16, std::size_t{1} << 16,
                                   std::size_t{1} << 16};
  const auto kind = delimited_kind(path);
  if (!kind)
    throw Error(ErrorCode::usage, {path, "", "is not named as delimited text is",
                                   "Give a .csv, .tsv, .csv.gz or .tsv.gz"});
  const auto bytes = open_bytes(path, kind->gzip);
  BlockReader reader(*bytes, path, kFirstLines);
  const ColumnPlan everything;
  const CsvFormat format =
      begin_text(reader, {path, *kind, options, everything, kFirstLines, context});
  return take_header(reader, path, format);
}

Table read_delimited(const std::string& path, const DelimitedKind& kind, const ReadOptions& options,
                     const ColumnPlan& plan, const Context& context, const BlockSizes& sizes) {
  const CsvRequest request{path, kind, options, plan, sizes, context};
  Table table;
  std::vector<std::string> text_columns;
  while (true) {
    const auto misread = read_once(request, text_columns, table);
    if (misread.empty()) return table;
    text_columns.insert(text_columns.end(), misread.begin(), misread.end());
  }
}

}  // namespace drfs
