// Lookup tables of the search on sets, for a board of up to 16 × 16 cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "common/simd.hpp"
#include "robots/board.hpp"
#include "robots/cell_set.hpp"
#include "robots/helpers.hpp"

namespace gridproof::robots {

// Cells are y * 16 + x, whatever the board's width. H is the wall-only bound, a descent a move of
// the target robot to a smaller H, a level move one to the same H.
class BoardTables {
 public:
  // More than any H: no way turns in each of the 256 cells, for it would run round in a corner.
  static constexpr std::uint8_t no_way = 255;
  static constexpr std::array<int, 4> offset{-16, 16, -1, 1};

  explicit BoardTables(const Problem& p) : width_(p.width), target(wide(p.target)) {
    std::array<std::uint8_t, 256> walls;
    walls.fill(15);
    for (std::uint32_t cell = 0; cell < p.cells(); ++cell) walls[wide(cell)] = p.walls[cell];
    fill_slides(walls);
    fill_bound();
    fill_descents();
  }

  static bool fits(const Problem& p) { return p.width <= 16 && p.height <= 16; }

  unsigned wide(std::uint32_t cell) const { return cell / width_ * 16 + cell % width_; }
  std::uint32_t narrow(unsigned cell) const { return (cell >> 4) * width_ + (cell & 15); }

  // The length of a robot's slides from c if the helpers, on c too or not, are the only others: a
  // byte a direction.
  template <int Count>
  std::uint32_t slides(unsigned c, const Helpers<Count>& helpers) const {
    std::uint32_t least = blocked[c][helpers[0]];
    for (int i = 1; i < Count; ++i) least = nearer(least, blocked[c][helpers[i]]);
    return least;
  }

  // The cells from which a robot sees one of the helpers.
  template <int Count>
  CellSet in_sight(const Helpers<Count>& helpers) const {
    CellSet all = sight[helpers[0]];
    for (int i = 1; i < Count; ++i) all |= sight[helpers[i]];
    return all;
  }

  // The smaller of each two bytes.
  static std::uint32_t nearer(std::uint32_t a, std::uint32_t b) {
#ifdef GRIDPROOF_SIMD
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_min_epu8(
        _mm_cvtsi32_si128(static_cast<int>(a)), _mm_cvtsi32_si128(static_cast<int>(b)))));
#else
    std::uint32_t out = 0;
    for (int d = 0; d < 4; ++d) {
      const std::uint32_t mask = 0xffu << (8 * d);
      out |= std::min(a & mask, b & mask);
    }
    return out;
#endif
  }

  static unsigned stop(unsigned c, std::uint32_t slides, int d) {
    return c + offset[d] * static_cast<int>(slides >> (8 * d) & 255);
  }

  // The cells that a robot goes over, its last one included, when it slides from p to e.
  CellSet path(unsigned p, unsigned e, int d) const { return ray[p][d] - ray[e][d]; }

  // All cells that descents from t reach if they may stop anywhere; worked out when asked for
  // first.
  const CellSet& cone(unsigned t) {
    CellSet& found = cone_[t];
    if (found.any()) return found;
    CellSet layer = CellSet::of(t);
    for (int k = h[t]; k > 0; --k) {
      CellSet next;
      layer.each([&](unsigned c) { next |= sight[c]; });
      layer = next & level[k - 1];
      found |= layer;
    }
    return found;
  }

  // Works out all of them, so that threads may ask for them at the same time.
  void fill_cones() {
    for (unsigned t = 0; t < 256; ++t)
      if (h[t] != no_way) cone(t);
  }

 private:
  const std::uint32_t width_;
  std::array<CellSet, 256> cone_{};

 public:
  const unsigned target;
  int highest = 0;                                   // H of the cells that are farthest away
  std::array<std::uint8_t, 256> h;                   // H of each cell
  std::array<CellSet, 256> level{};                  // cells by H
  std::array<std::array<std::uint8_t, 4>, 256> far;  // stop without other robots
  std::array<std::array<CellSet, 4>, 256> ray{};     // cells on the way there
  std::array<CellSet, 256> sight{};                  // all four rays
  // The cells that a robot with no other in sight reaches: ends of descents, level moves and rises.
  std::array<std::array<CellSet, 3>, 256> ends{};
  // blocked[c][x]: the length of a robot's slides from c in each direction if another one stands on
  // x; it is not in its own way.
  std::array<std::array<std::uint32_t, 256>, 256> blocked;

  // For t: the cells x where a helper that comes to x opens a descent from t, by stopping it; and
  // those where one that leaves x may open one, by letting the robot pass.
  std::array<CellSet, 256> opens_by_coming{}, opens_by_leaving{};
  CellSet by_walls;         // cells with a way of descents that stop at walls
  CellSet across_by_walls;  // the same with one level move
  // For y: cells with descents, stopped by walls alone, before a last one that is stopped on y; and
  // the same with one level move, which may be the last.
  std::array<CellSet, 256> descends_to{}, crosses_to{};
  std::array<CellSet, 256> beside{};        // cells on which a robot on this one may stop others
  std::array<CellSet, 256> beside_stops{};  // the same when it has slid from this one to a wall
  // For t and d: whether a helper that moved in direction d and was stopped by the target robot on
  // t may stop that robot later, after one level move and two descents.
  std::array<std::array<bool, 4>, 256> corner{};

 private:
  void fill_slides(const std::array<std::uint8_t, 256>& walls) {
    for (unsigned c = 0; c < 256; ++c)
      for (int d = 0; d < 4; ++d) {
        unsigned at = c;
        while (!(walls[at] >> d & 1)) {
          at += offset[d];
          ray[c][d].set(at);
        }
        far[c][d] = static_cast<std::uint8_t>(at);
        sight[c] |= ray[c][d];
      }
    for (unsigned c = 0; c < 256; ++c) {
      std::uint32_t open = 0;
      for (int d = 0; d < 4; ++d) open |= distance(c, far[c][d], d) << (8 * d);
      blocked[c].fill(open);
      for (int d = 0; d < 4; ++d) {
        std::uint32_t steps = 0;
        for (unsigned x = c; x != far[c][d]; ++steps) {
          x += offset[d];
          blocked[c][x] = (open & ~(0xffu << (8 * d))) | steps << (8 * d);
        }
      }
    }
  }

  static std::uint32_t distance(unsigned from, unsigned to, int d) {
    const unsigned gap = from > to ? from - to : to - from;
    return d < 2 ? gap / 16 : gap;
  }

  // From each cell the robot may go to any cell in sight, and the other way round.
  void fill_bound() {
    h.fill(no_way);
    CellSet reached;
    for (CellSet layer = CellSet::of(target); layer.any(); ++highest) {
      CellSet next;
      layer.each([&](unsigned c) {
        h[c] = static_cast<std::uint8_t>(highest);
        next |= sight[c];
      });
      level[highest] = layer;
      reached |= layer;
      layer = next - reached;
    }
    --highest;
    for (unsigned c = 0; c < 256; ++c)
      for (int d = 0; d < 4; ++d) ends[c][h[far[c][d]] - h[c] + 1].set(far[c][d]);
  }

  void fill_descents() {
    for (unsigned x = 0; x < 256; ++x)
      for (int d = 0; d < 4; ++d)
        if (far[x][d] != x) beside[x].set(x + offset[d]);
    for (unsigned x = 0; x < 256; ++x)
      for (int d = 0; d < 4; ++d) beside_stops[x] |= beside[far[x][d]];
    // below[c]: the cells from which descents that stop at walls alone lead to c; across[c]: the
    // same with one level move among them.
    std::array<CellSet, 256> below{}, across{};
    for (int k = highest; k >= 0; --k) level[k].each([&](unsigned c) { below[c].set(c); });
    auto each_slide = [&](int k, auto visit) {
      level[k].each([&](unsigned c) {
        for (int d = 0; d < 4; ++d) visit(c, far[c][d]);
      });
    };
    for (int k = highest; k > 0; --k) {
      each_slide(k, [&](unsigned c, unsigned end) {
        if (end != c && h[end] == k) across[end] |= below[c];
      });
      each_slide(k, [&](unsigned c, unsigned end) {
        if (h[end] != k - 1) return;
        below[end] |= below[c];
        across[end] |= across[c];
      });
    }
    by_walls = below[target];
    across_by_walls = across[target];
    for (int k = 1; k <= highest; ++k)
      level[k].each([&](unsigned c) {
        (sight[c] & level[k - 1]).each([&](unsigned x) {
          descends_to[x] |= below[c];
          crosses_to[x] |= across[c];
        });
        (sight[c] & level[k]).each([&](unsigned x) { crosses_to[x] |= below[c]; });
        for (int d = 0; d < 4; ++d) {
          corner[c][d] = is_corner(c, d);
          const CellSet lower = ray[c][d] & level[k - 1];
          lower.each([&](unsigned x) {
            if (x != far[c][d]) opens_by_coming[c].set(x + offset[d]);
            opens_by_leaving[c] |= ray[c][d] - ray[x][d];
          });
        }
      });
  }

  // The helper is diagonally behind t then; docs/explanation/robots-kernel.md says why.
  bool is_corner(unsigned t, int d) const {
    if (far[t][d ^ 1] == t) return false;
    const unsigned e = t - offset[d];
    if (h[e] + 1 != h[t]) return false;
    for (int side = d < 2 ? 2 : 0; side < (d < 2 ? 4 : 2); ++side) {
      if (far[e][side] == e) continue;
      const unsigned u = e + offset[side];
      if (h[u] + 2 == h[t] && far[u][side] != u) return true;
    }
    return false;
  }
};

}  // namespace gridproof::robots
