// Small helpers for words, hashing and sizes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace gridproof {

// A bijective mix of 64 bits (the finaliser of MurmurHash3): every input bit moves every output
// bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

// The number of bits that are set. The x86-64 baseline has no instruction for it, and compilers
// call a function there.
inline int count_bits(std::uint64_t word) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>(word * 0x0101010101010101 >> 56);
#else
  return std::popcount(word);
#endif
}

// The largest power of two that is at most n; 0 for 0.
constexpr std::size_t floor_power_of_two(std::size_t n) { return n ? std::bit_floor(n) : 0; }

}  // namespace gridproof
