// Several searches for any solution that take turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
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
    answer_.peak_memory = bytes();
    for (int round = 0; going(); ++round)
      for (std::size_t k = 0; k < strategies_.size() && going(); ++k)
        advance(strategies_[k], (k == 0 && round == 0 ? head_start : turn) << round);
    for (Strategy& s : strategies_)
      if (s.forward) count(s);
  }

 private:
  // In moves that are generated.
  static constexpr std::uint64_t head_start = 400'000, turn = 200'000;
  static constexpr double endless = std::numeric_limits<double>::infinity();

  // How a search goes about it: what one backwards looks for, for it, and what it is after itself.
  enum class Way : std::uint8_t { plan, open, plan_by_rooms, plan_without_opener, start, goals };

  struct Strategy {
    Way way;
    std::unique_ptr<Backward<Words>> backward = nullptr;
    std::unique_ptr<Forward<Words>> forward = nullptr;
    std::uint64_t seed = 0;
  };

  // Whether it is worth going on: the level is open, and some search has room for more.
  bool going() {
    const bool full = std::all_of(strategies_.begin(), strategies_.end(),
                                  [](const Strategy& s) { return s.forward && s.forward->full(); });
    if (full) ticker_.out_of_memory();
    return !ended_ && ticker_.stop() == Stop::none;
  }

  // Lets a search go on. One that is full begins anew in another order, as long as there is a time
  // limit to end that.
  void advance(Strategy& s, std::uint64_t effort) {
    if (!s.forward) {
      const Aim aim = aim_of(s, effort / 3);
      if (ticker_.stop() != Stop::none) return;
      std::vector<const Backward<Words>*> backwards;
      if (s.backward) backwards.push_back(s.backward.get());
      s.forward =
          std::make_unique<Forward<Words>>(level_, tables_, aim, backwards, share(), ticker_);
    }
    s.forward->advance(effort);
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
    if (s.forward->solved()) {
      ended_ = true;
      const std::vector<Push> line = s.forward->pushes();
      if (ticker_.stop() != Stop::none) return;
      answer_.moves = walk(level_.board, line);
      answer_.solved = true;
    } else if (ticker_.stop() == Stop::none && s.forward->exhausted()) {
      ended_ = answer_.exhausted = true;
    } else if (s.forward->full() && ticker_.limits().seconds < endless &&
               s.forward->generated() > turn) {
      count(s);
      s.forward.reset();
      s.backward.reset();
      ++s.seed;
    }
  }

  void count(const Strategy& s) {
    answer_.generated += s.forward->generated();
    answer_.dead_ends += s.forward->dead_ends();
  }

  std::size_t bytes() const {
    std::size_t sum = level_.bytes() + tables_.bytes();
    for (const Strategy& s : strategies_)
      sum += (s.backward ? s.backward->bytes() : 0) + (s.forward ? s.forward->bytes() : 0);
    return sum;
  }

  // What the search forwards is to be after; a search backwards, of so much effort, may tell.
  Aim aim_of(Strategy& s, std::uint64_t effort) {
    Aim aim;
    aim.seed = s.seed;
    switch (s.way) {
      case Way::plan:
      case Way::plan_by_rooms:
      case Way::plan_without_opener:
        if (plan_.size() == 0) {
          Backward<Words> backward(level_, tables_, Backwards::sinks, share(), ticker_);
          backward.advance(effort);
          plan_ = backward.plan();
        }
        aim.plan = plan_;
        aim.rooms_in_cells = s.way == Way::plan_by_rooms;
        if (s.way == Way::plan_by_rooms) aim.lessons = 1;
        aim.opener = s.way != Way::plan_without_opener;
        break;
      case Way::open:
      case Way::start:
        s.backward = std::make_unique<Backward<Words>>(
            level_, tables_, s.way == Way::open ? Backwards::open : Backwards::start, share(),
            ticker_);
        s.backward->advance(effort);
        aim.places = s.backward->best();
        aim.regions_first = true;
        break;
      case Way::goals:
        aim.places = level_.board.goals();
        aim.light = true;
        break;
    }
    return aim;
  }

  // The memory of one search, so that all have room, with the tables in which each keeps what it
  // has found dead.
  std::size_t share() const {
    const std::size_t used = level_.bytes() + tables_.bytes();
    const std::size_t limit =
        ticker_.limits().memory < unlimited ? ticker_.limits().memory : most_memory;
    return (limit - std::min(limit, used)) / 20;
  }
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t most_memory = std::size_t{1} << 32;  // if there is no limit

  const Level& level_;
  Ticker& ticker_;
  Answer& answer_;
  Tables tables_;
  Plan plan_;
  std::array<Strategy, 6> strategies_{{{Way::plan},
                                       {Way::open},
                                       {Way::plan_by_rooms},
                                       {Way::plan_without_opener},
                                       {Way::start},
                                       {Way::goals}}};
  bool ended_ = false;
};

}  // namespace gridproof::sokoban
