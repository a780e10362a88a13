// The open nodes of one of two searches that come from both ends of a play, and what they prove.
//
// For a node u forwards let g be its pushes so far, h a bound on those to come, k a bound on those
// so far (both consistent), and backwards the same seen from the other end: the h of one side is
// the k of the other. With d pushes between u and a node v of the other side, h(u) <= d + k(v) and
// h(v) <= d + k(u), so that with sum = 2g + h - k
//   sum(u) + sum(v) <= 2 (g(u) + d + g(v)):
// what both sides have learned of how much dearer a play is than it seemed adds up. Each play that
// is not known yet has an open node of each side on it. So there is none of cost L or less, if one
// side has no open node with g + h <= L, or the least sums of both, among those, are more than 2L
// together. (The bound is that of BAE*: Sadhukhan, "Bidirectional heuristic search based on error
// estimate", CSI Journal of Computing 2013; also Alcazar, Riddle and Barley, AAAI 2020.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/bucket_queue.hpp"

namespace gridproof::sokoban {

// The estimates of a node: pushes so far, and lower bounds on those to come and on those so far.
struct NodeEstimates {
  std::uint32_t pushes, to_come, so_far;
  bool closed;

  std::uint32_t total() const { return pushes + to_come; }
  std::uint32_t sum() const { return 2 * pushes + to_come - so_far; }
};

// Nodes of a total above the limit wait. The others have two orders: least sum first, to prove that
// there is no such play, and now and then least to come first, to find it if there is: to begin
// with every other time, since a play is often found at once.
//
// A node that was taken from one list, or has become cheaper, is left behind in others;
// `look(node)` tells what is known of it now.
class OpenList {
 public:
  explicit OpenList(std::size_t budget_bytes)
      : by_sum_(budget_bytes / 3), by_distance_(budget_bytes / 3), waiting_(budget_bytes / 3) {}

  // False if there is no room left.
  [[nodiscard]] bool add(std::uint32_t node, const NodeEstimates& known) {
    if (known.total() > limit_) return waiting_.push({known.total(), 0}, node);
    ++open_;
    return by_sum_.push({known.sum(), known.to_come}, node) &&
           by_distance_.push({known.to_come, known.sum()}, node);
  }

  // An open node is none any more; what was known of it.
  void leave(const NodeEstimates& known) { open_ -= known.total() <= limit_; }

  // Lets in the nodes of a total up to a higher limit; false if there is no room left.
  template <class Look>
  [[nodiscard]] bool raise(std::uint32_t limit, Look look) {
    limit_ = limit;
    while (!waiting_.empty() && waiting_.lowest().first <= limit) {
      const std::uint32_t total = waiting_.lowest().first, node = waiting_.pop();
      const NodeEstimates known = look(node);
      if (!known.closed && known.total() == total && !add(node, known)) return false;
    }
    return true;
  }

  // Takes the next one of the open nodes within the limit; there has to be one.
  template <class Look>
  std::uint32_t pop(Look look) {
    ++turn_;
    BucketQueue& list = turn_ % (turn_ < early ? 2 : 8) == 0 ? by_distance_ : by_sum_;
    for (;;) {
      const std::uint32_t node = list.pop();
      const NodeEstimates known = look(node);
      if (known.closed) continue;
      leave(known);
      return node;
    }
  }

  // The least sum of the open nodes within the limit; there has to be one.
  template <class Look>
  std::uint32_t least_sum(Look look) {
    while (look(by_sum_.top()).closed) by_sum_.pop();
    return by_sum_.lowest().first;
  }

  // The number of open nodes within the limit.
  std::size_t open() const { return open_; }
  // The least total above it of nodes that wait; not if none() do.
  std::uint32_t next() { return waiting_.lowest().first; }
  bool none_wait() const { return waiting_.empty(); }
  std::size_t peak_bytes() const {
    return by_sum_.peak_bytes() + by_distance_.peak_bytes() + waiting_.peak_bytes();
  }

 private:
  static constexpr std::uint32_t early = 1 << 11;

  BucketQueue by_sum_, by_distance_, waiting_;
  std::uint32_t limit_ = 0, turn_ = 0;
  std::size_t open_ = 0;
};

}  // namespace gridproof::sokoban
