// Push distances of a lone box, by the side that the player is on.
//
// A box on a square cuts the floor around it into sides. The proof that these distances bound the
// pushes in any position, and fall by at most one a push: "Bound" in
// docs/explanation/sokoban-solver.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

// The sides of each square: the parts that the floor falls into when a box stands on it.
class Sides {
 public:
  // If the ticker stops it, the sides are of no use.
  Sides(const Board& board, Ticker& ticker) : board_(board), table_(board.squares(), none) {
    const std::size_t n = board.squares();
    std::vector<std::uint8_t> label(n + 1);
    std::vector<Square> queue;
    for (Square s = 0; s < n; ++s) {
      if (!ticker.alive() || !ticker.fits(bytes_with_row(n))) return;
      std::fill(label.begin(), label.end(), unseen);
      label[s] = label[n] = 0;
      std::uint8_t sides = 0;
      for (int d = 0; d < directions; ++d) {
        const Square start = board.next(d, s);
        if (label[start] != unseen) continue;
        queue.assign(1, start);
        label[start] = sides;
        for (std::size_t i = 0; i < queue.size(); ++i)
          for (int e = 0; e < directions; ++e) {
            const Square t = board.next(e, queue[i]);
            if (label[t] != unseen) continue;
            label[t] = sides;
            queue.push_back(t);
          }
        ++sides;
      }
      if (sides < 2) continue;
      table_[s] = labels_.size() / n;
      labels_.insert(labels_.end(), label.begin(), label.end() - 1);
    }
  }

  std::size_t bytes() const { return table_.size() * sizeof(std::size_t) + labels_.capacity(); }

  // The side of `s` that the player is on; 0 to 3.
  int side(Square s, Square player) const {
    return table_[s] == none ? 0 : labels_[table_[s] * board_.squares() + player];
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr std::uint8_t unseen = 0xff;

  // Room for the labels grows to twice of what it was, and both are there meanwhile.
  std::size_t bytes_with_row(std::size_t row) const {
    const bool room = labels_.capacity() - labels_.size() >= row;
    return bytes() + (room ? 0 : std::max(2 * labels_.capacity(), row));
  }

  const Board& board_;
  std::vector<std::size_t> table_;    // of each square: its row of labels, if it has two sides
  std::vector<std::uint8_t> labels_;  // a row a cut square, a label a square
};

// More than the distance between any two places of a board that the searches take.
constexpr matching::Cost unreachable = matching::no_pair;
static_assert(max_squares * directions <= matching::max_cost);
static_assert(max_boxes <= matching::Assignment::max_rows);

// The pushes of two assignments of the same boxes to the same targets differ by a multiple of this:
// each push takes a box to a square of the other colour, as on a chessboard.
constexpr std::int32_t push_gap = 2;

// For some targets and every place of a box: the fewest pushes. A place is (square, side).
class Distances {
 public:
  static std::size_t place(Square s, int side) { return std::size_t{s} * directions + side; }

  // The bytes of the distances of all places to `targets` targets.
  static std::size_t bytes(const Board& board, std::size_t targets) {
    return board.squares() * directions * (targets * sizeof(std::uint16_t) + 1);
  }

  // Pushes to each goal, whatever side the player ends on. If the ticker stops it, since there is
  // no room besides the bytes that are `taken` for instance, the distances are of no use.
  static Distances to_goals(const Board& board, const Sides& sides, std::size_t taken,
                            Ticker& ticker) {
    return to(board.goals(), board, sides, taken, ticker);
  }

  // The same to other squares.
  static Distances to(const std::vector<Square>& targets, const Board& board, const Sides& sides,
                      std::size_t taken, Ticker& ticker) {
    Distances found(board, targets.size(), taken, ticker);
    for (std::size_t k = 0; k < targets.size() && ticker.alive(); ++k) {
      std::vector<std::size_t> roots;
      for (int side = 0; side < directions; ++side) roots.push_back(place(targets[k], side));
      found.fill(k, roots, board, sides, true);
    }
    return found;
  }

  // Pushes from each start square, the player coming from where he starts; the rest as above.
  static Distances from_starts(const Board& board, const Sides& sides, std::size_t taken,
                               Ticker& ticker) {
    Distances found(board, board.boxes().size(), taken, ticker);
    for (std::size_t b = 0; b < board.boxes().size() && ticker.alive(); ++b) {
      const Square s = board.boxes()[b];
      found.fill(b, {place(s, sides.side(s, board.player()))}, board, sides, false);
    }
    return found;
  }

  std::size_t targets() const { return targets_; }
  // The distances of a place: one a target.
  const std::uint16_t* row(std::size_t place) const { return &table_[place * targets_]; }
  // Tests whether a box there has any target at all.
  bool live(std::size_t place) const { return live_[place]; }
  // Tests whether it has one from some side.
  bool live_square(Square s) const {
    return live_[place(s, 0)] || live_[place(s, 1)] || live_[place(s, 2)] || live_[place(s, 3)];
  }

 private:
  Distances(const Board& board, std::size_t targets, std::size_t taken, Ticker& ticker)
      : targets_(targets) {
    if (!ticker.alive() || !ticker.fits(taken + bytes(board, targets))) return;
    table_.assign(board.squares() * directions * targets, unreachable);
    live_.assign(board.squares() * directions, 0);
  }

  // Breadth-first over places: along pulls (`backward`) or pushes.
  void fill(std::size_t target, const std::vector<std::size_t>& roots, const Board& board,
            const Sides& sides, bool backward) {
    std::deque<std::size_t> queue;
    const auto reach = [&](std::size_t place, std::uint16_t pushes) {
      if (table_[place * targets_ + target] != unreachable) return;
      table_[place * targets_ + target] = pushes;
      live_[place] = 1;
      queue.push_back(place);
    };
    for (std::size_t root : roots) reach(root, 0);
    while (!queue.empty()) {
      const std::size_t here = queue.front();
      queue.pop_front();
      const Square s = static_cast<Square>(here / directions);
      const int side = static_cast<int>(here % directions);
      const std::uint16_t pushes = table_[here * targets_ + target] + 1;
      for (int d = 0; d < directions; ++d) {
        // Forward: push from s to t, the player from behind s to s. Backward: the push in
        // direction d that ended on s started on t, the player behind t, and left him on t.
        const Square t = board.next(backward ? opposite(d) : d, s);
        if (t == board.wall()) continue;
        if (backward) {
          const Square behind = board.next(opposite(d), t);
          if (behind != board.wall() && sides.side(s, t) == side)
            reach(place(t, sides.side(t, behind)), pushes);
        } else {
          const Square behind = board.next(opposite(d), s);
          if (behind != board.wall() && sides.side(s, behind) == side)
            reach(place(t, sides.side(t, s)), pushes);
        }
      }
    }
  }

  std::size_t targets_;
  std::vector<std::uint16_t> table_;
  std::vector<std::uint8_t> live_;
};

}  // namespace gridproof::sokoban
