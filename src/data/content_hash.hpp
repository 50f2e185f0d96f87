// A 64-bit hash of content for ordering rows. It is our own, fixed for all time and
// machines: an order that depended on a library's hash would change with the library.
#pragma once

#include <cstdint>
#include <string_view>

namespace drfs {

/// One step: mixes a word into a hash (the finaliser of splitmix64).
inline std::uint64_t hash_step(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) + 0x9E3779B97F4A7C15ULL;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ULL;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBULL;
  return hash ^ (hash >> 31);
}

inline std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = hash_step(0, text.size());
  for (const char c : text) hash = hash_step(hash, static_cast<unsigned char>(c));
  return hash;
}

}  // namespace drfs
