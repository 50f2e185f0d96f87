// SHA-256 of known texts, however they come in pieces.
#include "core/checksum.hpp"

#include <gtest/gtest.h>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

std::string sha256_of(std::string_view text, std::size_t piece) {
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string_view next = text.substr(at, piece);
    hash.add(std::as_bytes(std::span(next.data(), next.size())));
  }
  return hash.text();
}

TEST(Checksum, IsThatOfTheStandard) {
  // FIPS 180-4's examples: none, one block, two blocks.
  const std::pair<const char*, const char*> known[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
  for (const auto& [text, sum] : known)
    for (const std::size_t piece : {1, 7, 64, 1000}) EXPECT_EQ(sha256_of(text, piece), sum);
}

TEST(Checksum, OfAFileIsThatOfItsBytes) {
  const std::string million(1'000'000, 'a');
  const drfs::testing::ScratchFile file(million);
  EXPECT_EQ(sha256_of_file(file.path()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  // Just around and above the size of the buffer it is read with.
  for (const std::size_t size : {(1U << 20) - 1, 1U << 20, (1U << 20) + 1, 3U << 20}) {
    std::string text(size, 'x');
    text.back() = '\0';
    file.write_raw(text);
    EXPECT_EQ(sha256_of_file(file.path()), sha256_of(text, size)) << size;
  }
  drfs::testing::expect_error(ErrorCode::data, {"/nowhere.csv", "could not be read"},
                              [] { sha256_of_file("/nowhere.csv"); });
}

}  // namespace
}  // namespace drfs
