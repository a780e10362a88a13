// Numbers in 16 lanes, for sums and least values of many at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "common/compiler.hpp"

namespace gridproof::robots {

// The numbers of 16 lanes, worked out side by side.
template <class Number>
struct NumberLanes {
  static constexpr std::size_t parts = sizeof(Number), per_part = 16 / parts;
  Vector<Number> part[parts];

  void set(std::size_t lane, Number value) { part[lane / per_part][lane % per_part] = value; }
  friend NumberLanes operator+(NumberLanes a, const NumberLanes& b) {
    for (std::size_t i = 0; i < parts; ++i) a.part[i] += b.part[i];
    return a;
  }
  friend NumberLanes least(NumberLanes a, const NumberLanes& b) {
    for (std::size_t i = 0; i < parts; ++i) a.part[i] = smaller(a.part[i], b.part[i]);
    return a;
  }
  static NumberLanes all(Number value) {
    NumberLanes lanes;
    for (auto& numbers : lanes.part) numbers = Vector<Number>{} + value;
    return lanes;
  }
  Number least_of_all() const {
    std::array<Number, 16> numbers;
    std::memcpy(numbers.data(), part, sizeof part);
    Number found = numbers[0];
    for (Number number : numbers) found = std::min(found, number);
    return found;
  }
};

}  // namespace gridproof::robots
