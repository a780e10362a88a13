// The moves from a state that a search by single states makes, of two orders one.
#pragma once

#include <cstdint>

#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// Of two moves A, B of different robots that do not affect each other, one order is enough. Let
// state u come from p by A. Then u skips B if, at p, each of them stops on its cell before and
// after the other one, and B's cell has the smaller number. This loses no state at its fewest
// moves: it is also reached from p by B and then A, by way of a state with no larger f, and its
// last move ends on a larger cell. If that way is skipped too, there is a third one whose last move
// ends on a still larger cell. And u skips the way back of A's robot, which ends where it would
// have from p.
template <int Words>
class Expansion {
 public:
  Expansion(const Problem& problem, const Rules<Words>& rules) : problem_(problem), rules_(rules) {}

  // A state that is expanded.
  struct Parent {
    std::uint32_t number;
    std::uint16_t moves;
    Robots robots;
    typename Rules<Words>::Stops stops;
  };
  // A move of it, and the state after the move.
  struct Child {
    int robot, direction;
    Robots robots;
  };

  // Notes a state, and where its moves end.
  void begin(Parent& parent, std::uint32_t number, std::uint16_t moves,
             const Robots& robots) const {
    parent.number = number;
    parent.moves = moves;
    parent.robots = robots;
    rules_.slide_all(robots, parent.stops);
  }

  // Calls visit(child) for each move, but for those that are skipped.
  template <class Visit>
  void each_child(const Parent& parent, std::uint16_t skipped, Visit visit) const {
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        if (parent.stops[i][d] == parent.robots.cell[i]) continue;
        if (i < max_skipping && skipped >> (i * directions + d) & 1) continue;
        visit(Child{i, d, rules_.moved(parent.robots, i, d, parent.stops[i][d])});
      }
  }

  // A bit for each move that a child skips.
  std::uint16_t skipped(const Parent& parent, const Child& child) const {
    if (rules_.count() > max_skipping || problem_.ricochet) return 0;
    const std::uint32_t start = parent.robots.cell[child.robot];
    const std::uint32_t end = parent.stops[child.robot][child.direction];
    unsigned found = 0;
    for (int place = 0; place < rules_.count(); ++place) {
      const std::uint32_t cell = child.robots.cell[place];
      if (cell == end) {
        found |= 1u << (place * directions + (child.direction ^ 1));
        continue;
      }
      int robot = 0;
      while (parent.robots.cell[robot] != cell) ++robot;
      // A robot on the cell behind the end of a move stops it.
      if (end + problem_.offset(child.direction) == cell) continue;
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = parent.stops[robot][d];
        if (stop == cell || stop > end || stop + problem_.offset(d) == start ||
            rules_.on_way(cell, stop, end) || rules_.on_way(start, end, stop))
          continue;
        found |= 1u << (place * directions + d);
      }
    }
    return static_cast<std::uint16_t>(found);
  }

 private:
  static constexpr int max_skipping = 16 / directions;  // robots; with more, no move is skipped

  const Problem& problem_;
  const Rules<Words>& rules_;
};

}  // namespace gridproof::robots
