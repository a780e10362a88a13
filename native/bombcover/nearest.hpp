// Things on cells of a board, of which the nearest ones are asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace gridproof::bombcover {

class Nearest {
 public:
  static constexpr std::uint32_t none = ~0u;

  Nearest(std::uint32_t width, std::uint32_t height)
      : width_(width),
        side_(std::max({least_side, width / max_tiles + 1, height / max_tiles + 1})),
        columns_(width / side_ + 1),
        rows_(height / side_ + 1) {}

  static std::size_t bytes() { return (max_tiles + 1) * (max_tiles + 1) * 2 * sizeof(tiles_[0]); }

  void add(std::uint32_t thing, std::uint32_t cell) {
    if (tiles_.empty()) tiles_.resize(std::size_t{columns_} * rows_);
    tiles_[tile(cell)].emplace_back(thing, cell);
    ++size_;
  }

  // The thing nearest to a cell of those that `valid` holds for, of the nearest tiles; the others
  // that are looked at are forgotten. It stays.
  template <class Valid>
  std::uint32_t find(std::uint32_t cell, Valid valid) {
    if (size_ == 0) return none;
    const auto x = static_cast<std::int64_t>(cell % width_), y = std::int64_t{cell / width_};
    const std::int64_t column = x / side_, row = y / side_;
    std::int64_t least = -1;
    std::uint32_t found = none;
    const std::int64_t last = std::max(columns_, rows_);
    std::int64_t end = last;
    for (std::int64_t ring = 0; ring <= std::min(end, last) && size_ > 0; ++ring) {
      auto look = [&](std::int64_t c, std::int64_t r) {
        if (c < 0 || r < 0 || c >= columns_ || r >= rows_) return;
        auto& list = tiles_[r * columns_ + c];
        for (std::size_t i = 0; i < list.size();) {
          if (!valid(list[i].first)) {
            list[i] = list.back();
            list.pop_back();
            --size_;
            continue;
          }
          const std::int64_t away = std::abs(std::int64_t{list[i].second % width_} - x) +
                                    std::abs(std::int64_t{list[i].second / width_} - y);
          if (found == none || away < least) {
            least = away;
            found = list[i].first;
          }
          ++i;
        }
      };
      for (std::int64_t c = column - ring; c <= column + ring; ++c) {
        look(c, row - ring);
        if (ring > 0) look(c, row + ring);
      }
      for (std::int64_t r = row - ring + 1; r < row + ring; ++r) {
        look(column - ring, r);
        look(column + ring, r);
      }
      if (found != none && end == last) end = ring + 1;  // the next ring may have a nearer one
    }
    return found;
  }

 private:
  static constexpr std::uint32_t least_side = 16, max_tiles = 64;

  std::size_t tile(std::uint32_t cell) const {
    return std::size_t{cell / width_ / side_} * columns_ + cell % width_ / side_;
  }

  std::uint32_t width_, side_, columns_, rows_;
  std::size_t size_ = 0;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> tiles_;
};

}  // namespace gridproof::bombcover
