// In which order goals next to each other can be filled: advice for the order of a search, no
// proof.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Goals that are joined form a cluster. From a full cluster boxes are pulled away, each time all
// that can be brought to where some box outside it starts; read backwards these are its layers.
class GoalOrder {
 public:
  GoalOrder(const Level& level, Ticker& ticker)
      : level_(level), ticker_(ticker), full_(level.board), reach_(level.board) {
    const Board& board = level.board;
    std::vector<std::uint8_t> seen(board.squares() + 1);
    for (const Square goal : board.goals()) {
      if (seen[goal]) continue;
      std::vector<Square> cluster{goal};
      seen[goal] = 1;
      for (std::size_t i = 0; i < cluster.size(); ++i)
        for (const Square t : board.around(cluster[i]))
          if (t != board.wall() && board.goal(t) && !seen[t]) {
            seen[t] = 1;
            cluster.push_back(t);
          }
      add(cluster);
    }
  }

  // Boxes on goals of layers before which one is not full.
  std::uint32_t early(const Occupied& occupied) const {
    std::uint32_t count = 0;
    for (const auto& cluster : clusters_) {
      bool hole = false;
      for (const auto& layer : cluster) {
        const std::uint32_t here = filled(layer, occupied);
        if (hole) count += here;
        hole = hole || here < layer.size();
      }
    }
    return count;
  }

  // Goals without a box, or with one that is early.
  std::uint32_t missing(const Occupied& occupied) const {
    std::uint32_t count = 0;
    for (const auto& cluster : clusters_) {
      bool hole = false;
      for (const auto& layer : cluster) {
        const auto size = static_cast<std::uint32_t>(layer.size());
        const std::uint32_t here = filled(layer, occupied);
        count += hole ? size : size - here;
        hole = hole || here < size;
      }
    }
    return count;
  }

 private:
  static std::uint32_t filled(const std::vector<Square>& layer, const Occupied& occupied) {
    std::uint32_t count = 0;
    for (const Square goal : layer) count += occupied.box(goal);
    return count;
  }

  void add(std::vector<Square> cluster) {
    for (const Square goal : cluster) full_.put(goal, On::box);
    std::vector<std::vector<Square>> layers;
    std::vector<Square> kept = cluster;
    while (!kept.empty()) {
      std::vector<Square> layer, rest;
      for (const Square goal : kept) (leaves(goal, cluster) ? layer : rest).push_back(goal);
      if (layer.empty()) layer.swap(rest);  // none can: these come first
      for (const Square goal : layer) full_.put(goal, On::nothing);
      layers.push_back(layer);
      kept.swap(rest);
    }
    std::reverse(layers.begin(), layers.end());
    clusters_.push_back(layers);
  }

  // Tests whether the box on `goal` can be pulled to where a box outside the cluster starts, the
  // player being where he gets out of the cluster, or anywhere next to it if that is nowhere.
  bool leaves(Square goal, const std::vector<Square>& cluster) {
    const Board& board = level_.board;
    const auto outside = [&](Square s) {
      return std::find(cluster.begin(), cluster.end(), s) == cluster.end();
    };
    const std::size_t n = board.squares();
    std::vector<std::uint8_t> seen(level_.square_of.size() * n);
    struct State {
      Square box, player;
    };
    std::vector<State> states;
    const auto add = [&](Square box, Square player) {
      if (level_.slot_of[box] == Level::none) return;
      std::uint8_t& before = seen[level_.slot_of[box] * n + player];
      if (!before) states.push_back({box, player});
      before = 1;
    };
    for (const Square player : board.around(goal)) {
      if (!full_.free(player)) continue;
      reach_.fill(full_, player);
      bool out = false;
      reach_.each([&](Square s) { out = out || outside(s); });
      if (out) add(goal, player);
    }
    full_.put(goal, On::nothing);
    bool found = false;
    for (std::size_t i = 0; i < states.size() && !found && ticker_.going(); ++i) {
      const auto [box, player] = states[i];
      const auto& starts = board.boxes();
      found = outside(box) && std::find(starts.begin(), starts.end(), box) != starts.end();
      for (int d = 0; d < directions; ++d) {
        const Square to = board.next(d, player);
        if (!full_.free(to) || to == box) continue;
        add(box, to);
        if (board.next(opposite(d), player) == box) add(player, to);  // pulls it along
      }
    }
    full_.put(goal, On::box);
    return found;
  }

  const Level& level_;
  Ticker& ticker_;
  Occupied full_;
  Region reach_;
  std::vector<std::vector<std::vector<Square>>> clusters_;  // their layers, in the order of filling
};

}  // namespace gridproof::sokoban
