// Every push at a reduced cost, by the dual prices of the assignment at the start.
//
// Let d(p, g) be the fewest pushes of a lone box from place p to goal g, v_g the price of goal g in
// the assignment of the start, as many boxes as goals, and U(p) = min_g (d(p, g) - v_g). A push
// from place p to place q costs 1 + U(q) - U(p), and a box that ends on goal g in place q costs
// -v_g - U(q) besides. Neither is below 0: d(p, g) <= 1 + d(q, g) for each g, and d(q, g) = 0
// there. The place of a box changes by its own pushes only, so that the U of its places cancel out,
// and each goal gets one box. So any solution has just
//     base(start) = sum_g v_g + sum_boxes U(place)
// pushes and what its pushes and ends cost so reduced. Any lower bound on a part of these costs
// adds to the base. The whole proof: docs/explanation/sokoban-bounds.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"

namespace gridproof::sokoban {

class ReducedCosts {
 public:
  // Dearer pushes are cut to this cost, which only lowers bounds; `none` is no push.
  static constexpr std::uint8_t dearest = 250, none = 255;
  static constexpr std::int32_t dead = std::numeric_limits<std::int32_t>::max();
  // For each square and direction the cost of the push of the box on it.
  using Table = std::vector<std::array<std::uint8_t, directions>>;

  // It is of use only if it has() costs: the start may be dead, or the ticker stop it.
  ReducedCosts(const Level& level, Ticker& ticker)
      : level_(level), potential_(level.board.squares() * directions, dead) {
    const Board& board = level.board;
    matching::Assignment assignment(board.boxes().size());
    std::vector<const std::uint16_t*> rows;
    for (Square box : board.boxes())
      rows.push_back(level.to_goals.row(level.place(box, board.player())));
    if (assignment.solve(rows, ticker) >= matching::Assignment::infinite) return;
    prices_ = assignment.column_prices();
    for (std::int32_t price : prices_) prices_sum_ += price;
    for (std::size_t place = 0; place < potential_.size(); ++place) {
      if (!ticker.going()) return;
      const std::uint16_t* row = level.to_goals.row(place);
      for (std::size_t g = 0; g < prices_.size(); ++g)
        if (row[g] != unreachable)
          potential_[place] = std::min(potential_[place], std::int32_t{row[g]} - prices_[g]);
    }
    pushes_.assign(board.squares(), {none, none, none, none});
    for (Square from = 0; from < board.squares(); ++from)
      for (int d = 0; d < directions; ++d) pushes_[from][d] = cost(from, d);
  }

  bool has() const { return !pushes_.empty(); }
  std::size_t bytes() const {
    return potential_.size() * sizeof(std::int32_t) + pushes_.size() * directions;
  }

  const Table& pushes() const { return pushes_; }
  // The cost of the push of the box on `from` in direction d; `none` if it is impossible or dead.
  std::uint8_t push(Square from, int d) const { return pushes_[from][d]; }

  // The cost of a box that ends on the goal, the player on `player`; each goal has one number.
  std::int32_t end(Square goal, Square player) const {
    const auto& goals = level_.board.goals();
    const std::size_t g = std::find(goals.begin(), goals.end(), goal) - goals.begin();
    return -prices_[g] - potential(goal, player);
  }

  // U of the place of a box, the player on `player`; `dead` if no goal is left to it.
  std::int32_t potential(Square box, Square player) const {
    return potential_[level_.place(box, player)];
  }

  // A bound on the pushes of a position with as many boxes as goals; `dead` if it is dead.
  std::int32_t base(std::span<const Square> boxes, Square player) const {
    std::int32_t sum = prices_sum_;
    for (Square box : boxes) {
      const std::int32_t u = potential(box, player);
      if (u == dead) return dead;
      sum += u;
    }
    return sum;
  }

 private:
  std::uint8_t cost(Square from, int d) const {
    const Board& board = level_.board;
    const Square to = board.next(d, from), behind = board.next(opposite(d), from);
    if (to == board.wall() || behind == board.wall()) return none;
    const std::int32_t before = potential(from, behind), after = potential(to, from);
    if (before == dead || after == dead) return none;
    return static_cast<std::uint8_t>(std::min<std::int32_t>(1 + after - before, dearest));
  }

  const Level& level_;
  std::vector<std::int32_t> potential_;  // by place
  std::vector<std::int32_t> prices_;     // by goal
  std::int32_t prices_sum_ = 0;
  Table pushes_;
};

}  // namespace gridproof::sokoban
