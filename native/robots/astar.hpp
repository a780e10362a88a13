// Exact search for boards of any size, up to ten robots, with all options.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/answer.hpp"
#include "robots/blockers.hpp"
#include "robots/board.hpp"
#include "robots/closure.hpp"
#include "robots/first.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// The limit of moves of all listed solutions together, since each of them is replayed.
inline constexpr std::size_t listed_moves = 50'000;

// A request for a search.
struct Search {
  std::uint32_t max_bound;   // solutions of more moves are of no use
  bool any;                  // whether any other one will do, or a shortest one is looked for
  bool count_all;            // whether all shortest ones are to be counted,
  std::size_t list_limit;    // and as many of them listed
  std::uint64_t easy_nodes;  // that are expanded before tables for hard boards are made
};

// Partial-expansion A*. With f = g + bound, no move lowers f, and the bound depends on the state
// alone. Pass F makes exactly the children with f = F, from all states that have some; a state
// waits for the least f of the children that are still to be made. So each state is made first at
// its least f, hence at its least g: it is stored once and never reopened, and states of one f are
// a range of numbers. The first goal made is a shortest solution; a pass F that has begun proves
// that none is shorter than F.
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
        ticker_(ticker),
        search_(search),
        own_bytes_(Rules<Words>::bytes(problem)),
        store_(ticker.memory() - own_bytes_, &ticker),
        answer_(answer) {}

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
    own_bytes_ += blockers_.bytes();
    store_.let(ticker_.memory() - own_bytes_);
    if (!search_.count_all)
      next_try_ = std::clamp<std::uint64_t>(20 * search_.easy_nodes, 1, 20'000);
    if (search_.max_bound < upper_) upper_ = search_.max_bound + 1;
    search();
    note_memory(0);
  }

 private:
  // The state before, and the next one that waits for the same pass.
  struct Links {
    std::uint32_t parent, next;
  };
  using States = Store<PackedState<Words>, Links>;

  // The exact search and the one for a first solution take turns, by the numbers of their nodes.
  static constexpr std::uint64_t growth = 3;
  static constexpr std::array<std::uint32_t, 2> weights{5, 3};  // until there is a solution,
  static constexpr std::uint32_t later_weight = 2;              // and for shorter ones

  std::size_t spare() const { return ticker_.memory() - own_bytes_ - store_.bytes(); }

  void note_memory(std::size_t more) {
    answer_.peak_memory = std::max(answer_.peak_memory, own_bytes_ + store_.peak_bytes() + more);
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
    layer_.assign(h + 1, 0);
    if (store_.insert(rules_.pack(start), {States::none, States::none}) == Insert::full)
      return ticker_.out_of_memory();
    for (std::uint32_t f = h;; ++f) {
      answer_.prove(f, ticker_);
      if (f > search_.max_bound || f >= upper_) return;
      if (f > h) layer_.push_back(store_.size());
      if (f >= waiting_.size()) waiting_.resize(f + 1, States::none);
      for (std::uint32_t n = waiting_[f], next; n != States::none && go_on(); n = next) {
        next = store_.data(n).next;
        --waiters_;
        expand(n, f);
      }
      for (std::uint32_t n = layer_[f]; n < store_.size() && go_on(); ++n) {
        if (nodes_ >= next_try_) try_first(f);
        if (++nodes_ > max_nodes_ || !ticker_.tick()) break;
        expand(n, f);
      }
      if (nodes_ > max_nodes_) return;
      // A goal is as short as this pass proves, whether the pass came to its end or not.
      if (goal_ != States::none) {
        trace();
        if (search_.count_all && ticker_.stop() == Stop::none) count(f);
        return;
      }
      if (!go_on()) return;
      if (waiters_ == 0) {
        // Without a solution there is none; the best one is a shortest one.
        answer_.exhausted = !answer_.solved;
        if (answer_.solved) answer_.prove(upper_, ticker_);
        return;
      }
    }
  }

  // Looks for a solution, or for a shorter one, with as many nodes as were expanded up to now.
  void try_first(std::uint32_t f) {
    if (tries_ == 0) {
      if (!guide_.fill(problem_, spare() / 2, ticker_)) return;
      own_bytes_ += guide_.bytes();
      store_.let(ticker_.memory() - own_bytes_);
    }
    next_try_ *= growth;
    if (guide_.bytes() == 0 || f + 1 >= upper_ || spare() / 2 < FirstSolution<Words>::min_bytes())
      return;
    const std::uint32_t weight = answer_.solved ? later_weight : weights[tries_ % weights.size()];
    ++tries_;
    FirstSolution<Words> first(rules_, guide_, ticker_, spare() / 2);
    const bool found =
        first.run(weight, upper_, nodes_, [&](const Robots& robots) { return bound(robots); });
    note_memory(first.peak_bytes());
    if (!found) return;
    answer_.path = first.path();
    answer_.solved = true;
    upper_ = static_cast<std::uint32_t>(answer_.path.size());
    ticker_.find(upper_);
  }

  // Moves to go at least: the wall-only bound knows of the axes and of long ways, the other one of
  // the robots that have to be brought.
  std::uint32_t bound(const Robots& robots) const {
    return std::max<std::uint32_t>(rules_.bound(robots), rules_.blockers(blockers_, robots));
  }

  bool go_on() {
    if (goal_ != States::none && !search_.count_all) return false;
    if (answer_.solved && search_.any) return false;
    return nodes_ <= max_nodes_ && ticker_.going();
  }

  // Makes the children with this f.
  void expand(std::uint32_t number, std::uint32_t f) {
    const Robots robots = rules_.unpack(store_.key(number));
    if (rules_.bound(robots) == 0) return;  // a goal, seen here only when all are counted
    const std::uint32_t g = depth(number, robots);
    std::uint32_t later = States::none;  // the least f of the others
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const Robots after = rules_.moved(robots, i, d, stop);
        ++answer_.evaluated;
        const std::uint32_t f_after = g + 1 + bound(after);
        if (f_after > f) later = std::min(later, f_after);
        if (f_after != f) continue;
        ++answer_.generated;
        const Insert outcome = store_.insert(rules_.pack(after), {number, States::none});
        if (outcome == Insert::full) {
          ticker_.out_of_memory();
          return;
        }
        if (outcome == Insert::added && rules_.bound(after) == 0) {
          if (goal_ == States::none) goal_ = store_.last();
          if (!search_.count_all) return;
        }
      }
    if (later == States::none) return;
    if (later >= waiting_.size()) waiting_.resize(later + 1, States::none);
    store_.data(number).next = waiting_[later];
    waiting_[later] = number;
    ++waiters_;
  }

  // The moves to a state: it was made in the pass of its f.
  std::uint32_t depth(std::uint32_t number, const Robots& robots) const {
    const auto layer = std::upper_bound(layer_.begin(), layer_.end(), number) - layer_.begin() - 1;
    return static_cast<std::uint32_t>(layer) - bound(robots);
  }

  void trace() {
    answer_.path.clear();
    std::vector<std::uint32_t> chain;
    for (std::uint32_t n = goal_; n != States::none; n = store_.data(n).parent) chain.push_back(n);
    for (std::size_t i = chain.size() - 1; i > 0; --i)
      answer_.path.push_back(rules_.step_between(rules_.unpack(store_.key(chain[i])),
                                                 rules_.unpack(store_.key(chain[i - 1]))));
    answer_.solved = true;
    ticker_.find(static_cast<std::int64_t>(answer_.path.size()));
  }

  // The counts of a state.
  struct Counted {
    std::uint32_t depth;
    std::uint64_t ways;  // shortest solutions from here
  };

  // Counts the shortest solutions. Every state on one of them stands at its least g, so they are
  // the paths along which g grows by 1 a move; they are counted from the goals backwards in g.
  // Their number is unknown if counting is stopped, or if it does not fit into 64 bits.
  void count(std::uint32_t length) {
    const std::size_t bytes = store_.size() * (sizeof(Counted) + sizeof(std::uint32_t)) +
                              (length + 2) * sizeof(std::uint32_t);
    const std::size_t all = own_bytes_ + store_.bytes() + bytes;
    if (!ticker_.fits(all)) return;
    answer_.peak_memory = all;
    std::vector<Counted> counted(store_.size());
    std::vector<std::uint32_t> first(length + 2), by_depth;  // states of depth g from first[g] on
    for (std::uint32_t n = 0; n < store_.size(); ++n) {
      if (!ticker_.going()) return;
      const Robots robots = rules_.unpack(store_.key(n));
      const std::uint32_t g = depth(n, robots);
      counted[n] = {g, rules_.bound(robots) == 0};
      if (g <= length) ++first[g + 1];
    }
    for (std::uint32_t g = 0; g <= length; ++g) first[g + 1] += first[g];
    by_depth.resize(first[length + 1]);
    for (std::uint32_t n = store_.size(); n-- > 0;) {
      if (!ticker_.going()) return;
      if (counted[n].depth <= length) by_depth[--first[counted[n].depth + 1]] = n;
    }
    // Each first[g + 1] has gone down to where depth g begins; depth `length` is counted already.
    for (std::uint32_t i = first[length + 1]; i-- > 0;) {
      if (!ticker_.going()) return;
      Counted& state = counted[by_depth[i]];
      for (const auto& [child, step] : children(by_depth[i], counted)) {
        const std::uint64_t sum = state.ways + counted[child].ways;
        if (sum < state.ways) return;
        state.ways = sum;
      }
    }
    if (list(length, counted, search_.list_limit)) answer_.solutions = counted[0].ways;
  }

  // The states one move further on the way from a state, in the order of the moves.
  std::vector<std::pair<std::uint32_t, Step>> children(std::uint32_t number,
                                                       const std::vector<Counted>& counted) const {
    std::vector<std::pair<std::uint32_t, Step>> found;
    const Robots robots = rules_.unpack(store_.key(number));
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const std::uint32_t child = store_.find(rules_.pack(rules_.moved(robots, i, d, stop)));
        if (child != store_.none && counted[child].depth == counted[number].depth + 1)
          found.emplace_back(child, Step{robots.cell[i], d});
      }
    return found;
  }

  // Lists the first shortest solutions, up to `limit` and up to `listed_moves` moves in all; false
  // if it is stopped.
  bool list(std::uint32_t length, const std::vector<Counted>& counted, std::size_t limit) {
    limit = std::min(limit, listed_moves / length);
    // For each step of the path, and the next one, the moves that are still to be tried, last one
    // first; all of them lead to a solution.
    std::vector<std::vector<std::pair<std::uint32_t, Step>>> open;
    std::vector<Step> path;
    auto visit = [&](std::uint32_t number) {
      auto& moves = open.emplace_back(children(number, counted));
      std::erase_if(moves, [&](const auto& move) { return !counted[move.first].ways; });
      std::reverse(moves.begin(), moves.end());
    };
    for (visit(0); !open.empty() && answer_.listed.size() < limit;) {
      if (!ticker_.going()) return false;
      if (open.back().empty()) {
        open.pop_back();
        if (!path.empty()) path.pop_back();
        continue;
      }
      const auto [child, step] = open.back().back();
      open.back().pop_back();
      path.push_back(step);
      if (path.size() < length) {
        visit(child);
      } else {
        answer_.listed.push_back(path);
        path.pop_back();
      }
    }
    return true;
  }

  const Problem& problem_;
  const Rules<Words> rules_;
  BlockerBound blockers_;
  BlockerGuide guide_;
  Ticker& ticker_;
  const Search search_;
  std::size_t own_bytes_;
  States store_;
  std::vector<std::uint32_t> layer_;    // for each f the number of its first state
  std::vector<std::uint32_t> waiting_;  // for each f the first of the states that wait for it
  std::uint64_t waiters_ = 0;
  std::uint64_t nodes_ = 0, max_nodes_ = ~std::uint64_t{0} - 1, next_try_ = max_nodes_;
  std::size_t tries_ = 0;
  std::uint32_t upper_ = unreachable;  // solutions of as many moves, or more, are of no use
  std::uint32_t goal_ = States::none;
  Answer& answer_;
};

}  // namespace gridproof::robots
