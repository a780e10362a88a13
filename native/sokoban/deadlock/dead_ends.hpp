// Positions from which no play leads to a solution, found by tests that are too dear for every
// position that is generated, but not for one that is expanded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/corral_deadlocks.hpp"
#include "sokoban/deadlock/frozen.hpp"

namespace gridproof::sokoban {

// Each test is a proof; which one it is stands with it.
class DeadEnds {
 public:
  DeadEnds(const Level& level, Ticker& ticker)
      : frozen_(level.board, ticker, share(ticker)), corrals_(level.board, ticker, share(ticker)) {}

  std::size_t bytes() const { return frozen_.bytes() + corrals_.bytes(); }

  // Tests whether it is seen that no play leads from here to a solution. If the ticker stops a
  // test, it has seen nothing. `occupied` is left as it is.
  bool dead(Occupied& occupied, const std::vector<Square>& boxes, const Region& player) {
    why_ = nullptr;
    if (frozen_.dead(boxes, player.player()))
      why_ = "frozen";
    else if (frozen_.walls() && frozen_.walls()->pulls().dead(occupied, player.player()))
      why_ = "pulls";
    else if (corrals_.dead(occupied, boxes, player, frozen_))
      why_ = "corral";
    return why_ != nullptr;
  }

  // The test that saw the last position dead, by name; null if none did.
  const char* why() const { return why_; }

 private:
  // The bytes that each part's tables may take.
  static std::size_t share(const Ticker& ticker) {
    return std::min(std::size_t{64} << 20, ticker.memory() / 16);
  }

  Frozen frozen_;
  CorralDeadlocks corrals_;
  const char* why_ = nullptr;
};

}  // namespace gridproof::sokoban
