// Several searches for any solution that take turns; or threads share the turns of a round.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/any/any.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/box_removal.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/complete_turns.hpp"
#include "sokoban/any/forward.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/tables/bound.hpp"

namespace gridproof::sokoban {

template <int Words>
class Portfolio {
 public:
  // job: the one that it is done in, if other threads may help; there are no other solvers then.
  Portfolio(const Level& level, Within* within, const SubSolvers& sub_solvers, Team::Aside* job,
            Ticker& ticker, Answer& answer)
      : level_(level),
        within_(within),
        sub_solvers_(sub_solvers),
        job_(job),
        ticker_(ticker),
        answer_(answer),
        tables_(level, ticker),
        both_ends_(level, sub_solvers.both_ends, share_of_both_ends),
        pulls_(level, sub_solvers.pulls, share_of_pulls) {}

  void run() {
    for (Square box : level_.board.boxes()) ended_ = ended_ || level_.slot_of[box] == Level::none;
    answer_.exhausted = ended_;  // a box that has no goal
    answer_.peak_memory = bytes();
    for (int round = 0; going(); ++round) {
      if (job_) {
        share_round(round);
        continue;
      }
      for (std::size_t k = 0; k < strategies_.size() && going(); ++k) {
        if (has_turn(k, round)) advance(strategies_[k], effort(k, round));
        for (bool more = true; more;) {
          more = let(both_ends_, nodes_but_pulls());
          more = let(pulls_, ticker_.nodes() - both_ends_.nodes()) || more;
        }
        while (sub_solvers_.search_without_box && nodes_but_pulls() >= first_removal && going() &&
               removal_nodes_ < guided_nodes() / removal_share && remove_one_box()) {
        }
      }
    }
    for (const Strategy& s : strategies_) {
      answer_.generated += s.generated;
      answer_.dead_ends += s.dead_ends;
    }
    for (const CompleteTurns* search : {&both_ends_, &pulls_}) {
      answer_.generated += search->answer().generated;
      answer_.dead_ends += search->answer().dead_ends;
    }
  }

 private:
  // In moves that are generated.
  static constexpr std::uint64_t head_start = 400'000, turn = 200'000;
  // Turns of both take about the same time.
  static constexpr CompleteShare share_of_both_ends{.few = std::uint64_t{1} << 31,
                                                    .few_if_dense = std::uint64_t{1} << 31,
                                                    .first = 20'000,
                                                    .nodes_a_share = 5'000,
                                                    .most_shares = 16,
                                                    .turn = 160'000};
  // If boxes have room, one that is pulled wrongly can be pulled on, and pulls lead astray for
  // longer; so only dense levels may have many more positions.
  static constexpr CompleteShare share_of_pulls{.few = std::uint64_t{1} << 36,
                                                .few_if_dense = std::uint64_t{1} << 45,
                                                .first = 20'000,
                                                .nodes_a_share = 1'000,
                                                .most_shares = 64,
                                                .turn = 640'000};
  // The number of times that a search that is full begins anew.
  static constexpr std::uint64_t max_restarts = 16;

  // The method of a search: the objective of the backward search that serves it, and its own.
  enum class Method : std::uint8_t {
    plan,
    open,
    plan_by_rooms,
    plan_without_opener,
    start,
    goals,
    plan_without_regions,
  };

  struct Strategy {
    Method method;
    std::unique_ptr<Backward<Words>> backward = nullptr;
    std::unique_ptr<Forward<Words>> forward = nullptr;
    Score target = 0;  // how far the search backwards had come when it told what to be after
    std::uint64_t seed = 0;
    std::uint64_t dropped = 0, dropped_dead = 0;  // moves of forward searches that are no more
    std::uint64_t generated = 0, dead_ends = 0;   // of all, after the last turn that counts
    std::unique_ptr<Ticker> own = nullptr;        // if threads share the turns,
    std::unique_ptr<Bound> bound = nullptr;       // and if there is one
    std::unique_ptr<Within> within = nullptr;
  };

  // The late ones have to catch up.
  static bool has_turn(std::size_t k, int round) { return k < at_once || round >= late; }
  static std::uint64_t effort(std::size_t k, int round) {
    constexpr int longest = 40;  // more than any search takes
    if (k == 0 && round == 0) return head_start;
    return turn << std::min(k < at_once ? round : round + late, longest);
  }

  Ticker& ticker_of(const Strategy& s) { return s.own ? *s.own : ticker_; }

  // Tests whether it is worth going on: the level is open, and some search has room for more.
  bool going() {
    const bool full = std::all_of(strategies_.begin(), strategies_.end(),
                                  [](const Strategy& s) { return s.forward && s.forward->full(); });
    if (full) ticker_.out_of_memory();
    return !ended_ && ticker_.stop() == Stop::none;
  }

  void advance(Strategy& s, std::uint64_t effort) {
    if (s.method == Method::plan) look_back_for_plan(effort / 3);
    search(s, effort);
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
    conclude(s);
  }

  // The turns of a round, shared by threads; the head start comes first, as it may be enough.
  void share_round(int round) {
    look_back_for_plan(effort(0, round) / 3);
    std::vector<std::size_t> turns;
    for (std::size_t k = 0; k < strategies_.size(); ++k) {
      if (has_turn(k, round)) turns.push_back(k);
      if (k == 0 && round == 0) share_turns(std::exchange(turns, {}), round);
    }
    share_turns(turns, round);
  }

  // Turns each of which has an even part of the nodes that are left. Threads take them in their
  // order, and the first solution in that order counts: what later ones have done by then does not.
  // So the outcome is the same however many threads there are.
  void share_turns(const std::vector<std::size_t>& turns, int round) {
    if (!going()) return;
    const std::uint64_t nodes = ticker_.nodes_left() / turns.size();
    if (nodes == 0) {
      ticker_.tick(ticker_.nodes_left() + 1);
      return;
    }
    for (const std::size_t k : turns) {
      Strategy& s = strategies_[k];
      if (!s.own) give_own(s, k);
      s.own->extend(nodes);
    }
    solved_ = strategies_.size();
    job_->spread(turns.size(), [&](std::size_t i) {
      const std::size_t k = turns[i];
      if (k > solved_) return;
      search(strategies_[k], effort(k, round));
      if (!strategies_[k].forward || !strategies_[k].forward->solved()) return;
      for (std::size_t first = solved_; k < first && !solved_.compare_exchange_weak(first, k);) {
      }
    });
    for (const std::size_t k : turns) {
      Strategy& s = strategies_[k];
      const std::uint64_t left = s.own->nodes_left();
      if (s.own->stop() == Stop::node_limit) s.own->extend(0);
      ticker_.tick(nodes - left);
      ticker_.follow(*s.own);
      conclude(s);
      if (ended_) return;
    }
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
  }

  void give_own(Strategy& s, std::size_t k) {
    Limits limits;
    limits.nodes = 0;
    limits.memory = ticker_.memory();
    s.own = std::make_unique<Ticker>(job_->part(limits, [this, k] { return k > solved_; }));
    if (!within_) return;
    s.bound = std::make_unique<Bound>(within_->bound, *s.own);
    s.within = std::make_unique<Within>(Within{*s.bound, within_->most});
  }

  // Lets a search go on. If a search backwards knows better by now what to be after, it begins
  // anew. It touches nothing but the strategy.
  void search(Strategy& s, std::uint64_t effort) {
    Ticker& ticker = ticker_of(s);
    look_back(s, effort / 3);
    const Score reached = s.backward        ? s.backward->reached()
                          : plans(s.method) ? reached_
                                            : s.target;
    if (reached != s.target) {
      drop(s);
      s.target = reached;
    }
    if (!s.forward) {
      const ForwardOptions options = options_of(s);
      if (ticker.stop() != Stop::none) return;
      std::vector<const Backward<Words>*> backwards;
      if (s.backward && !within_) backwards.push_back(s.backward.get());
      s.forward =
          std::make_unique<Forward<Words>>(level_, tables_, options, backwards,
                                           s.within ? s.within.get() : within_, share(), ticker);
    }
    s.forward->advance(effort);
  }

  // Takes over what a search has found out. One that is full begins anew in another order, a few
  // times.
  void conclude(Strategy& s) {
    if (s.forward) conclude(*s.forward);
    s.generated = s.dropped + (s.forward ? s.forward->generated() : 0);
    s.dead_ends = s.dropped_dead + (s.forward ? s.forward->dead_ends() : 0);
    if (!ended_ && s.forward && s.forward->full() && s.forward->generated() > turn &&
        s.seed < max_restarts) {
      drop(s);
      s.backward.reset();
      ++s.seed;
    }
  }

  void conclude(Forward<Words>& forward) {
    if (forward.solved()) {
      ended_ = true;
      const std::vector<Push> pushes = forward.pushes();
      if (ticker_.stop() != Stop::none) return;
      answer_.moves = walk(level_.board, pushes);
      answer_.solved = true;
    } else if (ticker_.stop() == Stop::none && forward.exhausted()) {
      ended_ = answer_.exhausted = true;
    }
  }

  // Runs another search within `nodes` and `memory`; returns its answer.
  Answer ask(std::uint64_t nodes, std::size_t memory,
             const std::function<void(Ticker&, Answer&)>& search) {
    Limits limits;
    limits.nodes = nodes;
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

  // Nodes of the complete searches are far cheaper than all others.
  std::uint64_t nodes_but_pulls() const { return ticker_.nodes() - pulls_.nodes(); }
  std::uint64_t guided_nodes() const { return nodes_but_pulls() - both_ends_.nodes(); }

  // Lets a complete search go on if its turn has come after so many nodes; whether it did. Small
  // boards that lead all others astray have few positions, and it goes through them at little cost.
  bool let(CompleteTurns& search, std::uint64_t all) {
    const std::uint64_t nodes = search.due(all);
    if (nodes == 0 || ticker_.nodes_left() == 0 || !going()) return false;
    const Answer& found = search.advance(nodes, share(), ticker_);
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
    if (!found.solved && !found.exhausted) return true;
    ended_ = true;
    answer_.exhausted = found.exhausted;
    answer_.solved = found.solved;
    answer_.moves = found.moves;
    return true;
  }

  // Solves the level without one box and one of the goals that the plan fills last, which often is
  // far easier, and lets a search follow what was done there. Another box and goal each time, and
  // more room for both when all have been tried. False: that took no node, as when none is left.
  bool remove_one_box() {
    const std::vector<Square> last = last_goals();
    const std::vector<Square>& boxes = level_.board.boxes();
    if (boxes.size() < 2 || last.empty()) return false;
    const std::size_t turns = removals_ / boxes.size(), all = last.size() * boxes.size();
    const Square box = boxes[removals_ % boxes.size()];
    const Square goal = last[(removals_ + turns) % last.size()];
    const auto pass = std::min<std::uint64_t>(removals_ / all, 16);
    ++removals_;
    const std::uint64_t before = ticker_.nodes();
    std::vector<Push> pushes;
    const Answer found =
        ask(removal_search_nodes << pass, 2 * share(), [&](Ticker& own, Answer& without) {
          pushes = sub_solvers_.search_without_box(box, goal, own, without);
        });
    if (found.solved && going()) {
      ForwardOptions options;
      options.plan = plan_without(level_.board, box, goal, pushes);
      options.rooms_in_cells = true;
      options.moves_a_pattern = 1;
      options.seed = removals_;
      auto forward = std::make_unique<Forward<Words>>(level_, tables_, options,
                                                      std::vector<const Backward<Words>*>{},
                                                      nullptr, share(), ticker_);
      forward->advance(follow << pass);
      answer_.peak_memory = std::max(answer_.peak_memory, bytes() + forward->bytes());
      conclude(*forward);
      answer_.generated += forward->generated();
      answer_.dead_ends += forward->dead_ends();
    }
    removal_nodes_ += ticker_.nodes() - before;
    return ticker_.nodes() > before;
  }

  // A few goals that the plan fills last.
  std::vector<Square> last_goals() const {
    std::vector<Square> last;
    const std::vector<Plan::Step>& steps = plan_.steps();
    for (std::size_t i = steps.size(); i-- > 0 && last.size() < max_last_goals;)
      if (steps[i].until == Plan::never && level_.board.goal(steps[i].to))
        last.push_back(steps[i].to);
    return last;
  }

  static void drop(Strategy& s) {
    if (!s.forward) return;
    s.dropped += s.forward->generated();
    s.dropped_dead += s.forward->dead_ends();
    s.forward.reset();
  }

  std::size_t bytes() const {
    std::size_t sum = level_.bytes() + tables_.bytes() + both_ends_.answer().peak_memory +
                      pulls_.answer().peak_memory + (planner_ ? planner_->bytes() : 0);
    for (const Strategy& s : strategies_)
      sum += (s.backward ? s.backward->bytes() : 0) + (s.forward ? s.forward->bytes() : 0);
    return sum;
  }

  static bool plans(Method method) {
    return method == Method::plan || method == Method::plan_by_rooms ||
           method == Method::plan_without_opener || method == Method::plan_without_regions;
  }

  // Lets the search backwards of a strategy go on that tells what to be after.
  void look_back(Strategy& s, std::uint64_t effort) {
    if (s.method != Method::open && s.method != Method::start) return;
    if (!s.backward)
      s.backward =
          begin(s.method == Method::open ? Backwards::open : Backwards::start, ticker_of(s));
    s.backward->advance(effort);
  }

  // Lets the search for a plan go on. It is better where boxes leave the board only where they can
  // get back and forth; but where that does not come to an end, any start square has to do.
  void look_back_for_plan(std::uint64_t effort) {
    if (planned_) return;
    if (planner_) {
      planner_->advance(effort);
    } else {
      planner_ = begin(Backwards::sinks, ticker_);
      planner_->advance(effort / 2);
      if (!planner_->done()) {
        auto other = begin(Backwards::bases, ticker_);
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

  std::unique_ptr<Backward<Words>> begin(Backwards after, Ticker& ticker) const {
    return std::make_unique<Backward<Words>>(level_, tables_, after, share(), ticker);
  }

  ForwardOptions options_of(const Strategy& s) const {
    ForwardOptions options;
    options.seed = s.seed;
    switch (s.method) {
      case Method::plan:
      case Method::plan_by_rooms:
      case Method::plan_without_opener:
      case Method::plan_without_regions:
        options.plan = s.method == Method::plan_without_opener ? waiting_plan_ : plan_;
        options.rooms_in_cells = s.method == Method::plan_by_rooms;
        if (s.method == Method::plan_by_rooms) options.moves_a_pattern = 1;
        options.opener = s.method != Method::plan_without_opener;
        options.foremost = s.method != Method::plan_by_rooms;
        options.regions = s.method != Method::plan_without_regions;
        options.needs = s.method == Method::plan_without_regions;
        break;
      case Method::open:
      case Method::start:
        options.places = s.backward->best();
        options.regions_first = true;
        break;
      case Method::goals:
        options.places = level_.board.goals();
        options.light = true;
        break;
    }
    return options;
  }

  // The memory of one search, so that all have room, with the tables in which each keeps what it
  // has found dead.
  std::size_t share() const {
    const std::size_t used = level_.bytes() + tables_.bytes();
    const std::size_t limit = ticker_.memory() < unlimited ? ticker_.memory() : max_memory;
    return (limit - std::min(limit, used)) / 23;
  }
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_memory =  // if there is no limit
      std::min<std::uint64_t>(std::uint64_t{1} << 32, unlimited);

  const Level& level_;
  Within* within_;
  const SubSolvers& sub_solvers_;
  Team::Aside* job_;
  // The number of nodes but pulls after which levels without a box and a goal are searched, and the
  // share of guided nodes for them (one in this many).
  static constexpr std::uint64_t first_removal = 100'000, removal_share = 4;
  static constexpr std::uint64_t removal_search_nodes = 40'000, follow = 120'000;  // nodes, moves
  static constexpr std::size_t max_last_goals = 4;
  std::uint64_t removals_ = 0, removal_nodes_ = 0;  // such levels, and nodes for them
  Ticker& ticker_;
  Answer& answer_;
  Tables tables_;
  CompleteTurns both_ends_, pulls_;
  std::unique_ptr<Backward<Words>> planner_;  // until it has come to its end
  Plan plan_, waiting_plan_;
  Score reached_ = 0;  // by the planner
  bool planned_ = false;
  std::array<Strategy, 7> strategies_{{{Method::plan},
                                       {Method::open},
                                       {Method::plan_by_rooms},
                                       {Method::plan_without_opener},
                                       {Method::start},
                                       {Method::goals},
                                       {Method::plan_without_regions}}};
  // The number of searches that begin at once; the others begin after some rounds, with longer
  // turns.
  static constexpr std::size_t at_once = 6;
  static constexpr int late = 2;
  bool ended_ = false;
  std::atomic<std::size_t> solved_ = 0;  // with a job: the first strategy of a round that solved it
};

}  // namespace gridproof::sokoban
