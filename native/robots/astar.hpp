// Exact search for boards of any size, up to ten robots, with all options.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/answer.hpp"
#include "robots/batch.hpp"
#include "robots/blockers.hpp"
#include "robots/board.hpp"
#include "robots/closure.hpp"
#include "robots/ends_turns.hpp"
#include "robots/expansion.hpp"
#include "robots/first_turns.hpp"
#include "robots/lone_layers.hpp"
#include "robots/rules.hpp"
#include "robots/shortest_solutions.hpp"
#ifndef __wasm__  // which has no threads
#include "robots/shared_astar.hpp"
#endif

namespace gridproof::robots {

// A request for a search.
struct Search {
  std::uint32_t max_bound;   // solutions of more moves are of no use
  bool any;                  // whether any other one will do, or a shortest one is looked for
  bool count_all;            // whether all shortest ones are to be counted,
  std::size_t list_limit;    // and as many of them listed
  std::uint64_t easy_nodes;  // that are expanded before tables for hard boards are made,
  std::uint64_t lone_nodes;  // and with these before the search from both ends begins
  std::size_t threads;       // that search hard boards together
};

// A* with all children stored. With f = moves made + bound, no move lowers f, and the bound depends
// on the state alone. States are expanded in the order of f, so each one is expanded once, at its
// fewest moves; of equal f, those with the smallest bound come first, and of these the newest one.
// A state on the open list is reached again with fewer moves now and then: it is put on the list
// again, and its old entry is passed over. Once a state with this f is expanded, no solution is
// shorter than f.
//
// A state's bound is worked out once, as many children are there already.
// Of two orders of moves that do not affect each other, one is made (expansion.hpp).
//
// If all shortest solutions are counted, only children with the f of this turn are stored, and the
// state waits on the list for the least f of its others. So none is stored whose f is larger than
// the optimum; each state on a shortest solution has no larger f, and is stored in its turn.
template <int Words>
class AStar {
 public:
  // The bytes that it takes at least; the memory limit has to leave room for them.
  static std::size_t min_bytes(const Problem& problem) {
    return Rules<Words>::bytes(problem) + States::min_bytes();
  }

  AStar(const Problem& problem, Ticker& ticker, const Search& search, Answer& answer)
      : problem_(problem),
        rules_(problem, !search.count_all),
        expansion_(problem, rules_),
        turns_(problem, rules_, ticker),
        ends_(problem),
        ticker_(ticker),
        search_(search),
        own_bytes_(Rules<Words>::bytes(problem)),
        store_(ticker.memory() - own_bytes_, &ticker),
        open_(0),
        batch_(rules_, expansion_),
        limit_(std::min(search.max_bound, no_limit - 1) + 1),
        answer_(answer) {
    if (answer.solved)
      limit_ = std::min(limit_, static_cast<std::uint32_t>(answer.path.size() + search.count_all));
  }

  // Searches with the wall-only bound alone for as many nodes as easy boards need. False: it has
  // not come to an end.
  bool run_briefly() {
    max_nodes_ = search_.easy_nodes;
    search();
    note_memory(0);
    return nodes_ <= max_nodes_;
  }

  void run() {
    if (spare() > Closure::bytes(problem_) && !Closure::reaches_target(problem_, ticker_)) {
      answer_.exhausted = true;
      return;
    }
    if (!blockers_.fill(problem_, spare() / 4, ticker_)) return;
#ifndef __wasm__
    if (search_.threads > 1 && !search_.count_all && share()) return;
#endif
    if (!search_.count_all) {
      turns_.begin(first_turn());
      ends_.begin(first_step());
    }
    search();
    note_memory(0);
  }

 private:
  // The state before, the moves made, and a bit for each move that is skipped.
  struct Reached {
    std::uint32_t parent;
    std::uint16_t moves, skipped;
  };
  using States = Store<PackedState<Words>, Reached>;

  static constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t max_moves = std::numeric_limits<std::uint16_t>::max();

  // The nodes after which a first solution is looked for.
  std::uint64_t first_turn() const {
    return std::clamp<std::uint64_t>(20 * search_.easy_nodes, 1, 20'000);
  }
  // The nodes after which the search from both ends begins.
  std::uint64_t first_step() const { return std::max<std::uint64_t>(search_.lone_nodes, 1); }

#ifndef __wasm__
  // Searches in threads. False: there is too little memory for them, or nothing to search.
  bool share() {
    const std::uint32_t h = bound(rules_.start());
    if (h == 0 || h >= unreachable || !SharedAStar<Words>::fits(spare())) return false;
    answer_.prove(h, ticker_);
    std::make_unique<SharedAStar<Words>>(problem_, rules_, expansion_, blockers_, taken(),
                                         search_.threads, limit_, search_.any, ticker_, answer_)
        ->run(first_turn(), first_step());
    return true;
  }
#endif

  // The bytes of all tables that stay.
  std::size_t tables() const {
    return own_bytes_ + blockers_.bytes() + turns_.bytes() + ends_.bytes();
  }
  std::size_t taken() const { return tables() + store_.bytes() + open_.bytes(); }
  std::size_t spare() const { return ticker_.memory() - std::min(ticker_.memory(), taken()); }

  // Gives the states and the open list what the other one does not take.
  void share_memory() {
    const std::size_t room = ticker_.memory() - std::min(ticker_.memory(), tables());
    store_.let(room - std::min(room, open_.bytes()));
    open_.let(room - std::min(room, store_.bytes()));
  }

  // `more` was taken besides for a while in which the states and the open list did not grow: what
  // they took at most, when a table became larger, was at another moment.
  void note_memory(std::size_t more) {
    const std::size_t own = tables() + store_.peak_bytes() + open_.peak_bytes();
    answer_.peak_memory =
        std::max({answer_.peak_memory, std::min(own, ticker_.memory()), taken() + more});
  }

  void search() {
    Robots start = rules_.start();
    if (rules_.bound(start) == unreachable) {
      answer_.exhausted = true;
      return;
    }
    const std::uint32_t h = bound(start);
    answer_.prove(h, ticker_);
    if (rules_.bound(start) == 0) {
      answer_.solved = true;
      if (search_.count_all) {
        answer_.solutions = 1;
        answer_.listed.emplace_back();
      }
      return;
    }
    share_memory();
    if (store_.insert(rules_.pack(start), {States::none, 0, 0}) == Insert::full)
      return ticker_.out_of_memory();
    put(0, h, h);
    while (!open_.empty() && go_on()) {
      const std::uint32_t f = open_.lowest().first;
      if (std::max(f, answer_.bound) >= limit_) {
        cut_ = true;
        break;
      }
      answer_.prove(f, ticker_);
      if (turns_.due(nodes_)) {
        try_first();
        continue;
      }
      if (ends_.due(nodes_)) {
        step_from_both_ends();
        continue;
      }
      batch_.clear();
      while (!batch_.full() && !open_.empty() && open_.lowest().first == f) {
        const std::uint32_t least = open_.lowest().second, number = open_.pop();
        if (store_.data(number).moves + least != f) continue;  // reached again with fewer moves
        if (++nodes_ > max_nodes_ || !ticker_.tick()) break;
        const Reached& from = store_.data(number);
        if (from.moves == max_moves) return ticker_.out_of_memory();
        batch_.add(store_, number, from.moves, from.skipped);
      }
      store_children(f);
    }
    if (!go_on()) return;
    // Now every solution of fewer than `limit_` moves is known.
    answer_.exhausted = !answer_.solved && !cut_;
    if (answer_.exhausted) return;
    answer_.prove(search_.count_all && answer_.solved ? limit_ - 1 : limit_, ticker_);
    if (search_.count_all && answer_.solved) count(limit_ - 1);
  }

  // Puts a state on the open list.
  void put(std::uint32_t number, std::uint32_t f, std::uint32_t least) {
    share_memory();
    if (!open_.push({f, least}, number)) ticker_.out_of_memory();
  }

  void try_first() {
    turns_.prepare(spare() / 2);
    turns_.start(nodes_, answer_.solved, spare() / 2);
    if (!turns_.running()) return;
    turns_.go(turns_.left(), limit_, [&](const Robots& robots) { return bound(robots); });
    note_memory(turns_.peak_bytes());
    turns_.end(limit_, answer_, ticker_);
  }

  void step_from_both_ends() {
    const std::size_t room = spare() + ends_.bytes();
    ends_.go(nodes_, room / 2, limit_, answer_, ticker_);
    note_memory(ends_.peak_bytes() - ends_.bytes());
  }

  std::uint32_t bound(const Robots& robots) const { return rules_.least(blockers_, robots); }

  bool go_on() {
    if (answer_.solved && search_.any) return false;
    return nodes_ <= max_nodes_ && ticker_.going();
  }

  // Stores the children of the states that are expanded together.
  void store_children(std::uint32_t f) {
    const auto& children = batch_.children(store_);
    later_.assign(batch_.size(), no_limit);
    answer_.generated += children.size();
    for (const auto& child : children) {
      const auto& parent = batch_.parent(child);
      const auto moves = static_cast<std::uint16_t>(parent.moves + 1);
      if (search_.count_all && !due(child, moves, f)) continue;
      const Insert outcome = store_.insert(child.key, {parent.number, moves, 0});
      if (outcome == Insert::full) return ticker_.out_of_memory();
      Reached& reached = store_.data(store_.last());
      if (outcome == Insert::found && reached.moves <= moves) continue;
      reached = {parent.number, moves, batch_.skipped(child)};
      reach(child.robots, moves);
    }
    for (std::size_t i = 0; i < later_.size(); ++i) {
      if (later_[i] == no_limit) continue;
      const auto& parent = batch_.parent(i);
      if (later_[i] >= limit_)
        cut_ = true;
      else
        put(parent.number, later_[i], later_[i] - parent.moves);
    }
  }

  // False: a child is stored in the turn of its f, or it has been.
  bool due(const typename Batch<Words>::Child& child, std::uint32_t moves, std::uint32_t f) {
    const std::uint32_t least = bound(child.robots);
    if (least >= unreachable || moves + least < f) return false;
    if (moves + least == f) return true;
    later_[child.parent] = std::min(later_[child.parent], moves + least);
    return false;
  }

  // Looks at the state that was stored last, or found with fewer moves.
  void reach(const Robots& robots, std::uint32_t moves) {
    ++answer_.evaluated;
    const std::uint32_t least = bound(robots);
    if (least >= unreachable) return;
    if (moves + least >= limit_) {
      cut_ = true;
    } else if (least > 0) {
      put(store_.last(), moves + least, least);
    } else {
      limit_ = search_.count_all ? moves + 1 : moves;
      trace(store_.last());
    }
  }

  // Notes the solution that ends with a state.
  void trace(std::uint32_t goal) {
    answer_.path.clear();
    std::vector<std::uint32_t> chain;
    for (std::uint32_t n = goal; n != States::none; n = store_.data(n).parent) chain.push_back(n);
    for (std::size_t i = chain.size() - 1; i > 0; --i)
      answer_.path.push_back(rules_.step_between(rules_.unpack(store_.key(chain[i])),
                                                 rules_.unpack(store_.key(chain[i - 1]))));
    answer_.solved = true;
    ticker_.find(static_cast<std::int64_t>(answer_.path.size()));
  }

  // Counts and lists the shortest solutions, if there is room for that.
  void count(std::uint32_t length) {
    note_memory(0);
    open_ = BucketQueue(0);
    using Solutions = ShortestSolutions<Words, States>;
    const std::size_t all = tables() + store_.bytes() + Solutions::bytes(store_.size(), length);
    if (!ticker_.fits(all)) return;
    answer_.peak_memory = std::max(answer_.peak_memory, all);
    Solutions solutions(rules_, store_, length, ticker_);
    const auto count = solutions.count();
    if (count && solutions.list(search_.list_limit, answer_.listed)) answer_.solutions = count;
  }

  const Problem& problem_;
  const Rules<Words> rules_;
  const Expansion<Words> expansion_;
  FirstTurns<Words> turns_;
  EndsTurns<LoneLayers> ends_;
  BlockerBound blockers_;
  Ticker& ticker_;
  const Search search_;
  std::size_t own_bytes_;
  States store_;
  BucketQueue open_;  // by f, then by the moves to go at least
  Batch<Words> batch_;
  std::vector<std::uint32_t> later_;  // of each state of the batch, the least f that waits
  std::uint64_t nodes_ = 0, max_nodes_ = ~std::uint64_t{0} - 1;
  std::uint32_t limit_;  // states with f of as many moves, or more, are of no use
  bool cut_ = false;     // there are such states
  Answer& answer_;
};

}  // namespace gridproof::robots
