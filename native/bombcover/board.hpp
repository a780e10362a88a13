// The static side of a bombcover board: the crates that count, the rooms between them, and from
// where a bomb sees which crates.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bombcover/setup_limits.hpp"

namespace gridproof::bombcover {

struct Problem {
  std::uint32_t width = 0, height = 0;
  const std::uint8_t* cells = nullptr;  // width * height of `#`, `.` and `x`; outside is wall; of
                                        // `x` there are fewer than 2^16
  std::vector<std::uint32_t> starts;    // the players' cells, y * width + x
  std::uint32_t radius = 0;             // length of an arm
  bool pierce = false;                  // arms go through crates
};

// Nodes of the graph that players walk in: first the crates (passable once they are gone), then the
// rooms (connected sets of cells that are empty from the start).
class Board {
 public:
  static constexpr std::uint32_t nowhere = ~0u;

  // A cell on which a bomb may be set. An arm lists the crates on it from the cell outwards; arms
  // without crates are left out. An arm that pierces hits each of its crates, as if each were the
  // only one of an arm of its own.
  struct Site {
    std::uint32_t cell, node;
    std::vector<std::vector<std::uint16_t>> arms;
  };

  // `all_sites` keeps those that others make needless ("Sites" in
  // docs/explanation/bombcover-solver.md).
  Board(const Problem& p, SetupLimits& setup, bool all_sites = false) : p_(p) {
    const std::size_t size = std::size_t{p.width} * p.height;
    setup.take(size * bytes_a_cell);
    node_.assign(size, nowhere);
    find_region(setup);
    find_sites(setup);
    if (!all_sites) drop_dominated(setup);
    p_.cells = nullptr;  // not ours, and not needed any more
  }

  std::uint32_t width() const { return p_.width; }
  std::uint32_t crates() const { return static_cast<std::uint32_t>(crate_cells_.size()); }
  std::uint32_t rooms() const { return rooms_; }
  std::uint32_t nodes() const { return crates() + rooms_; }
  const std::vector<Site>& sites() const { return sites_; }
  // Cells of sites that others make needless, each with the cell of one, in the order of dropping.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& dropped() const { return dropped_; }
  const std::vector<std::vector<std::uint32_t>>& neighbours() const { return neighbours_; }
  const std::vector<std::uint32_t>& start_rooms() const { return start_rooms_; }

 private:
  // The node, a place in the region while it grows, and whether it was seen.
  static constexpr std::size_t bytes_a_cell = 4 + 2 * 4 + 1;

  template <class Visit>
  void each_neighbour(std::uint32_t cell, Visit visit) const {
    const std::uint32_t x = cell % p_.width, y = cell / p_.width;
    if (y > 0) visit(cell - p_.width);
    if (y + 1 < p_.height) visit(cell + p_.width);
    if (x > 0) visit(cell - 1);
    if (x + 1 < p_.width) visit(cell + 1);
  }

  // Numbers the crates and rooms that can be reached over crates and empty cells; others never
  // matter, since what separates them is wall.
  void find_region(SetupLimits& setup) {
    std::vector<std::uint32_t> queue;
    std::vector<bool> seen(node_.size(), false);
    auto reach = [&](std::uint32_t cell) {
      if (seen[cell] || p_.cells[cell] == '#') return;
      seen[cell] = true;
      queue.push_back(cell);
    };
    for (std::uint32_t start : p_.starts) reach(start);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      setup.step();
      each_neighbour(queue[head], reach);
    }
    std::sort(queue.begin(), queue.end());
    for (std::uint32_t cell : queue)
      if (p_.cells[cell] == 'x') {
        node_[cell] = crates();
        crate_cells_.push_back(cell);
      }
    for (std::uint32_t cell : queue)
      if (p_.cells[cell] == '.' && node_[cell] == nowhere)
        fill_room(cell, crates() + rooms_++, setup);
    region_ = std::move(queue);
    // Of two neighbours of different nodes at least one is a crate.
    setup.take(nodes() * sizeof(neighbours_[0]) + crates() * std::size_t{64});
    neighbours_.resize(nodes());
    for (std::uint32_t cell : region_) {
      setup.step();
      each_neighbour(cell, [&](std::uint32_t other) {
        if (node_[other] != nowhere && node_[other] != node_[cell])
          neighbours_[node_[cell]].push_back(node_[other]);
      });
    }
    for (auto& list : neighbours_) make_set(list);
    for (std::uint32_t start : p_.starts) start_rooms_.push_back(node_[start]);
    make_set(start_rooms_);
  }

  static void make_set(std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  void fill_room(std::uint32_t cell, std::uint32_t room, SetupLimits& setup) {
    std::vector<std::uint32_t> stack{cell};
    node_[cell] = room;
    while (!stack.empty()) {
      setup.step();
      const std::uint32_t here = stack.back();
      stack.pop_back();
      each_neighbour(here, [&](std::uint32_t other) {
        if (p_.cells[other] == '.' && node_[other] == nowhere) {
          node_[other] = room;
          stack.push_back(other);
        }
      });
    }
  }

  // Crates of a line, and between which of them a cell lies. A run is what lies between two walls.
  struct Lines {
    std::vector<std::uint32_t> crates;              // their cells, run by run
    std::vector<std::uint32_t> before, first, end;  // by cell: crates of the lists before it, and
                                                    // of its run
    Lines(std::size_t size, SetupLimits& setup) {
      setup.take(3 * size * sizeof(before[0]));
      before.resize(size);
      first.resize(size);
      end.resize(size);
    }
  };

  Lines lines(std::uint32_t count, std::uint32_t length, std::uint32_t across, std::uint32_t along,
              SetupLimits& setup) const {
    Lines found(node_.size(), setup);
    setup.take(crate_cells_.size() * sizeof(found.crates[0]));
    for (std::uint32_t line = 0; line < count; ++line) {
      setup.look();
      std::uint32_t begin = 0;  // of the run
      auto close = [&](std::uint32_t i) {
        for (std::uint32_t k = begin; k < i; ++k)
          found.end[line * across + k * along] = static_cast<std::uint32_t>(found.crates.size());
        begin = i + 1;
      };
      auto first = static_cast<std::uint32_t>(found.crates.size());
      for (std::uint32_t i = 0; i < length; ++i) {
        const std::uint32_t cell = line * across + i * along;
        if (p_.cells[cell] == '#') {
          close(i);
          first = static_cast<std::uint32_t>(found.crates.size());
          continue;
        }
        found.first[cell] = first;
        found.before[cell] = static_cast<std::uint32_t>(found.crates.size());
        // A crate out of reach shares no run with one that can be reached.
        if (p_.cells[cell] == 'x' && node_[cell] != nowhere) found.crates.push_back(cell);
      }
      close(length);
    }
    return found;
  }

  void find_sites(SetupLimits& setup) {
    const std::size_t before = setup.bytes();
    const Lines columns = lines(p_.width, p_.height, 1, p_.width, setup);
    const Lines rows = lines(p_.height, p_.width, p_.width, 1, setup);
    const std::size_t scratch = setup.bytes() - before;
    for (std::uint32_t cell : region_) {
      setup.step();
      Site site{cell, node_[cell], {}};
      std::size_t seen = 0;
      auto add = [&](std::vector<std::uint16_t> arm) {
        seen += arm.size();
        if (p_.pierce)
          for (std::uint16_t crate : arm) site.arms.push_back({crate});
        else if (!arm.empty())
          site.arms.push_back(std::move(arm));
      };
      for (const auto& [line, step] : {std::pair(&columns, p_.width), std::pair(&rows, 1u)}) {
        auto near = [&, step = step](std::uint32_t crate) {
          return (crate < cell ? cell - crate : crate - cell) / step <= p_.radius;
        };
        std::vector<std::uint16_t> up, down;
        for (std::uint32_t i = line->before[cell]; i-- > line->first[cell];) {
          if (!near(line->crates[i])) break;
          up.push_back(static_cast<std::uint16_t>(node_[line->crates[i]]));
        }
        for (std::uint32_t i = line->before[cell] + (p_.cells[cell] == 'x'); i < line->end[cell];
             ++i) {
          if (!near(line->crates[i])) break;
          down.push_back(static_cast<std::uint16_t>(node_[line->crates[i]]));
        }
        add(std::move(up));
        add(std::move(down));
      }
      if (site.arms.empty()) continue;
      setup.take(2 * sizeof(Site) + 2 * site.arms.size() * sizeof(site.arms[0]) +
                 2 * seen * sizeof(std::uint16_t));
      sites_.push_back(std::move(site));
    }
    setup.give_back(scratch);
  }

  // Drops a site p for a site q that can be used whenever p can, and then hits at least what p
  // hits: q is in the same room, or p is a crate's cell and q in a room next to it; and each arm of
  // p is the beginning of an arm of q (two arms of p never of the same one: their crates lie on
  // different lines). The first crate that is left on p's arm is then the first on q's arm too. A
  // play that bombs p can bomb q instead: having fewer crates is never worse.
  void drop_dominated(SetupLimits& setup) {
    std::size_t seen = 0;
    for (const Site& site : sites_)
      for (const auto& arm : site.arms) seen += arm.size();
    setup.take(crates() * sizeof(region_) + 2 * seen * sizeof(std::uint32_t) +
               sites_.size() * (1 + 2 * sizeof(dropped_[0])));
    // Only a site that sees a crate of p can take its place.
    std::vector<std::vector<std::uint32_t>> seeing(crates());
    for (std::uint32_t i = 0; i < sites_.size(); ++i)
      if (sites_[i].node >= crates())
        for (const auto& arm : sites_[i].arms)
          for (std::uint16_t crate : arm) seeing[crate].push_back(i);
    std::vector<bool> dropped(sites_.size(), false);
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      const Site& p = sites_[i];
      const auto& near = neighbours_[p.node];
      const std::vector<std::uint32_t>* few = &seeing[p.arms[0][0]];
      for (const auto& arm : p.arms)
        if (seeing[arm[0]].size() < few->size()) few = &seeing[arm[0]];
      for (std::uint32_t j : *few) {
        setup.step();
        const std::uint32_t room = sites_[j].node;
        const bool usable =
            p.node < crates() ? std::binary_search(near.begin(), near.end(), room) : room == p.node;
        if (usable && j != i && !dropped[j] && dominates(sites_[j], p)) {
          dropped[i] = true;
          dropped_.emplace_back(p.cell, sites_[j].cell);
          break;
        }
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sites_.size(); ++i)
      if (!dropped[i]) {
        if (kept != i) sites_[kept] = std::move(sites_[i]);
        ++kept;
      }
    sites_.resize(kept);
  }

  static bool dominates(const Site& q, const Site& p) {
    for (const auto& arm : p.arms) {
      const bool found = std::any_of(q.arms.begin(), q.arms.end(), [&](const auto& other) {
        std::size_t i = 0;
        for (std::uint16_t crate : other) {
          if (crate == p.node) continue;  // gone when p can be used
          if (i == arm.size() || crate != arm[i]) break;
          ++i;
        }
        return i == arm.size();
      });
      if (!found) return false;
    }
    return true;
  }

  Problem p_;
  std::vector<std::uint32_t> node_;  // by cell
  std::vector<std::uint32_t> region_;
  std::vector<std::uint32_t> crate_cells_;
  std::uint32_t rooms_ = 0;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<std::uint32_t> start_rooms_;
  std::vector<Site> sites_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> dropped_;
};

}  // namespace gridproof::bombcover
