// Exact search for boards of any size, up to ten robots, with all options.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

inline constexpr int max_robots = 10;

// The limit of moves of all listed solutions together, since each of them is replayed.
inline constexpr std::size_t listed_moves = 50'000;

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

// The packing, sliding and bounding of states; shared by the searches below and by the iterative
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
    }
    // A robot stops at the same cell as from the next cell, which is done before.
    auto fill = [&](std::uint32_t cell, int d) {
      stop_[std::size_t{cell} * directions + d] =
          problem.wall(cell, d) ? cell
                                : stop_[std::size_t{cell + problem.offset(d)} * directions + d];
    };
    for (std::uint32_t cell = 0; cell < problem.cells(); ++cell)
      for (int d : {0, 2}) fill(cell, d);
    for (std::uint32_t cell = problem.cells(); cell-- > 0;)
      for (int d : {1, 3}) fill(cell, d);
  }

  static int bits_needed(const Problem& problem) {
    const int cell_bits = std::max(1, static_cast<int>(std::bit_width(problem.cells() - 1)));
    const int robots = static_cast<int>(problem.robots.size());
    const int seekers = problem.target_robot == Problem::any_robot ? robots : 1;
    return robots * cell_bits + (problem.ricochet ? 2 * seekers : 0);
  }

  int count() const { return count_; }
  int seekers() const { return seekers_; }
  // Bytes of its tables, the queue that fills them included.
  static std::size_t bytes(const Problem& problem) {
    const std::size_t bounds = std::size_t{problem.cells()} * (problem.ricochet ? 4 : 1);
    return bounds * (sizeof(std::uint16_t) + 2 * sizeof(std::pair<std::uint32_t, int>)) +
           problem.cells() * (directions * sizeof(std::uint32_t) + 2 * sizeof(std::uint16_t));
  }

  Robots start() const {
    Robots robots;
    int next = 0;
    auto place = [&](int i) {
      if (next < seekers_ && problem_.ricochet && !problem_.axes.empty())
        robots.axes[next] = problem_.axes[i];
      robots.cell[next++] = problem_.robots[i];
    };
    if (seekers_ == 1) place(problem_.target_robot);
    for (int i = 0; i < count_; ++i)
      if (seekers_ > 1 || i != problem_.target_robot) place(i);
    sort(robots);
    return robots;
  }

  // Moves to go at least; `unreachable` if the target is walled off for good.
  std::uint16_t bound(const Robots& robots) const {
    std::uint16_t least = unreachable;
    for (int i = 0; i < seekers_; ++i) least = std::min(least, bound_of(robots, i));
    return least;
  }

  // The cell on which robot `i` stops; its own if it cannot move.
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
  // The bytes that it takes at least; the memory limit has to leave room for them.
  static std::size_t min_bytes(const Problem& problem) {
    return Rules<Words>::bytes(problem) + Store<PackedState<Words>>::min_bytes();
  }

  AStar(const Problem& problem, Ticker& ticker, bool count_all, Answer& answer)
      : rules_(problem, !count_all),
        rules_bytes_(Rules<Words>::bytes(problem)),
        ticker_(ticker),
        count_all_(count_all),
        store_(ticker.memory() - rules_bytes_, &ticker),
        answer_(answer) {}

  void run(std::uint32_t max_bound, std::size_t list_limit) {
    search(max_bound, list_limit);
    answer_.peak_memory = std::max(answer_.peak_memory, rules_bytes_ + store_.peak_bytes());
  }

 private:
  void search(std::uint32_t max_bound, std::size_t list_limit) {
    Robots start = rules_.start();
    const std::uint16_t h = rules_.bound(start);
    if (h == unreachable) {
      answer_.exhausted = true;
      return;
    }
    answer_.prove(h, ticker_);
    if (h == 0) {
      answer_.solved = true;
      if (count_all_) {
        answer_.solutions = 1;
        answer_.listed.emplace_back();
      }
      return;
    }
    layer_.assign(h + 1, 0);
    if (store_.insert(rules_.pack(start), store_.none) == Insert::full)
      return ticker_.out_of_memory();
    for (std::uint32_t f = h;; ++f) {
      answer_.prove(f, ticker_);
      if (f > max_bound) return;
      if (f > h) layer_.push_back(store_.size());
      const std::uint32_t from2 = begin(f, 2), from1 = begin(f, 1), from0 = begin(f, 0);
      for (std::uint32_t n = from2; n < from1 && go_on(); ++n) expand(n, 2);
      for (std::uint32_t n = from1; n < from0 && go_on(); ++n) expand(n, 1);
      for (std::uint32_t n = from0; n < store_.size() && go_on(); ++n) {
        if (!ticker_.tick()) break;
        expand(n, 0);
      }
      // A goal is as short as this pass proves, whether the pass came to its end or not.
      if (goal_ != store_.none) {
        trace();
        if (count_all_ && ticker_.stop() == Stop::none) count(f, list_limit);
        return;
      }
      if (ticker_.stop() != Stop::none) return;
      if (from2 == store_.size()) {  // three empty layers: nothing can follow
        answer_.exhausted = true;
        return;
      }
    }
  }

  // The first number of layer f - s.
  std::uint32_t begin(std::uint32_t f, std::uint32_t s) const { return f < s ? 0 : layer_[f - s]; }

  bool go_on() {
    if (goal_ != store_.none && !count_all_) return false;
    return ticker_.going();
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
  void count(std::uint32_t length, std::size_t list_limit) {
    const std::size_t bytes = store_.size() * (sizeof(Counted) + sizeof(std::uint32_t)) +
                              (length + 2) * sizeof(std::uint32_t);
    const std::size_t all = rules_bytes_ + store_.bytes() + bytes;
    if (!ticker_.fits(all)) return;
    answer_.peak_memory = all;
    std::vector<Counted> counted(store_.size());
    std::vector<std::uint32_t> first(length + 2), by_depth;  // states of depth g from first[g] on
    std::uint32_t f = 0;
    for (std::uint32_t n = 0; n < store_.size(); ++n) {
      if (!ticker_.going()) return;
      while (f + 1 < layer_.size() && layer_[f + 1] <= n) ++f;
      const std::uint32_t h = rules_.bound(rules_.unpack(store_.key(n)));
      counted[n] = {f - h, h == 0};
      if (f - h <= length) ++first[f - h + 1];
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
    if (list(length, counted, list_limit)) answer_.solutions = counted[0].ways;
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

  Rules<Words> rules_;
  std::size_t rules_bytes_;
  Ticker& ticker_;
  bool count_all_;
  Store<PackedState<Words>> store_;
  std::vector<std::uint32_t> layer_;  // for each f the number of its first state
  std::uint32_t goal_ = Store<PackedState<Words>>::none;
  Answer& answer_;
};

}  // namespace gridproof::robots
