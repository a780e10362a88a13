// A first solution, soon and not shortest: best-first search, guided by the blockers still to be
// brought.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/blockers.hpp"
#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// Expands the states in the order of g + weight * guide; of equal ones the last one made. A state
// keeps the way on which it was made first. The larger the weight, the sooner a solution is found,
// and the longer it is.
template <int Words>
class FirstSolution {
 public:
  FirstSolution(const Rules<Words>& rules, const BlockerGuide& guide, Ticker& ticker,
                std::size_t budget, std::uint32_t weight)
      : rules_(rules), guide_(guide), ticker_(ticker), weight_(weight), store_(budget, &ticker) {
    if (store_.insert(rules_.pack(rules_.start()), {}) == Insert::added) put(0, 0);
  }

  static constexpr std::size_t min_bytes() { return States::min_bytes(); }

  // Goes on looking for a solution of fewer than `upper` moves, until it has expanded as many
  // states more. `least(robots)` are moves to go at least. False: it has come to an end.
  template <class Least>
  bool go(std::uint64_t nodes, std::uint32_t upper, Least least) {
    for (; lowest_ < open_.size(); ++lowest_)
      while (open_[lowest_] != States::none) {
        if (nodes-- == 0) return true;
        if (!ticker_.tick()) return false;
        const std::uint32_t number = open_[lowest_];
        open_[lowest_] = store_.data(number).next;
        if (!expand(number, upper, least) || found()) return false;
      }
    return false;
  }

  bool found() const { return goal_ != States::none; }
  std::vector<Step> path() const {
    std::vector<Step> path;
    for (std::uint32_t n = goal_; n != 0; n = store_.data(n).parent)
      path.push_back(rules_.step_between(rules_.unpack(store_.key(store_.data(n).parent)),
                                         rules_.unpack(store_.key(n))));
    std::reverse(path.begin(), path.end());
    return path;
  }
  std::size_t peak_bytes() const { return store_.peak_bytes(); }

 private:
  struct Data {
    std::uint32_t parent = 0, next = 0, moves = 0;
  };
  using States = Store<PackedState<Words>, Data>;

  void put(std::uint32_t number, std::size_t priority) {
    if (priority >= open_.size()) open_.resize(priority + 1, States::none);
    store_.data(number).next = open_[priority];
    open_[priority] = number;
    lowest_ = std::min(lowest_, priority);
  }

  // False when there is no more memory.
  template <class Least>
  bool expand(std::uint32_t number, std::uint32_t upper, Least least) {
    const Robots robots = rules_.unpack(store_.key(number));
    const std::uint32_t moves = store_.data(number).moves + 1;
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const Robots after = rules_.moved(robots, i, d, stop);
        const std::uint32_t rest = rules_.bound(after);
        if (moves + rest >= upper || moves + least(after) >= upper) continue;
        const Insert outcome = store_.insert(rules_.pack(after), {number, 0, moves});
        if (outcome == Insert::full) return false;
        if (outcome == Insert::found) continue;
        if (rest == 0) {
          goal_ = store_.last();
          return true;
        }
        put(store_.last(), moves + weight_ * std::max(rest, rules_.blockers(guide_, after)));
      }
    return true;
  }

  const Rules<Words>& rules_;
  const BlockerGuide& guide_;
  Ticker& ticker_;
  const std::uint32_t weight_;
  States store_;
  std::vector<std::uint32_t> open_;  // for each priority the first state that waits
  std::size_t lowest_ = 0;
  std::uint32_t goal_ = States::none;
};

}  // namespace gridproof::robots
