// Small helpers for hashing and sizes.
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

// The largest power of two that is at most n; 0 for 0.
constexpr std::size_t floor_power_of_two(std::size_t n) { return n ? std::bit_floor(n) : 0; }

}  // namespace gridproof
