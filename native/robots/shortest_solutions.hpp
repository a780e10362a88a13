// All shortest solutions of a board: their number, and the first of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// Every state on a shortest solution is stored with its fewest moves, so these solutions are the
// paths along which the moves grow by 1; they are counted from the goals backwards. A state that
// was never expanded may be stored with more moves than are needed, but is on none.
template <int Words, class States>
class ShortestSolutions {
 public:
  // The bytes that it takes.
  static std::size_t bytes(std::size_t states, std::uint32_t length) {
    return states * (sizeof(Counted) + sizeof(std::uint32_t)) +
           (length + 2) * sizeof(std::uint32_t);
  }

  // The first state of the store is the start, and its data have `moves`. Solutions are of
  // `length` moves.
  ShortestSolutions(const Rules<Words>& rules, const States& store, std::uint32_t length,
                    Ticker& ticker)
      : rules_(rules), store_(store), length_(length), ticker_(ticker), counted_(store.size()) {}

  // Returns their number; none if counting is stopped, or if it does not fit into 64 bits.
  std::optional<std::uint64_t> count() {
    std::vector<std::uint32_t> first(length_ + 2), by_depth;  // states of depth g from first[g] on
    for (std::uint32_t n = 0; n < store_.size(); ++n) {
      if (!ticker_.going()) return {};
      const std::uint32_t moves = store_.data(n).moves;
      counted_[n] = {moves, rules_.bound(rules_.unpack(store_.key(n))) == 0};
      if (moves <= length_) ++first[moves + 1];
    }
    for (std::uint32_t depth = 0; depth <= length_; ++depth) first[depth + 1] += first[depth];
    by_depth.resize(first[length_ + 1]);
    for (std::uint32_t n = store_.size(); n-- > 0;) {
      if (!ticker_.going()) return {};
      if (counted_[n].depth <= length_) by_depth[--first[counted_[n].depth + 1]] = n;
    }
    // Each first[g + 1] has gone down to where depth g begins; depth `length_` is counted already.
    for (std::uint32_t i = first[length_ + 1]; i-- > 0;) {
      if (!ticker_.going()) return {};
      Counted& state = counted_[by_depth[i]];
      for (const auto& [child, step] : children(by_depth[i])) {
        const std::uint64_t sum = state.ways + counted_[child].ways;
        if (sum < state.ways) return {};
        state.ways = sum;
      }
    }
    return counted_[0].ways;
  }

  // Lists the first of them after they have been counted, up to `limit` and up to `max_moves`
  // moves in all; false if it is stopped.
  bool list(std::size_t limit, std::vector<std::vector<Step>>& listed) const {
    limit = std::min(limit, max_moves / length_);
    // For each step of the path, and the next one, the moves that are still to be tried, last one
    // first; all of them lead to a solution.
    std::vector<std::vector<Move>> open;
    std::vector<Step> path;
    auto visit = [&](std::uint32_t number) {
      auto& moves = open.emplace_back(children(number));
      std::erase_if(moves, [&](const Move& move) { return !counted_[move.first].ways; });
      std::reverse(moves.begin(), moves.end());
    };
    for (visit(0); !open.empty() && listed.size() < limit;) {
      if (!ticker_.going()) return false;
      if (open.back().empty()) {
        open.pop_back();
        if (!path.empty()) path.pop_back();
        continue;
      }
      const auto [child, step] = open.back().back();
      open.back().pop_back();
      path.push_back(step);
      if (path.size() < length_) {
        visit(child);
      } else {
        listed.push_back(path);
        path.pop_back();
      }
    }
    return true;
  }

 private:
  // The limit of moves of all listed solutions together, since each of them is replayed.
  static constexpr std::size_t max_moves = 50'000;

  using Move = std::pair<std::uint32_t, Step>;  // with the state that it leads to

  // The counts of a state.
  struct Counted {
    std::uint32_t depth;
    std::uint64_t ways;  // shortest solutions from here
  };

  // The moves one step further on the way from a state, in their order.
  std::vector<Move> children(std::uint32_t number) const {
    std::vector<Move> found;
    const Robots robots = rules_.unpack(store_.key(number));
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const std::uint32_t child = store_.find(rules_.pack(rules_.moved(robots, i, d, stop)));
        if (child != store_.none && counted_[child].depth == counted_[number].depth + 1)
          found.emplace_back(child, Step{robots.cell[i], d});
      }
    return found;
  }

  const Rules<Words>& rules_;
  const States& store_;
  const std::uint32_t length_;
  Ticker& ticker_;
  std::vector<Counted> counted_;  // of each state
};

}  // namespace gridproof::robots
