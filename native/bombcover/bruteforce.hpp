// The thesis's brute force: depth-first search over bombs, cut at the best depth found.
//
// A. Vandecappelle's experiment counts board states: every node that is made, the start included,
// also if the same crates were left before. From a node every reachable cell that hits a crate is
// tried, in decreasing order of the crates it hits or in random order; a node is not expanded if
// its children would be as deep as the best solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/crates.hpp"
#include "common/bits.hpp"
#include "common/limits.hpp"

namespace gridproof::bombcover {

struct BruteForced {
  std::vector<std::uint32_t> bombs;  // cells of the best solution found
  bool solved = false;
  std::uint64_t states = 0;          // made in all
  std::uint64_t states_to_best = 0;  // made until the best solution was found
};

template <int Words>
class BruteForce {
 public:
  // `random`: the order of the bombs is random, from `seed`, instead of by decreasing power.
  BruteForce(const Board& board, bool random, std::uint64_t seed, Ticker& ticker)
      : board_(board),
        walk_(board),
        sites_at_(board.nodes()),
        random_(random),
        seed_(seed),
        ticker_(ticker) {
    for (std::uint32_t i = 0; i < board.sites().size(); ++i)
      sites_at_[board.sites()[i].node].push_back(i);
  }

  BruteForced run() {
    best_ = board_.crates() + 1;
    visit(walk_.all(), 0);
    return found_;
  }

 private:
  using Set = CrateSet<Words>;

  struct Bomb {
    Set hit;
    std::uint32_t site;
    int power;
    std::uint64_t key;  // random
  };

  // False if the ticker stopped it.
  bool visit(const Set& crates, std::uint32_t depth) {
    if (!ticker_.tick()) return false;
    ++found_.states;
    if (!crates.any()) {
      best_ = depth;
      found_.solved = true;
      found_.bombs = bombs_;
      found_.states_to_best = found_.states;
      return true;
    }
    if (depth + 1 >= best_) return true;
    for (const Bomb& bomb : bombs(crates)) {
      bombs_.push_back(board_.sites()[bomb.site].cell);
      const bool going = visit(crates - bomb.hit, depth + 1);
      bombs_.pop_back();
      if (!going) return false;
    }
    return true;
  }

  std::vector<Bomb> bombs(const Set& crates) {
    std::vector<Bomb> found;
    walk_.reach(crates, [&](std::uint32_t node) {
      for (std::uint32_t i : sites_at_[node]) {
        Bomb bomb{{}, i, 0, 0};
        for (const auto& arm : board_.sites()[i].arms)
          for (std::uint16_t c : arm)
            if (crates.test(c)) {
              bomb.hit.set(c);
              ++bomb.power;
              break;
            }
        if (bomb.power > 0) found.push_back(bomb);
      }
    });
    // In both orders the cells of one power come as they lie on the board, or as chance has it.
    if (random_)
      for (Bomb& bomb : found) bomb.key = mix(++seed_ * 0x9e3779b97f4a7c15ULL);
    std::sort(found.begin(), found.end(), [&](const Bomb& a, const Bomb& b) {
      if (random_) return std::pair(a.key, a.site) < std::pair(b.key, b.site);
      return std::pair(-a.power, a.site) < std::pair(-b.power, b.site);
    });
    return found;
  }

  const Board& board_;
  Walk<Words> walk_;
  std::vector<std::vector<std::uint32_t>> sites_at_;
  bool random_;
  std::uint64_t seed_;
  Ticker& ticker_;
  std::uint32_t best_ = 0;
  std::vector<std::uint32_t> bombs_;
  BruteForced found_;
};

inline BruteForced brute_force(const Board& board, bool random, std::uint64_t seed,
                               Ticker& ticker) {
  if (board.crates() <= 64) return BruteForce<1>(board, random, seed, ticker).run();
  return BruteForce<16>(board, random, seed, ticker).run();
}

}  // namespace gridproof::bombcover
