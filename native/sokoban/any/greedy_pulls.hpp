// A complete search for any solution: pulls from the solved positions, greedily towards the start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/solution.hpp"
#include "sokoban/board/symmetries.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/search/direction.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/search/working_position.hpp"

namespace gridproof::sokoban {

// On dense boards pulls lead astray less than pushes: a box that is pulled into the wrong corner
// can hardly be pulled on, so little lies behind a mistake. Nothing but positions from which the
// boxes have no matching with the starts is left out, so its end is a proof.
template <int Words>
class GreedyPulls {
 public:
  // Level, ticker and answer have to stay; each box of the level can get to a goal.
  GreedyPulls(const Level& level, Ticker& ticker, Answer& answer)
      : level_(level),
        ticker_(ticker),
        answer_(answer),
        symmetries_(level, true),
        pulls_(level, symmetries_, Objective::pushes, options(), ticker.memory(), ticker) {
    WorkingPosition<Words> working(level, symmetries_, false);
    working.lay(level.board.boxes());
    working.enter(level.board.player());
    start_ = working.name();
    met_ = pulls_.find(start_);
  }

  // Goes on until the start is met, nothing is open or the ticker stops it. The counts are those of
  // all calls.
  void run() {
    try {
      while (met_ == none && !pulls_.empty() && ticker_.tick())
        pulls_.expand([&](std::uint32_t node) {
          if (pulls_.position(node) == start_) met_ = node;
        });
    } catch (const std::bad_alloc&) {
      ticker_.out_of_memory();
    }
    answer_.generated = pulls_.generated;
    answer_.evaluated = pulls_.evaluated;
    answer_.dead_ends = pulls_.dead_ends;
    answer_.peak_memory = pulls_.bytes();
    answer_.exhausted = met_ == none && ticker_.stop() == Stop::none;
    answer_.solved = met_ != none;
    if (answer_.solved) answer_.moves = walk(level_.board, pushes());
  }

 private:
  static constexpr std::uint32_t none = Direction<Words, true>::none;

  static Options options() {
    Options options;
    options.backward = false;
    options.greedy = true;
    return options;
  }

  std::vector<Push> pushes() const {
    std::vector<Key<Words>> positions;
    for (std::uint32_t n = met_; n != none; n = pulls_.parent(n))
      positions.push_back(pulls_.position(n));
    return pushes_along(level_, symmetries_, false, positions);
  }

  const Level& level_;
  Ticker& ticker_;
  Answer& answer_;
  Symmetries symmetries_;
  Direction<Words, true> pulls_;
  Key<Words> start_;
  std::uint32_t met_ = none;
};

// Such a search, which goes on with each call as long as its ticker lets it.
inline std::function<void()> begin_greedy_pulls(const Level& level, Ticker& ticker,
                                                Answer& answer) {
  return with_words(level.square_of.size(), [&]<int Words>(std::integral_constant<int, Words>) {
    auto search = std::make_shared<GreedyPulls<Words>>(level, ticker, answer);
    return std::function<void()>([search] { search->run(); });
  });
}

}  // namespace gridproof::sokoban
