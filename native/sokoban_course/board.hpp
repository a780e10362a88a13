// Boards and states of the course's solvers: one step of the player is one move.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/bits.hpp"

namespace gridproof::sokoban_course {

constexpr int directions = 4;
constexpr std::array<std::pair<int, int>, directions> steps{{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}};
constexpr char letters[] = "UDLR";
constexpr std::uint32_t unreachable = 0xffffffff;

// Squares are the cells that the player could get to without boxes, numbered by column, then row.
struct Problem {
  std::vector<std::pair<int, int>> squares;        // (x, y)
  std::vector<std::uint16_t> boxes, goals, dead;   // as numbers of squares
  std::vector<std::vector<std::uint32_t>> pushes;  // to each goal from each square, if alone
  std::uint16_t player = 0;
  bool prune_dead = true, prune_frozen = true;  // the course's two prunings
};

struct Answer {
  bool solved = false;
  bool exhausted = false;   // there is no solution
  std::string path;         // of U, D, L, R
  std::uint32_t bound = 0;  // no solution has fewer moves; what was known before, at first
  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;
  std::uint64_t forward = 0, backward = 0;  // states stored
  std::size_t peak_memory = 0;
};

// The player and the set of boxes.
template <int Words>
struct State {
  std::array<std::uint64_t, Words> boxes{};
  std::uint16_t player = 0;

  bool box(int square) const { return boxes[square / 64] >> (square % 64) & 1; }
  void flip(int square) { boxes[square / 64] ^= std::uint64_t{1} << (square % 64); }

  friend bool operator==(const State&, const State&) = default;
  std::uint64_t hash() const {
    std::uint64_t h = player;
    for (std::uint64_t word : boxes) h = mix(h + 0x9e3779b97f4a7c15ULL) ^ word;
    return mix(h);
  }
};

// Calls `visit(square)` for each box, in ascending order.
template <int Words, class Visit>
void for_each_box(const std::array<std::uint64_t, Words>& boxes, Visit visit) {
  for (int w = 0; w < Words; ++w)
    for (std::uint64_t left = boxes[w]; left; left &= left - 1)
      visit(w * 64 + std::countr_zero(left));
}

enum class Step : std::uint8_t { blocked, made, deadlock };

template <int Words>
class Rules {
 public:
  explicit Rules(const Problem& problem)
      : problem_(problem),
        dead_(problem.squares.size(), false),
        next_(problem.squares.size(), {-1, -1, -1, -1}) {
    for (std::uint16_t square : problem.dead) dead_[square] = problem.prune_dead;
    for (std::uint16_t goal : problem.goals) goals_.flip(goal);
    const auto& squares = problem.squares;
    for (std::size_t a = 0; a < squares.size(); ++a)
      for (std::size_t b = 0; b < squares.size(); ++b)
        for (int d = 0; d < directions; ++d)
          if (squares[a].first + steps[d].first == squares[b].first &&
              squares[a].second + steps[d].second == squares[b].second)
            next_[a][d] = static_cast<int>(b);
  }

  State<Words> start() const {
    State<Words> state;
    state.player = problem_.player;
    for (std::uint16_t box : problem_.boxes) state.flip(box);
    return state;
  }

  bool solved(const State<Words>& state) const { return state.boxes == goals_.boxes; }

  // The square beyond another one, -1 if a wall is there.
  int next(int square, int d) const { return next_[square][d]; }

  // Makes a step or a push; `deadlock`: it is legal, but nothing can come of it.
  Step step(const State<Words>& from, int d, State<Words>& to) const {
    const int square = next(from.player, d);
    if (square < 0) return Step::blocked;
    to = from;
    to.player = static_cast<std::uint16_t>(square);
    if (!from.box(square)) return Step::made;
    const int beyond = next(square, d);
    if (beyond < 0 || from.box(beyond)) return Step::blocked;
    to.flip(square);
    to.flip(beyond);
    return dead_[beyond] || frozen(to) ? Step::deadlock : Step::made;
  }

  // The time of the steps from one state, in a ticker's short steps.
  std::size_t effort() const { return 1 + problem_.boxes.size() / 4; }

  // Tests whether the start already is a deadlock.
  bool lost(const State<Words>& state) const {
    bool on_dead = false;
    for_each_box<Words>(state.boxes, [&](int box) { on_dead |= dead_[box]; });
    return on_dead || frozen(state);
  }

  // The positions that the last push may have led to: the player stands next to a box.
  std::vector<State<Words>> ends() const {
    std::vector<State<Words>> found;
    State<Words> state = goals_;
    for (std::size_t square = 0; square < next_.size(); ++square) {
      bool beside = false;
      for (int beyond : next_[square]) beside |= beyond >= 0 && state.box(beyond);
      if (!beside || state.box(static_cast<int>(square))) continue;
      state.player = static_cast<std::uint16_t>(square);
      found.push_back(state);
    }
    return found;
  }

  // Takes a step in direction d back, with the box in front of the player if `pulls`; false if
  // there was no such step.
  bool step_back(const State<Words>& from, int d, bool pulls, State<Words>& to) const {
    const int square = next(from.player, d ^ 1);
    if (square < 0 || from.box(square)) return false;
    to = from;
    to.player = static_cast<std::uint16_t>(square);
    if (!pulls) return true;
    const int box = next(from.player, d);
    if (box < 0 || !from.box(box)) return false;
    to.flip(box);
    to.flip(from.player);
    return true;
  }

  // The letters of the steps along states.
  std::string path(const std::vector<State<Words>>& states) const {
    std::string found;
    for (std::size_t i = 1; i < states.size(); ++i)
      for (int d = 0; d < directions; ++d)
        if (next(states[i - 1].player, d) == states[i].player) found += letters[d];
    return found;
  }

 private:
  // The course's freeze deadlock: boxes that could be moved along some axis, were the player
  // there, are taken away until none can be; those that are left have to be on goals ("Prunings" in
  // docs/explanation/sokoban-course.md).
  bool frozen(const State<Words>& state) const {
    if (!problem_.prune_frozen) return false;
    State<Words> left = state;
    const auto free = [&](int square) { return square >= 0 && !left.box(square); };
    for (bool changed = true; changed;) {
      changed = false;
      for_each_box<Words>(left.boxes, [&](int box) {
        if ((free(next(box, 0)) && free(next(box, 1))) ||
            (free(next(box, 2)) && free(next(box, 3)))) {
          left.flip(box);
          changed = true;
        }
      });
    }
    for (int w = 0; w < Words; ++w)
      if (left.boxes[w] & ~goals_.boxes[w]) return true;
    return false;
  }

  const Problem& problem_;
  State<Words> goals_;
  std::vector<bool> dead_;
  std::vector<std::array<int, directions>> next_;
};

}  // namespace gridproof::sokoban_course
