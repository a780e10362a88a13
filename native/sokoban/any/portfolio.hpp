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
#include "sokoban/any/complete_turns.hpp"
#include "sokoban/any/forward.hpp"
#include "sokoban/any/forward_options.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/strategy.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/solution.hpp"
#include "sokoban/search/answer.hpp"

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
        if (has_turn(k, round)) advance(k, effort(k, round));
        for (bool more = true; more;) {
          more = let(both_ends_, nodes_but_pulls());
          more = let(pulls_, ticker_.nodes() - both_ends_.nodes()) || more;
        }
        while (sub_solvers_.search_without_box && nodes_but_pulls() >= first_removal && going() &&
               removal_nodes_ < guided_nodes() / removal_share && remove_one_box()) {
        }
      }
    }
    for (const Strategy<Words>& s : strategies_) {
      answer_.generated += s.generated();
      answer_.dead_ends += s.dead_ends();
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
  using Method = typename Strategy<Words>::Method;

  // The late ones have to catch up.
  static bool has_turn(std::size_t k, int round) { return k < at_once || round >= late; }
  static std::uint64_t effort(std::size_t k, int round) {
    constexpr int longest = 40;  // more than any search takes
    if (k == 0 && round == 0) return head_start;
    return turn << std::min(k < at_once ? round : round + late, longest);
  }

  Setting setting() const { return {level_, tables_, plans_, within_, share()}; }

  // Tests whether it is worth going on: the level is open, and some search has room for more.
  bool going() {
    const bool full = std::all_of(strategies_.begin(), strategies_.end(),
                                  [](const Strategy<Words>& s) { return s.full(); });
    if (full) ticker_.out_of_memory();
    return !ended_ && ticker_.stop() == Stop::none;
  }

  // Lets the k-th strategy go on.
  void advance(std::size_t k, std::uint64_t effort) {
    if (k == 0) look_back_for_plan(effort / 3);
    strategies_[k].search(setting(), effort, ticker_);
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
    conclude(strategies_[k]);
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
      Strategy<Words>& s = strategies_[k];
      if (!s.own()) s.part_from_others(own_ticker(k), within_);
      s.own()->extend(nodes);
    }
    solved_ = strategies_.size();
    job_->spread(turns.size(), [&](std::size_t i) {
      const std::size_t k = turns[i];
      if (k > solved_) return;
      strategies_[k].search(setting(), effort(k, round), ticker_);
      if (!strategies_[k].solved()) return;
      for (std::size_t first = solved_; k < first && !solved_.compare_exchange_weak(first, k);) {
      }
    });
    for (const std::size_t k : turns) {
      Ticker& own = *strategies_[k].own();
      const std::uint64_t left = own.nodes_left();
      if (own.stop() == Stop::node_limit) own.extend(0);
      ticker_.tick(nodes - left);
      ticker_.follow(own);
      conclude(strategies_[k]);
      if (ended_) return;
    }
    answer_.peak_memory = std::max(answer_.peak_memory, bytes());
  }

  // It stops when a strategy before the k-th one has solved the level.
  Ticker own_ticker(std::size_t k) {
    Limits limits;
    limits.nodes = 0;
    limits.memory = ticker_.memory();
    return job_->part(limits, [this, k] { return k > solved_; });
  }

  // Takes over what a search has found out.
  void conclude(Strategy<Words>& s) {
    if (s.forward()) conclude(*s.forward());
    s.count();
    if (!ended_) s.restart_if_full(turn);
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
    const std::vector<Plan::Step>& steps = plans_.plan.steps();
    for (std::size_t i = steps.size(); i-- > 0 && last.size() < max_last_goals;)
      if (steps[i].until == Plan::never && level_.board.goal(steps[i].to))
        last.push_back(steps[i].to);
    return last;
  }

  std::size_t bytes() const {
    std::size_t sum = level_.bytes() + tables_.bytes() + both_ends_.answer().peak_memory +
                      pulls_.answer().peak_memory + (planner_ ? planner_->bytes() : 0);
    for (const Strategy<Words>& s : strategies_) sum += s.bytes();
    return sum;
  }

  // Lets the search for a plan go on. It is better where boxes leave the board only where they can
  // get back and forth; but where that does not come to an end, any start square has to do.
  void look_back_for_plan(std::uint64_t effort) {
    if (planned_) return;
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
    plans_ = {planner_->plan(false), planner_->plan(true), planner_->reached()};
    planned_ = planner_->done();
    if (planned_) planner_.reset();
  }

  std::unique_ptr<Backward<Words>> begin(Backwards after) const {
    return std::make_unique<Backward<Words>>(level_, tables_, after, share(), ticker_);
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
  Plans plans_;
  bool planned_ = false;  // whether they are final
  std::array<Strategy<Words>, 7> strategies_{Strategy<Words>(Method::plan),
                                             Strategy<Words>(Method::open),
                                             Strategy<Words>(Method::plan_by_rooms),
                                             Strategy<Words>(Method::plan_without_opener),
                                             Strategy<Words>(Method::start),
                                             Strategy<Words>(Method::goals),
                                             Strategy<Words>(Method::plan_without_regions)};
  // The number of searches that begin at once; the others begin after some rounds, with longer
  // turns.
  static constexpr std::size_t at_once = 6;
  static constexpr int late = 2;
  bool ended_ = false;
  std::atomic<std::size_t> solved_ = 0;  // with a job: the first strategy of a round that solved it
};

}  // namespace gridproof::sokoban
