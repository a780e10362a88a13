// Boxes that stand where the plan will not need them any more, once a step has shut them in.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/lone_box.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/level.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

// For each number of steps done, the squares that have to be free of boxes soon: with the boxes
// that come to rest by the next step on which it makes a difference, no later step can be made
// with a box from there.
template <int Words>
class OutOfPlan {
 public:
  using Zone = std::array<std::uint64_t, Words>;

  OutOfPlan(const Level& level, const Plan& plan, Ticker& ticker) {
    const Board& board = level.board;
    const auto& steps = plan.steps();
    zones_.assign(steps.size() + 1, Zone{});
    LoneBox lone(board);
    Occupied fixed(board);
    std::size_t announced = 0;
    Zone before{};
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      if (!ticker.going(1 + board.squares() * 4)) return;
      if (steps[i].until == Plan::never) fixed.put(steps[i].to, On::box);
      std::vector<Square> later;
      for (std::size_t j = i + 1; j < steps.size(); ++j) later.push_back(steps[j].to);
      lone.lay(fixed);
      const auto& open = lone.spread<true>(later);
      Zone zone{};
      for (std::size_t slot = 0; slot < level.square_of.size(); ++slot) {
        const Square s = level.square_of[slot];
        if (fixed.free(s) && !open.has(s)) zone[slot / 64] |= std::uint64_t{1} << (slot % 64);
      }
      if (zone == before) continue;
      for (; announced <= i; ++announced) zones_[announced] = zone;
      before = zone;
    }
    // After its last change a zone stays.
    for (; announced < steps.size(); ++announced) zones_[announced] = before;
  }

  std::size_t bytes() const { return zones_.size() * sizeof(Zone); }

  // How many boxes stand there.
  unsigned count(const Key<Words>& key, std::size_t done) const {
    unsigned boxes = 0;
    for (int w = 0; w < Words; ++w)
      boxes += static_cast<unsigned>(std::popcount(key.boxes[w] & zones_[done][w]));
    return boxes;
  }

  bool has(std::size_t slot, std::size_t done) const {
    return zones_[done][slot / 64] >> (slot % 64) & 1;
  }

 private:
  std::vector<Zone> zones_;
};

}  // namespace gridproof::sokoban
