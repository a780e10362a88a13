// Boxes that keep others from goals where they stand: a feature of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// After Festival (Y. Shoham): a box off goal is a hotspot if, as a wall, it cuts a goal off for
// some other box, wherever the player may be. Boxes are looked at in pairs, the rest of the floor
// being empty.
class Hotspots {
 public:
  // If the ticker stops it, or if it would take long on this board, nothing is hot.
  Hotspots(const Level& level, Ticker& ticker)
      : level_(level), slots_(level.square_of.size()), cuts_any_(slots_) {
    const Board& board = level.board;
    const std::size_t goals = board.goals().size(), steps = goals * board.squares();
    if (std::uint64_t{slots_} * steps > max_steps) return;
    if (!ticker.fits(level.bytes() + slots_ * slots_ + 2 * steps)) return;
    Reach reach(board);
    Occupied walls(board);
    const std::vector<std::uint8_t> free = reach.from_goals(walls);
    cuts_.resize(slots_ * slots_);
    for (std::size_t x = 0; x < slots_; ++x) {
      if (!ticker.going(1 + steps / squares_a_step)) {
        std::fill(cuts_any_.begin(), cuts_any_.end(), 0);
        return;
      }
      const Square wall = level.square_of[x];
      if (board.goal(wall)) continue;
      walls.put(wall, On::wall);
      const std::vector<std::uint8_t> left = reach.from_goals(walls);
      walls.put(wall, On::nothing);
      for (std::size_t y = 0; y < slots_; ++y) {
        if (y == x) continue;
        const std::size_t row = level.square_of[y] * goals;
        if (std::equal(&left[row], &left[row] + goals, &free[row])) continue;
        cuts_[x * slots_ + y] = cuts_any_[x] = 1;
      }
    }
  }

  std::size_t bytes() const { return cuts_.size(); }

  // Tests whether the box on `s` is one among these boxes, which all have slots.
  bool hot(Square s, const std::vector<Square>& boxes) const {
    const std::size_t x = level_.slot_of[s];
    return cuts_any_[x] && std::any_of(boxes.begin(), boxes.end(), [&](Square box) {
             return cuts_[x * slots_ + level_.slot_of[box]];
           });
  }

  int count(const std::vector<Square>& boxes) const {
    return static_cast<int>(
        std::count_if(boxes.begin(), boxes.end(), [&](Square s) { return hot(s, boxes); }));
  }

 private:
  // About a second.
  static constexpr std::size_t max_steps = std::size_t{1} << 27;

  // From where a lone box can be pushed to which goals.
  class Reach {
   public:
    explicit Reach(const Board& board)
        : board_(board), cuts_(board), sides_(board.squares()), seen_(board.squares()) {}

    // A byte for each square and goal.
    std::vector<std::uint8_t> from_goals(const Occupied& walls) {
      find_sides(walls);
      const std::vector<Square>& goals = board_.goals();
      std::vector<std::uint8_t> reached(board_.squares() * goals.size());
      for (std::size_t g = 0; g < goals.size(); ++g) {
        pull(walls, goals[g]);
        for (const Place& place : queue_) reached[place.box * goals.size() + g] = 1;
      }
      return reached;
    }

   private:
    using Sides = std::uint8_t;  // a bit for each direction from the box
    struct Place {
      Square box;
      Sides player;  // where he can stand
    };

    // For each square and direction: from which directions the player gets to the box there if he
    // stands in this one.
    void find_sides(const Occupied& walls) {
      std::fill(sides_.begin(), sides_.end(), std::array<Sides, directions>{});
      std::vector<std::uint8_t> done(board_.squares());
      for (Square root = 0; root < board_.squares(); ++root) {
        if (done[root] || !walls.free(root)) continue;
        cuts_.search(walls, root);
        for (const Square s : cuts_.squares()) {
          done[s] = 1;
          const Cuts::Split split = cuts_.split(s);
          for (int d = 0; d < directions; ++d)
            for (int e = 0; e < directions; ++e)
              if (split.side[d] != Cuts::none && split.side[d] == split.side[e])
                sides_[s][d] |= 1 << e;
        }
      }
    }

    // All places of a box from which it gets to `goal`, by pulling it from there.
    void pull(const Occupied& walls, Square goal) {
      std::fill(seen_.begin(), seen_.end(), 0);
      queue_.assign(1, {goal, 0});  // where it stands it is, whether the player gets to it or not
      for (int d = 0; d < directions; ++d) visit(goal, sides_[goal][d]);
      for (std::size_t i = 0; i < queue_.size(); ++i) {
        const Place here = queue_[i];
        for (int d = 0; d < directions; ++d) {
          if (!(here.player >> d & 1)) continue;
          const Square to = board_.next(d, here.box);
          if (walls.free(board_.next(d, to))) visit(to, sides_[to][d]);
        }
      }
    }

    void visit(Square box, Sides player) {
      if (!(player & ~seen_[box])) return;
      seen_[box] |= player;
      queue_.push_back({box, player});
    }

    const Board& board_;
    Cuts cuts_;
    std::vector<std::array<Sides, directions>> sides_;
    std::vector<Sides> seen_;
    std::vector<Place> queue_;
  };

  const Level& level_;
  std::size_t slots_;
  std::vector<std::uint8_t> cuts_;  // of each pair of slots: the first cuts goals off for the other
  std::vector<std::uint8_t> cuts_any_;  // of each slot: for any
};

}  // namespace gridproof::sokoban
