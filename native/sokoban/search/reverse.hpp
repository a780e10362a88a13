// The positions that pushes solve, in the order of their distance: pulls from the solved ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// A position: the lowest square of the player's region, and the boxes in the order of squares.
struct Start {
  Square player;
  std::vector<Square> boxes;
};

// The positions that need a given number of pushes: their number, and a random sample.
struct Layer {
  std::uint32_t size = 0;
  std::vector<Start> drawn;
};

// Breadth first, so that the layer of a position is the fewest pushes that solve it, no matter when
// the search stops: a layer is begun when all nearer ones are complete. A node is a position that
// is found.
//
// Of each layer those `keep` positions are drawn whose keys, hashed together with `seed`, are the
// lowest. So the draw depends on no order.
template <int Words>
class Reverse {
 public:
  Reverse(const Board& board, std::uint64_t seed, std::size_t keep, Ticker& ticker)
      : board_(board),
        seed_(mix(seed)),
        keep_(keep),
        ticker_(ticker),
        store_(ticker.memory(), &ticker),
        occupied_(board),
        region_(board),
        child_(board) {}

  std::vector<Layer> run() {
    std::vector<Layer> layers;
    add_solved();
    for (std::uint32_t begin = 0; begin < store_.size();) {
      const std::uint32_t end = store_.size();
      layers.push_back({end - begin, drawn()});
      for (; begin < end && ticker_.stop() == Stop::none; ++begin) pull(begin);
      begin = end;
    }
    return layers;
  }

 private:
  using Position = Key<Words>;

  // The boxes on the goals, the player in each region that they leave.
  void add_solved() {
    Position position;
    for (Square goal : board_.goals()) {
      position.add(goal);
      occupied_.put(goal, On::box);
    }
    for (Square s = 0; s < board_.squares(); ++s) {
      if (!ticker_.going(1 + board_.squares() / squares_a_step)) return;
      if (!occupied_.free(s) || region_.fill(occupied_, s) != s) continue;
      position.player = s;
      add(position);
    }
    for (Square goal : board_.goals()) occupied_.put(goal, On::nothing);
  }

  // Adds the positions from which one push leads to this one.
  void pull(std::uint32_t node) {
    const Position position = store_.key(node);
    position.each_box([&](std::size_t s) { occupied_.put(static_cast<Square>(s), On::box); });
    region_.fill(occupied_, static_cast<Square>(position.player));
    position.each_box([&](std::size_t s) {
      const Square from = static_cast<Square>(s);
      for (int d = 0; d < directions; ++d) {
        const Square to = board_.next(d, from);
        if (!occupied_.free(to) || !region_.has(to)) continue;
        const Square player = board_.next(d, to);
        if (!occupied_.free(player)) continue;
        if (!ticker_.going(1 + board_.squares() / squares_a_step)) return;
        Position child = position;
        child.remove(from);
        child.add(to);
        occupied_.move(from, to);
        child.player = child_.fill(occupied_, player);
        occupied_.move(to, from);
        add(child);
      }
    });
    position.each_box([&](std::size_t s) { occupied_.put(static_cast<Square>(s), On::nothing); });
  }

  void add(const Position& position) {
    if (ticker_.stop() != Stop::none) return;
    switch (store_.insert(position, {})) {
      case Insert::found:
        return;
      case Insert::full:
        ticker_.out_of_memory();
        return;
      case Insert::added:
        ticker_.tick();
    }
    best_.emplace_back(mix(position.hash() ^ seed_), store_.last());
    std::push_heap(best_.begin(), best_.end());
    if (best_.size() <= keep_) return;
    std::pop_heap(best_.begin(), best_.end());
    best_.pop_back();
  }

  // The positions drawn from those added since the last call.
  std::vector<Start> drawn() {
    std::sort(best_.begin(), best_.end());
    std::vector<Start> starts;
    for (const auto& [hash, node] : best_) {
      const Position& position = store_.key(node);
      Start& start = starts.emplace_back(Start{static_cast<Square>(position.player), {}});
      position.each_box([&](std::size_t s) { start.boxes.push_back(static_cast<Square>(s)); });
    }
    best_.clear();
    return starts;
  }

  struct Nothing {};

  const Board& board_;
  std::uint64_t seed_;
  std::size_t keep_;
  Ticker& ticker_;
  Store<Position, Nothing> store_;
  Occupied occupied_;
  Region region_, child_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> best_;  // a heap, the highest hash first
};

// Calls for the narrowest keys that hold the squares.
inline std::vector<Layer> reverse(const Board& board, std::uint64_t seed, std::size_t keep,
                                  Ticker& ticker) {
  const std::size_t words = (board.squares() + 63) / 64;
  if (words <= 1) return Reverse<1>(board, seed, keep, ticker).run();
  if (words <= 2) return Reverse<2>(board, seed, keep, ticker).run();
  if (words <= 4) return Reverse<4>(board, seed, keep, ticker).run();
  if (words <= 16) return Reverse<16>(board, seed, keep, ticker).run();
  return Reverse<max_squares / 64>(board, seed, keep, ticker).run();
}

}  // namespace gridproof::sokoban
