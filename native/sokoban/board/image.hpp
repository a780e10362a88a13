// A level turned or mirrored, and the way back for its solutions.
//
// An image is as easy as the level itself, but a search that breaks ties by the numbers of squares
// goes other ways in it. So images are new starts for searches that may get lost.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

class Image {
 public:
  // The number of images; the first one is the level itself.
  static constexpr unsigned count = 8;

  Image(const Problem& problem, unsigned number)
      : number_(number),
        cells_(std::size_t{problem.width} * problem.height),
        problem_{problem.width, problem.height, cells_.data(), {}, place(problem, problem.player)} {
    if (number_ & transposed) std::swap(problem_.width, problem_.height);
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
      cells_[place(problem, cell)] = problem.cells[cell];
    for (const std::uint32_t box : problem.boxes) problem_.boxes.push_back(place(problem, box));
  }
  Image(const Image&) = delete;  // its problem points to its cells

  const Problem& problem() const { return problem_; }

  // The same play on the level itself, in letters.
  std::string back(std::string moves) const {
    for (char& letter : moves) {
      const std::string_view all(letters, directions);
      const bool push = std::isupper(static_cast<unsigned char>(letter)) != 0;
      auto d = static_cast<unsigned>(
          all.find(static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))));
      // The letters are two axes with two ways each.
      if (number_ & transposed) d ^= 2;
      if (number_ & (d & 2 ? mirrored : upside_down)) d ^= 1;
      letter = push ? all[d] : static_cast<char>(std::tolower(static_cast<unsigned char>(all[d])));
    }
    return moves;
  }

 private:
  // Each axis reversed or not, and then one for the other or not.
  static constexpr unsigned mirrored = 1, upside_down = 2, transposed = 4;

  std::uint32_t place(const Problem& problem, std::uint32_t cell) const {
    std::uint32_t x = cell % problem.width, y = cell / problem.width;
    if (number_ & mirrored) x = problem.width - 1 - x;
    if (number_ & upside_down) y = problem.height - 1 - y;
    return number_ & transposed ? x * problem.height + y : y * problem.width + x;
  }

  unsigned number_;
  std::vector<std::uint8_t> cells_;
  Problem problem_;
};

}  // namespace gridproof::sokoban
