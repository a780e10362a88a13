// Several searches for any solution that take turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/forward.hpp"
#include "sokoban/any/left_out.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

template <int Words>
class Portfolio {
 public:
  Portfolio(const Level& level, Within* within, const Helpers& helpers, Ticker& ticker,
            Answer& answer)
      : level_(level),
        within_(within),
        helpers_(helpers),
        ticker_(ticker),
        answer_(answer),
        tables_(level, ticker) {}

  void run() {
    for (Square box : level_.board.boxes()) ended_ = ended_ || level_.slot_of[box] == Level::none;
    answer_.exhausted = ended_;  // a box that has no goal
    answer_.peak_memory = bytes();
    for (int round = 0; going(); ++round)
      for (std::size_t k = 0; k < strategies_.size() && going(); ++k) {
        if (k < at_once)
          advance(strategies_[k], (k == 0 && round == 0 ? head_start : turn) << round);
        else if (round >= late)
          advance(strategies_[k], turn << (round + late));  // it has to catch up
        if (helpers_.thorough && ticker_.nodes() >= thorough_at_ && going()) ask_thorough();
        while (helpers_.without_one && ticker_.nodes() >= leave_out_at && going() &&
               left_out_nodes_ < ticker_.nodes() / left_out_share && leave_one_out()) {
        }
      }
    for (Strategy& s : strategies_) drop(s.forward);
  }

 private:
  // In moves that are generated.
  static constexpr std::uint64_t head_start = 400'000, turn = 200'000;
  static constexpr double endless = std::numeric_limits<double>::infinity();

  // How a search goes about it: what one backwards looks for, for it, and what it is after itself.
  enum class Way : std::uint8_t {
    plan,
    open,
    plan_by_rooms,
    plan_without_opener,
    start,
    goals,
    plan_without_regions,
  };

  struct Strategy {
    Way way;
    std::unique_ptr<Backward<Words>> backward = nullptr;
    std::unique_ptr<Forward<Words>> forward = nullptr;
    Score aim = 0;  // how far the search backwards had come when it told what to be after
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
  // limit to end that; one for which a search backwards knows better by now what to be after, too.
  void advance(Strategy& s, std::uint64_t effort) {
    look_back(s, effort / 3);
    const Score reached = s.backward ? s.backward->reached() : plans(s.way) ? reached_ : s.aim;
    if (reached != s.aim) {
      drop(s.forward);
      s.aim = reached;
    }
    if (!s.forward) {
      const Aim aim = aim_of(s);
      if (ticker_.stop() != Stop::none) return;
      std::vector<const Backward<Words>*> backwards;
      if (s.backward && !within_) backwards.push_back(s.backward.get());
      s.forward = std::make_unique<Forward<Words>>(level_, tables_, aim, backwards, within_,
                                                   share(), ticker_);
    }
    s.forward->advance(effort);
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
    conclude(*s.forward);
    if (!ended_ && s.forward->full() && ticker_.limits().seconds < endless &&
        s.forward->generated() > turn) {
      drop(s.forward);
      s.backward.reset();
      ++s.seed;
    }
  }

  // Takes over what a search has found out.
  void conclude(Forward<Words>& forward) {
    if (forward.solved()) {
      ended_ = true;
      const std::vector<Push> line = forward.pushes();
      if (ticker_.stop() != Stop::none) return;
      answer_.moves = walk(level_.board, line);
      answer_.solved = true;
    } else if (ticker_.stop() == Stop::none && forward.exhausted()) {
      ended_ = answer_.exhausted = true;
    }
  }

  // What another search finds with so many nodes, and so much memory.
  Answer ask(std::uint64_t nodes, std::size_t memory,
             const std::function<void(Ticker&, Answer&)>& search) {
    Limits limits;
    limits.nodes = nodes;
    limits.seconds = ticker_.seconds_left() / 8;
    limits.memory = memory;
    Ticker own = ticker_.part(limits);
    Answer found;
    search(own, found);
    answer_.generated += found.generated;
    answer_.dead_ends += found.dead_ends;
    answer_.peak_memory = std::max(answer_.peak_memory, bytes() + found.peak_memory);
    ticker_.tick(own.nodes());
    return found;
  }

  // Lets the thorough search begin anew, with half as many nodes as there have been so far, and
  // again when there are four times as many. Small boards that lead all others astray have few
  // positions, and it goes through them at little cost.
  void ask_thorough() {
    const std::uint64_t nodes = ticker_.nodes();
    thorough_at_ = nodes * 4;
    const Answer found = ask(nodes / 2, share(), helpers_.thorough);
    if (!found.solved && !found.exhausted) return;
    ended_ = true;
    answer_.exhausted = found.exhausted;
    answer_.solved = found.solved;
    answer_.moves = found.moves;
  }

  // Solves the level without one box and one of the goals that the plan fills last, which often is
  // far easier, and lets a search follow what was done there. Another box and goal each time, and
  // more room for both when all have been tried. False: that took no node, as when none is left.
  bool leave_one_out() {
    const std::vector<Square> last = last_goals();
    const std::vector<Square>& boxes = level_.board.boxes();
    if (boxes.size() < 2 || last.empty()) return false;
    const std::size_t turns = left_out_ / boxes.size(), all = last.size() * boxes.size();
    const Square box = boxes[left_out_ % boxes.size()];
    const Square goal = last[(left_out_ + turns) % last.size()];
    const auto pass = std::min<std::uint64_t>(left_out_ / all, 16);
    ++left_out_;
    const std::uint64_t before = ticker_.nodes();
    std::vector<Push> pushes;
    const Answer found =
        ask(without_one_nodes << pass, 2 * share(), [&](Ticker& own, Answer& without) {
          pushes = helpers_.without_one(box, goal, own, without);
        });
    if (found.solved && going()) {
      Aim aim;
      aim.plan = plan_without(level_.board, box, goal, pushes);
      aim.rooms_in_cells = true;
      aim.lessons = 1;
      aim.seed = left_out_;
      auto forward = std::make_unique<Forward<Words>>(
          level_, tables_, aim, std::vector<const Backward<Words>*>{}, nullptr, share(), ticker_);
      forward->advance(follow << pass);
      answer_.peak_memory = std::max(answer_.peak_memory, bytes() + forward->bytes());
      conclude(*forward);
      drop(forward);
    }
    left_out_nodes_ += ticker_.nodes() - before;
    return ticker_.nodes() > before;
  }

  // A few goals that the plan fills last.
  std::vector<Square> last_goals() const {
    std::vector<Square> last;
    const std::vector<Plan::Step>& steps = plan_.steps();
    for (std::size_t i = steps.size(); i-- > 0 && last.size() < most_last_goals;)
      if (steps[i].until == Plan::never && level_.board.goal(steps[i].to))
        last.push_back(steps[i].to);
    return last;
  }

  void drop(std::unique_ptr<Forward<Words>>& forward) {
    if (!forward) return;
    answer_.generated += forward->generated();
    answer_.dead_ends += forward->dead_ends();
    forward.reset();
  }

  std::size_t bytes() const {
    std::size_t sum = level_.bytes() + tables_.bytes() + (planner_ ? planner_->bytes() : 0);
    for (const Strategy& s : strategies_)
      sum += (s.backward ? s.backward->bytes() : 0) + (s.forward ? s.forward->bytes() : 0);
    return sum;
  }

  static bool plans(Way way) {
    return way == Way::plan || way == Way::plan_by_rooms || way == Way::plan_without_opener ||
           way == Way::plan_without_regions;
  }

  // Lets the search backwards go on that tells what to be after. A plan is better where boxes leave
  // the board only where they can get to and fro; but where that does not come to an end, any start
  // square has to do.
  void look_back(Strategy& s, std::uint64_t effort) {
    const auto begin = [&](Backwards after) {
      return std::make_unique<Backward<Words>>(level_, tables_, after, share(), ticker_);
    };
    if (s.way == Way::open || s.way == Way::start) {
      if (!s.backward) s.backward = begin(s.way == Way::open ? Backwards::open : Backwards::start);
      s.backward->advance(effort);
    } else if (s.way == Way::plan && !planned_) {
      if (planner_) {
        planner_->advance(effort);
      } else {
        planner_ = begin(Backwards::sinks);
        planner_->advance(effort / 2);
        if (!planner_->done()) {
          auto other = begin(Backwards::bases);
          other->advance(effort / 2);
          answer_.peak_memory = std::max(answer_.peak_memory, bytes() + other->bytes());
          if (other->boxes_left() < planner_->boxes_left()) planner_ = std::move(other);
        }
      }
      plan_ = planner_->plan(false);
      waiting_plan_ = planner_->plan(true);
      reached_ = planner_->reached();
      planned_ = planner_->done();
      if (planned_) planner_.reset();
    }
  }

  Aim aim_of(const Strategy& s) const {
    Aim aim;
    aim.seed = s.seed;
    switch (s.way) {
      case Way::plan:
      case Way::plan_by_rooms:
      case Way::plan_without_opener:
      case Way::plan_without_regions:
        aim.plan = s.way == Way::plan_without_opener ? waiting_plan_ : plan_;
        aim.rooms_in_cells = s.way == Way::plan_by_rooms;
        if (s.way == Way::plan_by_rooms) aim.lessons = 1;
        aim.opener = s.way != Way::plan_without_opener;
        aim.foremost = s.way != Way::plan_by_rooms;
        aim.regions = s.way != Way::plan_without_regions;
        aim.needs = s.way == Way::plan_without_regions;
        break;
      case Way::open:
      case Way::start:
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
    return (limit - std::min(limit, used)) / 22;
  }
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t most_memory = std::size_t{1} << 32;  // if there is no limit

  const Level& level_;
  Within* within_;
  const Helpers& helpers_;
  std::uint64_t thorough_at_ = 40'000;  // nodes; before, most levels are solved
  // From so many nodes on one of so many goes to levels without a box and a goal.
  static constexpr std::uint64_t leave_out_at = 100'000, left_out_share = 4;
  static constexpr std::uint64_t without_one_nodes = 40'000, follow = 120'000;  // nodes, moves
  static constexpr std::size_t most_last_goals = 4;
  std::uint64_t left_out_ = 0, left_out_nodes_ = 0;  // such levels, and nodes for them
  Ticker& ticker_;
  Answer& answer_;
  Tables tables_;
  std::unique_ptr<Backward<Words>> planner_;  // until it has come to its end
  Plan plan_, waiting_plan_;
  Score reached_ = 0;  // by the planner
  bool planned_ = false;
  std::array<Strategy, 7> strategies_{{{Way::plan},
                                       {Way::open},
                                       {Way::plan_by_rooms},
                                       {Way::plan_without_opener},
                                       {Way::start},
                                       {Way::goals},
                                       {Way::plan_without_regions}}};
  // So many of them begin at once; the others after so many rounds, with longer turns.
  static constexpr std::size_t at_once = 6;
  static constexpr int late = 2;
  bool ended_ = false;
};

}  // namespace gridproof::sokoban
