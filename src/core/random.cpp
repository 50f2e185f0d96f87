#include "core/random.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace drfs {
namespace {

constexpr double kTwoToMinus32 = 0x1.0p-32;

/// In (0, 1): never 0, so that its logarithm is finite.
double open_unit(std::uint32_t bits) {
  return (bits + 0.5) * kTwoToMinus32;
}

}  // namespace

std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream stream, Counter at) {
  // The stream is mixed into the high word of the key: streams of one seed never share
  // numbers, and seeds below 2^32 never collide with another seed of another stream.
  const auto high = static_cast<std::uint32_t>(seed >> 32);
  const auto low = static_cast<std::uint32_t>(seed);
  const auto tag = static_cast<std::uint32_t>(stream) * 0x9E3779B9U;
  const r123::Philox4x32::ctr_type counter = {{at.a, at.b, at.c, at.d}};
  const r123::Philox4x32::key_type key = {{low, high ^ tag}};
  const auto bits = r123::Philox4x32()(counter, key);
  return {bits[0], bits[1], bits[2], bits[3]};
}

double uniform(std::uint64_t seed, Stream stream, Counter at) {
  const auto bits = random_bits(seed, stream, at);
  const std::uint64_t wide = (std::uint64_t{bits[0]} << 32 | bits[1]) >> 11;
  return (static_cast<double>(wide) + 0.5) * 0x1.0p-53;
}

std::array<double, 4> normals(std::uint64_t seed, Stream stream, Counter at) {
  const auto bits = random_bits(seed, stream, at);
  std::array<double, 4> out{};
  for (std::size_t i = 0; i < 4; i += 2) {
    const double radius = std::sqrt(-2.0 * std::log(open_unit(bits[i])));
    const double angle = 2.0 * std::numbers::pi * open_unit(bits[i + 1]);
    out[i] = radius * std::cos(angle);
    out[i + 1] = radius * std::sin(angle);
  }
  return out;
}

void noise(std::uint64_t seed, std::uint32_t population, std::uint32_t row, std::uint32_t draw,
           std::span<float> out) {
  for (std::size_t d = 0; d < out.size(); d += 4) {
    const auto four =
        normals(seed, Stream::noise, {population, row, draw, static_cast<std::uint32_t>(d / 4)});
    for (std::size_t i = 0; i < 4 && d + i < out.size(); ++i)
      out[d + i] = static_cast<float>(four[i]);
  }
}

std::vector<std::size_t> permutation(std::uint64_t seed, Stream stream, Counter place,
                                     std::size_t n) {
  std::vector<std::uint64_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    place.b = static_cast<std::uint32_t>(i);
    const auto bits = random_bits(seed, stream, place);
    keys[i] = std::uint64_t{bits[0]} << 32 | bits[1];
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    return keys[i] != keys[j] ? keys[i] < keys[j] : i < j;
  });
  return order;
}

}  // namespace drfs
