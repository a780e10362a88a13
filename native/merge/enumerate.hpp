// The exact algorithms of the MERGE-GAME thesis (section 3.2): all maximal plays, one by one.
//
// Theorem 3 chooses, level by level, the half of the survivors that survives again. The stones that
// such a play destroys depend only on how often each hero survived, so every chain of choices is
// counted once here, as a way to hand out the type's fixed multiset of damages to its heroes: as
// many ways as chains, h! / (product of the factorials of the counts). With one hit point a stone
// only the first choice matters (Corollary 1): the damages are 1 and 0 then.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "common/limits.hpp"

namespace gridproof::merge {

struct Plays {
  std::vector<std::uint32_t> type;                  // of each hero
  std::vector<std::vector<std::uint32_t>> strikes;  // for each hero the stones it strikes
  std::vector<std::int32_t> hp;                     // of each stone
  std::vector<std::vector<std::uint32_t>> left;     // for each type: heroes that deal 0, 1, ...
};

struct Best {
  std::vector<std::uint32_t> damages;  // of each hero, in the best play seen
  std::uint32_t stones = 0;
  bool seen = false;  // a whole play
};

class Enumerator {
 public:
  // Ends at a play that destroys `enough` stones. `best` is kept up to date.
  Enumerator(Plays plays, std::uint32_t enough, Ticker& ticker, Best& best)
      : plays_(std::move(plays)),
        damages_(plays_.type.size()),
        enough_(enough),
        ticker_(ticker),
        best_(best) {}

  void run() { deal(0); }

 private:
  // Hands damages to the heroes from `hero` on; false: stop.
  bool deal(std::size_t hero) {
    if (!ticker_.tick()) return false;
    if (hero == plays_.type.size()) {
      if (!best_.seen || fallen_ > best_.stones) {
        best_ = {damages_, fallen_, true};
        ticker_.find(fallen_);
      }
      return best_.stones < enough_;
    }
    auto& left = plays_.left[plays_.type[hero]];
    for (std::uint32_t damage = 0; damage < left.size(); ++damage) {
      if (left[damage] == 0) continue;
      --left[damage];
      damages_[hero] = damage;
      strike(hero, static_cast<std::int32_t>(damage));
      const bool going = deal(hero + 1);
      strike(hero, -static_cast<std::int32_t>(damage));
      ++left[damage];
      if (!going) return false;
    }
    return true;
  }

  void strike(std::size_t hero, std::int32_t damage) {
    for (std::uint32_t stone : plays_.strikes[hero]) {
      std::int32_t& hp = plays_.hp[stone];
      fallen_ -= hp <= 0;
      hp -= damage;
      fallen_ += hp <= 0;
    }
  }

  Plays plays_;
  std::vector<std::uint32_t> damages_;
  std::uint32_t enough_;
  Ticker& ticker_;
  std::uint32_t fallen_ = 0;
  Best& best_;
};

}  // namespace gridproof::merge
