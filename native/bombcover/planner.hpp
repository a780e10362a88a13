// Plans from both sides: a local search for one that can be played, and the proof that there is
// none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bombcover/branching.hpp"
#include "bombcover/neighbourhoods.hpp"
#include "bombcover/plans.hpp"
#include "common/limits.hpp"
#include "covering/row_weighting.hpp"

namespace gridproof::bombcover {

class Planner {
 public:
  using Outcome = Branching::Outcome;

  // `recording`: the nodes of a proof are kept.
  Planner(std::unique_ptr<Plans> plans, bool recording)
      : plans_(std::move(plans)),
        weighting_(plans_->patterns()),
        neighbourhoods_(*plans_),
        sums_(recording),
        recording_(recording),
        peak_(plans_->bytes()) {}

  const Plans& plans() const { return *plans_; }
  const Sums& sums() const { return sums_; }
  std::size_t bytes() const { return branching_ ? branching_->bytes() : plans_->bytes(); }
  std::size_t peak_memory() const { return peak_; }
  // The last one, as far as it went.
  const Proof& proof() const { return proof_; }

  // Looks for plans of `size` bombs and plays them, until one can be played or `steps` steps are
  // done: `paused`.
  Outcome search(std::uint32_t size, std::uint64_t steps, Ticker& ticker) {
    return while_whole(ticker, [&] {
      take_in_sets();
      const std::uint64_t end = weighting_.steps() + steps;
      while (weighting_.find(size, end - weighting_.steps(), ticker)) {
        if (plans_->play(weighting_.chosen(), ticker)) return Outcome::played;
        take_in_sets();
        peak_ = std::max(peak_, plans_->bytes());
        if (!ticker.fits(plans_->bytes())) break;
      }
      return ticker.stop() == Stop::none ? Outcome::paused : Outcome::stopped;
    });
  }

  // Continues the proof that more than `most` bombs are needed, for `nodes` nodes.
  Outcome prove(std::uint32_t most, std::uint64_t nodes, Ticker& ticker) {
    return while_whole(ticker, [&] {
      if (!branching_ || branching_->most() != most) {
        proof_.clear();
        branching_ =
            std::make_unique<Branching>(*plans_, sums_, most, recording_ ? &proof_ : nullptr);
      }
      const Outcome outcome = branching_->run(nodes, ticker);
      peak_ = std::max(peak_, branching_->bytes());
      return outcome;
    });
  }

  // Looks for a plan of at most `most` bombs near a play, in a number of neighbourhoods with so
  // many nodes each. It begins with the root of the last proof, whose program is true for any
  // number of bombs.
  Outcome improve(std::uint32_t most, const std::vector<std::uint32_t>& cells, std::size_t tries,
                  std::uint64_t nodes, Ticker& ticker) {
    if (!branching_ || !branching_->root()) {
      const Outcome outcome = prove(most, 1, ticker);
      if (outcome != Outcome::paused) return outcome;
    }
    return while_whole(ticker, [&] {
      const std::size_t others = branching_->bytes() - plans_->bytes();
      const Outcome outcome =
          neighbourhoods_.search(*branching_->root(), most, cells, tries, nodes, others, ticker);
      peak_ = std::max(peak_, neighbourhoods_.peak_memory());
      return outcome;
    });
  }

  // Forgets the proof, but not the sets that were learnt on its way: with them another one is
  // shorter.
  void restart() { branching_.reset(); }

 private:
  // An allocation that is refused in the middle of `work` leaves sets and programs in pieces: nodes
  // of the proof may be missing. There is no other outcome than `stopped` from then on.
  template <class Work>
  Outcome while_whole(Ticker& ticker, Work work) {
    if (!whole_) {
      ticker.out_of_memory();
      return Outcome::stopped;
    }
    whole_ = false;
    const Outcome outcome = work();
    whole_ = true;
    return outcome;
  }

  // Those learnt since it was last asked.
  void take_in_sets() {
    while (weighting_.rows() < plans_->sets().size())
      weighting_.add(plans_->sets()[weighting_.rows()]);
  }

  std::unique_ptr<Plans> plans_;
  covering::RowWeighting weighting_;
  Neighbourhoods neighbourhoods_;
  Sums sums_;
  bool recording_;
  Proof proof_;
  std::unique_ptr<Branching> branching_;
  std::size_t peak_ = 0;
  bool whole_ = true;
};

constexpr const char* name(Branching::Outcome outcome) {
  switch (outcome) {
    case Branching::Outcome::proven:
      return "proven";
    case Branching::Outcome::played:
      return "played";
    case Branching::Outcome::paused:
      return "paused";
    case Branching::Outcome::stopped:
      return "stopped";
    case Branching::Outcome::failed:
      break;
  }
  return "failed";
}

}  // namespace gridproof::bombcover
