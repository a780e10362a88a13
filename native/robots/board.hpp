// The static side of a robots board: stop tables and the wall-only bound.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridproof::robots {

// Directions in the order of the moves' letters U, D, L, R.
inline constexpr int directions = 4;
inline constexpr std::array<std::array<int, 2>, directions> steps{
    {{0, -1}, {0, 1}, {-1, 0}, {1, 0}}};

inline constexpr int both_axes = 3;
inline constexpr int axis_of(int direction) { return direction >= 2 ? 1 : 2; }

// One move of a solution: the robot that stands on `cell` slides in `direction`.
struct Step {
  std::uint32_t cell;
  int direction;
};

// The problem. Cells are y * width + x. `walls` holds for each cell a bit per direction (bit 0 for
// U, …) that is set where a wall, the border included, stands on that side.
struct Problem {
  std::uint32_t width = 0, height = 0;
  const std::uint8_t* walls = nullptr;
  std::vector<std::uint32_t> robots;  // start cells
  int target_robot = 0;               // its place in `robots`; any_robot for all of them
  std::uint32_t target = 0;
  bool ricochet = false;
  // With `ricochet`: the axes that count as moved along at the start, by robot; empty: none.
  std::vector<std::uint8_t> axes;

  static constexpr int any_robot = -1;

  std::uint32_t cells() const { return width * height; }
  bool wall(std::uint32_t cell, int direction) const { return walls[cell] >> direction & 1; }
  std::int32_t offset(int direction) const {
    return steps[direction][0] + steps[direction][1] * static_cast<std::int32_t>(width);
  }
};

inline constexpr std::uint32_t max_side = 255;

// The axes along which a robot on this cell moves on every way to the target.
//
// A robot that never moves vertically stays on one line of its row, from wall to wall. Unless the
// target is on that line, it moves vertically on every way; the same with the axes swapped.
inline std::uint8_t needed_axes(const Problem& p, std::uint32_t cell) {
  if (cell == p.target) return 0;
  for (int d = 0; d < directions; ++d)
    for (std::uint32_t at = cell; !p.wall(at, d);)
      if ((at += p.offset(d)) == p.target) return static_cast<std::uint8_t>(axis_of(d));
  return both_axes;
}

// Counts the axes that no way to the target misses as moved along at the start, and drops
// `ricochet` if it asks for nothing more.
//
// The same plays are solutions. Count an axis that the robot needs as moved along: a play to the
// target that has both axes then has them without, since it does move along that axis. There
// remain: a robot that lacks one axis is on the line on which it saw the target, and one that lacks
// both is on the target, where it began.
inline void grant_axes(Problem& p) {
  if (!p.ricochet) return;
  p.ricochet = false;
  for (std::size_t i = 0; i < p.robots.size(); ++i) {
    p.axes.push_back(needed_axes(p, p.robots[i]));
    const bool seeks =
        p.target_robot == Problem::any_robot || p.target_robot == static_cast<int>(i);
    p.ricochet = p.ricochet || (seeks && p.axes[i] != both_axes);
  }
}

// No bound is that large: a way meets no cell twice, but for two moves that add a missing axis.
inline constexpr std::uint16_t unreachable = 0xffff;
static_assert(max_side * max_side + 2 < unreachable);

// The wall-only bound: for each cell, and with `ricochet` for each set of axes on which the robot
// has moved already (index cell * 4 + axes), the number of moves to the target when the robot may
// stop anywhere on its way and no other robot stands about.
//
// It is the exact distance in a relaxation of which every real move is a move, so it never exceeds
// the true distance and falls by at most 1 a move. It rises by at most 1, since the relaxed robot
// can return along the same line, and having moved on more axes never makes it larger.
//
// A walk along a line ends at a cell that is at least as near as its start: that cell's own walk
// goes on from there. So the time is linear in the cells.
inline std::vector<std::uint16_t> wall_only_bound(const Problem& p) {
  const int layers = p.ricochet ? 4 : 1;
  std::vector<std::uint16_t> bound(std::size_t{p.cells()} * layers, unreachable);
  std::vector<std::pair<std::uint32_t, int>> queue;  // (cell, axes)
  auto reach = [&](std::uint32_t cell, int axes, std::uint16_t distance) {
    auto& known = bound[std::size_t{cell} * layers + axes];
    if (known != unreachable) return;
    known = distance;
    queue.emplace_back(cell, axes);
  };
  reach(p.target, p.ricochet ? both_axes : 0, 0);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const auto [cell, axes] = queue[head];
    const auto distance = static_cast<std::uint16_t>(bound[std::size_t{cell} * layers + axes] + 1);
    for (int d = 0; d < directions; ++d) {
      // A relaxed move along d ends here: it started on any cell behind, with the axis of d set
      // after it and set or not before it.
      if (p.ricochet && !(axes & axis_of(d))) continue;
      const int back = d ^ 1;
      std::uint32_t from = cell;
      while (!p.wall(from, back)) {
        from += p.offset(back);
        const bool goes_on = bound[std::size_t{from} * layers + axes] >= distance;
        reach(from, axes, distance);
        if (p.ricochet) reach(from, axes & ~axis_of(d), distance);
        if (!goes_on) break;
      }
    }
  }
  return bound;
}

}  // namespace gridproof::robots
