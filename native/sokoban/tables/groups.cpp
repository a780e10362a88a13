#include "sokoban/tables/groups.hpp"

#include <algorithm>
#include <utility>

#include "sokoban/board/joined_around.hpp"
#include "sokoban/tables/side_by_side.hpp"

namespace gridproof::sokoban {

namespace {

constexpr std::size_t slice = 1 << 12;  // sets that a thread takes up at once

}  // namespace

template <int K>
std::size_t GroupTable<K>::bytes(const Level& level) {
  const std::size_t m = level.square_of.size();
  std::size_t sets = 1, rows = 1;
  for (std::size_t i = 0; i < K; ++i) sets = sets * (m - std::min(i, m)) / (i + 1);
  for (int i = 1; i < K; ++i) rows *= m;
  // An entry for both charges, its number in a bucket, and half as many again for second regions.
  return sets * (sizeof(Set) + 9) + rows * ((m + 63) / 64) * sizeof(std::uint64_t) * 5 / 4;
}

template <int K>
std::size_t GroupTable<K>::bytes() const {
  return sets_.size() * sizeof(Set) + all_.size() + outside_.size() +
         (first_.size() + second_.size() + third_.size()) * sizeof(std::uint64_t);
}

template <int K>
bool GroupTable<K>::make(const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller,
                         const Charges& all, Ticker& ticker, Team* team) {
  slots_ = level_.square_of.size();
  words_ = (slots_ + 63) / 64;
  if (slots_ >= K && !(number_sets(ticker) && find_ports(smaller, ticker, team) &&
                       fill(all, false, all_, ticker, team)))
    return false;
  return keep_useful(pairs, smaller, ticker, team);
}

template <int K>
bool GroupTable<K>::add_outside(const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller,
                                const Charges& outside, Ticker& ticker, Team* team) {
  return sets_.empty() ||
         (fill(outside, true, outside_, ticker, team) && keep_useful(pairs, smaller, ticker, team));
}

// The sets in the order of their numbers: by the largest slot, then the next, and so on.
template <int K>
bool GroupTable<K>::number_sets(Ticker& ticker) {
  for (int i = 0; i < K; ++i) {
    below_[i].resize(slots_);
    for (std::size_t s = 0; s < slots_; ++s) {
      std::size_t count = 1;
      for (int j = 0; j <= i; ++j) count = count * (s - std::min<std::size_t>(j, s)) / (j + 1);
      below_[i][s] = static_cast<std::uint32_t>(count);
    }
  }
  std::size_t sets = 1;
  for (int i = 0; i < K; ++i) sets = sets * (slots_ - i) / (i + 1);
  sets_.clear();
  sets_.reserve(sets + 1);
  std::array<std::uint8_t, 4> slots{};
  for (int i = 0; i < K; ++i) slots[i] = static_cast<std::uint8_t>(i);
  for (;;) {
    if (!ticker.going()) return false;
    sets_.push_back({0, 0, slots});
    int i = 0;
    while (i + 1 < K && slots[i] + 1 == slots[i + 1]) {
      slots[i] = static_cast<std::uint8_t>(i);
      ++i;
    }
    if (slots[i] + 1u == slots_) break;
    ++slots[i];
  }
  sets_.push_back({0, 0, {}});
  return true;
}

// Numbers the regions around each set in the order of its ports.
template <int K>
bool GroupTable<K>::find_ports(const GroupTable<K - 1>* smaller, Ticker& ticker, Team* team) {
  constexpr std::size_t at_once = 1 << 14;
  const std::size_t sets = sets_.size() - 1, tasks = (sets + at_once - 1) / at_once;
  side_by_side(team, tasks, ticker.memory(), ticker, [&](std::size_t i, Ticker& own) {
    find_ports(i * at_once, std::min((i + 1) * at_once, sets), smaller, own);
  });
  if (!ticker.alive()) return false;
  // More regions than have numbers: the last number's entry has to hold for several.
  std::uint32_t entries = 0;
  for (std::size_t code = 0; code < sets; ++code) {
    const std::uint32_t regions = std::exchange(sets_[code].first, entries);
    entries += std::clamp<std::uint32_t>(regions, 1, max_regions);
    if (regions > max_regions) merged_.push_back(static_cast<std::uint32_t>(code));
  }
  sets_.back().first = entries;
  return true;
}

// The same for some sets; `first` of each is how many regions it has.
template <int K>
void GroupTable<K>::find_ports(std::size_t begin, std::size_t end, const GroupTable<K - 1>* smaller,
                               Ticker& ticker) {
  const Board& board = level_.board;
  constexpr std::uint8_t open = 0xff, box = 0xfe;
  std::vector<std::uint8_t> label(board.squares() + 1, open);
  label[board.wall()] = box;
  std::vector<Square> queue;
  for (std::size_t code = begin; code < end; ++code) {
    if (!ticker.going()) return;
    Set& set = sets_[code];
    std::array<Square, K> squares;
    for (int w = 0; w < K; ++w) label[squares[w] = level_.square_of[set.slots[w]]] = box;
    bool one = false;
    if constexpr (K > 2) {
      // In one piece without a box, and this box does not cut it.
      for (int w = 0; w < K && !one; ++w) {
        if (!joined_around(board, squares[w], [&](Square s) { return label[s] == open; })) continue;
        typename GroupTable<K - 1>::Slots rest;
        for (int i = 0, j = 0; i < K; ++i)
          if (i != w) rest[j++] = set.slots[i];
        one = smaller->one_region(rest);
      }
    }
    int regions = 0;
    std::uint64_t ports = 0;
    for (int w = 0; w < K; ++w)
      for (int d = 0; d < directions; ++d) {
        const Square start = board.next(d, squares[w]);
        int region = no_region;
        if (label[start] != box) {
          if (one) {
            regions = 1;
            region = 0;
          } else if (label[start] == open) {
            const auto next = static_cast<std::uint8_t>(std::min(regions++, max_regions - 1));
            queue.assign(1, start);
            label[start] = next;
            for (std::size_t i = 0; i < queue.size(); ++i)
              for (const Square t : board.around(queue[i]))
                if (label[t] == open) {
                  label[t] = next;
                  queue.push_back(t);
                }
            region = next;
          } else {
            region = label[start];
          }
        }
        ports |= static_cast<std::uint64_t>(region) << (w * directions + d) * 4;
      }
    if (!one) std::fill(label.begin(), label.end() - 1, open);
    for (const Square s : squares) label[s] = open;
    set.ports = ports;
    set.first = static_cast<std::uint32_t>(regions);
  }
}

// Dijkstra from the sets of goals, backwards along pushes, with a bucket a cost. Threads look at
// slices of a bucket, and note what can be reached from there; then one thread enters it. The value
// for the outside is 0 where that for everything is, and dead where that is; the rest starts from
// its pushes to these.
template <int K>
bool GroupTable<K>::fill(const Charges& charges, bool outside, std::vector<std::uint8_t>& found,
                         Ticker& ticker, Team* team) const {
  const Board& board = level_.board;
  std::vector<std::vector<std::uint32_t>> buckets(ReducedCosts::dearest + 1);
  found.assign(sets_.back().first, dead);
  const auto entry = [&](const Reached& reached) -> std::uint8_t& {
    return found[sets_[reached.code].first + reached.region];
  };
  const auto reach = [&](const Reached& reached) {
    std::uint8_t& known = entry(reached);
    if (reached.cost >= known) return;
    known = static_cast<std::uint8_t>(reached.cost);
    buckets[reached.cost].push_back(reached.code * max_regions + reached.region);
  };
  const auto reached = [](std::size_t code, int region, std::size_t cost) {
    return Reached{static_cast<std::uint32_t>(code), static_cast<std::uint8_t>(region),
                   static_cast<std::uint8_t>(std::min<std::size_t>(cost, ReducedCosts::dearest))};
  };
  // The set with the w-th box at `slot` instead; w becomes its place there.
  const auto moved = [](const Set& set, int& w, std::uint8_t slot) {
    Slots slots = slots_of(set);
    slots[w] = slot;
    for (; w > 0 && slots[w] < slots[w - 1]; --w) std::swap(slots[w], slots[w - 1]);
    for (; w + 1 < K && slots[w + 1] < slots[w]; ++w) std::swap(slots[w], slots[w + 1]);
    return slots;
  };
  const auto has = [](const Set& set, std::uint16_t slot) {
    for (int i = 0; i < K; ++i)
      if (set.slots[i] == slot) return true;
    return false;
  };

  if (outside) {
    for (std::size_t e = 0; e < found.size(); ++e)
      if (all_[e] == 0) found[e] = 0;
    const auto look = [&](std::size_t code, std::vector<Reached>& all) {
      const Set& set = sets_[code];
      for (int w = 0; w < K; ++w)
        for (int d = 0; d < directions; ++d) {
          const int region = port(set.ports, w, opposite(d));
          if (region == no_region) continue;
          const std::uint8_t now = all_[set.first + region];
          if (now == 0 || now == dead) continue;
          const Square from = level_.square_of[set.slots[w]];
          const std::uint8_t cost = charges.pushes[from][d];
          if (cost == ReducedCosts::none) continue;
          const std::uint16_t to = level_.slot_of[board.next(d, from)];
          if (has(set, to)) continue;
          int at = w;
          const std::size_t after = number(moved(set, at, static_cast<std::uint8_t>(to)));
          const int then = port(sets_[after].ports, at, opposite(d));
          if (all_[sets_[after].first + then] == 0) all.push_back(reached(code, region, cost));
        }
    };
    if (!in_slices<Reached>(slice, sets_.size() - 1, team, ticker, look, reach)) return false;
  }
  for (const std::uint32_t code : merged_) reach(reached(code, max_regions - 1, 0));

  // All sets of goals.
  std::vector<std::uint16_t> goals;
  for (const Square goal : board.goals()) goals.push_back(level_.slot_of[goal]);
  std::sort(goals.begin(), goals.end());
  std::array<std::size_t, K> chosen;
  for (std::size_t i = 0; i < K; ++i) chosen[i] = i;
  while (goals.size() >= K) {
    if (!ticker.going()) return false;
    Slots slots;
    for (int i = 0; i < K; ++i) slots[i] = static_cast<std::uint8_t>(goals[chosen[i]]);
    const std::size_t code = number(slots);
    int seen = 0;
    for (int w = 0; w < K; ++w)
      for (int d = 0; d < directions; ++d) {
        const int region = port(sets_[code].ports, w, d);
        if (region == no_region || seen >> region & 1) continue;
        seen |= 1 << region;
        const Square player = board.next(d, level_.square_of[slots[w]]);
        std::size_t cost = 0;
        for (const std::uint8_t slot : slots) {
          const Square goal = level_.square_of[slot];
          if (charges.ends[goal]) cost += static_cast<std::size_t>(costs_.end(goal, player));
        }
        reach(reached(code, region, cost));
      }
    std::size_t i = K;
    while (i > 0 && chosen[i - 1] == goals.size() - K + i - 1) --i;
    if (i == 0) break;
    ++chosen[i - 1];
    for (; i < K; ++i) chosen[i] = chosen[i - 1] + 1;
  }

  std::vector<std::uint32_t> wave;  // what has been reached at this cost, and not yet left
  for (std::size_t cost = 0; cost < buckets.size(); ++cost) {
    const auto look = [&](std::size_t i, std::vector<Reached>& all) {
      const std::size_t code = wave[i] / max_regions;
      const int region = static_cast<int>(wave[i] % max_regions);
      const Set& set = sets_[code];
      if (found[set.first + region] < cost) return;
      for (int w = 0; w < K; ++w)
        for (int d = 0; d < directions; ++d) {
          // The push in direction d that left the player on this port.
          if (port(set.ports, w, opposite(d)) != region) continue;
          const Square from = board.next(opposite(d), level_.square_of[set.slots[w]]);
          const std::uint8_t push = charges.pushes[from][d];
          if (push == ReducedCosts::none) continue;
          int at = w;
          const std::size_t before =
              number(moved(set, at, static_cast<std::uint8_t>(level_.slot_of[from])));
          const int then = port(sets_[before].ports, at, opposite(d));
          if (then == no_region) continue;  // another box stands there
          if (outside && all_[sets_[before].first + then] == dead) continue;
          const Reached one = reached(before, then, cost + push);
          if (one.cost < entry(one)) all.push_back(one);
        }
    };
    while (!buckets[cost].empty()) {
      wave.clear();
      wave.swap(buckets[cost]);
      if (!in_slices<Reached>(slice, wave.size(), team, ticker, look, reach)) return false;
    }
    std::vector<std::uint32_t>().swap(buckets[cost]);
  }
  return true;
}

// Returns the best sum over the parts of a set, the player in this region of it.
template <int K>
GroupGain GroupTable<K>::best_of_parts(const Slots& slots, std::uint64_t ports, int region,
                                       const GroupTable<2>* pairs,
                                       const GroupTable<K - 1>* smaller) const {
  GroupGain best;
  if constexpr (K > 2) {
    // A port of a box of the part that is in the region; the part has it too.
    const auto part = [&](const auto& table, unsigned members) {
      typename std::decay_t<decltype(table)>::Slots rest{};
      std::size_t size = 0, at = 0;
      int direction = -1;
      for (int w = 0; w < K; ++w) {
        if (!(members >> w & 1)) continue;
        for (int d = 0; d < directions && direction < 0; ++d)
          if (port(ports, w, d) == region) {
            at = size;
            direction = d;
          }
        rest[size++] = slots[w];
      }
      return direction < 0 ? GroupGain{} : table.gain(rest, at, direction);
    };
    const auto raise = [&](const GroupGain& gain) {
      best = {std::max(best.all, gain.all), std::max(best.outside, gain.outside)};
    };
    for (int w = 0; w < K; ++w) raise(part(*smaller, ((1u << K) - 1) ^ 1u << w));
    if constexpr (K == 4) {
      const auto sum = [](std::uint8_t a, std::uint8_t b) {
        return a == dead || b == dead
                   ? dead
                   : static_cast<std::uint8_t>(std::min<int>(a + b, ReducedCosts::dearest));
      };
      for (const unsigned half : {0b0011u, 0b0101u, 0b1001u}) {
        const GroupGain a = part(*pairs, half), b = part(*pairs, 0b1111u ^ half);
        raise({sum(a.all, b.all), sum(a.outside, b.outside)});
      }
    }
  } else {
    (void)slots, (void)ports, (void)region, (void)pairs, (void)smaller;
  }
  return best;
}

template <int K>
bool GroupTable<K>::keep_useful(const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller,
                                Ticker& ticker, Team* team) {
  std::size_t rows = slots_;
  for (auto* masks : {&first_, &second_, &third_}) {
    masks->clear();
    const int length = masks == &first_ ? 2 : masks == &second_ ? 3 : 4;
    if (length <= K) masks->assign(rows * words_, 0);
    rows *= slots_;
  }
  useful_ = 0;
  const auto look = [&](std::size_t code, std::vector<std::uint32_t>& all) {
    const Set& set = sets_[code];
    const auto count = static_cast<int>(sets_[code + 1].first - set.first);
    for (int region = 0; region < count; ++region) {
      const GroupGain gain = gain_at(set.first + region);
      if (!(gain.all | gain.outside)) continue;
      const GroupGain parts = best_of_parts(slots_of(set), set.ports, region, pairs, smaller);
      if (gain.all > parts.all || gain.outside > parts.outside)
        return all.push_back(static_cast<std::uint32_t>(code));
    }
  };
  const auto keep = [&](std::uint32_t code) {
    ++useful_;
    mark(slots_of(sets_[code]));
  };
  const std::size_t count = sets_.size() - !sets_.empty();  // no sets of more boxes than slots
  return in_slices<std::uint32_t>(slice, count, team, ticker, look, keep);
}

// Enters a set in the bits, from each of its slots: the others come from the largest down.
template <int K>
void GroupTable<K>::mark(const Slots& slots) {
  const auto set = [&](std::vector<std::uint64_t>& masks, std::size_t row, std::uint8_t slot) {
    masks[row * words_ + slot / 64] |= std::uint64_t{1} << slot % 64;
  };
  for (int i = 0; i < K; ++i) {
    std::array<std::uint8_t, K> rest{};
    int size = 0;
    for (int w = K; w-- > 0;)
      if (w != i) rest[size++] = slots[w];
    set(first_, slots[i], rest[0]);
    const std::size_t row = slots[i] * slots_ + rest[0];
    if constexpr (K > 2) set(second_, row, rest[1]);
    if constexpr (K > 3) set(third_, row * slots_ + rest[1], rest[2]);
  }
}

template class GroupTable<2>;
template class GroupTable<3>;
template class GroupTable<4>;

}  // namespace gridproof::sokoban
