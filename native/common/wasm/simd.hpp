// The instructions of SSE2 that kernels use, in those of WebAssembly.
#pragma once

#include <wasm_simd128.h>

#include <cstdint>

using __m128i = v128_t;

inline __m128i _mm_load_si128(const __m128i* from) { return wasm_v128_load(from); }
inline __m128i _mm_loadu_si128(const __m128i* from) { return wasm_v128_load(from); }
inline void _mm_store_si128(__m128i* to, __m128i a) { wasm_v128_store(to, a); }
inline void _mm_storeu_si128(__m128i* to, __m128i a) { wasm_v128_store(to, a); }
inline __m128i _mm_setzero_si128() { return wasm_i64x2_const(0, 0); }
inline __m128i _mm_set1_epi16(std::int16_t a) { return wasm_i16x8_splat(a); }
inline __m128i _mm_cvtsi32_si128(int a) { return wasm_i32x4_make(a, 0, 0, 0); }
inline int _mm_cvtsi128_si32(__m128i a) { return wasm_i32x4_extract_lane(a, 0); }
inline __m128i _mm_or_si128(__m128i a, __m128i b) { return wasm_v128_or(a, b); }
inline __m128i _mm_and_si128(__m128i a, __m128i b) { return wasm_v128_and(a, b); }
inline __m128i _mm_andnot_si128(__m128i a, __m128i b) { return wasm_v128_andnot(b, a); }
inline __m128i _mm_cmpeq_epi8(__m128i a, __m128i b) { return wasm_i8x16_eq(a, b); }
inline int _mm_movemask_epi8(__m128i a) { return wasm_i8x16_bitmask(a); }
inline __m128i _mm_add_epi16(__m128i a, __m128i b) { return wasm_i16x8_add(a, b); }
inline __m128i _mm_min_epi16(__m128i a, __m128i b) { return wasm_i16x8_min(a, b); }
inline __m128i _mm_max_epi16(__m128i a, __m128i b) { return wasm_i16x8_max(a, b); }
inline __m128i _mm_min_epu8(__m128i a, __m128i b) { return wasm_u8x16_min(a, b); }
inline __m128i _mm_unpacklo_epi16(__m128i a, __m128i b) {
  return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline __m128i _mm_unpackhi_epi16(__m128i a, __m128i b) {
  return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
