// In which order goals are best filled: by taking boxes off the filled goals, one round at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board.hpp"
#include "sokoban/macro.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

// For each square its layer if it is a goal: goals of lower layers are to be filled first.
//
// From the solved position the boxes that can be pulled to some start square, the others standing
// still, are taken off the board, all of a round at once; what is taken last has to be filled
// first. Goals that never come free are in layer 0. This is advice, no proof: the order may be
// impossible, and others may be better. It takes long on large boards; stopped by the ticker, it
// says nothing of use.
inline std::vector<std::uint32_t> packing_layers(const Board& board, Ticker& ticker) {
  std::vector<std::uint8_t> start(board.squares());
  for (Square s : board.boxes()) start[s] = 1;
  std::vector<std::uint32_t> best;
  std::size_t best_left = board.goals().size() + 1;
  std::vector<std::uint8_t> tried(board.squares());
  for (Square root = 0; root < board.squares(); ++root) {
    if (!ticker.going()) break;
    if (board.goal(root) || tried[root]) continue;
    Occupied occupied(board);
    for (Square g : board.goals()) occupied.put(g, On::box);
    Region region(board);
    region.fill(occupied, root);
    for (Square s : region.squares()) tried[s] = 1;
    Macro macro(board, ticker);
    std::vector<Square> left = board.goals(), places{root};
    std::vector<std::uint32_t> round(board.squares());
    std::uint32_t rounds = 0;
    while (!left.empty()) {
      std::vector<Square> still, free, ends;
      for (Square box : left) {
        bool out = false;
        for (std::size_t p = 0; p < places.size() && !out && ticker.going(); ++p) {
          const auto& reached =
              macro.run<true>(occupied, box, places[p], [](Square, int) { return true; });
          for (const Reached& r : reached)
            if (start[r.box]) {
              out = true;
              ends.push_back(r.player);
              break;
            }
        }
        (out ? free : still).push_back(box);
      }
      if (free.empty()) break;
      ++rounds;
      for (Square box : free) {
        occupied.put(box, On::nothing);
        round[box] = rounds;
      }
      // Where the player may be now, one square a region.
      places.insert(places.end(), ends.begin(), ends.end());
      for (Square& p : places) p = region.fill(occupied, p);
      std::sort(places.begin(), places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
      left = still;
    }
    if (left.size() >= best_left) continue;
    best_left = left.size();
    best.assign(board.squares(), 0);
    for (Square g : board.goals()) best[g] = round[g] == 0 ? 0 : rounds - round[g] + 1;
  }
  if (best.empty()) best.assign(board.squares(), 0);
  return best;
}

// How far positions have come in that order.
class Packing {
 public:
  Packing(const Board& board, Ticker& ticker)
      : layer_(packing_layers(board, ticker)), goals_(board.goals()) {
    std::sort(goals_.begin(), goals_.end(), [&](Square a, Square b) {
      return std::pair(layer_[a], a) < std::pair(layer_[b], b);
    });
  }

  // How many goals are filled of which all goals of lower layers are filled too.
  int filled(const Occupied& occupied) const {
    int count = 0;
    bool whole = true;
    for (std::size_t i = 0; i < goals_.size() && whole;) {
      std::size_t j = i;
      for (; j < goals_.size() && layer_[goals_[j]] == layer_[goals_[i]]; ++j) {
        const bool filled = occupied.box(goals_[j]);
        count += filled;
        whole = whole && filled;
      }
      i = j;
    }
    return count;
  }

 private:
  std::vector<std::uint32_t> layer_;
  std::vector<Square> goals_;  // by layer
};

}  // namespace gridproof::sokoban
