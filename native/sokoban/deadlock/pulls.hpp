// Pulls from solved positions: the boxes that may have stood on goals before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// From the filled goals, with the player in one region, boxes are taken off as soon as they can be
// pulled, again and again; some squares besides the board's own are walls. Real pulls leave the
// boxes on the board, so they move no other boxes, and the player gets nowhere else. So a play that
// ends with the player there has had all the boxes that are left in place, and the player between
// them, from the position on in which the walls were found. Every region has to pass this test.
class Pulls {
 public:
  // floor: says of each square, and of the walls' one, whether it is no wall.
  Pulls(const Board& board, const std::vector<std::uint8_t>& floor, Ticker& ticker) {
    Marks<> seen(board.squares() + 1);
    Occupied occupied(board);
    Region region(board);
    for (Square root = 0; root < board.squares() && ends_.size() <= max_ends; ++root) {
      if (!floor[root] || board.goal(root) || seen.has(root)) continue;
      for (Square s = 0; s < board.squares(); ++s)
        occupied.put(s, floor[s] ? On::nothing : On::wall);
      std::vector<Square> left;
      for (Square g : board.goals())
        if (floor[g]) left.push_back(g);
      for (Square g : left) occupied.put(g, On::box);
      region.fill(occupied, root);
      region.each([&](Square s) { seen.add(s); });
      const auto pulled = [&](Square g) {
        for (int d = 0; d < directions; ++d) {
          const Square to = board.next(d, g);
          if (!region.has(to) || !occupied.free(board.next(d, to))) continue;
          occupied.put(g, On::nothing);
          region.fill(occupied, root);
          ticker.going(1 + board.squares() / squares_a_step);
          return true;
        }
        return false;
      };
      while (ticker.going(1 + left.size() / squares_a_step) && std::erase_if(left, pulled) > 0) {
      }
      if (ticker.stop() != Stop::none) return;
      End end{left, std::vector<bool>(board.squares())};
      region.each([&](Square s) { end.reached[s] = true; });
      ends_.push_back(end);
    }
  }

  static std::size_t bytes(const Board& board) {
    return max_ends * (sizeof(End) + board.goals().size() * sizeof(Square) + board.squares() / 8);
  }

  // Tests whether no solved position can come from one with these boxes and the player there.
  bool dead(const Occupied& occupied, Square player) const {
    return ends_.size() <= max_ends && std::none_of(ends_.begin(), ends_.end(), [&](const End& e) {
             return e.reached[player] && std::all_of(e.left.begin(), e.left.end(),
                                                     [&](Square g) { return occupied.box(g); });
           });
  }

 private:
  // With more regions the test finds nothing.
  static constexpr std::size_t max_ends = 16;

  struct End {
    std::vector<Square> left;   // boxes that cannot be pulled
    std::vector<bool> reached;  // where the player can have been
  };

  std::vector<End> ends_;
};

}  // namespace gridproof::sokoban
