// The memory of a search, counted before it is taken.
#pragma once

#include <algorithm>
#include <cstddef>

#include "common/limits.hpp"

namespace gridproof::onebomb {

class Memory {
 public:
  Memory(Ticker& ticker, std::size_t& peak) : ticker_(ticker), peak_(peak) {}

  // False if that is too much; the ticker has then stopped.
  bool take(std::size_t bytes) {
    if (!ticker_.fits(held_ + bytes)) return false;
    held_ += bytes;
    peak_ = std::max(peak_, held_);
    return true;
  }
  void give_back(std::size_t bytes) { held_ -= bytes; }

 private:
  Ticker& ticker_;
  std::size_t& peak_;
  std::size_t held_ = 0;
};

}  // namespace gridproof::onebomb
