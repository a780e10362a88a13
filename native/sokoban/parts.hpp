// What the optimal search may use.
#pragma once

#include <cstdint>

namespace gridproof::sokoban {

// Each can be switched off without a change of the optimum.
struct Parts {
  bool matching = true;  // else the sum of each box's nearest target
  bool freeze = true;
  bool corrals = true;     // for `pushes` only
  bool patterns = true;    // which boxes are dead is learned
  bool backward = true;    // a second search from the solved positions, for `pushes` only
  bool symmetries = true;  // of positions that are mirror images only one is kept
  bool upper = true;       // after a while a solution from elsewhere, to stop at

  // For `pushes` only: after so many nodes the forward search goes on with tables. They take as
  // long as many nodes, so that a small search does without, and each waits until it has taken a
  // part of that; with 1 there are all then.
  bool tables = true;
  std::uint64_t tables_after = 3000;
  bool groups = true;        // tables of sets of boxes, of up to three,
  bool quadruples = true;    // or four
  bool zones = true;         // tables of all sets of boxes in a few squares
  bool learnt_zones = true;  // in those where the search is stuck
  std::uint32_t zone_squares = 19;
  bool turns = true;   // several orders of the open positions take turns
  bool within = true;  // after a while any solution as cheap as the bound is looked for
};

}  // namespace gridproof::sokoban
