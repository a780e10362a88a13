// The thesis's brute force: depth-first search over bombs, cut at the best depth found.
//
// The experiment of R. van de Vlasakker (bachelor thesis, Leiden 2019) counts board states: every
// node that is made, the start included, also if the same crates were left before. From a node
// every reachable cell that hits a crate is tried, in decreasing order of the crates it hits or in
// random order; a node is not expanded if its children would be as deep as the best solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/crates.hpp"
#include "bombcover/setup_limits.hpp"
#include "common/bits.hpp"
#include "common/limits.hpp"

namespace gridproof::bombcover {

struct BruteForced {
  static constexpr std::uint32_t no_limit = ~0u;

  std::vector<std::uint32_t> bombs;  // cells of the best solution found
  bool solved = false;
  std::uint64_t states = 0;          // made in all
  std::uint64_t states_to_best = 0;  // made until the best solution was found
};

template <int Words>
class BruteForce {
 public:
  // `random`: the order of the bombs is random, from `seed`, instead of by decreasing power.
  BruteForce(const Board& board, bool random, std::uint64_t seed, SetupLimits& setup,
             Ticker& ticker)
      : board_(board), walk_(board, setup), random_(random), seed_(seed), ticker_(ticker) {
    setup.take(board.nodes() * sizeof(sites_at_[0]) + board.sites().size() * sizeof(Bomb));
    bytes_ = setup.bytes();
    sites_at_.resize(board.nodes());
    for (std::uint32_t i = 0; i < board.sites().size(); ++i)
      sites_at_[board.sites()[i].node].push_back(i);
  }

  // Looks for at most `most` bombs, and ends when it has at most `enough`; what is found is in
  // `found` from then on.
  void run(std::uint32_t most, std::uint32_t enough, BruteForced& found) {
    found_ = &found;
    enough_ = enough;
    best_ = std::min(board_.crates(), most) + 1;
    visit(walk_.all(), 0);
  }

 private:
  using Set = CrateSet<Words>;

  struct Bomb {
    Set hit;
    std::uint32_t site;
    int power;
    std::uint64_t key;  // random
  };

  // False if it is over: stopped, or enough is found.
  bool visit(const Set& crates, std::uint32_t depth) {
    if (!ticker_.tick()) return false;
    ++found_->states;
    if (!crates.any()) {  // less deep than the best before: others are not made
      best_ = depth;
      found_->solved = true;
      found_->bombs = bombs_;
      found_->states_to_best = found_->states;
      ticker_.find(depth);
      return depth > enough_;
    }
    if (depth + 1 >= best_) return true;
    const std::vector<Bomb> tried = bombs(crates);
    const std::size_t bytes = tried.capacity() * sizeof(Bomb);
    bytes_ += bytes;
    bool going = ticker_.stop() == Stop::none && ticker_.fits(bytes_);
    for (std::size_t i = 0; going && i < tried.size(); ++i) {
      bombs_.push_back(board_.sites()[tried[i].site].cell);
      going = visit(crates - tried[i].hit, depth + 1);
      bombs_.pop_back();
    }
    bytes_ -= bytes;
    return going;
  }

  std::vector<Bomb> bombs(const Set& crates) {
    std::vector<Bomb> found;
    walk_.reach(crates, [&](std::uint32_t node) {
      for (std::uint32_t i : sites_at_[node]) {
        if (!ticker_.going()) return;
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
  std::uint32_t best_ = 0, enough_ = 0;
  std::vector<std::uint32_t> bombs_;
  std::size_t bytes_ = 0;
  BruteForced* found_ = nullptr;
};

// Puts the best solution of at most `most` bombs, or the first of at most `enough`, into `found`;
// false: there are too many crates.
inline bool brute_force(const Problem& problem, bool random, std::uint64_t seed, std::uint32_t most,
                        std::uint32_t enough, BruteForced& found, Ticker& ticker) {
  SetupLimits setup(ticker);
  const Board board(problem, setup, true);
  if (board.crates() > 1024) return false;
  if (board.crates() <= 64)
    BruteForce<1>(board, random, seed, setup, ticker).run(most, enough, found);
  else
    BruteForce<16>(board, random, seed, setup, ticker).run(most, enough, found);
  return true;
}

}  // namespace gridproof::bombcover
