// The places to which one box can be brought while all others stand still.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sokoban/any/connectivity.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// A place is (square, side): a box cuts the floor around it into sides, and the player is on one of
// them. Everything else on the board is a wall to it.
class LoneBox {
 public:
  explicit LoneBox(const Board& board)
      : board_(board),
        fixed_(board),
        cuts_(board),
        known_(board.squares()),
        side_of_(board.squares()),
        places_(board.squares() * directions),
        reached_(board.squares()) {}

  // Forgets what it knows of the board before: something else stands still now.
  void lay(const Occupied& fixed) {
    fixed_ = fixed;
    known_.clear();
  }

  // The squares to which a box can be pushed that stands on one of `roots`, the player anywhere;
  // or pulled, which are those from which it can be pushed there.
  template <bool Pull>
  const Marks<>& spread(std::span<const Square> roots) {
    begin();
    for (Square s : roots)
      if (fixed_.free(s))
        for (int d = 0; d < directions; ++d)
          if (const int side = sides(s)[d]; side >= 0) reach(s, side);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const Square s = static_cast<Square>(queue_[i] / directions);
      const int side = queue_[i] % directions;
      for (int d = 0; d < directions; ++d) {
        const Square t = board_.next(d, s);
        if (!fixed_.free(t)) continue;
        if constexpr (Pull) {
          if (sides(s)[d] == side && fixed_.free(board_.next(d, t))) reach(t, sides(t)[d]);
        } else {
          if (sides(s)[opposite(d)] == side) reach(t, sides(t)[opposite(d)]);
        }
      }
    }
    return reached_;
  }

 private:
  void begin() {
    places_.clear();
    reached_.clear();
    queue_.clear();
  }

  void reach(Square s, int side) {
    const std::size_t place = s * directions + side;
    if (places_.has(place)) return;
    places_.add(place);
    reached_.add(s);
    queue_.push_back(static_cast<std::uint32_t>(place));
  }

  // For each direction the side of the square there, if a box stands on `s`; `Cuts::none` where no
  // player can stand. All squares of a connected piece of floor are worked out together.
  const std::array<std::int8_t, directions>& sides(Square s) {
    if (!known_.has(s)) {
      cuts_.search(fixed_, s);
      for (const Square t : cuts_.squares()) {
        known_.add(t);
        side_of_[t] = cuts_.split(t).side;
      }
    }
    return side_of_[s];
  }

  const Board& board_;
  Occupied fixed_;
  Cuts cuts_;
  Marks<> known_;
  std::vector<std::array<std::int8_t, directions>> side_of_;
  Marks<> places_, reached_;
  std::vector<std::uint32_t> queue_;
};

}  // namespace gridproof::sokoban
