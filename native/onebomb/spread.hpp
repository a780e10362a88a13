// The distance transform along lines: every value becomes the least of those it can be reached
// from, plus the way; walls separate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "common/simd.hpp"

namespace gridproof::onebomb {

// The number of lines that are transformed at a time; their length is a multiple of it.
constexpr std::size_t strip = 8;
constexpr std::size_t in_strips(std::size_t count) { return (count + strip - 1) / strip * strip; }

// The value of walls; no other one is greater. One step more fits.
template <class Distance>
constexpr Distance far = std::numeric_limits<Distance>::max() - 1;

// In `walls` is the value that a wall keeps, and 0 for what is none.
template <class Distance>
void spread(Distance* line, const Distance* walls, std::size_t count) {
  Distance run = far<Distance>;
  auto visit = [&](std::size_t x) {
    line[x] = run = std::max(std::min<Distance>(line[x], run + 1), walls[x]);
  };
  for (std::size_t x = 0; x < count; ++x) visit(x);
  run = far<Distance>;
  for (std::size_t x = count; x-- > 0;) visit(x);
}

// A strip of lines of two kinds between the same walls; they are `pitch` values apart. The contents
// of `walls` are lost.
template <class Distance>
void spread_strip(Distance* one, Distance* other, Distance* walls, std::size_t count,
                  std::size_t pitch) {
  for (std::size_t i = 0; i < strip; ++i)
    for (Distance* lines : {one, other}) spread(lines + i * pitch, walls + i * pitch, count);
}

#ifdef GRIDPROOF_SIMD
// The lines of a strip go side by side: squares of them are transposed, so that a vector has one
// value of each line.
namespace lanes {

using Square = __m128i[strip];

inline void load(const std::int16_t* corner, std::size_t pitch, Square& square) {
  for (std::size_t i = 0; i < strip; ++i)
    square[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(corner + i * pitch));
}

inline void store(const Square& square, std::int16_t* corner, std::size_t pitch) {
  for (std::size_t i = 0; i < strip; ++i)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(corner + i * pitch), square[i]);
}

inline void transpose(Square& square) {
  Square pairs, fours;
  for (int i = 0; i < 4; ++i) {
    pairs[2 * i] = _mm_unpacklo_epi16(square[i], square[i + 4]);
    pairs[2 * i + 1] = _mm_unpackhi_epi16(square[i], square[i + 4]);
  }
  for (int i = 0; i < 4; ++i) {
    fours[2 * i] = _mm_unpacklo_epi16(pairs[i], pairs[i + 4]);
    fours[2 * i + 1] = _mm_unpackhi_epi16(pairs[i], pairs[i + 4]);
  }
  for (int i = 0; i < 4; ++i) {
    square[2 * i] = _mm_unpacklo_epi16(fours[i], fours[i + 4]);
    square[2 * i + 1] = _mm_unpackhi_epi16(fours[i], fours[i + 4]);
  }
}

inline __m128i step(__m128i& run, __m128i value, __m128i wall) {
  run = _mm_min_epi16(value, _mm_add_epi16(run, _mm_set1_epi16(1)));
  return run = _mm_max_epi16(run, wall);
}

}  // namespace lanes

template <>
inline void spread_strip(std::int16_t* one, std::int16_t* other, std::int16_t* walls,
                         std::size_t count, std::size_t pitch) {
  const __m128i start = _mm_set1_epi16(far<std::int16_t>);
  __m128i runs[2] = {start, start};
  lanes::Square wall, value;
  for (std::size_t x = 0; x < count; x += strip) {
    lanes::load(walls + x, pitch, wall);
    lanes::transpose(wall);
    lanes::store(wall, walls + x, pitch);
    for (int k = 0; k < 2; ++k) {
      std::int16_t* corner = (k == 0 ? one : other) + x;
      lanes::load(corner, pitch, value);
      lanes::transpose(value);
      for (std::size_t i = 0; i < strip; ++i) value[i] = lanes::step(runs[k], value[i], wall[i]);
      lanes::store(value, corner, pitch);
    }
  }
  runs[0] = runs[1] = start;
  for (std::size_t x = in_strips(count); x > 0; x -= strip) {
    lanes::load(walls + x - strip, pitch, wall);
    for (int k = 0; k < 2; ++k) {
      std::int16_t* corner = (k == 0 ? one : other) + x - strip;
      lanes::load(corner, pitch, value);
      for (std::size_t i = strip; i-- > 0;) value[i] = lanes::step(runs[k], value[i], wall[i]);
      lanes::transpose(value);
      lanes::store(value, corner, pitch);
    }
  }
}
#endif

}  // namespace gridproof::onebomb
