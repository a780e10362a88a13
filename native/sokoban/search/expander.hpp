// The pushes, or pulls, of one position, and what bounds the positions that they lead to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/matching_bound.hpp"
#include "sokoban/deadlock/freeze.hpp"
#include "sokoban/deadlock/pi_corrals.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/search/working_position.hpp"

namespace gridproof::sokoban {

// Pushes to come, and so far where they are asked for.
struct NodeBounds {
  std::int32_t to_come = 0, so_far = 0;

  bool dead() const { return std::max(to_come, so_far) >= MatchingBound::infinite; }
};

// Asks for no memory of positions that come.
struct NoPrefetch {
  void operator()(std::uint64_t) const {}
};

// Found out about some nodes by a thread, for the one that adds it to the store.
template <int Words>
struct Findings {
  struct Node {
    explicit Node(std::uint32_t node) : node(node) {}

    std::uint32_t node, children = 0;  // that are not dead
    bool dead = false, corral = false, dead_end = false;
  };
  struct Child {
    Key<Words> position;
    std::uint64_t hash;
    std::uint32_t known;  // the node of the position, if there was one
    NodeBounds bounds;    // else
  };

  std::vector<Node> nodes;
  std::vector<Child> children;  // of one node after the other
  std::uint64_t generated = 0, evaluated = 0, dead_ends = 0, matches = 0;

  void clear() {
    nodes.clear();
    children.clear();
    generated = evaluated = dead_ends = matches = 0;
  }
};

// Works on one position at a time, as laid out. Threads have one each.
template <int Words, bool Backward>
class Expander {
 public:
  // A position that a push, or a pull, of the working position leads to.
  struct Child {
    Push move;
    Square player, stands;  // the player's square after it, and before it
    std::size_t box, place;
    Key<Words> position;
    std::uint64_t hash;
  };

  // Level, symmetries and ticker have to stay.
  Expander(const Level& level, const Symmetries& symmetries, Objective objective,
           const Options& options, Ticker& ticker)
      : working(level, symmetries, objective != Objective::pushes),
        level_(level),
        board_(level.board),
        distances_(Backward ? level.from_starts : level.to_goals),
        freezes_(!Backward && options.freeze),
        corral_(!Backward && options.corrals && objective == Objective::pushes),
        meets_(options.backward && objective == Objective::pushes),
        ticker_(ticker),
        to_come_(level, distances_, options.matching),
        so_far_(level, Backward ? level.to_goals : level.from_starts, options.matching),
        freeze_(board_, level.to_goals),
        corrals_(board_, level.sides, level.to_goals, ticker) {}

  WorkingPosition<Words> working;

  void lay(const Key<Words>& position) {
    working.lay(position);
    working.enter(static_cast<Square>(position.player));
    bounded_ = false;
  }

  const std::vector<Square>& boxes() const { return working.boxes; }
  Square player() const { return working.region.player(); }

  // Makes the children, but for those with a box on a dead place; calls `coming(hash)` for each.
  // False if a corral is dead: its fence() then.
  template <class Coming>
  bool make_children(Coming coming) {
    children_.clear();
    generated_ = dead_places_ = 0;
    if (corral_) {
      const auto verdict = corrals_.find(working.occupied, working.region, working.boxes);
      if (verdict == PiCorrals::Verdict::dead) return false;
      if (verdict == PiCorrals::Verdict::restricted) {
        for (const Push& push : corrals_.pushes())
          make(working.number(push.from), board_.direction(push.from, push.to), coming);
        return true;
      }
    }
    for (std::size_t i = 0; i < working.boxes.size(); ++i)
      for (int d = 0; d < directions; ++d) make(i, d, coming);
    return true;
  }

  const std::vector<Square>& fence() const { return corrals_.fence(); }
  const std::vector<Child>& children() const { return children_; }
  // The pushes that there were, and those of them to a dead place.
  std::uint64_t generated() const { return generated_; }
  std::uint64_t dead_places() const { return dead_places_; }

  // The boxes of a child.
  Key<Words> moved(const Child& child) const {
    return working.moved(child.move.from, child.move.to);
  }

  // Looks at the clock now and then, as bounds take their time; false: stop.
  bool going() { return ticker_.going(to_come_.steps()); }

  // Of the working position.
  NodeBounds bounds() {
    NodeBounds found{to_come_.of(working.boxes, player(), ticker_)};
    if (meets_) found.so_far = so_far_.of(working.boxes, player(), ticker_);
    return found;
  }

  // Of a child; also dead if the push freezes boxes off goal. If the ticker stops it, they mean
  // nothing.
  NodeBounds bounds(const Child& child) {
    constexpr NodeBounds dead{MatchingBound::infinite};
    if (freezes_ && frozen(child.move)) return dead;
    // Many nodes have no new child, and need no assignments.
    if (!bounded_ && bounds().dead()) return dead;  // it was stopped
    bounded_ = true;
    NodeBounds found{to_come_.with(child.box, child.place)};
    if (meets_) found.so_far = so_far_.with(child.box, child.place);
    return found;
  }

  // Tests whether a push freezes boxes off goal.
  bool frozen(const Push& move) {
    working.occupied.move(move.from, move.to);
    const bool deadlock = freeze_.deadlock(working.occupied, move.to);
    working.occupied.move(move.to, move.from);
    return deadlock;
  }

 private:
  // Makes the push of box i in direction d, or backwards the pull that undoes a push in direction
  // d, if it is possible. All children are made before the first is looked up: meanwhile the
  // store's memory is on its way.
  template <class Coming>
  void make(std::size_t i, int d, Coming coming) {
    const Square from = working.boxes[i];
    Square to, player, stands;
    if constexpr (Backward) {
      to = board_.next(opposite(d), from);
      stands = to;
      player = board_.next(opposite(d), to);
      if (!working.occupied.free(to) || !working.region.has(to) || !working.occupied.free(player))
        return;
    } else {
      to = board_.next(d, from);
      stands = board_.next(opposite(d), from);
      player = from;
      if (!working.region.has(stands) || !working.occupied.free(to)) return;
    }
    ++generated_;
    const std::size_t place = level_.place(to, player);
    if (!distances_.live(place)) {
      ++dead_places_;
      return;
    }
    working.occupied.move(from, to);
    const Key<Words> position = working.name_after(from, to, player);
    working.occupied.move(to, from);
    const std::uint64_t hash = position.hash();
    coming(hash);
    children_.push_back({{from, to}, player, stands, i, place, position, hash});
  }

  const Level& level_;
  const Board& board_;
  const Distances& distances_;
  bool freezes_, corral_;
  bool meets_;  // a search from the other end
  Ticker& ticker_;
  std::vector<Child> children_;
  std::uint64_t generated_ = 0, dead_places_ = 0;
  MatchingBound to_come_, so_far_;
  bool bounded_ = false;  // whether these are of the working position
  FreezeDeadlock freeze_;
  PiCorrals corrals_;
};

}  // namespace gridproof::sokoban
