// The turns of a complete search among those for any solution.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "common/limits.hpp"
#include "sokoban/any/any.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/search/answer.hpp"

namespace gridproof::sokoban {

// The share of a complete search, on levels with few positions: those with at most `few` ways to
// put their boxes on squares, or `few_if_dense` where they fill a quarter of the squares or more.
struct CompleteShare {
  std::uint64_t few, few_if_dense;
  // In nodes: those of other searches before its first turn. For each of them it gets one for each
  // so many of them; in the end this many.
  std::uint64_t first, nodes_a_share, most_shares;
  // The nodes of its first turn at most. Each later one doubles its nodes at most, so that another
  // complete search need not wait long.
  std::uint64_t turn;
};

// It goes on with each turn. On a level with few positions it gets about half of the time: there it
// comes to its end, and what guides the others says little. Its nodes are far cheaper than theirs.
class CompleteTurns {
 public:
  // Without a search there are no turns.
  CompleteTurns(const Level& level, CompleteSearch begin, const CompleteShare& share)
      : begin_(std::move(begin)), share_(share), few_(few_positions(level, share)) {}

  // The nodes of the turn that is due when there have been so many, its own included; 0 if none is.
  std::uint64_t due(std::uint64_t all) const {
    if (!begin_ || (turn_ && turn_->ticker.stop() == Stop::memory_limit)) return 0;
    const std::uint64_t own = nodes(), others = all - own;
    if (few_ && others >= share_.first) {
      const std::uint64_t shares = std::min(others / share_.nodes_a_share, share_.most_shares);
      const std::uint64_t wanted = others * shares;
      return wanted > own ? std::min(wanted - own, std::max(own, share_.turn)) : 0;
    }
    return all >= next_ ? all / 2 : 0;
  }

  // Of all turns so far.
  std::uint64_t nodes() const { return turn_ ? turn_->ticker.nodes() : 0; }

  // Goes on for a turn, within the ticker's limits, to which its nodes count.
  const Answer& advance(std::uint64_t nodes, std::size_t memory, Ticker& ticker) {
    next_ *= 4;
    if (!turn_) {
      Limits limits;
      limits.nodes = 0;
      limits.memory = memory;
      turn_ = std::make_unique<Turn>(ticker.part(limits));
      turn_->go_on = begin_(turn_->ticker, turn_->answer);
    }
    const std::uint64_t before = turn_->ticker.nodes();
    turn_->ticker.extend(std::min(nodes, ticker.nodes_left()));
    turn_->answer = {};
    turn_->go_on();
    ticker.tick(turn_->ticker.nodes() - before);
    return turn_->answer;
  }

  // Of all turns so far.
  const Answer& answer() const { return turn_ ? turn_->answer : nothing_; }

 private:
  static bool few_positions(const Level& level, const CompleteShare& share) {
    const bool dense = 4 * level.board.boxes().size() >= level.square_of.size();
    const std::uint64_t few = dense ? share.few_if_dense : share.few;
    const std::uint64_t ways = level.placements(few);
    return ways > 0 && ways <= few;
  }

  struct Turn {
    explicit Turn(Ticker own) : ticker(std::move(own)) {}
    Ticker ticker;
    Answer answer;
    std::function<void()> go_on;
  };

  CompleteSearch begin_;
  CompleteShare share_;
  bool few_;
  // On other levels: the nodes of all searches before the next turn.
  std::uint64_t next_ = 40'000;
  std::unique_ptr<Turn> turn_;  // at one place in memory
  Answer nothing_;
};

}  // namespace gridproof::sokoban
