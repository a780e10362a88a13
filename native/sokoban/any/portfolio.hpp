// Several searches for any solution that take turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/forward.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

template <int Words>
class Portfolio {
 public:
  Portfolio(const Level& level, Ticker& ticker, Answer& answer)
      : level_(level), ticker_(ticker), answer_(answer), tables_(level, ticker) {}

  void run() {
    for (Square box : level_.board.boxes()) ended_ = ended_ || level_.slot_of[box] == Level::none;
    answer_.exhausted = ended_;  // a box that has no goal
    for (int round = 0; going(); ++round)
      for (std::size_t k = 0; k < strategies_.size() && going(); ++k)
        advance(strategies_[k], (k == 0 && round == 0 ? head_start : turn) << round);
    answer_.peak_memory = level_.bytes() + tables_.bytes();
    for (Strategy& s : strategies_) {
      if (s.backward) answer_.peak_memory += s.backward->bytes();
      if (!s.forward) continue;
      answer_.peak_memory += s.forward->bytes();
      answer_.generated += s.forward->generated();
      answer_.dead_ends += s.forward->dead_ends();
    }
  }

 private:
  static constexpr std::uint64_t head_start = 400'000, turn = 200'000;

  struct Strategy {
    Backwards after;
    bool goals;  // no search backwards: boxes on goals are wanted
    std::unique_ptr<Backward<Words>> backward;
    std::unique_ptr<Forward<Words>> forward;
  };

  // Whether it is worth going on: the level is open, and some search has room for more.
  bool going() {
    const bool full = std::all_of(strategies_.begin(), strategies_.end(),
                                  [](const Strategy& s) { return s.forward && s.forward->full(); });
    if (full) ticker_.out_of_memory();
    return !ended_ && ticker_.stop() == Stop::none;
  }

  void advance(Strategy& s, std::uint64_t effort) {
    const std::size_t memory = std::min(ticker_.limits().memory, std::size_t{1} << 32) / 16;
    if (!s.forward) {
      Aim aim;
      if (s.goals) {
        aim.places = level_.board.goals();
      } else {
        s.backward = std::make_unique<Backward<Words>>(level_, tables_, s.after, memory, ticker_);
        s.backward->advance(effort / 3);
        if (s.after == Backwards::sinks) {
          aim.plan = s.backward->plan();
          s.backward.reset();
        } else {
          aim.places = s.backward->best();
          aim.regions_first = true;
        }
      }
      if (ticker_.stop() != Stop::none) return;
      std::vector<const Backward<Words>*> backwards;
      if (s.backward) backwards.push_back(s.backward.get());
      s.forward =
          std::make_unique<Forward<Words>>(level_, tables_, aim, backwards, memory, ticker_);
    }
    s.forward->advance(effort);
    if (s.forward->solved()) {
      ended_ = true;
      const std::vector<Push> line = s.forward->pushes();
      if (ticker_.stop() != Stop::none) return;
      answer_.moves = walk(level_.board, line);
      answer_.solved = true;
    } else if (ticker_.stop() == Stop::none && s.forward->exhausted()) {
      ended_ = answer_.exhausted = true;
    }
  }

  const Level& level_;
  Ticker& ticker_;
  Answer& answer_;
  Tables tables_;
  std::array<Strategy, 4> strategies_{{{Backwards::sinks, false, {}, {}},
                                       {Backwards::open, false, {}, {}},
                                       {Backwards::start, false, {}, {}},
                                       {Backwards::sinks, true, {}, {}}}};
  bool ended_ = false;
};

}  // namespace gridproof::sokoban
