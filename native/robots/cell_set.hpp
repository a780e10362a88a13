// Sets of cells of a board of up to 16 × 16 cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "common/simd.hpp"

namespace gridproof::robots {

// A set of cells of a 16 × 16 board; cell y * 16 + x.
struct alignas(16) CellSet {
  std::array<std::uint64_t, 4> words{};

  static CellSet of(unsigned cell) {
    CellSet set;
    set.set(cell);
    return set;
  }

  void fill() { words.fill(~std::uint64_t{0}); }
  bool test(unsigned cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
  void set(unsigned cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
#ifdef GRIDPROOF_SIMD
  bool any() const {
    const __m128i all = _mm_or_si128(half(0), half(1));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())) != 0xffff;
  }
  friend CellSet operator|(const CellSet& a, const CellSet& b) {
    return {_mm_or_si128(a.half(0), b.half(0)), _mm_or_si128(a.half(1), b.half(1))};
  }
  friend CellSet operator&(const CellSet& a, const CellSet& b) {
    return {_mm_and_si128(a.half(0), b.half(0)), _mm_and_si128(a.half(1), b.half(1))};
  }
  // The cells of a that are not in b.
  friend CellSet operator-(const CellSet& a, const CellSet& b) {
    return {_mm_andnot_si128(b.half(0), a.half(0)), _mm_andnot_si128(b.half(1), a.half(1))};
  }

  CellSet() = default;

 private:
  CellSet(__m128i low, __m128i high) {
    _mm_store_si128(reinterpret_cast<__m128i*>(words.data()), low);
    _mm_store_si128(reinterpret_cast<__m128i*>(words.data()) + 1, high);
  }
  __m128i half(int i) const {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(words.data()) + i);
  }

 public:
#else
  bool any() const { return (words[0] | words[1] | words[2] | words[3]) != 0; }
  friend CellSet operator|(CellSet a, const CellSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] |= b.words[i];
    return a;
  }
  friend CellSet operator&(CellSet a, const CellSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= b.words[i];
    return a;
  }
  // The cells of a that are not in b.
  friend CellSet operator-(CellSet a, const CellSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= ~b.words[i];
    return a;
  }
#endif
  CellSet& operator|=(const CellSet& o) { return *this = *this | o; }
  template <class Visit>
  void each(Visit visit) const {
    for (unsigned i = 0; i < 4; ++i)
      for (std::uint64_t w = words[i]; w; w &= w - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(w)));
  }
};

}  // namespace gridproof::robots
