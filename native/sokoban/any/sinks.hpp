// Sinks: start squares on which boxes leave the board in a search backwards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sokoban/any/lone_box.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// The fewer there are, the more a plan says of where boxes come from; it is advice only.
class Sinks {
 public:
  explicit Sinks(const Board& board) : board_(board), lone_(board) {}

  const std::vector<Square>& squares() const { return squares_; }
  bool has(Square s) const {
    return std::find(squares_.begin(), squares_.end(), s) != squares_.end();
  }
  void clear() { squares_.clear(); }

  // Takes all start squares that are left and free.
  void take_all(const std::vector<Square>& bases, const Occupied& occupied) {
    squares_.clear();
    for (Square s : bases)
      if (occupied.free(s)) squares_.push_back(s);
  }

  // Takes the largest set of them among which a box can be pushed back and forth, if all of it is
  // within the player's reach.
  void take_joined(const std::vector<Square>& bases, const Occupied& occupied,
                   const Region& player) {
    take_all(bases, occupied);
    const std::vector<Square> open = squares_;
    squares_.clear();
    lone_.lay(occupied);
    const std::size_t n = open.size();
    std::vector<std::uint8_t> reaches(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      const Square root[] = {open[i]};
      const auto& reached = lone_.spread<false>(root);
      for (std::size_t j = 0; j < n; ++j) reaches[i * n + j] = reached.has(open[j]);
    }
    std::vector<std::uint8_t> taken(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (taken[i]) continue;
      std::vector<Square> group;
      for (std::size_t j = i; j < n; ++j)
        if (!taken[j] && (i == j || (reaches[i * n + j] && reaches[j * n + i]))) {
          taken[j] = 1;
          group.push_back(open[j]);
        }
      if (group.size() > squares_.size()) squares_ = group;
    }
    if (!std::all_of(squares_.begin(), squares_.end(), [&](Square s) { return player.has(s); }))
      squares_.clear();
  }

  // Tests whether a lone box gets to a start square from none of the others, between the boxes that
  // are laid out.
  bool only_one(Square base, const Occupied& occupied) {
    lone_.lay(occupied);
    std::vector<Square> others;
    for (Square s : board_.boxes())
      if (s != base) others.push_back(s);
    return !lone_.spread<false>(others).has(base);
  }

 private:
  const Board& board_;
  LoneBox lone_;
  std::vector<Square> squares_;
};

}  // namespace gridproof::sokoban
