// Distances of a robot on a board without others: at least, or about.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "robots/board.hpp"

namespace gridproof::robots {

// Distances of a robot that may stop anywhere, with no other robot about; none above `limit`.
class FreeDistances {
 public:
  FreeDistances(const Problem& problem, std::uint8_t limit) : problem_(problem), limit_(limit) {}

  // From each cell to one of some cells, from which `first` moves are to go.
  std::vector<std::uint8_t> to(std::vector<std::uint32_t> cells, std::uint8_t first) {
    std::vector<std::uint8_t> moves(problem_.cells(), limit_);
    if (first >= limit_) return moves;
    queue_ = std::move(cells);
    for (std::uint32_t cell : queue_) moves[cell] = first;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::uint32_t cell = queue_[head];
      const auto next = static_cast<std::uint8_t>(moves[cell] + 1);
      if (next >= limit_) break;
      for (int d = 0; d < directions; ++d)
        for (std::uint32_t at = cell; !problem_.wall(at, d);) {
          at += problem_.offset(d);
          if (moves[at] < next) break;  // its own walk goes on from there
          if (moves[at] == next) continue;
          moves[at] = next;
          queue_.push_back(at);
        }
    }
    return moves;
  }

 private:
  const Problem& problem_;
  const std::uint8_t limit_;
  std::vector<std::uint32_t> queue_;
};

// Costs of a robot's way with no other robot about: 1 for a move that a wall stops, and more for
// one that ends elsewhere, since another robot has to be brought there. No bound, but a guide.
class GuideDistances {
 public:
  GuideDistances(const Problem& problem, std::int16_t limit)
      : problem_(problem), limit_(limit), blocker_(problem.cells(), max_blocker) {
    for (std::uint32_t cell = 0; cell < problem.cells(); ++cell)
      if (problem.walls[cell] != 0) {
        blocker_[cell] = chain;
        queue_.push_back(cell);
      }
    for (std::size_t head = 0; head < queue_.size(); ++head)
      for (int d = 0; d < directions; ++d) {
        if (problem.wall(queue_[head], d)) continue;
        const std::uint32_t next = queue_[head] + problem.offset(d);
        const auto cost = static_cast<std::int16_t>(blocker_[queue_[head]] + chain);
        if (cost >= blocker_[next]) continue;
        blocker_[next] = cost;
        queue_.push_back(next);
      }
  }

  // From each cell to one of some cells, from which it costs `first`.
  std::vector<std::int16_t> to(const std::vector<std::uint32_t>& cells, std::int16_t first) {
    costs_.assign(problem_.cells(), limit_);
    for (std::uint32_t cell : cells) reach(cell, first);
    for (int cost = first; waiting_ > 0; ++cost) {
      auto& bucket = buckets_[cost % buckets_.size()];
      for (std::uint32_t cell : bucket) {
        --waiting_;
        if (costs_[cell] != cost) continue;
        for (int d = 0; d < directions; ++d) come_from(cell, d, cost);
      }
      bucket.clear();
    }
    return costs_;
  }

 private:
  static constexpr std::int16_t chain = 5, max_blocker = 6 * chain;

  void reach(std::uint32_t cell, int cost) {
    if (cost >= costs_[cell]) return;
    costs_[cell] = static_cast<std::int16_t>(cost);
    buckets_[cost % buckets_.size()].push_back(cell);
    ++waiting_;
  }

  // Reaches the cells from which a move in direction d leads over `cell`, to stop on it.
  void come_from(std::uint32_t cell, int d, int cost) {
    const bool stopped = problem_.wall(cell, d);
    const int more = stopped ? 1 : 1 + blocker_[cell + problem_.offset(d)];
    for (std::uint32_t at = cell, beside = cell; !problem_.wall(at, d ^ 1); beside = at) {
      at += problem_.offset(d ^ 1);
      reach(at, cost + more);
      if (costs_[at] + 1 + blocker_[beside] <= cost + more) break;  // its own walk goes on
    }
  }

  const Problem& problem_;
  const std::int16_t limit_;
  std::vector<std::int16_t> blocker_;  // about as many moves bring another robot to a cell
  std::vector<std::uint32_t> queue_;
  std::vector<std::int16_t> costs_;
  std::array<std::vector<std::uint32_t>, max_blocker + 2> buckets_;  // by cost
  std::size_t waiting_ = 0;                                          // in the buckets
};

}  // namespace gridproof::robots
