// Layered search for the fewest explosions: layer g holds the sets of crates that can be left after
// g explosions.
//
// The crates left say everything, and fewer of them never need more explosions (monotonicity). So
// only inclusion-maximal sets of hit crates are branched on, and a state is dropped when one of the
// same layer has all its crates but one. A complete layer that is empty proves that more explosions
// are needed than it was pruned for: every node left out is pruned by the bound (weightings.hpp) or
// dominated by one that is kept. The proofs stand in docs/explanation/bombcover-solver.md.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/crates.hpp"
#include "bombcover/layer.hpp"
#include "bombcover/search.hpp"
#include "bombcover/setup_limits.hpp"
#include "common/bits.hpp"
#include "common/limits.hpp"

namespace gridproof::bombcover {

template <int Words>
class Layers final : public Search {
  using Set = CrateSet<Words>;
  using Layer = bombcover::Layer<Words>;
  // Total weights are 32 bits wide, which is what makes them fast: no more crates than a set holds
  // weigh less than 2^31 together.
  static constexpr std::int32_t one = Words * 64 <= 1024 ? 1 << 20 : 1 << 18;
  static_assert(std::int64_t{Words} * 64 * one + one <= std::numeric_limits<std::int32_t>::max());

 public:
  Layers(Board board, SetupLimits& setup)
      : Search(std::move(board), one, setup), walk_(board_, setup) {
    const auto sites = static_cast<std::uint32_t>(board_.sites().size());
    setup.take(board_.nodes() * sizeof(sites_at_[0]) + sites * 2 * sizeof(std::uint32_t));
    setup.take(sites * 2 * sizeof(Set) + crates() * 2 * sizeof(std::uint64_t));
    fixed_bytes_ = setup.bytes();
    sites_at_.resize(board_.nodes());
    for (std::uint32_t i = 0; i < sites; ++i) {
      setup.step();
      sites_at_[board_.sites()[i].node].push_back(i);
      Set sees;
      for (const auto& arm : board_.sites()[i].arms)
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
  bool was_cut() const override { return cut_; }
  std::size_t peak_memory() const override { return peak_; }
  std::size_t bytes() const override {
    std::size_t total = fixed_bytes_ + index_.bytes() + hits_.capacity() * sizeof(Hit);
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
    weightings_.forget_fresh();  // all are used here
    Layer next;
    index_.clear();
    const Layer& layer = layers_.back();
    note_peak(next);
    if (!ticker.fits(memory(next))) return Outcome::stopped;
    const std::uint32_t left = most - depth() - 1;
    for (std::uint32_t n = 0; n < layer.states.size(); ++n) {
      if (!ticker.tick()) return Outcome::stopped;
      const Set& crates = layer.states[n];
      if (!find_hits(crates, ticker)) return Outcome::stopped;
      weightings_.weigh(crates);
      for (const Hit& hit : hits_) {
        const Set after = crates - hit.crates;
        if (!after.any()) {
          solution_ = bombs_to(n);
          solution_.push_back(board_.sites()[hit.site].cell);
          return Outcome::solved;
        }
        if (bound(weightings_.leading_without(hit.crates)) > left) continue;
        std::uint64_t hash = layer.hashes[n];
        hit.crates.each([&](std::uint32_t c) { hash ^= keys_[c]; });
        const std::size_t slot = index_.slot_of(next, after, hash);
        if (index_.taken(slot)) continue;
        const std::int32_t score = weightings_.without(hit.crates);
        if (bound(score) > left) continue;
        index_.put(slot, hash, next.states.size());
        next.add(after, hash, score, n, hit.site);
        if (index_.crowded(next) && !grow(next, ticker)) return Outcome::stopped;
      }
    }
    if (next.states.size() > 1 && !drop_dominated(next, ticker)) return Outcome::stopped;
    if (next.states.size() > width) {
      cut_ = true;
      next.keep_best(width);
    }
    layers_.push_back(std::move(next));
    return layers_.back().states.empty() ? Outcome::empty : Outcome::layer;
  }

  Outcome prune(std::uint32_t most, Ticker& ticker) override {
    Layer& layer = layers_.back();
    const std::uint32_t left = most - std::min(most, depth());
    std::vector<bool> keep(layer.states.size());
    for (std::size_t n = 0; n < layer.states.size(); ++n) {
      if (n % between_looks == 0 && !ticker.alive()) return Outcome::stopped;
      layer.scores[n] = std::max(layer.scores[n], weightings_.heaviest_fresh(layer.states[n]));
      keep[n] = bound(layer.scores[n]) <= left;
    }
    weightings_.forget_fresh();
    layer.filter(keep);
    return layer.states.empty() ? Outcome::empty : Outcome::layer;
  }

 private:
  // Explosions so far.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(layers_.size()) - 1; }

  // States that are gone through between two looks at the clock.
  static constexpr std::size_t between_looks = 4096 / Words;

  struct Hit {
    Set crates;
    std::uint32_t site;
    int count;
  };

  static std::uint32_t bound(std::int32_t score) {
    return static_cast<std::uint32_t>((score + one - 1) / one);
  }

  // The inclusion-maximal sets of crates that one bomb can hit; false if it was stopped.
  bool find_hits(const Set& crates, Ticker& ticker) {
    hits_.clear();
    walk_.reach(crates, [&](std::uint32_t node) { look_from(node, crates, ticker); });
    if (ticker.stop() != Stop::none) return false;
    std::sort(hits_.begin(), hits_.end(), [](const Hit& a, const Hit& b) {
      return std::pair(-a.count, a.site) < std::pair(-b.count, b.site);
    });
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

  // Bytes of all tables and of a layer in the setup, if that grows `times` as large.
  std::size_t memory(const Layer& layer, std::size_t times = 1) const {
    return fixed_bytes_ + times * (bytes() + layer.bytes() - fixed_bytes_);
  }

  void note_peak(const Layer& layer) { peak_ = std::max(peak_, bytes() + layer.bytes()); }

  // Makes room for more states; false if it was stopped, or if the memory is used up.
  bool grow(const Layer& layer, Ticker& ticker) {
    if (!index_.grow(layer, ticker)) return false;
    note_peak(layer);
    return ticker.fits(memory(layer, 2));  // until the next look all of it may double
  }

  // False if it was stopped.
  bool drop_dominated(Layer& layer, Ticker& ticker) {
    std::vector<bool> keep(layer.states.size(), true);
    for (std::size_t n = 0; n < layer.states.size(); ++n) {
      if (n % between_looks == between_looks - 1 && !ticker.alive()) return false;
      const std::uint64_t hash = layer.hashes[n];
      layer.states[n].each([&](std::uint32_t c) { index_.prefetch(hash ^ keys_[c]); });
      Set fewer = layer.states[n];
      layer.states[n].each([&](std::uint32_t c) {
        if (!keep[n]) return;
        fewer.reset(c);
        if (index_.taken(index_.slot_of(layer, fewer, hash ^ keys_[c]))) keep[n] = false;
        fewer.set(c);
      });
    }
    layer.filter(keep);
    return true;
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
  std::size_t fixed_bytes_ = 0;  // of all that does not change while it searches
  std::vector<std::vector<std::uint32_t>> sites_at_;  // by node
  std::vector<Set> sees_;                             // all crates on a site's arms
  std::vector<std::uint64_t> keys_;  // a state's hash: those of the gone crates, exclusive or
  std::vector<Layer> layers_;
  bool cut_ = false;
  std::vector<std::uint32_t> solution_;
  std::size_t peak_ = 0;
  // Scratch
  std::vector<Hit> hits_;
  LayerIndex<Words> index_;  // of the layer that is being made
};

inline std::unique_ptr<Search> Search::make(const Problem& problem, Ticker& ticker) {
  SetupLimits setup(ticker);
  Board board(problem, setup);
  const std::uint32_t crates = board.crates();
  if (crates <= 64) return std::make_unique<Layers<1>>(std::move(board), setup);
  if (crates <= 128) return std::make_unique<Layers<2>>(std::move(board), setup);
  if (crates <= 256) return std::make_unique<Layers<4>>(std::move(board), setup);
  if (crates <= 1024) return std::make_unique<Layers<16>>(std::move(board), setup);
  if (crates <= 4096) return std::make_unique<Layers<64>>(std::move(board), setup);
  return nullptr;
}

}  // namespace gridproof::bombcover
