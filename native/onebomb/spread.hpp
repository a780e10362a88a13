// The distance transform along one line: every value becomes the least of the values it can be
// reached from, plus the way; walls separate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gridproof::onebomb {

// Lines are padded with walls to whole vectors.
constexpr std::size_t whole_vectors(std::size_t count) { return (count + 7) / 8 * 8; }

// `wall` has a value no less than any in `line` where there is a wall, else 0; `line` is at least
// that large there.
template <class Distance>
void spread(Distance* line, const Distance* wall, std::size_t count) {
  Distance run = std::numeric_limits<Distance>::max() / 2;
  auto visit = [&](std::size_t x) {
    line[x] = run = std::max<Distance>(std::min<Distance>(line[x], run + 1), wall[x]);
  };
  for (std::size_t x = 0; x < count; ++x) visit(x);
  for (std::size_t x = count; x-- > 0;) visit(x);
}

#ifdef __SSE2__
// Eight values at a time. In a vector the values are handed on by 1, 2 and 4 places, together with
// what these places cost: 1 for each that is no wall. What comes in from the vector before is known
// late, so it is added last, for all places at once.
namespace lanes {

template <bool forward, int places>
__m128i moved(__m128i a) {
  return forward ? _mm_slli_si128(a, 2 * places) : _mm_srli_si128(a, 2 * places);
}

// The lanes that `moved` leaves empty, filled with the largest value.
template <bool forward, int places>
__m128i far() {
  return moved<!forward, 8 - places>(_mm_set1_epi16(std::numeric_limits<std::int16_t>::max()));
}

template <bool forward, int places>
void hand_on(__m128i& value, __m128i& cost) {
  const __m128i from = _mm_or_si128(moved<forward, places>(value), far<forward, places>());
  value = _mm_min_epi16(value, _mm_adds_epi16(from, cost));
  cost = _mm_adds_epi16(cost, moved<forward, places>(cost));
}

// The last lane in the direction of travel, in all lanes.
template <bool forward>
__m128i last(__m128i value) {
  return forward ? _mm_shuffle_epi32(_mm_shufflehi_epi16(value, 0xff), 0xff)
                 : _mm_shuffle_epi32(_mm_shufflelo_epi16(value, 0), 0);
}

template <bool forward>
void visit(std::int16_t* line, const std::int16_t* wall, __m128i& run) {
  auto* at = reinterpret_cast<__m128i*>(line);
  __m128i value = _mm_loadu_si128(at);
  __m128i cost =
      _mm_max_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(wall)), _mm_set1_epi16(1));
  hand_on<forward, 1>(value, cost);
  hand_on<forward, 2>(value, cost);
  hand_on<forward, 4>(value, cost);
  value = _mm_min_epi16(value, _mm_adds_epi16(run, cost));
  run = last<forward>(value);
  _mm_storeu_si128(at, value);
}

}  // namespace lanes

template <>
inline void spread(std::int16_t* line, const std::int16_t* wall, std::size_t count) {
  const __m128i far = _mm_set1_epi16(std::numeric_limits<std::int16_t>::max());
  __m128i run = far;
  for (std::size_t x = 0; x < count; x += 8) lanes::visit<true>(line + x, wall + x, run);
  run = far;
  for (std::size_t x = whole_vectors(count); x > 0; x -= 8)
    lanes::visit<false>(line + x - 8, wall + x - 8, run);
}
#endif

}  // namespace gridproof::onebomb
