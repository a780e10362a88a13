// The turns of the search from both ends among those for any solution.
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

// It goes on with each turn. On a level with few positions it gets most of the time: there it comes
// to its end, and what guides the others says little. Its nodes are several times as cheap as
// theirs.
class CompleteTurns {
 public:
  // Without a search there are no turns.
  CompleteTurns(const Level& level, CompleteSearch begin)
      : begin_(std::move(begin)), few_(few_positions(level)) {}

  // The nodes of the turn that is due when there have been so many, those of all turns included; 0
  // if none is.
  std::uint64_t due(std::uint64_t all) const {
    if (!begin_ || (turn_ && turn_->ticker.stop() == Stop::memory_limit)) return 0;
    const std::uint64_t own = turn_ ? turn_->ticker.nodes() : 0, others = all - own;
    if (few_ && others >= first_of_few) {
      const std::uint64_t wanted = others * std::min(others / nodes_a_share, most_shares);
      return wanted > own ? wanted - own : 0;
    }
    return all >= next_ ? all / 2 : 0;
  }

  // Goes on for a turn, within the ticker's limits, to which its nodes count.
  const Answer& advance(std::uint64_t nodes, std::size_t memory, Ticker& ticker) {
    next_ = ticker.nodes() * 4;
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
  // In nodes: those of all searches before the first turn.
  static constexpr std::uint64_t first = 40'000;
  // On a level with few positions: the nodes of other searches before the first turn. For each of
  // them the turns get one for each so many of them; in the end this many.
  static constexpr std::uint64_t first_of_few = 20'000, nodes_a_share = 5'000, most_shares = 16;
  // A level with few positions has at most so many ways to put its boxes on squares.
  static constexpr std::uint64_t few = std::uint64_t{1} << 31;

  static bool few_positions(const Level& level) {
    const std::uint64_t slots = level.square_of.size(), boxes = level.board.boxes().size();
    if (boxes > slots) return false;
    std::uint64_t ways = 1;  // C(slots - boxes + i, i), which never falls
    for (std::uint64_t i = 1; i <= boxes; ++i) {
      ways = ways * (slots - boxes + i) / i;
      if (ways > few) return false;
    }
    return true;
  }

  struct Turn {
    explicit Turn(Ticker own) : ticker(std::move(own)) {}
    Ticker ticker;
    Answer answer;
    std::function<void()> go_on;
  };

  CompleteSearch begin_;
  bool few_;
  std::uint64_t next_ = first;
  std::unique_ptr<Turn> turn_;  // at one place in memory
  Answer nothing_;
};

}  // namespace gridproof::sokoban
