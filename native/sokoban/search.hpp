// The optimal search: forwards, or from both ends until they have met and nothing open is better.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "common/buckets.hpp"
#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/direction.hpp"
#include "sokoban/level.hpp"
#include "sokoban/line.hpp"
#include "sokoban/objective.hpp"
#include "sokoban/position.hpp"
#include "sokoban/upper_bound.hpp"

namespace gridproof::sokoban {

struct Request {
  Objective objective;
  Parts parts;
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();  // dearer ones are not wanted
  std::optional<Buckets::Rank> enough;  // stop as soon as it is known whether this can be reached
};

template <int Words>
class Search {
 public:
  Search(const Level& level, const Problem& problem, const Request& request, Ticker& ticker,
         Answer& answer)
      : level_(level),
        request_(request),
        ticker_(ticker),
        answer_(answer),
        both_(request.objective == Objective::pushes && request.parts.backward),
        memory_(left(ticker.limits().memory, level.bytes()) / (both_ ? 2 : 1)),
        forward_(level, request.objective, request.parts, memory_, ticker),
        upper_(level, problem, request.objective) {
    if (both_) backward_.emplace(level, request.objective, request.parts, memory_, ticker);
  }

  void run() {
    try {
      search();
    } catch (const std::bad_alloc&) {  // what is known stays, and may still be written out
      ticker_.out_of_memory();
    }
    add_counts(forward_);
    if (both_) add_counts(*backward_);
    answer_.peak_memory = std::max(answer_.peak_memory, level_.bytes() + bytes());
    answer_.exhausted = !solved_ && answer_.bound.first == infinite;
    if (solved_) {
      answer_.moves = meeting_.first == none ? upper_.moves() : walk(level_.board, pushes());
      answer_.solved = true;
    }
    answer_.decided = decided_;
  }

 private:
  static constexpr std::uint32_t none = Direction<Words, false>::none;
  using Rank = Buckets::Rank;

  static std::size_t left(std::size_t limit, std::size_t used) {
    return limit > used ? limit - used : 0;
  }

  void search() {
    if (!forward_.empty()) meet_forward(0);
    // When the ticker stops in the middle of an expansion, nodes are missing: what is open says
    // nothing any more.
    while (ticker_.stop() == Stop::none && !ended()) {
      if (request_.parts.upper && upper_.due(ticker_.nodes())) {
        ask();
        continue;
      }
      if (!ticker_.tick()) break;
      // The side with the smaller open list makes its next layer with fewer nodes.
      if (both_ && backward_->open() < forward_.open())
        backward_->expand([&](std::uint32_t node) { meet_backward(node); });
      else
        forward_.expand([&](std::uint32_t node) { meet_forward(node); });
    }
  }

  // Takes over a better solution from elsewhere, or that there is none.
  void ask() {
    upper_.work(bytes(), ticker_, answer_);
    if (upper_.moves().empty()) return;
    Ticker endless({});
    const Line line(level_.board, pushes_of(level_.board, upper_.moves(), endless), endless);
    offer(value(request_.objective, line.cost()), none, none);
  }

  std::size_t bytes() const { return forward_.bytes() + (both_ ? backward_->bytes() : 0); }

  // A lower bound on all solutions that are not known yet.
  Rank lowest() {
    if (upper_.unsolvable()) return {infinite, 0};
    Rank least = forward_.empty() ? Rank{infinite, 0} : forward_.lowest();
    if (both_) {
      const Rank back = backward_->empty() ? Rank{infinite, 0} : backward_->lowest();
      if (back.first > least.first) least = {back.first, 0};
    }
    return least;
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

  void meet_forward(std::uint32_t node) {
    const Cost cost = forward_.cost(node);
    if (forward_.solved(node)) offer(value(request_.objective, cost), node, none);
    if (!both_) return;
    const std::uint32_t other = backward_->find(forward_.position(node));
    if (other != none) offer({cost.pushes + backward_->cost(other).pushes, 0}, node, other);
  }

  void meet_backward(std::uint32_t node) {
    const std::uint32_t other = forward_.find(backward_->position(node));
    if (other == none) return;
    offer({forward_.cost(other).pushes + backward_->cost(node).pushes, 0}, other, node);
  }

  void offer(const Rank& found, std::uint32_t forward, std::uint32_t backward) {
    if (found.first > request_.most || (solved_ && !better(found, best_))) return;
    solved_ = true;
    best_ = found;
    ticker_.find(found.first);
    meeting_ = {forward, backward};
    forward_.keep_below(best_);
    if (both_) backward_->keep_below(best_);
  }

  template <class Side>
  void add_counts(const Side& side) {
    answer_.generated += side.generated;
    answer_.evaluated += side.evaluated;
    answer_.reopened += side.reopened;
    answer_.dead_ends += side.dead_ends;
  }

  // The pushes of the best solution, from the positions along it.
  std::vector<Push> pushes() const {
    std::vector<Key<Words>> line;
    for (std::uint32_t n = meeting_.first; n != none; n = forward_.parent(n))
      line.push_back(forward_.position(n));
    std::reverse(line.begin(), line.end());
    if (meeting_.second != none)
      for (std::uint32_t n = backward_->parent(meeting_.second); n != none;
           n = backward_->parent(n))
        line.push_back(backward_->position(n));
    std::vector<Push> found;
    for (std::size_t i = 1; i < line.size(); ++i) {
      Push push{};
      line[i - 1].each_box([&](std::size_t slot) {
        if (!line[i].has(slot)) push.from = level_.square_of[slot];
      });
      line[i].each_box([&](std::size_t slot) {
        if (!line[i - 1].has(slot)) push.to = level_.square_of[slot];
      });
      found.push_back(push);
    }
    return found;
  }

  static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();

  const Level& level_;
  Request request_;
  Ticker& ticker_;
  Answer& answer_;
  bool both_;
  std::size_t memory_;  // for each direction
  Direction<Words, false> forward_;
  UpperBound upper_;
  std::optional<Direction<Words, true>> backward_;
  bool solved_ = false, decided_ = false;
  Rank best_{infinite, infinite};
  std::pair<std::uint32_t, std::uint32_t> meeting_{none, none};
};

inline void search(const Level& level, const Problem& problem, const Request& request,
                   Ticker& ticker, Answer& answer) {
  const std::size_t slots = level.square_of.size();
  if (slots <= 64) return Search<1>(level, problem, request, ticker, answer).run();
  if (slots <= 128) return Search<2>(level, problem, request, ticker, answer).run();
  if (slots <= 256) return Search<4>(level, problem, request, ticker, answer).run();
  return Search<16>(level, problem, request, ticker, answer).run();
}

}  // namespace gridproof::sokoban
