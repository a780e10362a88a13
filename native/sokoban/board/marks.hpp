// Sets that are emptied in no time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridproof::sokoban {

// A set of small numbers that is emptied at once: a number is in it if its stamp is the present
// one. Stamps are used again after so many rounds that a long search gets there; then all are
// cleared.
template <class Stamp = std::uint32_t>
class Marks {
 public:
  constexpr explicit Marks(std::size_t size) : stamps_(size) {}

  constexpr void clear() {
    if (++now_ != 0) return;
    std::fill(stamps_.begin(), stamps_.end(), Stamp{0});
    now_ = 1;
  }
  constexpr void add(std::size_t number) { stamps_[number] = now_; }
  constexpr void remove(std::size_t number) { stamps_[number] = now_ - 1; }
  constexpr bool has(std::size_t number) const { return stamps_[number] == now_; }

 private:
  std::vector<Stamp> stamps_;
  Stamp now_ = 1;
};

}  // namespace gridproof::sokoban
