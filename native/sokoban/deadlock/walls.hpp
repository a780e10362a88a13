// The pushes left to boxes when some others have become walls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "matching/bipartite.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/floor_sides.hpp"
#include "sokoban/deadlock/pulls.hpp"

namespace gridproof::sokoban {

// The goals that a lone box can get to from every place (square, side of the player), with some
// squares besides the board's own as walls. The goals on them are filled, and count no more.
class Walls {
 public:
  using Word = matching::Bipartite::Word;

  // walls: in ascending order. If the ticker stops it, it is of no use.
  Walls(const Board& board, const std::vector<Square>& walls, Ticker& ticker)
      : floor_(floor_of(board, walls)),
        sides_(board, floor_),
        pulls_(board, floor_, ticker),
        words_((board.goals().size() + 63) / 64),
        goals_(board.squares() * directions * words_),
        live_(board.squares() * directions) {
    std::vector<std::size_t> queue;
    std::vector<std::uint8_t> waits(live_.size());
    for (std::size_t g = 0; g < board.goals().size(); ++g) {
      const Square s = board.goals()[g];
      if (!floor_[s]) continue;
      for (int side = 0; side < directions; ++side) {
        const std::size_t here = place(s, side);
        goals_[here * words_ + g / 64] |= Word{1} << (g % 64);
        queue.push_back(here);
        waits[here] = live_[here] = 1;
      }
    }
    // A place has the goals of all that one push makes of it.
    while (!queue.empty() && ticker.going(1 + words_ / 8)) {
      const std::size_t here = queue.back();
      queue.pop_back();
      waits[here] = 0;
      const auto s = static_cast<Square>(here / directions);
      for (int d = 0; d < directions; ++d) {
        if (sides_.side_at(s, opposite(d)) != static_cast<int>(here % directions)) continue;
        const Square t = board.next(opposite(d), s);
        const int behind = sides_.side_at(t, opposite(d));
        if (behind == FloorSides::nowhere) continue;
        const std::size_t before = place(t, behind);
        bool more = false;
        for (std::size_t w = 0; w < words_; ++w) {
          Word& goals = goals_[before * words_ + w];
          const Word all = goals | goals_[here * words_ + w];
          more |= all != goals;
          goals = all;
        }
        if (!more) continue;
        live_[before] = 1;
        if (!waits[before]) queue.push_back(before);
        waits[before] = 1;
      }
    }
  }

  static std::size_t bytes(const Board& board) {
    const std::size_t places = board.squares() * directions;
    const std::size_t words = (board.goals().size() + 63) / 64;
    return board.squares() + FloorSides::bytes(board) + Pulls::bytes(board) +
           places * (words * sizeof(Word) + 1);
  }

  // Tests whether there is no wall, new ones included.
  bool floor(Square s) const { return floor_[s]; }
  const FloorSides& sides() const { return sides_; }
  const Pulls& pulls() const { return pulls_; }
  // The goals of a box on `s` with the player on that side, as bits.
  const Word* goals(Square s, int side) const { return &goals_[place(s, side) * words_]; }
  // Tests whether the box on `s` may be pushed in direction d: there is floor, behind it too, and
  // from there it can get to a goal.
  bool may_push(const Board& board, Square s, int d) const {
    const Square to = board.next(d, s);
    if (!floor_[to] || !floor_[board.next(opposite(d), s)]) return false;
    return live_[place(to, sides_.side_at(to, opposite(d)))];
  }

 private:
  static std::size_t place(Square s, int side) { return std::size_t{s} * directions + side; }

  static std::vector<std::uint8_t> floor_of(const Board& board, const std::vector<Square>& walls) {
    std::vector<std::uint8_t> floor(board.squares() + 1, 1);
    floor[board.wall()] = 0;
    for (Square s : walls) floor[s] = 0;
    return floor;
  }

  std::vector<std::uint8_t> floor_;
  FloorSides sides_;
  Pulls pulls_;
  std::size_t words_;
  std::vector<Word> goals_;
  std::vector<std::uint8_t> live_;
};

struct SquaresHash {
  std::size_t operator()(const std::vector<Square>& squares) const {
    std::uint64_t h = squares.size();
    for (Square s : squares) h = mix(h ^ (s + 1));
    return h;
  }
};

// Keeps them by their new walls, within a budget; what does not fit makes all be forgotten.
class WallsCache {
 public:
  WallsCache(const Board& board, Ticker& ticker, std::size_t budget)
      : board_(board), ticker_(ticker), budget_(budget) {}

  // They stay until the next call; null if the ticker stopped it.
  const Walls* find(const std::vector<Square>& walls) {
    const auto known = kept_.find(walls);
    if (known != kept_.end()) return known->second.get();
    const std::size_t more = Walls::bytes(board_) + (walls.size() + 16) * sizeof(Square);
    if (bytes_ + more > budget_) {
      kept_.clear();
      bytes_ = 0;
    }
    auto made = std::make_unique<Walls>(board_, walls, ticker_);
    if (ticker_.stop() != Stop::none) return nullptr;
    bytes_ += more;
    return kept_.emplace(walls, std::move(made)).first->second.get();
  }

  std::size_t bytes() const { return bytes_; }

 private:
  const Board& board_;
  Ticker& ticker_;
  std::size_t budget_, bytes_ = 0;
  std::unordered_map<std::vector<Square>, std::unique_ptr<Walls>, SquaresHash> kept_;
};

}  // namespace gridproof::sokoban
