// Files of options: what a user may write in them, what is said of mistakes, and that what a run
// writes down is what it was given.
#include <gtest/gtest.h>

#include <cstdint>

#include "cli/program.hpp"
#include "data/scratch_file.hpp"
#include "drfs/report.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using testing::expect_error;

enum class Colour { red, green };
constexpr EnumName<Colour> kColours[] = {{Colour::red, "red"}, {Colour::green, "green"}};

/// One option of every kind.
struct Options {
  int count = 3;
  std::uint64_t seed = 5;
  double share = 0.5;
  bool fast = false;
  std::string name = "n";
  std::vector<std::string> list = {"a"};
  Colour colour = Colour::red;
  OneOrMore data = "x.csv";

  DescribeAll all() {
    return [this](OptionVisitor& v) {
      v.group("Things");
      v.option("count", count, "How many");
      v.option("seed", seed, "Where it begins");
      v.option("share", share, "How much");
      v.option("fast", fast, "Whether it hurries");
      v.option("name", name, "What it is called");
      v.option("list", list, "Several");
      v.option("colour", choice_of("colour", colour, kColours), "Which");
      v.option("data", data, "Files");
    };
  }
};

const auto kNothingIsSet = [](std::string_view) { return false; };

Options read(const std::string& text) {
  const TemporaryFolder folder;
  Options options;
  apply_toml(folder.write("run.toml", text), options.all(), kNothingIsSet);
  return options;
}

TEST(OptionFile, AProgramReadsBackWhatItRanWithOfItsOwn) {
  const TemporaryFolder folder;
  RunOptions options;
  options.select.aim.aim = AimName::own;
  const auto all = [](RunOptions& o) { return [&o](OptionVisitor& v) { describe(o, v); }; };
  const auto path = folder.write("run.toml", options_toml(all(options)));
  EXPECT_NO_THROW(apply_toml(path, all(options), kNothingIsSet));
  EXPECT_EQ(options.select.aim.aim, AimName::own);
  RunOptions others;
  expect_error(ErrorCode::usage, {"aim", "'own'", "worst"},
               [&] { apply_toml(path, all(others), kNothingIsSet); });
}

TEST(OptionFile, SetsEveryKindOfOption) {
  const Options options = read(
      "count = -7\nseed = 9\nshare = 0.25\nfast = true\nname = \"Größe\"\nlist = [\"b\", \"c,d\"]\n"
      "colour = \"green\"\ndata = [\"a.csv\", \"b.csv\"]\n");
  EXPECT_EQ(options.count, -7);
  EXPECT_EQ(options.seed, 9U);
  EXPECT_EQ(options.share, 0.25);
  EXPECT_TRUE(options.fast);
  EXPECT_EQ(options.name, "Größe");
  EXPECT_EQ(options.list, (std::vector<std::string>{"b", "c,d"}));
  EXPECT_EQ(options.colour, Colour::green);
  EXPECT_EQ(options.data.all, (std::vector<std::string>{"a.csv", "b.csv"}));
}

TEST(OptionFile, WhatItDoesNotNameStaysAsItWas) {
  const Options options = read("# nothing but a remark\nshare = 1\n");
  EXPECT_EQ(options.share, 1.0) << "a whole number is a number";
  EXPECT_EQ(options.count, 3);
  EXPECT_EQ(options.list, std::vector<std::string>{"a"});
}

TEST(OptionFile, AListMayBeOneTextOrEmpty) {
  EXPECT_EQ(read("list = \"b,c\"").list, std::vector<std::string>{"b,c"});
  EXPECT_TRUE(read("list = []").list.empty());
}

TEST(OptionFile, AWrongKindOfValueNamesTheKeyAndWhatWouldBeRight) {
  for (const auto& [line, key, right] : std::vector<std::array<std::string, 3>>{
           {"count = 1.5", "'count'", "a whole number"},
           {"count = 3000000000", "'count'", "at most 10 digits"},
           {"seed = -1", "'seed'", "at least 0"},
           {"share = \"0.5\"", "'share'", "a number"},
           {"fast = 1", "'fast'", "true or false"},
           {"name = 7", "'name'", "a string"},
           {"list = [1]", "'list'", "an array of strings"},
           {"list = {a = \"x\"}", "'list.a'", "a number, or a table of them"},
           {"list = {a = {b = true}}", "'list.a.b'", "a number, or a text"}})
    expect_error(ErrorCode::usage, {"run.toml", "key " + key, right},
                 [&, text = line] { read(text + "\n"); });
}

TEST(OptionFile, AnUnknownKeySuggestsTheNearest) {
  expect_error(ErrorCode::usage, {"run.toml, key", "'colur'", "colour"},
               [] { read("colur = \"red\"\n"); });
}

TEST(OptionFile, AnUnknownNameListsTheKnownOnes) {
  expect_error(ErrorCode::usage, {"--colour", "'blue'", "red", "green"},
               [] { read("colour = \"blue\"\n"); });
}

TEST(OptionFile, ABrokenLineIsNumbered) {
  expect_error(ErrorCode::usage, {"run.toml, line 3"},
               [] { read("count = 1\nseed = 2\nshare = = 3\n"); });
}

TEST(OptionFile, AFileThatIsNotThereIsNamed) {
  Options options;
  expect_error(ErrorCode::usage, {"--config", "'/nowhere/run.toml'", "is not a file"},
               [&] { apply_toml("/nowhere/run.toml", options.all(), kNothingIsSet); });
  expect_error(ErrorCode::usage, {"'/tmp'", "is not a file"},
               [&] { apply_toml("/tmp", options.all(), kNothingIsSet); });
}

TEST(WrittenOptions, TextsOfAllKindsComeBack) {
  auto texts = made_up::odd_names();
  texts.insert(texts.end(), {"", "\x01\x1f\r", "C:\\new\\table.csv", "'''", "#", "日本 🙂"});
  for (const auto& text : texts) {
    Options options;
    options.name = text;
    options.list = {text, "b", text};
    const Options again = read(options_toml(options.all()));
    EXPECT_EQ(again.name, text);
    EXPECT_EQ(again.list, options.list);
  }
}

TEST(WrittenOptions, ATextThatIsNotUtf8DoesNotCostTheFile) {
  Options options;
  options.name = "gr\xf6\xdf";
  EXPECT_EQ(read(options_toml(options.all())).name, "gr\uFFFD\uFFFD");
}

TEST(WrittenOptions, NumbersComeBackToTheLastBit) {
  for (const double share : {0.1, 1.0 / 3, 1e-300, 4.9e-324, 1.7976931348623157e308, -0.0, 3.0}) {
    Options options;
    options.share = share;
    options.count = -2147483647 - 1;
    const Options again = read(options_toml(options.all()));
    EXPECT_EQ(again.share, share);
    EXPECT_EQ(again.count, options.count);
  }
}

TEST(ReferencePage, HasARowWithTheDefaultOfEveryOption) {
  Options options;
  options.list = {"", "NA"};
  EXPECT_EQ(options_markdown(options.all()),
            "\n## Things\n\n| option | default | meaning |\n|---|---|---|\n"
            "| `--count` | `3` | How many |\n| `--seed` | `5` | Where it begins |\n"
            "| `--share` | `0.5` | How much |\n| `--fast` | `no` | Whether it hurries |\n"
            "| `--name` | `n` | What it is called |\n| `--list` | `(empty),NA` | Several |\n"
            "| `--colour` | `red` | Which: red, green |\n| `--data` | `x.csv` | Files |\n");
  options.name = "";
  EXPECT_TRUE(made_up::has(options_markdown(options.all()), "| `--name` |  | What"));
}

}  // namespace
}  // namespace drfs
