// The cheapest matching of the boxes of a search backwards with the start squares that are left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban/any/pull_position.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"

namespace gridproof::sokoban {

// Costs are the pushes of a lone box. If boxes leave the board, those that are gone go with the
// start squares that are gone, at no cost.
template <int Words>
class StartMatching {
 public:
  // bases: whether boxes leave the board. The level has to stay.
  StartMatching(const Level& level, bool bases)
      : level_(level), bases_(bases), assignment_(starts().size()), row_(starts().size()) {}

  // Matches all; false if that cannot be.
  bool match(const PullPosition<Words>& position, const std::vector<Square>& boxes, Square player,
             Ticker& ticker) {
    const std::size_t n = starts().size();
    matrix_.assign(n * n, matching::no_pair);
    for (std::size_t i = 0; i < n; ++i) {
      std::uint16_t* const row = &matrix_[i * n];
      if (i < boxes.size()) {
        fill(position, boxes[i], player, row);
      } else {
        for (std::size_t b = 0; b < n; ++b)
          if (!position.has_base(level_.slot_of[starts()[b]])) row[b] = 0;
      }
    }
    rows_.clear();
    for (std::size_t i = 0; i < n; ++i) rows_.push_back(&matrix_[i * n]);
    cost_ = assignment_.solve(rows_, ticker);
    return cost_ < matching::Assignment::infinite;
  }
  std::int32_t cost() const { return cost_; }

  // The cost if the i-th box were on `box`, and the player on `player`.
  std::int32_t with(std::size_t i, const PullPosition<Words>& position, Square box, Square player) {
    fill(position, box, player, row_.data());
    return assignment_.with(i, row_.data());
  }

  // Tests whether the others can be matched if the i-th box takes this start square.
  bool leaves(std::size_t i, Square start) {
    for (std::size_t b = 0; b < row_.size(); ++b)
      row_[b] = starts()[b] == start ? 0 : matching::no_pair;
    return assignment_.with(i, row_.data()) < matching::Assignment::infinite;
  }

  // The time of one of these, in a ticker's short steps.
  std::size_t steps() const { return assignment_.steps(); }

 private:
  const std::vector<Square>& starts() const { return level_.board.boxes(); }

  // The costs of a box.
  void fill(const PullPosition<Words>& position, Square box, Square player,
            std::uint16_t* row) const {
    const std::uint16_t* const from = level_.from_starts.row(level_.place(box, player));
    for (std::size_t b = 0; b < starts().size(); ++b)
      row[b] =
          !bases_ || position.has_base(level_.slot_of[starts()[b]]) ? from[b] : matching::no_pair;
  }

  const Level& level_;
  bool bases_;
  matching::Assignment assignment_;
  std::vector<std::uint16_t> matrix_, row_;
  std::vector<const std::uint16_t*> rows_;
  std::int32_t cost_ = 0;
};

}  // namespace gridproof::sokoban
