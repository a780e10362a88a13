// The optimal search: forwards, or from both ends until nothing that is open can be better.
//
// For `pushes` a forward search with bounds by tables is begun after a while. It finds all cheap
// plays by itself; so does the search from both ends, which goes on besides: the higher one of
// their bounds holds, and whichever has it gets most of the time. When memory runs out, one of them
// goes on alone.
//
// Threads share it so: all searches are expanded in rounds, tables are made by all, and solutions
// from elsewhere are looked for by another thread, beside the search (docs/explanation/threads.md).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/solution.hpp"
#include "sokoban/rounds.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/search/direction.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/table_search.hpp"
#include "sokoban/upper_bound.hpp"
#include "sokoban/upper_bound_aside.hpp"

namespace gridproof::sokoban {

struct Request {
  Objective objective;
  Options options;
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();  // dearer ones are not wanted
  // Stop as soon as it is known whether this can be reached.
  std::optional<BucketQueue::Rank> enough = std::nullopt;
  std::size_t threads = 1;
};

template <int Words>
class OptimalSearch {
 public:
  OptimalSearch(const Level& level, const Problem& problem, const Request& request, Ticker& ticker,
                Answer& answer)
      : level_(level),
        request_(request),
        ticker_(ticker),
        answer_(answer),
        both_(request.objective == Objective::pushes && request.options.backward),
        tables_(request.objective == Objective::pushes && request.options.tables &&
                BoundTables::fit(level)),
        memory_(left(ticker.memory(), level.bytes())),
        memory_aside_(request.threads > 1 ? memory_ / 4 : 0),
        symmetries_(level, request.options.symmetries),
        upper_(level, problem, request.objective, request.options.tables_after) {
    memory_ -= memory_aside_;
    if (request.threads > 1) team_.emplace(request.threads, ticker);
    if (team_ && both_) rounds_.emplace(level, symmetries_, request.options, *team_);
    const std::size_t share = memory_ / (both_ ? tables_ ? 4 : 2 : 1);
    forward_.emplace(level, symmetries_, request.objective, request.options, share,
                     ticker_of(&Rounds::forwards));
    if (both_)
      backward_.emplace(level, symmetries_, request.objective, request.options, share,
                        ticker_of(&Rounds::backwards));
    if (tables_) tables_at_ = request.options.tables_after;
  }

  void run() {
    try {
      search();
      if (ticker_.stop() == Stop::memory_limit) aside_.reset();  // at another place every time
      if (aside_) end_aside();
    } catch (const std::bad_alloc&) {  // what is known stays, and may still be written out
      ticker_.out_of_memory();
    }
    aside_.reset();
    each([&](auto& side) { add_counts(side); });
    answer_.peak_memory = std::max(answer_.peak_memory, level_.bytes() + bytes());
    answer_.exhausted = !solved_ && answer_.bound.first == infinite;
    if (solved_) {
      answer_.moves = solution_.empty() ? upper_.moves() : walk(level_.board, solution_);
      answer_.solved = true;
    }
    answer_.decided = decided_;
  }

 private:
  static constexpr std::uint32_t none = Direction<Words, false>::none;
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t rarely = 8;  // every so many turns is of a search that is behind
  static constexpr bool has_table_search = TableSearch<Words>::possible;
  using Rank = BucketQueue::Rank;
  using Rounds = sokoban::Rounds<Words>;

  static std::size_t left(std::size_t limit, std::size_t used) {
    return limit > used ? limit - used : 0;
  }

  // The ticker of one of the searches. With rounds it has its own, as threads run them at once.
  template <class Share>
  Ticker& ticker_of(Share Rounds::* search) {
    return rounds_ ? ((*rounds_).*search).ticker : ticker_;
  }

  // Stops for what has stopped one of the searches.
  void follow() {
    if (rounds_) rounds_->stop(ticker_);
  }

  void search() {
    follow();
    if (!forward_->empty()) meet_forward(*forward_, 0);
    // When the ticker stops in the middle of an expansion, nodes are missing: what is open says
    // nothing any more.
    while (ticker_.stop() == Stop::none) {
      if (ended()) return aside_.reset();  // what is done aside is of no use, and does not count
      if (aside_ && aside_->due(ticker_)) {
        end_aside();
        continue;
      }
      if (both_) {
        make_room();
        if (ticker_.stop() != Stop::none) break;
      }
      if (!aside_ && (look_elsewhere() || look_within())) continue;
      if (ticker_.nodes() >= tables_at_) {
        start_table_search();
        continue;
      }
      if (rounds_ && both_) {
        expand_round();
        continue;
      }
      if (!ticker_.tick()) break;
      expand();
      follow();
    }
  }

  // Expands nodes of all searches at the same time, those of the one whose turn it is more often.
  void expand_round() {
    std::uint64_t nodes =
        std::min({Rounds::nodes, ticker_.nodes_left(), tables_at_ - ticker_.nodes()});
    if (aside_) nodes = std::min(nodes, aside_->nodes_left(ticker_));
    if (nodes == 0) {
      ticker_.tick();
      return;
    }
    std::uint64_t of_tables = 0;
    if constexpr (has_table_search)
      if (table_search_) {
        table_search_->make_tables();
        follow();
        of_tables = nodes * (tables_lead() ? rarely - 1 : 1) / rarely;
      }
    rounds_->expand(*forward_, *backward_, nodes - of_tables,
                    table_search_ ? &*table_search_ : nullptr, of_tables);
    const auto end = [&](auto& share, const auto& side, const auto& other, auto meet) {
      share.end(
          ticker_, [&](std::uint32_t node) { other.prefetch(side.position(node).hash()); }, meet);
    };
    end(rounds_->forwards, *forward_, *backward_,
        [&](std::uint32_t node) { meet_forward(*forward_, node); });
    if constexpr (has_table_search)
      if (table_search_)
        end(rounds_->with_tables, *table_search_, *backward_,
            [&](std::uint32_t node) { meet_forward(*table_search_, node); });
    end(rounds_->backwards, *backward_, *forward_,
        [&](std::uint32_t node) { meet_backward(node); });
    follow();
  }

  // Expands a node of the search whose turn it is.
  void expand() {
    const auto prefetch = [](const auto& other) {
      return [&](std::uint64_t hash) {
        if (other) other->prefetch(hash);
      };
    };
    if constexpr (has_table_search)
      if (table_search_ && table_search_turn()) {
        table_search_->make_tables();
        if (ticker_of(&Rounds::with_tables).stop() != Stop::none) return;
        table_search_->expand([&](std::uint32_t node) { meet_forward(*table_search_, node); },
                              prefetch(backward_));
        return;
      }
    // The end with fewer nodes within the limit is through with them sooner.
    if (both_ && backward_->open_list().open() < forward_->open_list().open())
      backward_->expand([&](std::uint32_t node) { meet_backward(node); }, {}, prefetch(forward_));
    else
      forward_->expand([&](std::uint32_t node) { meet_forward(*forward_, node); }, {},
                       prefetch(backward_));
  }

  // Tests whether it is the turn of the search with tables, not of the one from both ends.
  bool table_search_turn() {
    if (!both_) return true;
    ++turn_;
    return (turn_ % rarely == 0) != tables_lead();
  }

  // Tests whether the search with tables has most turns. The one whose bound is behind hardly ever
  // catches up; where they are level the one that was ahead last will be again. As long as none
  // was, a node from both ends takes a third of the time, and two such searches may meet.
  bool tables_lead() {
    if constexpr (has_table_search)
      if (const std::uint32_t bound = table_search_->lowest().first; bound != limit_)
        tables_led_ = bound > limit_;
    return tables_led_;
  }

  // Tests whether the search with tables has the higher bound, not the one from both ends.
  bool tables_ahead() {
    if constexpr (has_table_search) return table_search_->lowest().first > limit_;
    return false;
  }

  // Calls visit() with each search that there is.
  template <class Visit>
  void each(Visit visit) {
    if (forward_) visit(*forward_);
    if (backward_) visit(*backward_);
    if constexpr (has_table_search)
      if (table_search_) visit(*table_search_);
  }

  // Begins the search with tables, unless the level has none. A single forward search it replaces.
  void start_table_search() {
    tables_at_ = never;
    if constexpr (has_table_search) {
      costs_.emplace(level_, ticker_);
      if (ticker_.stop() != Stop::none || !costs_->has()) return;
      if (!both_) {
        add_counts(*forward_);
        forward_.reset();
      }
      table_search_.emplace(level_, symmetries_, *costs_, request_.options,
                            both_ ? memory_ / 2 : memory_, ticker_of(&Rounds::with_tables),
                            team_ ? &*team_ : nullptr);
      if (rounds_) rounds_->begin_tables(*costs_, table_search_->tables());
      follow();
      if (solved_) table_search_->keep_below(best_);
      if (!table_search_->empty()) meet_forward(*table_search_, 0);
    }
  }

  // When one of the searches has run out of memory, or soon will, and the other one is not behind,
  // that goes on without it. The bound of one that has lost a node is what it was before.
  void make_room() {
    const bool full = forward_->full() || backward_->full();
    if constexpr (has_table_search) {
      if (full && tables_at_ != never) start_table_search();
      if (ticker_.stop() != Stop::none) return;
      const bool ahead =
          table_search_ && (table_search_->empty() || table_search_->lowest().first >= limit_);
      if (table_search_ && (full || (ahead && table_search_->nearly_full()))) {
        answer_.peak_memory = std::max(answer_.peak_memory, level_.bytes() + bytes());
        add_counts(*forward_);
        add_counts(*backward_);
        forward_.reset();
        backward_.reset();
        both_ = false;
        table_search_->let(memory_);
        return;
      }
      if (table_search_ && table_search_->nearly_full()) {
        answer_.peak_memory = std::max(answer_.peak_memory, level_.bytes() + bytes());
        add_counts(*table_search_);
        table_search_.reset();
      }
    }
    if (full) ticker_.out_of_memory();
  }

  // Looks for a better solution by other searches, if that is due.
  bool look_elsewhere() {
    if (!request_.options.upper || !upper_.due(ticker_.nodes())) return false;
    if (team_) {
      UpperBoundAside& aside = prepare_aside(upper_.effort());
      aside.job.begin(
          [this, &aside] { upper_.work(0, aside.job.ticker(), aside.answer, &aside.job); });
    } else {
      upper_.work(bytes(), ticker_, answer_);
      ask();
    }
    return true;
  }

  // Looks for a solution within the bound, if that is due.
  bool look_within() {
    if constexpr (has_table_search) {
      if (!table_search_ || !request_.options.within ||
          !upper_.due(ticker_.nodes(), answer_.bound.first))
        return false;
      const std::uint64_t nodes = upper_.effort(both_ && !tables_ahead());
      if (team_) {
        UpperBoundAside& aside = prepare_aside(nodes);
        aside.tables = table_search_->tables();
        Bound& bound = aside.bound.emplace(level_, *costs_, aside.tables, aside.job.ticker());
        aside.job.begin([this, nodes, &aside, &bound] {
          upper_.work(bound, nullptr, nodes, 0, aside.job.ticker(), aside.answer, &aside.job);
        });
      } else {
        upper_.work(table_search_->bound(), &table_search_->maker(), nodes, bytes(), ticker_,
                    answer_);
        ask();
      }
      return true;
    }
    return false;
  }

  // For work of `nodes` nodes at most, while the search goes on.
  UpperBoundAside& prepare_aside(std::uint64_t nodes) {
    Limits limits;
    limits.memory = memory_aside_;
    return aside_.emplace(*team_, limits, nodes, ticker_.nodes(), answer_.bound);
  }

  // Takes over what was found aside.
  void end_aside() {
    aside_->job.end();
    answer_.peak_memory =
        std::max(answer_.peak_memory, level_.bytes() + bytes() + aside_->answer.peak_memory);
    add_counts(aside_->answer);
    ticker_.tick(aside_->job.ticker().nodes());
    aside_.reset();
    ask();
  }

  // Takes over a better solution from elsewhere.
  void ask() {
    if (upper_.moves().empty()) return;
    Ticker endless({});
    const Solution solution(level_.board, pushes_of(level_.board, upper_.moves(), endless),
                            endless);
    if (offer(value(request_.objective, solution.cost()))) solution_.clear();
  }

  std::size_t bytes() {
    std::size_t sum = 0;
    each([&](auto& side) { sum += side.bytes(); });
    return sum;
  }

  // A lower bound on all solutions that are not known yet.
  Rank lowest() {
    if (!aside_ && upper_.unsolvable()) return {infinite, 0};
    Rank least{limit_, 0};
    const auto take = [&](auto& side) {
      least = std::max(least, side.empty() ? Rank{infinite, 0} : side.lowest());
    };
    if constexpr (has_table_search)
      if (table_search_) take(*table_search_);
    if (both_)
      least = std::max(least, {limit(), 0});
    else if (forward_)
      take(*forward_);
    return least;
  }

  // The same by the search from both ends: raises the limit of their fronts as long as they prove
  // that all solutions within it are known. The pushes of all solutions are even, or all odd.
  std::uint32_t limit() {
    while (limit_ < best_.first && ticker_.stop() == Stop::none && !forward_->full() &&
           !backward_->full()) {
      if (forward_->empty() || backward_->empty()) return infinite;
      std::uint32_t next = limit_ + 1;
      if (forward_->open_list().open() == 0 || backward_->open_list().open() == 0) {
        if (forward_->open_list().open() == 0) next = std::max(next, forward_->next());
        if (backward_->open_list().open() == 0) next = std::max(next, backward_->next());
      } else if (forward_->least_sum() + backward_->least_sum() <= 2 * limit_) {
        break;
      }
      limit_ = next + (next % 2 != level_.board.parity());
      forward_->raise(limit_);
      backward_->raise(limit_);
    }
    return limit_;
  }

  bool ended() {
    const Rank least = lowest();
    if (const Rank bound = std::min(least, best_); bound != answer_.bound) {
      answer_.bound = bound;
      if (bound.first != infinite) ticker_.prove(bound.first);
    }
    if (least.first == infinite) return true;
    if (solved_ && !better(least, best_)) return true;
    if (!solved_ && least.first > request_.most) return true;
    if (request_.enough && (least > *request_.enough || (solved_ && best_ <= *request_.enough))) {
      decided_ = true;
      return true;
    }
    return false;
  }

  bool better(const Rank& a, const Rank& b) const {
    return lexicographic(request_.objective) ? a < b : a.first < b.first;
  }

  template <class Forward>
  void meet_forward(const Forward& forward, std::uint32_t node) {
    const Cost cost = forward.cost(node);
    if (forward.solved(node) && offer(value(request_.objective, cost)))
      solution_ = pushes(forward, node, none);
    if (!both_) return;
    const std::uint32_t other = backward_->find(forward.position(node));
    if (other != none && offer({cost.pushes + backward_->cost(other).pushes, 0}))
      solution_ = pushes(forward, node, other);
  }

  void meet_backward(std::uint32_t node) {
    const auto meet = [&](const auto& forward) {
      const std::uint32_t other = forward.find(backward_->position(node));
      if (other != none && offer({forward.cost(other).pushes + backward_->cost(node).pushes, 0}))
        solution_ = pushes(forward, other, node);
    };
    meet(*forward_);
    if constexpr (has_table_search)
      if (table_search_) meet(*table_search_);
  }

  // Tests whether a solution of such a cost is the best one so far.
  bool offer(const Rank& found) {
    if (found.first > request_.most || (solved_ && !better(found, best_))) return false;
    solved_ = true;
    best_ = found;
    ticker_.find(found.first);
    each([&](auto& side) { side.keep_below(best_); });
    return true;
  }

  template <class Side>
  void add_counts(const Side& side) {
    answer_.generated += side.generated;
    answer_.evaluated += side.evaluated;
    answer_.reopened += side.reopened;
    answer_.dead_ends += side.dead_ends;
  }

  // The pushes of a solution, from the positions along it: up to a node forwards, and on from the
  // one backwards, if there is one.
  template <class Forward>
  std::vector<Push> pushes(const Forward& forward, std::uint32_t first, std::uint32_t then) const {
    std::vector<Key<Words>> positions;
    for (std::uint32_t n = first; n != none; n = forward.parent(n))
      positions.push_back(forward.position(n));
    std::reverse(positions.begin(), positions.end());
    if (then != none)
      for (std::uint32_t n = backward_->parent(then); n != none; n = backward_->parent(n))
        positions.push_back(backward_->position(n));
    return pushes_along(level_, symmetries_, request_.objective != Objective::pushes, positions);
  }

  static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();

  const Level& level_;
  Request request_;
  Ticker& ticker_;
  Answer& answer_;
  bool both_;
  bool tables_;
  std::size_t memory_;        // for all searches
  std::size_t memory_aside_;  // and for work that is done aside
  std::uint32_t limit_ = 0;   // of the search from both ends
  unsigned turn_ = 0;
  bool tables_led_ = false;   // whether the search with tables was ahead last
  std::optional<Team> team_;  // if there are threads
  Symmetries symmetries_;
  std::optional<Rounds> rounds_;  // if there are threads, and both ends
  std::optional<Direction<Words, false>> forward_;
  std::optional<ReducedCosts> costs_;
  std::optional<TableSearch<Words>> table_search_;
  UpperBound upper_;
  std::optional<Direction<Words, true>> backward_;
  bool solved_ = false, decided_ = false;
  Rank best_{infinite, infinite};
  std::vector<Push> solution_;       // of the best solution, unless it is the upper bound's
  std::uint64_t tables_at_ = never;  // how many nodes
  std::optional<UpperBoundAside> aside_;
};

// A search that goes on with each call of it, as long as its ticker lets it; with a limit of nodes
// it can be extended. Its answer is that of the nodes of all calls if it is cleared before each.
inline std::function<void()> begin_search(const Level& level, const Problem& problem,
                                          const Request& request, Ticker& ticker, Answer& answer) {
  return with_words(level.square_of.size(), [&]<int Words>(std::integral_constant<int, Words>) {
    auto search = std::make_shared<OptimalSearch<Words>>(level, problem, request, ticker, answer);
    return std::function<void()>([search] { search->run(); });
  });
}

inline void search(const Level& level, const Problem& problem, const Request& request,
                   Ticker& ticker, Answer& answer) {
  begin_search(level, problem, request, ticker, answer)();
}

}  // namespace gridproof::sokoban
