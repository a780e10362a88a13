// Random numbers for kernels: the same on every machine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace gridproof {

// xorshift64* (S. Vigna, "An experimental exploration of Marsaglia's xorshift generators,
// scrambled", ACM TOMS 42, 2016).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15) {
    if (state_ == 0) state_ = 1;
  }

  // A number less than `n`.
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>((next() >> 32) % n); }

  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1d;
  }

  std::uint64_t state_;
};

}  // namespace gridproof
