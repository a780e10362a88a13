// The position that a search has in hand: taken out of its store and laid out for its pushes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sokoban/board.hpp"
#include "sokoban/level.hpp"
#include "sokoban/position.hpp"
#include "sokoban/ring.hpp"

namespace gridproof::sokoban {

class InHand {
 public:
  explicit InHand(const Level& level)
      : occupied(level.board), region(level.board), level_(level), child_(level.board) {}

  Occupied occupied;
  std::vector<Square> boxes;
  Region region;  // the player's

  // The number of the box on a square.
  std::size_t number(Square box) const {
    return static_cast<std::size_t>(std::find(boxes.begin(), boxes.end(), box) - boxes.begin());
  }

  // Lays out these boxes, with no player yet.
  void lay(const std::vector<Square>& all) {
    lift();
    boxes = all;
    for (const Square box : boxes) occupied.put(box, On::box);
  }
  template <int Words>
  void lay(const Key<Words>& position) {
    lift();
    boxes.clear();
    position.each_box([&](std::size_t slot) {
      boxes.push_back(level_.square_of[slot]);
      occupied.put(boxes.back(), On::box);
    });
  }

  // Fills the player's region from any of its squares; returns the lowest one, which names it.
  Square fill(Square player) {
    lowest_ = region.fill(occupied, player);
    second_ = level_.board.wall();
    for (const Square s : region.squares())
      if (s != lowest_) second_ = std::min(second_, s);
    return lowest_;
  }

  // The name of the player's region once a box has been moved on the board to a square next to it;
  // `player` is any of its squares then. A flood is saved where the box has left nothing open but
  // to the region filled, and does not cut that one: this is the new one, but for those two
  // squares.
  Square region_after(Square from, Square to, Square player) {
    const auto free = [&](Square s) { return occupied.free(s); };
    const auto& around = level_.board.around(from);
    const bool same = std::all_of(around.begin(), around.end(),
                                  [&](Square s) { return !free(s) || region.has(s); }) &&
                      (!region.has(to) || joined_around(level_.board, to, free));
    return same ? std::min(from, to == lowest_ ? second_ : lowest_) : child_.fill(occupied, player);
  }

 private:
  void lift() {
    for (const Square box : boxes) occupied.put(box, On::nothing);
  }

  const Level& level_;
  Region child_;
  Square lowest_ = 0, second_ = 0;  // of the region filled
};

}  // namespace gridproof::sokoban
