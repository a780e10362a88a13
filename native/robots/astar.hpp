// Exact search for boards of any size, up to ten robots, with all options.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

inline constexpr int max_robots = 10;

template <int Words>
struct PackedState {
  std::array<std::uint64_t, Words> words{};
  bool operator==(const PackedState&) const = default;
  std::uint64_t hash() const {
    std::uint64_t h = 0;
    for (std::uint64_t word : words) h = mix(h ^ word) * 0x9e3779b97f4a7c15ULL;
    return h ^ (h >> 32);
  }
};

// A state while it is worked on: the robots that may have to reach the target come first (one, or
// all of them), the helpers behind them, sorted.
struct Robots {
  std::array<std::uint32_t, max_robots> cell{};
  std::array<std::uint8_t, max_robots> axes{};
};

// How states are packed, slid and bounded; shared by the searches below and by the iterative
// deepening.
template <int Words>
class Rules {
 public:
  using Key = PackedState<Words>;

  // With `alike`, robots that may be swapped without changing any cost are kept sorted: the
  // helpers, and with any_robot all robots, each with its own axes. Safe because they move alike.
  Rules(const Problem& problem, bool alike)
      : problem_(problem),
        alike_(alike),
        count_(static_cast<int>(problem.robots.size())),
        seekers_(problem.target_robot == Problem::any_robot ? count_ : 1),
        cell_bits_(std::max(1, static_cast<int>(std::bit_width(problem.cells() - 1)))),
        bound_(wall_only_bound(problem)),
        stop_(std::size_t{problem.cells()} * directions),
        x_(problem.cells()),
        y_(problem.cells()) {
    for (std::uint32_t cell = 0; cell < problem.cells(); ++cell) {
      x_[cell] = static_cast<std::uint16_t>(cell % problem.width);
      y_[cell] = static_cast<std::uint16_t>(cell / problem.width);
      for (int d = 0; d < directions; ++d) {
        std::uint32_t at = cell;
        while (!problem.wall(at, d)) at += problem.offset(d);
        stop_[std::size_t{cell} * directions + d] = at;
      }
    }
  }

  static int bits_needed(const Problem& problem) {
    const int cell_bits = std::max(1, static_cast<int>(std::bit_width(problem.cells() - 1)));
    const int robots = static_cast<int>(problem.robots.size());
    const int seekers = problem.target_robot == Problem::any_robot ? robots : 1;
    return robots * cell_bits + (problem.ricochet ? 2 * seekers : 0);
  }

  int count() const { return count_; }
  int seekers() const { return seekers_; }
  std::size_t bytes() const {
    return bound_.size() * sizeof(std::uint16_t) + stop_.size() * sizeof(std::uint32_t) +
           (x_.size() + y_.size()) * sizeof(std::uint16_t);
  }

  Robots start() const {
    Robots robots;
    int next = 0;
    if (seekers_ == 1) robots.cell[next++] = problem_.robots[problem_.target_robot];
    for (int i = 0; i < count_; ++i)
      if (seekers_ > 1 || i != problem_.target_robot) robots.cell[next++] = problem_.robots[i];
    sort(robots);
    return robots;
  }

  // Moves to go at least; `unreachable` if the target is walled off for good.
  std::uint16_t bound(const Robots& robots) const {
    std::uint16_t least = unreachable;
    for (int i = 0; i < seekers_; ++i) least = std::min(least, bound_of(robots, i));
    return least;
  }

  // Where robot `i` stops; its own cell if it cannot move.
  std::uint32_t slide(const Robots& robots, int i, int direction) const {
    const std::uint32_t cell = robots.cell[i];
    std::uint32_t stop = stop_[std::size_t{cell} * directions + direction];
    const bool horizontal = direction >= 2;
    const bool towards_higher = direction & 1;
    for (int o = 0; o < count_; ++o) {
      if (o == i) continue;
      const std::uint32_t other = robots.cell[o];
      if (horizontal ? y_[other] != y_[cell] : x_[other] != x_[cell]) continue;
      if (towards_higher ? (other > cell && other <= stop) : (other < cell && other >= stop))
        stop = other - problem_.offset(direction);
    }
    return stop;
  }

  // The state after robot `i` has slid to `stop`.
  Robots moved(const Robots& robots, int i, int direction, std::uint32_t stop) const {
    Robots after = robots;
    after.cell[i] = stop;
    if (problem_.ricochet && i < seekers_)
      after.axes[i] = static_cast<std::uint8_t>(after.axes[i] | axis_of(direction));
    sort(after);
    return after;
  }

  Key pack(const Robots& robots) const {
    Key key;
    int at = 0;
    auto put = [&](std::uint64_t value, int bits) {
      key.words[at / 64] |= value << (at % 64);
      if (at % 64 + bits > 64) key.words[at / 64 + 1] |= value >> (64 - at % 64);
      at += bits;
    };
    for (int i = 0; i < count_; ++i) put(robots.cell[i], cell_bits_);
    if (problem_.ricochet)
      for (int i = 0; i < seekers_; ++i) put(robots.axes[i], 2);
    return key;
  }

  Robots unpack(const Key& key) const {
    Robots robots;
    int at = 0;
    auto take = [&](int bits) {
      std::uint64_t value = key.words[at / 64] >> (at % 64);
      if (at % 64 + bits > 64) value |= key.words[at / 64 + 1] << (64 - at % 64);
      at += bits;
      return value & ((std::uint64_t{1} << bits) - 1);
    };
    for (int i = 0; i < count_; ++i) robots.cell[i] = static_cast<std::uint32_t>(take(cell_bits_));
    if (problem_.ricochet)
      for (int i = 0; i < seekers_; ++i) robots.axes[i] = static_cast<std::uint8_t>(take(2));
    return robots;
  }

  // The move that leads from one state to the next.
  Step step_between(const Robots& before, const Robots& after) const {
    for (int i = 0; i < count_; ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = slide(before, i, d);
        if (stop != before.cell[i] && pack(moved(before, i, d, stop)) == pack(after))
          return {before.cell[i], d};
      }
    return {0, 0};  // not reached: the states are neighbours
  }

 private:
  std::uint16_t bound_of(const Robots& robots, int i) const {
    return problem_.ricochet ? bound_[std::size_t{robots.cell[i]} * 4 + robots.axes[i]]
                             : bound_[robots.cell[i]];
  }

  void sort(Robots& robots) const {
    if (!alike_) return;
    for (int i = (seekers_ == 1 ? 2 : 1); i < count_; ++i)
      for (int j = i; j > (seekers_ == 1 ? 1 : 0) && before(robots, j, j - 1); --j) {
        std::swap(robots.cell[j], robots.cell[j - 1]);
        std::swap(robots.axes[j], robots.axes[j - 1]);
      }
  }

  static bool before(const Robots& r, int a, int b) { return r.cell[a] < r.cell[b]; }

  const Problem& problem_;
  bool alike_;
  int count_, seekers_, cell_bits_;
  std::vector<std::uint16_t> bound_;
  std::vector<std::uint32_t> stop_;
  std::vector<std::uint16_t> x_, y_;
};

// Partial-expansion A*. With f = g + bound, a move changes f by 0, 1 or 2 (its slack). Pass F makes
// exactly the children with f = F: from states of f = F - s the moves of slack s. So each state is
// made first at its least f, hence (the bound depends on the state alone) at its least g: it is
// stored once and never reopened, and states of one f are a range of numbers. The first goal made
// is a shortest solution; a pass F that has begun proves that none is shorter than F.
template <int Words>
class AStar {
 public:
  AStar(const Problem& problem, Ticker& ticker, bool count_all)
      : rules_(problem, !count_all),
        ticker_(ticker),
        count_all_(count_all),
        store_(ticker.limits().memory > rules_.bytes() ? ticker.limits().memory - rules_.bytes()
                                                       : 0) {}

  Answer run(std::uint32_t max_bound, std::size_t list_limit) {
    Robots start = rules_.start();
    const std::uint16_t h = rules_.bound(start);
    if (h == unreachable) {
      answer_.exhausted = true;
      return answer_;
    }
    answer_.bound = h;
    layer_.assign(h, 0);
    layer_.push_back(0);
    if (!ticker_.fits(rules_.bytes() + store_.bytes())) return finish();
    store_.insert(rules_.pack(start), store_.none);
    if (h == 0) {
      answer_.solved = true;
      answer_.solutions = 1;
      if (count_all_) answer_.listed.emplace_back();
      return finish();
    }
    for (std::uint32_t f = h;; ++f) {
      answer_.bound = f;
      if (f > max_bound) return finish();
      if (f > h) layer_.push_back(store_.size());
      const std::uint32_t from2 = begin(f, 2), from1 = begin(f, 1), from0 = begin(f, 0);
      for (std::uint32_t n = from2; n < from1 && go_on(); ++n) expand(n, 2);
      for (std::uint32_t n = from1; n < from0 && go_on(); ++n) expand(n, 1);
      for (std::uint32_t n = from0; n < store_.size() && go_on(); ++n) {
        if (!ticker_.tick()) break;
        expand(n, 0);
      }
      if (goal_ != store_.none && (!count_all_ || ticker_.stop() == Stop::none)) {
        answer_.solved = true;
        trace();
        if (count_all_) count(f, list_limit);
        return finish();
      }
      if (ticker_.stop() != Stop::none) return finish();
      if (from2 == store_.size()) {  // three empty layers: nothing can follow
        answer_.exhausted = true;
        return finish();
      }
    }
  }

 private:
  // The first number of layer f - s.
  std::uint32_t begin(std::uint32_t f, std::uint32_t s) const { return f < s ? 0 : layer_[f - s]; }

  bool go_on() {
    if (goal_ != store_.none && !count_all_) return false;
    if (ticker_.stop() != Stop::none) return false;
    return ++idle_ % 1024 != 0 || ticker_.alive();
  }

  void expand(std::uint32_t number, int slack) {
    const Robots robots = rules_.unpack(store_.key(number));
    const int h = rules_.bound(robots);
    if (h == 0) return;  // a goal (seen here only when all solutions are counted)
    const int movers = slack == 1 ? rules_.count() : rules_.seekers();
    for (int i = 0; i < movers; ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const Robots after = rules_.moved(robots, i, d, stop);
        ++answer_.evaluated;
        const int h_after = rules_.bound(after);
        if (h_after - h + 1 != slack) continue;
        ++answer_.generated;
        const Insert outcome = store_.insert(rules_.pack(after), number);
        if (outcome == Insert::full) {
          ticker_.out_of_memory();
          return;
        }
        if (outcome == Insert::added && h_after == 0) {
          if (goal_ == store_.none) goal_ = store_.last();
          if (!count_all_) return;
        }
      }
  }

  void trace() {
    std::vector<std::uint32_t> chain;
    for (std::uint32_t n = goal_; n != store_.none; n = store_.data(n)) chain.push_back(n);
    for (std::size_t i = chain.size() - 1; i > 0; --i)
      answer_.path.push_back(rules_.step_between(rules_.unpack(store_.key(chain[i])),
                                                 rules_.unpack(store_.key(chain[i - 1]))));
  }

  // Counts the shortest solutions. Every state on one of them stands at its least g, so they are
  // the paths along which g grows by 1 a move; they are counted from the goals backwards in g.
  void count(std::uint32_t length, std::size_t list_limit) {
    std::vector<std::vector<std::uint32_t>> by_depth(length + 1);
    std::vector<std::uint32_t> depth(store_.size());
    std::uint32_t f = 0;
    for (std::uint32_t n = 0; n < store_.size(); ++n) {
      while (f + 1 < layer_.size() && layer_[f + 1] <= n) ++f;
      depth[n] = f - rules_.bound(rules_.unpack(store_.key(n)));
      if (depth[n] <= length) by_depth[depth[n]].push_back(n);
    }
    std::vector<std::uint64_t> ways(store_.size(), 0);
    for (std::uint32_t n : by_depth[length])
      ways[n] = rules_.bound(rules_.unpack(store_.key(n))) == 0;
    for (std::uint32_t g = length; g-- > 0;)
      for (std::uint32_t n : by_depth[g])
        for (std::uint32_t child : children(n, depth, g + 1).first) {
          const std::uint64_t sum = ways[n] + ways[child];
          ways[n] = sum < ways[n] ? ~std::uint64_t{0} : sum;
        }
    answer_.solutions = ways[0];
    std::vector<Step> path;
    list(0, 0, length, depth, ways, path, list_limit);
  }

  std::pair<std::vector<std::uint32_t>, std::vector<Step>> children(
      std::uint32_t number, const std::vector<std::uint32_t>& depth, std::uint32_t g) const {
    std::pair<std::vector<std::uint32_t>, std::vector<Step>> found;
    const Robots robots = rules_.unpack(store_.key(number));
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const std::uint32_t child = store_.find(rules_.pack(rules_.moved(robots, i, d, stop)));
        if (child != store_.none && depth[child] == g) {
          found.first.push_back(child);
          found.second.push_back({robots.cell[i], d});
        }
      }
    return found;
  }

  void list(std::uint32_t number, std::uint32_t g, std::uint32_t length,
            const std::vector<std::uint32_t>& depth, const std::vector<std::uint64_t>& ways,
            std::vector<Step>& path, std::size_t limit) {
    if (g == length) {
      answer_.listed.push_back(path);
      return;
    }
    const auto [next, moves] = children(number, depth, g + 1);
    for (std::size_t i = 0; i < next.size() && answer_.listed.size() < limit; ++i) {
      if (!ways[next[i]]) continue;
      path.push_back(moves[i]);
      list(next[i], g + 1, length, depth, ways, path, limit);
      path.pop_back();
    }
  }

  Answer& finish() {
    answer_.peak_memory = rules_.bytes() + store_.peak_bytes();
    return answer_;
  }

  Rules<Words> rules_;
  Ticker& ticker_;
  bool count_all_;
  Store<PackedState<Words>> store_;
  std::vector<std::uint32_t> layer_;  // for each f the number of its first state
  std::uint32_t goal_ = Store<PackedState<Words>>::none;
  std::uint64_t idle_ = 0;
  Answer answer_;
};

}  // namespace gridproof::robots
