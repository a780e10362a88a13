// A position of the search with tables in hand, and what is found out about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/symmetries.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/search/expander.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/bound_tables.hpp"
#include "sokoban/tables/turns.hpp"

namespace gridproof::sokoban {

// Works on one position at a time. Threads have one each, over the same tables.
template <int Words>
struct TableExpander {
  // All but the options have to stay.
  TableExpander(const Level& level, const Symmetries& symmetries, const Options& options,
                const ReducedCosts& costs, const BoundTables& tables, Ticker& ticker)
      : moves(level, symmetries, Objective::pushes, options, ticker),
        bound(level, costs, tables, ticker) {}

  Expander<Words, false> moves;
  Bound bound;
};

// Found out about some nodes by a thread, for the one that adds it to the store.
template <int Words>
struct TableFindings {
  enum class Verdict : std::uint8_t { raised, dead, expanded };

  struct Node {
    explicit Node(std::uint32_t node) : node(node) {}

    std::uint32_t node;
    Verdict verdict = Verdict::expanded;
    std::uint32_t children = 0;  // that are of use
    std::uint32_t to_come = 0;   // if it is raised: the pushes that are needed still, at least
    Turns::Orders orders{};      // and its orders then
  };
  struct Child {
    Key<Words> position;
    std::uint64_t hash;
    std::uint32_t known;  // the node of the position, if there was one
    std::uint32_t to_come;
    Turns::Orders orders;
  };

  std::vector<Node> nodes;
  std::vector<Child> children;  // of one node after the other
  std::uint64_t generated = 0, evaluated = 0, dead_ends = 0;

  void clear() {
    nodes.clear();
    children.clear();
    generated = evaluated = dead_ends = 0;
  }
};

}  // namespace gridproof::sokoban
