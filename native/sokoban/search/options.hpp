// Options of the optimal search.
#pragma once

#include <cstdint>

namespace gridproof::sokoban {

// Each can be switched off without a change of the optimum.
struct Options {
  bool matching = true;  // else the sum of each box's nearest target
  bool freeze = true;
  bool corrals = true;     // for `pushes` only
  bool patterns = true;    // which boxes are dead is learned
  bool backward = true;    // a second search from the solved positions, for `pushes` only
  bool symmetries = true;  // of positions that are mirror images only one is kept
  bool upper = true;       // after a while a solution from elsewhere, to stop at
  bool greedy = false;     // one direction: any play, so the least to come is first

  // For `pushes` only: after `tables_after` nodes the forward search continues with tables. They
  // cost as much time as many nodes, so a small search does without them, and each waits until the
  // search has taken a part of that time; with 1 all are made then.
  bool tables = true;
  std::uint64_t tables_after = 3000;
  bool groups = true;        // tables of sets of boxes, of up to three,
  bool quadruples = true;    // or four
  bool zones = true;         // tables of all sets of boxes in a few squares
  bool learnt_zones = true;  // in those where the search is stuck
  bool conflicts = true;     // in those that grow along conflicts of the start
  std::uint32_t zone_squares = 19;
  bool turns = true;   // several orders of the open positions take turns
  bool within = true;  // after a while any solution as cheap as the bound is looked for
};

}  // namespace gridproof::sokoban
