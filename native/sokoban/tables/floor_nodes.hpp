// The floor as a graph of few nodes: one for each square of a zone, and one for each connected part
// of the floor outside of it. A set of nodes is a word, so the player's region among boxes that are
// in the zone is filled in some ten steps.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

class FloorNodes {
 public:
  using Nodes = std::uint64_t;
  static constexpr std::size_t most = 64;

  // It is of use only if it fits(): the zone may cut the rest of the floor into too many parts.
  FloorNodes(const Board& board, std::span<const Square> zone)
      : node_(board.squares() + 1, no_node) {
    std::vector<std::uint8_t> inside(board.squares() + 1);
    for (const Square s : zone) inside[s] = 1;
    std::vector<Square> queue;
    for (Square s = 0; s < board.squares(); ++s) {
      if (inside[s] || node_[s] != no_node) continue;
      if (parts_ + zone.size() == most) return;
      some_.push_back(s);
      queue.assign(1, s);
      node_[s] = parts_;
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const Square t : board.around(queue[i])) {
          if (t == board.wall() || inside[t] || node_[t] != no_node) continue;
          node_[t] = parts_;
          queue.push_back(t);
        }
      ++parts_;
    }
    if (parts_ + zone.size() > most) return;
    for (std::size_t i = 0; i < zone.size(); ++i)
      node_[zone[i]] = static_cast<std::uint8_t>(parts_ + i);
    some_.insert(some_.end(), zone.begin(), zone.end());
    for (const Square s : zone)
      for (const Square t : board.around(s)) {
        if (t == board.wall()) continue;
        beside_[node_[s]] |= node(t);
        beside_[node_[t]] |= node(s);
      }
    fits_ = true;
  }

  bool fits() const { return fits_; }

  Nodes node(Square s) const { return Nodes{1} << node_[s]; }
  // A square of a node.
  Square some(Nodes node) const { return some_[std::countr_zero(node)]; }
  // The nodes of squares of the zone, as bits by their numbers in it; and back.
  Nodes nodes(std::uint64_t squares) const { return squares << parts_; }
  std::uint64_t squares(Nodes nodes) const { return nodes >> parts_; }

  // The nodes without these.
  Nodes others(Nodes nodes) const { return ~Nodes{0} >> (most - some_.size()) & ~nodes; }

  // The region of free nodes that holds some of it; or as much of it as has all that is asked for.
  Nodes region(Nodes free, Nodes some) const { return region(free, some, free); }
  Nodes region(Nodes free, Nodes some, Nodes asked) const {
    Nodes region = some;
    for (Nodes edge = region; edge && (asked & ~region);) {
      const int node = std::countr_zero(edge);
      edge &= edge - 1;
      const Nodes more = beside_[node] & free & ~region;
      region |= more;
      edge |= more;
    }
    return region;
  }

  // The number of regions of free nodes that are beside another node.
  int regions_beside(Nodes free, Nodes node) const {
    int count = 0;
    for (Nodes left = beside_[std::countr_zero(node)] & free; left; ++count)
      left &= ~region(free, left & -left, left);
    return count;
  }

 private:
  static constexpr std::uint8_t no_node = most;

  std::vector<std::uint8_t> node_;    // by square
  std::vector<Square> some_;          // by node; parts come first: the player is mostly there
  std::array<Nodes, most> beside_{};  // by node
  std::uint8_t parts_ = 0;
  bool fits_ = false;
};

}  // namespace gridproof::sokoban
