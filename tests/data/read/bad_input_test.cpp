// Every bad input ends in an Error that names the file, the place and a remedy.
#include <algorithm>
#include <random>

#include "data/scratch_file.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

using namespace testing;

struct BadText {
  const char* name;
  std::string text;
  std::vector<std::string> parts;
};

TEST(BadInput, ABadTextIsADataErrorThatNamesFileAndPlace) {
  const std::string numbers = "a,b\n1,2\n3,4\n5,6\n";
  const std::vector<BadText> cases = {
      {"empty", "", {"is empty", "header line"}},
      {"blank", "\n\n  \n", {"is empty"}},
      {"mark only", "\xEF\xBB\xBF", {"no name"}},
      {"header only", "a,b\n", {"has a header but no rows", "with rows"}},
      {"header and blanks", "a,b\r\n\r\n\n", {"has a header but no rows"}},
      {"too few",
       "a,b,c\n1,2,3\n1,2\n",
       {"line 3", "has 2 fields, but the header has 3", "--delimiter"}},
      {"too many", "a,b\n1,2\n1,2,3,\n", {"line 3", "has 4 fields, but the header has 2"}},
      {"ragged after newline in quotes", "a,b\n\"x\ny\",2\n1\n", {"line 4", "has 1 field, but"}},
      {"NUL", std::string("a,b\n1,\0\n", 8), {"is not a text table", "UTF-8"}},
      {"binary", "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f", {"is not a text table"}},
      {"zip", std::string("PK\x03\x04\0\0", 6), {"not a text table", "Excel"}},
      {"gzip named csv", std::string("\x1f\x8b\x08\0\0", 5), {"not a text table", ".gz"}},
      {"UTF-16",
       std::string("\xff\xfe"
                   "a\0,\0b\0\n\0",
                   10),
       {"not a text table", "UTF-16"}},
      {"twice", "a,b,a\n1,2,3\n", {"line 1, column 3", "'a'", "earlier column"}},
      {"Latin-1 name", "a,caf\xE9\n1,2\n", {"line 1, column 2", "'caf\\xE9'", "is not UTF-8"}},
      {"Latin-1 level",
       "a,b\n1,x\n2,\"y\nz\"\n3,caf\xE9\n4,\xE9t\xE9\n",
       {"line 5, column 'b'", "'caf\\xE9'", "is not UTF-8", "iconv -f LATIN1 -t UTF-8"}},
      {"Latin-1 among numbers", numbers + "7,\xE9\n", {"line 5, column 'b'", "is not UTF-8"}},
      {"Latin-1 after quote", "a,b\n1,\"\xE9\"y\n", {"line 2", "'\\xE9'", "closing quote"}},
      {"no name", "a,,c\n1,2,3\n", {"line 1, column 2", "no name", "index=False"}},
      {"open quote", "a,b\n1,2\n\"x,4\n5,6\n", {"line 3", "never closed", "double the quotes"}},
      {"open quote in header", "a,\"b\n1,2\n", {"line 1", "without an end"}},
      {"text after quote", "a,b\n1,\"x\"y\n", {"line 2", "'x'", "after its closing quote"}},
      {"stray text",
       numbers + "7,eight\n",
       {"line 5, column 'b'", "'eight'", "not a number", "--missing", "--categorical b",
        "--drop b"}},
      {"decimal comma",
       "a;b\n1;3,14\n2;2,72\n",
       {"line 2, column 'b'", "'3,14'", "decimal comma", "--categorical b"}},
      {"nan undeclared", numbers + "-nan,1\n", {"line 5, column 'a'", "'-nan'", "not a number"}},
      {"infinite", numbers + "7,-inf\n", {"line 5, column 'b'", "'-inf'", "finite", "--drop b"}},
      {"overflow", numbers + "7,1e999\n", {"line 5, column 'b'", "'1e999'", "finite"}},
      {"beyond float", numbers + "3.5e38,1\n", {"line 5, column 'a'", "'3.5e38'", "finite"}},
      {"quoted infinite", numbers + "\"inf\",1\n", {"line 5, column 'a'", "'inf'"}},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.name);
    const ScratchFile file(bad.text);
    auto parts = bad.parts;
    parts.push_back(file.path());
    expect_error(ErrorCode::data, parts, [&] { read_table(file.path(), {}, {}, {}); });
  }
}

TEST(BadInput, NumbersAtTheEdgesOfAFloatAreRead) {
  const Table table = read_text("a\n3.4028234e38\n-3.4028234e38\n1e-60\n1e-40\n");
  EXPECT_EQ(table.columns[0].numbers,
            (std::vector<float>{3.4028234e38F, -3.4028234e38F, 0.0F, 1e-40F}));
}

TEST(BadInput, OnlyWhatIsKeptHasToBeUtf8) {
  const std::string text = "a,b,c\n1,\xE9,2\n2,x,3\n";
  const auto read = [&](const ColumnPlan& plan) { return read_text(text, {}, plan).names(); };
  EXPECT_EQ(read({{}, {"b"}, {}}), (std::vector<std::string>{"a", "c"}));
  expect_error(ErrorCode::data, {"line 2, column 'b'", "is not UTF-8"}, [&] {
    read({{}, {}, {"b"}});
  });
  // What is not stored for its many levels spoils nothing, wherever the bad text stands.
  EXPECT_EQ(read({{}, {}, {}, 1, ""}), (std::vector<std::string>{"a", "c"}));
}

TEST(BadInput, Utf8IsTakenAndWhatLooksLikeItIsNot) {
  for (const char* good : {"", "plain", "é", "ß×", "日本", "𝛼", "\xF4\x8F\xBF\xBF", "\x7F"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\xE9", "\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "é\xA9"})
    EXPECT_FALSE(is_utf8(bad)) << shown(bad);
  EXPECT_EQ(shown("caf\xE9 é"), "caf\\xE9 é");
  EXPECT_EQ(shown(std::string(59, 'x') + "éé"), std::string(59, 'x'));
}

TEST(BadInput, AnUnknownNameIsAUsageErrorWithASuggestion) {
  const ScratchFile file("age,income\n1,2\n");
  const std::vector<std::string> parts = {file.path() + ", column", "'incme'",
                                          "Did you mean 'income'?"};
  expect_error(ErrorCode::usage, parts, [&] {
    read_table(file.path(), {}, {{"incme"}, {}, {}}, {});
  });
  expect_error(ErrorCode::usage, parts, [&] {
    read_table(file.path(), {}, {{}, {"incme"}, {}}, {});
  });
  expect_error(ErrorCode::usage, parts, [&] {
    read_table(file.path(), {}, {{}, {}, {"incme"}}, {});
  });
  expect_error(ErrorCode::usage, parts, [&] {
    read_table(file.path(), {}, {{}, {}, {}, 0, "incme"}, {});
  });
  ReadOptions options;
  for (const char* delimiter : {"", "ab", "3", ".", "\""}) {
    options.delimiter = delimiter;
    expect_error(ErrorCode::usage, {"--delimiter"},
                 [&] { read_table(file.path(), options, {}, {}); });
  }
}

TEST(BadInput, FilesThatCannotBeRead) {
  const auto read = [](const std::string& path) { read_table(path, {}, {}, {}); };
  expect_error(ErrorCode::data, {"/no/such/file.csv", "does not exist"},
               [&] { read("/no/such/file.csv"); });
  expect_error(ErrorCode::usage, {"table.xlsx", ".xlsx", ".csv.gz", ".tsv", "synth:1"},
               [&] { read("table.xlsx"); });
  expect_error(ErrorCode::usage, {"adult.data", "'.data'", ".csv"}, [&] { read("adult.data"); });
  const auto folder = std::filesystem::temp_directory_path() / "drfs_folder.csv";
  std::filesystem::create_directory(folder);
  expect_error(ErrorCode::data, {"drfs_folder.csv", "is a directory"}, [&] { read(folder); });
  std::filesystem::remove(folder);
}

TEST(BadInput, GzipThatIsDamaged) {
  std::string text = "a,b\n";
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919 % 10007) + ",2\n";
  const ScratchFile file(text, ".csv.gz");
  const std::string good = file.raw();
  const auto read = [&] { read_table(file.path(), {}, {}, {}); };
  EXPECT_NO_THROW(read());
  file.write_raw(good.substr(0, good.size() / 2));
  expect_error(ErrorCode::data, {file.path(), "ends too early"}, read);
  file.write_raw(good.substr(0, good.size() - 3));
  expect_error(ErrorCode::data, {file.path(), "ends too early"}, read);
  std::string flipped = good;
  for (std::size_t i = flipped.size() / 2; i < flipped.size() / 2 + 8; ++i) flipped[i] ^= 0x55;
  file.write_raw(flipped);
  expect_error(ErrorCode::data, {file.path(), "damaged"}, read);
  file.write_raw("a,b\n1,2\n");
  expect_error(ErrorCode::data, {file.path(), "is not a gzip file"}, read);
  file.write_raw("");
  expect_error(ErrorCode::data, {file.path(), "is empty"}, read);
}

TEST(BadInput, ARecordWithoutEndIsRefusedBeforeItFillsTheMemory) {
  const std::string text = "a,b\n1,\"" + std::string(3 << 20, 'x');
  expect_error(ErrorCode::data, {"line 2", "quote"}, [&] { read_in_blocks(text, 4096, 512, 2); });
}

TEST(BadInput, AHeaderOfNumbersIsRemarkedOn) {
  const ScratchFile file("39,State-gov,77516\n50,Private,83311\n");
  std::string logged;
  Context context;
  context.on_log = [&](Severity, std::string_view message) { logged += message; };
  read_table(file.path(), {}, {}, context);
  EXPECT_NE(logged.find("lack a header line"), std::string::npos) << logged;
}

TEST(BadInput, WritingToNowhereIsAResourcesError) {
  const Table table = make_synthetic({1, 30, 0, 0});
  expect_error(ErrorCode::resources, {"/no/such/folder/a.csv"},
               [&] { write_csv(table, "/no/such/folder/a.csv"); });
  if (std::filesystem::exists("/dev/full"))
    expect_error(ErrorCode::resources, {"/dev/full", "No space left"},
                 [&] { write_csv(table, "/dev/full"); });
}

std::string mutated(std::string text, std::mt19937& random) {
  constexpr std::string_view kBytes = "\",\n\r\t ;?.0159+-eNAinfx\\\xEF\xBB\xBF\x01";
  const auto edits = 1 + random() % 6;
  for (std::size_t i = 0; i < edits && !text.empty(); ++i) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = kBytes[random() % kBytes.size()];
        break;
      case 1:
        text.insert(at, 1, kBytes[random() % kBytes.size()]);
        break;
      case 2:
        text.erase(at, 1 + random() % 5);
        break;
      default:
        text.insert(at, text.substr(random() % text.size(), random() % 20));
        break;
    }
  }
  return text;
}

TEST(BadInput, AnyTextGivesATableOrAnErrorTheSameForAnyBlocks) {
  const std::string seed_text =
      "id,group,\"the note\",x\n1,a,\"b\"\"c\",2.5\r\n2,,\"new\nline\",-1e3\n3,NA,plain, 7\n";
  const auto outcome = [](const std::string& path, int threads, const BlockSizes& sizes) {
    try {
      const Table table = read_delimited(path, {}, {}, {}, with_threads(threads), sizes);
      std::string out = std::to_string(table.rows);
      for (const auto& column : table.columns) {
        EXPECT_EQ(table.rows, column.numbers.size() + column.codes.size());
        for (const auto code : column.codes) out += "," + std::to_string(code);
        for (const auto& level : column.levels) out += "," + level;
        for (const float x : column.numbers) out += "," + std::to_string(x);
      }
      return out;
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  std::mt19937 random(11);
  const ScratchFile file;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = mutated(seed_text, random);
    file.write_raw(text);
    const std::string whole = outcome(file.path(), 1, {});
    ASSERT_EQ(outcome(file.path(), 2, {256, 8, 4096}), whole) << text;
  }
}

}  // namespace
}  // namespace drfs
