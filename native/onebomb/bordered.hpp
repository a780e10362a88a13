// The board as the tables of the kernel number its cells: with a border, so that every cell has
// four neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "onebomb/board.hpp"

namespace gridproof::onebomb {

// The cell (x, y) of the board is at (y + 1) * stride + x + 1. The border is rock.
class Bordered {
 public:
  Bordered(const Problem& problem, std::size_t stride) : problem_(problem), stride_(stride) {}

  std::size_t inner(std::uint32_t cell) const {
    return (cell / problem_.width + 1) * stride_ + cell % problem_.width + 1;
  }
  std::uint32_t outer(std::size_t cell) const {
    return static_cast<std::uint32_t>((cell / stride_ - 1) * problem_.width + cell % stride_ - 1);
  }
  std::size_t x(std::size_t cell) const { return cell % stride_; }
  std::size_t y(std::size_t cell) const { return cell / stride_; }

  // The cells of a row of the board from (x, y) of the tables on.
  const std::uint8_t* cells(std::size_t x, std::size_t y) const {
    return problem_.cells + (y - 1) * problem_.width + x - 1;
  }
  bool is_rock(std::size_t cell) const {
    const std::size_t x = this->x(cell), y = this->y(cell);
    return x == 0 || x > problem_.width || y == 0 || y > problem_.height || *cells(x, y) == rock;
  }

  const Problem& problem() const { return problem_; }
  std::size_t stride() const { return stride_; }

 private:
  const Problem& problem_;
  std::size_t stride_;
};

}  // namespace gridproof::onebomb
