// States of a board of any size with up to ten robots, and their moves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

inline constexpr int max_robots = 10;

template <int Words>
struct PackedState {
  std::array<std::uint64_t, Words> words{};
  // A default one would call memcmp.
  bool operator==(const PackedState& other) const {
    bool equal = true;
    for (int i = 0; i < Words; ++i) equal = equal && words[i] == other.words[i];
    return equal;
  }
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

// The packing, sliding and bounding of states.
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

  // The moves that the chains of blockers ask for.
  template <class Chains>
  std::uint32_t blockers(const Chains& chains, const Robots& robots) const {
    std::uint32_t fewest = unreachable;
    for (int i = 0; i < seekers_; ++i)
      fewest = std::min<std::uint32_t>(fewest, chains(robots.cell[i], count_ - 1, [&](int other) {
                                         return robots.cell[other < i ? other : other + 1];
                                       }));
    return fewest;
  }

  // Moves to go at least: the wall-only bound knows of the axes and of long ways, the other one of
  // the robots that have to be brought.
  template <class Chains>
  std::uint32_t least(const Chains& chains, const Robots& robots) const {
    return std::max<std::uint32_t>(bound(robots), blockers(chains, robots));
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

  // The cells on which all robots stop, robot by robot.
  using Stops = std::array<std::array<std::uint32_t, directions>, max_robots>;
  void slide_all(const Robots& robots, Stops& stops) const {
    for (int i = 0; i < count_; ++i)
      for (int d = 0; d < directions; ++d)
        stops[i][d] = stop_[std::size_t{robots.cell[i]} * directions + d];
    for (int i = 1; i < count_; ++i)
      for (int j = 0; j < i; ++j) {
        const bool in_order = robots.cell[i] < robots.cell[j];
        const int low = in_order ? i : j, high = in_order ? j : i;
        const std::uint32_t a = robots.cell[low], b = robots.cell[high];
        const bool row = y_[a] == y_[b];
        if (!row && x_[a] != x_[b]) continue;
        const std::uint32_t step = row ? 1 : problem_.width;
        std::uint32_t &up = stops[low][row ? 3 : 1], &down = stops[high][row ? 2 : 0];
        if (up >= b) up = b - step;
        if (down <= a) down = a + step;
      }
  }

  // Tests whether `cell` is on the way from one cell of a line to another, the first one excluded.
  bool on_way(std::uint32_t from, std::uint32_t to, std::uint32_t cell) const {
    if (from < to ? cell <= from || cell > to : cell >= from || cell < to) return false;
    return y_[from] == y_[to] ? y_[cell] == y_[from] : x_[cell] == x_[from];
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

}  // namespace gridproof::robots
