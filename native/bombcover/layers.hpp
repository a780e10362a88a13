// Layered search for the fewest explosions: layer g holds the sets of crates that can be left after
// g explosions.
//
// The crates left say everything: explosions only open cells, so each player can always walk back
// to his start, and what he can reach is a function of the crates. Three facts carry the search
// (C: all crates that matter, R: those left):
//
// - Monotonicity: if R is a subset of R', R needs no more explosions than R'. Replay the bombs of
//   R': what an arm hits there is gone here or the first crate here too, and empty cells are a
//   superset. So only inclusion-maximal sets of hit crates are branched on, and a state is dropped
//   when one of the same layer has all its crates but one.
// - Bound: give crates weights such that no bomb can take crates of more than weight 1, where a
//   bomb on a site takes one crate on each arm, and never one that it cannot be reached without
//   removing. What is left then needs at least its total weight, rounded up. Several weightings may
//   be given; the best one counts. They are scaled to integers and checked exactly here, so a wrong
//   one cannot make a wrong bound.
// - A complete layer that is empty proves that more explosions are needed than it was pruned for:
//   every node left out is pruned by the bound or dominated by one that is kept.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/crates.hpp"
#include "common/bits.hpp"
#include "common/limits.hpp"

namespace gridproof::bombcover {

enum class Outcome { layer, empty, solved, stopped };

constexpr const char* name(Outcome outcome) {
  switch (outcome) {
    case Outcome::layer:
      return "layer";
    case Outcome::empty:
      return "empty";
    case Outcome::solved:
      return "solved";
    case Outcome::stopped:
      break;
  }
  return "stopped";
}

// The part of the search that does not depend on how wide a set of crates is.
class Search {
 public:
  static constexpr std::uint32_t most_weightings = 64;

  static std::unique_ptr<Search> make(const Problem& problem, Ticker& ticker);

  // `one`: weight 1 in whole numbers; `one` a crate has to fit into 31 bits.
  Search(Board board, std::int32_t one, Making& making) : board_(std::move(board)), one_(one) {
    const std::size_t sites = board_.sites().size();
    making.take(board_.nodes() * sizeof(sites_at_[0]) + sites * 2 * sizeof(std::uint32_t));
    sites_at_.resize(board_.nodes());
    for (std::uint32_t i = 0; i < sites; ++i) {
      making.step();
      sites_at_[board_.sites()[i].node].push_back(i);
    }
    find_bound_arms(making);
    making.take(std::size_t{crates()} * most_weightings * sizeof(std::int32_t));
    // A first weighting without a linear program: 1 over the most arms of a site that sees it.
    std::vector<double> weights(crates(), 1);
    for (const auto& arms : bound_arms_) {
      const auto used =
          std::count_if(arms.begin(), arms.end(), [](auto& arm) { return !arm.empty(); });
      for (const auto& arm : arms)
        for (std::uint16_t c : arm) weights[c] = std::min(weights[c], 1.0 / used);
    }
    add_weighting(weights);
  }
  virtual ~Search() = default;

  std::uint32_t crates() const { return board_.crates(); }
  const Board& board() const { return board_; }
  // For each site and arm the crates that count for the bound.
  const std::vector<std::vector<std::vector<std::uint16_t>>>& bound_arms() const {
    return bound_arms_;
  }

  // Adds weights of the crates, lowered where a bomb could take more than 1.
  void add_weighting(const std::vector<double>& weights) {
    std::vector<std::int32_t> scaled(crates(), 0);
    for (std::size_t c = 0; c < std::min(weights.size(), scaled.size()); ++c)
      if (weights[c] > 0)  // false for what is not a number
        scaled[c] = static_cast<std::int32_t>(std::floor(std::min(weights[c], 1.0) * one_ + 0.5));
    for (const auto& arms : bound_arms_) {
      const std::int64_t total = heaviest(arms, scaled);
      if (total <= one_) continue;
      for (const auto& arm : arms)
        for (std::uint16_t c : arm)
          scaled[c] = static_cast<std::int32_t>(std::int64_t{scaled[c]} * one_ / total);
    }
    const std::int64_t total = std::accumulate(scaled.begin(), scaled.end(), std::int64_t{0});
    best_bound_ = std::max(best_bound_, static_cast<std::uint32_t>((total + one_ - 1) / one_));
    const bool more = weightings_ < most_weightings;
    const std::uint32_t place = more ? weightings_ : next_replaced();
    if (place >= stride_) widen();
    fresh_.push_back(place);
    weightings_ += more;
    for (std::size_t i = 0; i < scaled.size(); ++i) weight_[i * stride_ + place] = scaled[i];
  }

  // The best bound that the weightings give for all crates.
  std::uint32_t root_bound() const { return best_bound_; }

  virtual void restart() = 0;
  // Makes the next layer of states that may be cleared with at most `most` explosions in all, and
  // keeps the `width` best of them.
  virtual Outcome expand(std::uint32_t most, std::size_t width, Ticker& ticker) = 0;
  // Prunes the layer with the weightings added since it was made, or pruned last.
  virtual Outcome prune(std::uint32_t most, Ticker& ticker) = 0;
  virtual std::size_t size() const = 0;
  virtual std::uint32_t depth() const = 0;
  virtual bool was_cut() const = 0;  // whether some layer since the restart lost states to `width`
  virtual std::vector<std::uint32_t> crates_of(std::size_t state) const = 0;
  virtual std::vector<std::uint32_t> solution() const = 0;  // bomb cells
  virtual std::size_t bytes() const = 0;                    // of all tables
  virtual std::size_t peak_memory() const = 0;

 protected:
  void find_bound_arms(Making& making) {
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> seen_from(crates());
    making.take(board_.sites().size() * sizeof(bound_arms_[0]));
    bound_arms_.resize(board_.sites().size());
    for (std::uint32_t i = 0; i < board_.sites().size(); ++i) {
      making.step();
      const auto& arms = board_.sites()[i].arms;
      std::size_t seen = 0;
      for (const auto& arm : arms) seen += arm.size();
      making.take(arms.size() * sizeof(arms[0]) +
                  2 * seen * (sizeof(std::uint16_t) + sizeof(seen_from[0][0])));
      bound_arms_[i].resize(arms.size());
      for (std::uint32_t a = 0; a < arms.size(); ++a)
        for (std::uint16_t c : arms[a]) seen_from[c].emplace_back(i, a);
    }
    for (std::uint32_t c = 0; c < crates(); ++c) {
      making.look();
      const std::vector<bool> reached = board_.reached_without({static_cast<std::uint16_t>(c)});
      for (const auto& [site, arm] : seen_from[c])
        if (reached[board_.sites()[site].node])
          bound_arms_[site][arm].push_back(static_cast<std::uint16_t>(c));
    }
  }

  // The most that a bomb with these arms can take.
  static std::int64_t heaviest(const std::vector<std::vector<std::uint16_t>>& arms,
                               const std::vector<std::int32_t>& weight) {
    std::int64_t total = 0;
    for (const auto& arm : arms) {
      std::int32_t most = 0;
      for (std::uint16_t c : arm) most = std::max(most, weight[c]);
      total += most;
    }
    return total;
  }

  std::uint32_t next_replaced() {  // the first two stay: the simple one and the root's
    replaced_ = replaced_ < 2 || replaced_ + 1 >= most_weightings ? 2 : replaced_ + 1;
    return replaced_;
  }
  void widen() {
    const std::uint32_t wider = stride_ + 4;
    std::vector<std::int32_t> moved(std::size_t{crates()} * wider, 0);
    for (std::size_t i = 0; i < crates(); ++i)
      std::copy_n(weight_.begin() + i * stride_, stride_, moved.begin() + i * wider);
    weight_ = std::move(moved);
    stride_ = wider;
  }

  Board board_;
  std::int32_t one_;
  std::size_t fixed_bytes_ = 0;  // of all that does not change while it searches
  std::vector<std::vector<std::uint32_t>> sites_at_;  // by node
  std::vector<std::vector<std::vector<std::uint16_t>>> bound_arms_;
  std::vector<std::uint32_t> fresh_;  // weightings that the layer was not pruned with yet
  std::vector<std::int32_t> weight_;  // crate * stride_ + weighting; padding: 0
  std::uint32_t stride_ = 0, weightings_ = 0, replaced_ = 0, best_bound_ = 0;
};

template <int Words>
class Layers final : public Search {
  using Set = CrateSet<Words>;
  // Total weights are 32 bits wide, which is what makes them fast: no more crates than a set holds
  // weigh less than 2^31 together.
  static constexpr std::int32_t one = Words * 64 <= 1024 ? 1 << 20 : 1 << 18;
  static_assert(std::int64_t{Words} * 64 * one + one <= std::numeric_limits<std::int32_t>::max());

 public:
  Layers(Board board, Making& making)
      : Search(std::move(board), one, making), walk_(board_, making) {
    making.take(board_.sites().size() * 2 * sizeof(Set) + crates() * 2 * sizeof(std::uint64_t));
    fixed_bytes_ = making.bytes();
    for (const Board::Site& site : board_.sites()) {
      making.step();
      Set sees;
      for (const auto& arm : site.arms)
        for (std::uint16_t c : arm) sees.set(c);
      sees_.push_back(sees);
    }
    for (std::uint32_t c = 0; c < crates(); ++c) keys_.push_back(mix(c + 1));
    restart();
  }

  void restart() override {
    Layer first;
    first.add(walk_.all(), 0, 0, 0, 0);
    layers_.clear();
    layers_.push_back(std::move(first));
    cut_ = false;
  }

  std::size_t size() const override { return layers_.back().states.size(); }
  std::uint32_t depth() const override { return static_cast<std::uint32_t>(layers_.size()) - 1; }
  bool was_cut() const override { return cut_; }
  std::size_t peak_memory() const override { return peak_; }
  std::size_t bytes() const override {
    std::size_t total =
        fixed_bytes_ + slots_.capacity() * sizeof(std::uint64_t) + hits_.capacity() * sizeof(Hit);
    for (const Layer& l : layers_) total += l.bytes();
    return total;
  }

  std::vector<std::uint32_t> crates_of(std::size_t state) const override {
    std::vector<std::uint32_t> found;
    layers_.back().states.at(state).each([&](std::uint32_t c) { found.push_back(c); });
    return found;
  }

  std::vector<std::uint32_t> solution() const override { return solution_; }

  Outcome expand(std::uint32_t most, std::size_t width, Ticker& ticker) override {
    if (depth() + 1 > most) return Outcome::empty;
    fresh_.clear();  // all weightings are used here
    Layer next;
    slots_.assign(1024, 0);
    const Layer& layer = layers_.back();
    note_peak(next);
    if (!ticker.fits(memory(next))) return Outcome::stopped;
    const std::uint32_t left = most - depth() - 1;
    for (std::uint32_t n = 0; n < layer.states.size(); ++n) {
      if (!ticker.tick()) return Outcome::stopped;
      const Set& crates = layer.states[n];
      if (!find_hits(crates, ticker)) return Outcome::stopped;
      weigh(crates);
      for (const Hit& hit : hits_) {
        const Set after = crates - hit.crates;
        if (!after.any()) {
          solution_ = bombs_to(n);
          solution_.push_back(board_.sites()[hit.site].cell);
          return Outcome::solved;
        }
        if (bound(leading_without(hit.crates)) > left) continue;
        std::uint64_t hash = layer.hashes[n];
        hit.crates.each([&](std::uint32_t c) { hash ^= keys_[c]; });
        const std::size_t slot = slot_of(next, after, hash);
        if (slots_[slot]) continue;
        const std::int32_t score = value_without(hit.crates);
        if (bound(score) > left) continue;
        slots_[slot] = entry(hash, next.states.size());
        next.add(after, hash, score, n, hit.site);
        if (next.states.size() * 2 > slots_.size() && !grow(next, ticker)) return Outcome::stopped;
      }
    }
    if (next.states.size() > 1 && !drop_dominated(next, ticker)) return Outcome::stopped;
    if (next.states.size() > width) keep_best(next, width);
    layers_.push_back(std::move(next));
    return layers_.back().states.empty() ? Outcome::empty : Outcome::layer;
  }

  Outcome prune(std::uint32_t most, Ticker& ticker) override {
    Layer& layer = layers_.back();
    const std::uint32_t left = most - std::min(most, depth());
    std::vector<bool> keep(layer.states.size());
    for (std::size_t n = 0; n < layer.states.size(); ++n) {
      if (n % between_looks == 0 && !ticker.alive()) return Outcome::stopped;
      for (std::uint32_t place : fresh_) {
        std::int32_t total = 0;
        layer.states[n].each([&](std::uint32_t c) { total += weight_[c * stride_ + place]; });
        layer.scores[n] = std::max(layer.scores[n], total);
      }
      keep[n] = bound(layer.scores[n]) <= left;
    }
    fresh_.clear();
    layer.filter(keep);
    return layer.states.empty() ? Outcome::empty : Outcome::layer;
  }

 private:
  // States that are gone through between two looks at the clock.
  static constexpr std::size_t between_looks = 4096 / Words;

  struct Layer {
    std::vector<Set> states;
    std::vector<std::uint64_t> hashes;
    std::vector<std::int32_t> scores;    // heaviest total weight
    std::vector<std::uint32_t> parents;  // place in the layer before
    std::vector<std::uint32_t> bombs;    // site of the bomb that led here

    std::size_t bytes() const {
      return states.capacity() * sizeof(Set) + hashes.capacity() * sizeof(std::uint64_t) +
             scores.capacity() * sizeof(std::int32_t) +
             (parents.capacity() + bombs.capacity()) * sizeof(std::uint32_t);
    }
    void add(const Set& state, std::uint64_t hash, std::int32_t score, std::uint32_t parent,
             std::uint32_t bomb) {
      states.push_back(state);
      hashes.push_back(hash);
      scores.push_back(score);
      parents.push_back(parent);
      bombs.push_back(bomb);
    }
    void filter(const std::vector<bool>& keep) {
      std::size_t kept = 0;
      for (std::size_t n = 0; n < states.size(); ++n) {
        if (!keep[n]) continue;
        states[kept] = states[n];
        hashes[kept] = hashes[n];
        scores[kept] = scores[n];
        parents[kept] = parents[n];
        bombs[kept++] = bombs[n];
      }
      states.resize(kept);
      hashes.resize(kept);
      scores.resize(kept);
      parents.resize(kept);
      bombs.resize(kept);
    }
  };
  struct Hit {
    Set crates;
    std::uint32_t site;
    int count;
  };

  static std::uint32_t bound(std::int32_t score) {
    return static_cast<std::uint32_t>((score + one - 1) / one);
  }

  // Puts the total weights of these crates into `base_`.
  void weigh(const Set& crates) {
    const std::uint32_t count = stride_;
    base_.assign(count, 0);
    std::int32_t* total = base_.data();
    crates.each([&](std::size_t c) {
      const std::int32_t* row = weight_.data() + c * count;
#pragma GCC ivdep  // weights and totals lie apart
      for (std::uint32_t i = 0; i < count; ++i) total[i] += row[i];
    });
    leading_ =
        static_cast<std::uint32_t>(std::max_element(base_.begin(), base_.end()) - base_.begin());
  }

  // The total weight without these crates by the weighting that is heaviest with them: mostly that
  // prunes already.
  std::int32_t leading_without(const Set& hit) const {
    std::int32_t total = base_[leading_];
    hit.each([&](std::uint32_t c) { total -= weight_[std::size_t{c} * stride_ + leading_]; });
    return total;
  }

  // The heaviest total weight of the state in `base_` without these crates.
  std::int32_t value_without(const Set& hit) {
    const std::uint32_t count = stride_;
    rest_ = base_;
    std::int32_t* total = rest_.data();
    hit.each([&](std::size_t c) {
      const std::int32_t* row = weight_.data() + c * count;
#pragma GCC ivdep  // weights and totals lie apart
      for (std::uint32_t i = 0; i < count; ++i) total[i] -= row[i];
    });
    std::int32_t most = 0;
    for (std::uint32_t i = 0; i < count; ++i) most = std::max(most, total[i]);
    return most;
  }

  // The inclusion-maximal sets of crates that one bomb can hit; false if it was stopped.
  bool find_hits(const Set& crates, Ticker& ticker) {
    hits_.clear();
    walk_.reach(crates, [&](std::uint32_t node) { look_from(node, crates, ticker); });
    if (ticker.stop() != Stop::none) return false;
    std::sort(hits_.begin(), hits_.end(),
              [](const Hit& a, const Hit& b) { return a.count > b.count; });
    std::size_t kept = 0, compared = 0;
    for (const Hit& hit : hits_) {
      compared += kept;
      if (compared > many) {
        if (!ticker.alive()) return false;
        compared = 0;
      }
      bool covered = false;
      for (std::size_t i = 0; i < kept && !covered; ++i)
        covered = hit.crates.subset_of(hits_[i].crates);
      if (!covered) hits_[kept++] = hit;
    }
    hits_.resize(kept);
    return true;
  }

  void look_from(std::uint32_t node, const Set& crates, Ticker& ticker) {
    const std::vector<std::uint32_t>& sites = sites_at_[node];
    for (std::size_t at = 0; at < sites.size(); ++at) {
      if (at % many == many - 1 && (!ticker.alive() || !ticker.fits(memory({})))) return;
      const std::uint32_t i = sites[at];
      if (!(sees_[i] & crates).any()) continue;
      Hit hit{{}, i, 0};
      for (const auto& arm : board_.sites()[i].arms)
        for (std::uint16_t c : arm)
          if (crates.test(c)) {
            hit.crates.set(c);
            ++hit.count;
            break;
          }
      hits_.push_back(hit);
    }
  }

  // Half of the hash and the place + 1, so that most other states are told apart without a look at
  // them.
  static std::uint64_t entry(std::uint64_t hash, std::size_t place) {
    return (hash & 0xffffffff00000000) | (place + 1);
  }

  std::size_t slot_of(const Layer& layer, const Set& state, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] && ((slots_[at] ^ hash) >> 32 != 0 ||
                          !(layer.states[(slots_[at] & 0xffffffff) - 1] == state)))
      at = (at + 1) & mask;
    return at;
  }

  // Bytes of all tables and of a layer in the making, if that grows `times` as large.
  std::size_t memory(const Layer& layer, std::size_t times = 1) const {
    return fixed_bytes_ + times * (bytes() + layer.bytes() - fixed_bytes_);
  }

  void note_peak(const Layer& layer) { peak_ = std::max(peak_, bytes() + layer.bytes()); }

  // Doubles the table of the layer; false if it was stopped, or if the memory or the numbers of
  // 32 bits for places are used up.
  bool grow(const Layer& layer, Ticker& ticker) {
    if (slots_.size() > std::numeric_limits<std::uint32_t>::max()) {
      ticker.out_of_memory();
      return false;
    }
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t n = 0; n < layer.states.size(); ++n) {
      if (!ticker.going()) return false;
      std::size_t at = layer.hashes[n] & (slots_.size() - 1);
      while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = entry(layer.hashes[n], n);
    }
    note_peak(layer);
    return ticker.fits(memory(layer, 2));  // until the next look all of it may double
  }

  // False if it was stopped.
  bool drop_dominated(Layer& layer, Ticker& ticker) {
    std::vector<bool> keep(layer.states.size(), true);
    for (std::size_t n = 0; n < layer.states.size(); ++n) {
      if (n % between_looks == between_looks - 1 && !ticker.alive()) return false;
      const std::uint64_t hash = layer.hashes[n];
      layer.states[n].each([&](std::uint32_t c) {
        __builtin_prefetch(&slots_[(hash ^ keys_[c]) & (slots_.size() - 1)]);
      });
      Set fewer = layer.states[n];
      layer.states[n].each([&](std::uint32_t c) {
        if (!keep[n]) return;
        fewer.reset(c);
        if (slots_[slot_of(layer, fewer, hash ^ keys_[c])]) keep[n] = false;
        fewer.set(c);
      });
    }
    layer.filter(keep);
    return true;
  }

  void keep_best(Layer& layer, std::size_t width) {
    cut_ = true;
    std::vector<std::uint32_t> order(layer.states.size());
    std::iota(order.begin(), order.end(), 0);
    std::nth_element(order.begin(), order.begin() + width, order.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return std::pair(layer.scores[a], a) < std::pair(layer.scores[b], b);
                     });
    std::vector<bool> keep(layer.states.size(), false);
    for (std::size_t i = 0; i < width; ++i) keep[order[i]] = true;
    layer.filter(keep);
  }

  std::vector<std::uint32_t> bombs_to(std::uint32_t state) const {
    std::vector<std::uint32_t> cells;
    for (std::size_t g = layers_.size() - 1; g > 0; --g) {
      cells.push_back(board_.sites()[layers_[g].bombs[state]].cell);
      state = layers_[g].parents[state];
    }
    std::reverse(cells.begin(), cells.end());
    return cells;
  }

  // Sites looked at, or sets compared, between two looks at the clock.
  static constexpr std::size_t many = 1 << 14;

  Walk<Words> walk_;
  std::vector<Set> sees_;            // all crates on a site's arms
  std::vector<std::uint64_t> keys_;  // a state's hash: those of the gone crates, exclusive or
  std::vector<Layer> layers_;
  bool cut_ = false;
  std::vector<std::uint32_t> solution_;
  std::size_t peak_ = 0;
  // Scratch
  std::vector<Hit> hits_;
  std::vector<std::int32_t> base_, rest_;
  std::uint32_t leading_ = 0;         // its heaviest weighting
  std::vector<std::uint64_t> slots_;  // of the layer that is being built
};

// Null if there are more crates than the widest set holds; throws Halted.
inline std::unique_ptr<Search> Search::make(const Problem& problem, Ticker& ticker) {
  Making making(ticker);
  Board board(problem, making);
  const std::uint32_t crates = board.crates();
  if (crates <= 64) return std::make_unique<Layers<1>>(std::move(board), making);
  if (crates <= 128) return std::make_unique<Layers<2>>(std::move(board), making);
  if (crates <= 256) return std::make_unique<Layers<4>>(std::move(board), making);
  if (crates <= 1024) return std::make_unique<Layers<16>>(std::move(board), making);
  if (crates <= 4096) return std::make_unique<Layers<64>>(std::move(board), making);
  return nullptr;
}

}  // namespace gridproof::bombcover
