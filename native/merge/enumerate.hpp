// The exact algorithms of the MERGE-GAME thesis (section 3.2): all maximal plays, one by one.
//
// Theorem 3 chooses, level by level, the half of the survivors that survives again. The stones that
// such a play destroys depend only on how often each hero survived, so every chain of choices is
// counted once here, as a way to hand out the type's fixed multiset of damages to its heroes: as
// many ways as chains, h! / (product of the factorials of the counts). With one hit point a stone
// only the first choice matters (Corollary 1): the damages are 1 and 0 then.
#pragma once

#include <algorithm>
#include <cstddef>
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

// Of plays that destroy as many stones, the one of the fewest merges is best.
struct Best {
  std::vector<std::uint32_t> damages;  // of each hero, in the best play seen, and none needlessly
  std::uint32_t stones = 0, merges = 0;
  std::vector<bool> ever;  // of each stone: it falls in that play, or in another one of as many
  bool seen = false;       // a whole play
};

class Enumerator {
 public:
  // Ends at a play that destroys `enough` stones. `best` is kept up to date.
  Enumerator(Plays plays, std::uint32_t enough, Ticker& ticker, Best& best)
      : plays_(std::move(plays)),
        damages_(plays_.type.size()),
        dealt_(plays_.left.size()),
        enough_(enough),
        ticker_(ticker),
        best_(best) {}

  void run() { deal(0); }

 private:
  // Hands damages to the heroes from `hero` on; false: stop.
  bool deal(std::size_t hero) {
    if (!ticker_.tick()) return false;
    if (hero == plays_.type.size()) {
      look();
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

  // Looks at a whole play.
  void look() {
    if (best_.seen && fallen_ < best_.stones) return;
    trim();
    const std::uint32_t merges = count_merges();
    if (!best_.seen || fallen_ > best_.stones) {
      best_ = {trimmed_, fallen_, merges, std::vector<bool>(plays_.hp.size()), true};
      ticker_.find(fallen_);
    } else if (merges < best_.merges) {
      best_.damages = trimmed_;
      best_.merges = merges;
    }
    for (std::size_t stone = 0; stone < plays_.hp.size(); ++stone)
      if (plays_.hp[stone] <= 0) best_.ever[stone] = true;
  }

  // Takes from one hero after the other the damage that no stone falls to.
  void trim() {
    trimmed_ = damages_;
    left_ = plays_.hp;
    for (std::size_t hero = 0; hero < trimmed_.size(); ++hero) {
      auto less = static_cast<std::int32_t>(trimmed_[hero]);
      for (std::uint32_t stone : plays_.strikes[hero])
        if (left_[stone] <= 0) less = std::min(less, -left_[stone]);
      trimmed_[hero] -= static_cast<std::uint32_t>(less);
      for (std::uint32_t stone : plays_.strikes[hero])
        if (left_[stone] <= 0) left_[stone] += less;
    }
  }

  // The merges of the trimmed damages: those that deal k or more survive the merges at level k, and
  // so do as many others as the survivors at level k + 1 need to merge with.
  std::uint32_t count_merges() {
    for (std::size_t type = 0; type < dealt_.size(); ++type)
      dealt_[type].assign(plays_.left[type].size(), 0);
    for (std::size_t hero = 0; hero < trimmed_.size(); ++hero)
      ++dealt_[plays_.type[hero]][trimmed_[hero]];
    std::uint32_t merges = 0;
    for (const auto& dealt : dealt_) {
      std::uint32_t wanted = 0, survivors = 0;
      for (std::size_t damage = dealt.size(); damage-- > 1;) {
        wanted += dealt[damage];
        survivors = std::max(wanted, 2 * survivors);
        merges += survivors;
      }
    }
    return merges;
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
  std::vector<std::uint32_t> damages_, trimmed_;
  std::vector<std::int32_t> left_;                 // hit points beside the trimmed damages
  std::vector<std::vector<std::uint32_t>> dealt_;  // for each type: heroes by trimmed damages
  std::uint32_t enough_;
  Ticker& ticker_;
  std::uint32_t fallen_ = 0;
  Best& best_;
};

}  // namespace gridproof::merge
