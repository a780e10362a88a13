// The number of steps from one cell to each other one over empty cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "onebomb/board.hpp"
#include "onebomb/memory.hpp"
#include "onebomb/spread.hpp"
#include "onebomb/table.hpp"

namespace gridproof::onebomb {

// A table with a border of walls, so that every cell has four neighbours: the cell (x, y) of the
// board is at (y + 1) * stride + x + 1. Bricks are walls as rocks are.
template <class Distance>
class Distances {
 public:
  // Distances are below `unreached`. One step more than any value of the table fits.
  static constexpr Distance wall = far<Distance>;
  static constexpr Distance unreached = wall - 1;

  Distances(const Problem& problem, Ticker& ticker, Memory& memory)
      : problem_(problem),
        ticker_(ticker),
        memory_(memory),
        stride_(stride(problem)),
        walls_(stride_),
        table_(size(problem)) {}

  // Cells of a row, with the border.
  static std::size_t stride(const Problem& p) { return in_strips(p.width + 2); }
  static std::size_t bytes(const Problem& p) { return Table<Distance>::bytes(size(p)); }

  // Sets every distance from `source`, or at least those below `limit` and up to that of `target`;
  // others stay `unreached`. `sweeps` is whether to try sweeps first, and becomes false if they
  // give up. False if the ticker stopped it.
  bool measure(std::size_t source, std::size_t target, Distance limit, bool& sweeps) {
    if (!clear(source, 0, problem_.height + 1)) return false;
    if (sweeps) {
      switch (sweep(source / stride_)) {
        case Swept::done:
          return true;
        case Swept::stopped:
          return false;
        case Swept::unfinished:
          break;
      }
      sweeps = false;
      if (!clear(source, swept_.first, swept_.last)) return false;
    }
    return search(source, target, limit);
  }

  const Distance* row(std::size_t y) const { return table_.data() + y * stride_; }
  Distance operator[](std::size_t cell) const { return table_[cell]; }

  // The distance of a brick, too, as that of a last step.
  Distance onto(std::size_t cell) const {
    Distance least = table_[cell];
    for (std::size_t beyond : {cell - stride_, cell + stride_, cell - 1, cell + 1})
      least = std::min<Distance>(least, table_[beyond] + 1);
    return least;
  }

  // The greatest distance, 0 at least.
  Distance largest() const {
    Distance most = 0;
    for (std::size_t y = 1; y <= problem_.height && ticker_.alive(); ++y)
      for (std::size_t x = 1; x <= problem_.width; ++x)
        most = std::max(most, row(y)[x] < unreached ? row(y)[x] : Distance{0});
    return most;
  }

  // Sets the distances of all cells that were reached to 0; false if the ticker stopped it.
  bool flatten() {
    for (std::size_t y = 1; y <= problem_.height; ++y) {
      if (!ticker_.going(problem_.width / 8 + 1)) return false;
      Distance* to = at(y);
      for (std::size_t x = 1; x <= problem_.width; ++x)
        to[x] = to[x] < unreached ? Distance{0} : to[x];
    }
    return true;
  }

  // The steps from a cell down to the source, named after the directions U, D, L, R in `names`.
  // Unfinished if the ticker stops it.
  std::string descent(std::size_t cell, const char* names) const {
    const std::size_t steps[] = {std::size_t{0} - stride_, stride_, std::size_t{0} - 1, 1};
    std::string path;
    path.reserve(static_cast<std::size_t>(onto(cell)));
    for (Distance left = onto(cell); left > 0 && ticker_.going(); --left) {
      int i = 0;
      while (table_[cell + steps[i]] != left - 1) ++i;
      path += names[i];
      cell += steps[i];
    }
    return path;
  }

 private:
  static std::size_t size(const Problem& p) { return stride(p) * (p.height + 2); }

  Distance* at(std::size_t y) { return table_.data() + y * stride_; }

  // Nothing in these rows is reached but the source; false: stop.
  bool clear(std::size_t source, std::size_t first, std::size_t last) {
    for (std::size_t y = first; y <= last; ++y) {
      if (!ticker_.going(problem_.width / 8 + 1)) return false;
      Distance* to = at(y);
      std::fill_n(to, stride_, wall);
      if (y == 0 || y > problem_.height) continue;
      const std::uint8_t* here = problem_.cells + (y - 1) * problem_.width;
      for (std::size_t x = 0; x < problem_.width; ++x)
        to[x + 1] = here[x] == empty ? unreached : wall;
    }
    table_[source] = 0;
    return true;
  }

  // Sweeps over whole rows

  enum class Swept { done, stopped, unfinished };

  // On boards with few obstacles one sweep down from the source and one up already give all
  // distances, and another one down shows it: memory is read in order and rows are compared whole.
  // Unfinished if too many rows need more than that.
  Swept sweep(std::size_t first) {
    const std::size_t last = problem_.height;
    std::size_t rows = 0, mended = 0;
    swept_ = {first, first};
    mend(at(first));
    // Takes over the steps from the row before; tells whether any distance fell.
    auto relax = [&](std::size_t y, std::size_t from) {
      ++rows;
      swept_ = {std::min(swept_.first, y), std::max(swept_.last, y)};
      if (!descend(row(from), at(y))) return false;
      if (uneven(row(y))) {
        ++mended;
        mend(at(y));
      }
      return true;
    };
    bool risen = false;
    for (std::size_t y = first + 1; y <= last; ++y) {
      if (!ticker_.tick(problem_.width)) return Swept::stopped;
      relax(y, y - 1);
      if (mended > 16 + rows / 4) return Swept::unfinished;
    }
    for (std::size_t y = last - 1; y > 0; --y) {
      if (!ticker_.tick(problem_.width)) return Swept::stopped;
      risen |= relax(y, y + 1);
      if (mended > 16 + rows / 4) return Swept::unfinished;
    }
    for (std::size_t y = 2; risen && y <= last; ++y) {
      if (!ticker_.alive()) return Swept::stopped;
      if (relax(y, y - 1)) return Swept::unfinished;
    }
    return Swept::done;
  }

  // Makes the steps from one row to the next; tells whether any distance fell.
  bool descend(const Distance* from, Distance* to) const {
    Distance any = 0;
    const std::size_t count = stride_;
    GRIDPROOF_INDEPENDENT_ROUNDS  // two rows
        for (std::size_t x = 0; x < count; ++x) {
      const Distance before = to[x], step = static_cast<Distance>(from[x] + 1);
      const Distance after = before == wall ? wall : std::min(before, step);
      any |= static_cast<Distance>(before ^ after);
      to[x] = after;
    }
    return any != 0;
  }

  // Tests whether a step within the row would lower a distance.
  bool uneven(const Distance* at) const {
    Distance any = 0;
    for (std::size_t x = 1; x < stride_; ++x) {
      const Distance gap = at[x] - at[x - 1];
      const Distance big = static_cast<Distance>((gap > 1 ? -1 : 0) | (gap < -1 ? -1 : 0));
      any |= at[x] == wall || at[x - 1] == wall ? Distance{0} : big;
    }
    return any != 0;
  }

  void mend(Distance* at) {
    for (std::size_t x = 0; x < stride_; ++x) walls_[x] = at[x] == wall ? wall : Distance{0};
    spread(at, walls_.data(), stride_);
  }

  // Breadth-first search

  // Cells that are reached at the same time.
  struct Wave {
    std::vector<std::uint32_t> cells;  // the first `count` of them
    std::size_t count = 0;
  };

  bool search(std::size_t source, std::size_t target, Distance limit) {
    Wave waves[2];
    Wave *now = &waves[0], *next = &waves[1];
    if (!room(*now, 1)) return false;
    now->cells[0] = static_cast<std::uint32_t>(source);
    now->count = 1;
    bool going = true;
    for (Distance steps = 1; now->count > 0 && steps < limit && table_[target] >= unreached;
         ++steps) {
      going = ticker_.tick(now->count) && advance(*now, *next, steps);
      if (!going) break;
      std::swap(now, next);
    }
    for (const Wave& wave : waves) memory_.give_back(wave.cells.size() * sizeof(std::uint32_t));
    return going;
  }

  // Obstacles make branches that no processor foresees, so there are none: every neighbour is
  // written to the end of the next wave, and the end moves on where it is new.
  bool advance(const Wave& now, Wave& next, Distance steps) {
    constexpr std::size_t part = 1 << 10, ahead = 32;
    next.count = 0;
    for (std::size_t first = 0; first < now.count; first += part) {
      const std::size_t last = std::min(now.count, first + part);
      if (!room(next, next.count + 4 * (last - first) + 1)) return false;
      const std::uint32_t* cells = now.cells.data();
      std::uint32_t* end = next.cells.data() + next.count;
      Distance* table = table_.data();
      const std::size_t stride = stride_;
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t cell = cells[i];
        if (i + ahead < now.count) {
          prefetch_memory(table + cells[i + ahead] - stride);
          prefetch_memory(table + cells[i + ahead] + stride);
        }
        for (std::size_t beyond : {cell - stride, cell - 1, cell + 1, cell + stride}) {
          const Distance before = table[beyond];
          const Distance fresh = static_cast<Distance>(-(before == unreached));  // all bits or none
          *end = static_cast<std::uint32_t>(beyond);
          end -= fresh;
          table[beyond] = static_cast<Distance>(before ^ ((before ^ steps) & fresh));
        }
      }
      next.count = static_cast<std::size_t>(end - next.cells.data());
    }
    return true;
  }

  bool room(Wave& wave, std::size_t count) {
    const std::size_t before = wave.cells.size();
    if (count <= before) return true;
    const std::size_t after = std::max(count, before + before / 2);
    if (!memory_.take(after * sizeof(std::uint32_t))) return false;
    std::vector<std::uint32_t> larger(after);
    std::copy_n(wave.cells.data(), wave.count, larger.data());
    wave.cells = std::move(larger);
    memory_.give_back(before * sizeof(std::uint32_t));
    return true;
  }

  const Problem& problem_;
  Ticker& ticker_;
  Memory& memory_;
  std::size_t stride_;
  std::vector<Distance> walls_;  // of one row
  struct Rows {
    std::size_t first = 0, last = 0;
  } swept_;  // those that the sweeps may have changed
  Table<Distance> table_;
};

}  // namespace gridproof::onebomb
