// Counter-based random numbers: a draw is a function of what it is for, never of
// the order in which draws are made. Philox 4x32-10 of Random123 underneath.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drfs {

/// What a stream of numbers is for; part of the key, so that no two uses share numbers.
enum class Stream : std::uint32_t {
  noise = 1,
  batch = 2,
  split = 3,
  folds = 4,
  start = 5,
  synth_x = 6,
  synth_noise = 7,
  bench = 8,
  random_choice = 9,
  bootstrap = 10,
  forest = 11,
  network = 12,
  network_order = 13,
  sample = 14,
  posterior = 15,
  blocks = 16,
};

/// Where in a stream a draw stands. The meaning of the parts is the stream's.
struct Counter {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

/// Four independent 32-bit words.
std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream, Counter);

/// Uniform in (0, 1), 53 bits, from the first two words at that place.
double uniform(std::uint64_t seed, Stream, Counter);

/// Four independent standard normals (Box–Muller in double precision).
std::array<double, 4> normals(std::uint64_t seed, Stream, Counter);

/// Fills `out` with the standard normals epsilon_d, d = 0, 1, …, of one query: a function
/// of (seed, population, row, draw, d) alone.
void noise(std::uint64_t seed, std::uint32_t population, std::uint32_t row, std::uint32_t draw,
           std::span<float> out);

/// A random permutation of 0 … n-1 by sorting one draw per element (place.b is the element).
std::vector<std::size_t> permutation(std::uint64_t seed, Stream, Counter place, std::size_t n);

}  // namespace drfs
