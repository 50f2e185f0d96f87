// Two tables have one checksum where they are the same, and hashes of content are fixed for all
// time: an order of rows that changed with a library would change every answer.
#include "drfs/data.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <set>

#include "data/content_hash.hpp"

namespace drfs {
namespace {

Table small_table() {
  Table table;
  table.source = "a.csv";
  table.rows = 3;
  table.columns = {{"x", ColumnType::number, {1, 2, kMissing}, {}, {}},
                   {"c", ColumnType::category, {}, {0, 1, -1}, {"no", "yes"}}};
  return table;
}

TEST(TableChecksum, IsOfTheContentNotOfWhereItIsFrom) {
  const Table table = small_table();
  Table other = table;
  other.source = "elsewhere.sav";
  EXPECT_EQ(sha256_of_table(table), sha256_of_table(other));
  EXPECT_EQ(sha256_of_table(table).size(), 64U);
}

TEST(TableChecksum, EveryChangeShows) {
  using Change = std::function<void(Table&)>;
  const std::vector<Change> changes = {
      [](Table&) {},
      [](Table& t) { t.columns[0].name = "X"; },
      [](Table& t) { t.columns[0].numbers[0] = std::nextafter(1.0F, 2.0F); },
      [](Table& t) { t.columns[0].numbers[2] = 0; },
      [](Table& t) { std::swap(t.columns[0].numbers[0], t.columns[0].numbers[1]); },
      [](Table& t) { t.columns[1].codes[2] = 0; },
      [](Table& t) { t.columns[1].levels[1] = "yes "; },
      [](Table& t) { std::swap(t.columns[1].levels[0], t.columns[1].levels[1]); },
      [](Table& t) {
        t.columns[1].levels = {"noy", "es"};
      },  // texts that run together alike
      [](Table& t) { std::swap(t.columns[0], t.columns[1]); },
      [](Table& t) { t.columns.pop_back(); },
  };
  std::set<std::string> sums;
  for (const auto& change : changes) {
    Table table = small_table();
    change(table);
    sums.insert(sha256_of_table(table));
  }
  EXPECT_EQ(sums.size(), changes.size());
}

TEST(TableChecksum, BorrowedNumbersCountLikeOwnOnes) {
  const std::vector<double> lent = {1, 2, std::numeric_limits<double>::quiet_NaN()};
  Table table = small_table();
  table.columns[0].numbers = {};
  table.columns[0].borrowed = {reinterpret_cast<const std::byte*>(lent.data()), sizeof(double),
                               true, lent.size()};
  EXPECT_EQ(sha256_of_table(table), sha256_of_table(small_table()));
}

TEST(ContentHash, StepsAreThoseOfSplitmix64) {
  // The first outputs of the published generator for seed 0: its state grows by the constant that
  // a step adds.
  constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15ULL;
  const std::uint64_t published[] = {0xE220A8397B1DCDAFULL, 0x6E789E6AA1B965F4ULL,
                                     0x06C45D188009454FULL};
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(hash_step(i * kGamma, 0), published[i]);
}

TEST(ContentHash, OneStepLosesNothing) {
  // Each half of a step can be undone, so that two words under one hash never collide.
  std::set<std::uint64_t> hashes;
  for (std::uint64_t word = 0; word < 20000; ++word) {
    hashes.insert(hash_step(42, word));
    hashes.insert(hash_step(42, word << 40));
  }
  EXPECT_EQ(hashes.size(), 2U * 20000 - 1);  // 0 << 40 is 0
}

TEST(ContentHash, ABitOfTheWordChangesHalfOfTheHash) {
  int flipped = 0;
  for (int bit = 0; bit < 64; ++bit)
    for (std::uint64_t word = 0; word < 50; ++word)
      flipped += std::popcount(hash_step(7, word) ^ hash_step(7, word ^ (std::uint64_t{1} << bit)));
  EXPECT_NEAR(flipped / (64.0 * 50), 32, 0.5);
}

TEST(ContentHash, TextsThatDifferInLengthByteOrOrderHaveOtherHashes) {
  using namespace std::string_view_literals;
  std::set<std::uint64_t> hashes;
  for (const auto text : {""sv, "\0"sv, "\0\0"sv, "a"sv, "b"sv, "ab"sv, "ba"sv, "a\0"sv, "\0a"sv,
                          "\xFF"sv, "ä"sv, "a "sv})
    hashes.insert(hash_text(text));
  EXPECT_EQ(hashes.size(), 12U);
}

}  // namespace
}  // namespace drfs
