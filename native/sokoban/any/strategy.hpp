// A strategy for any solution: what a forward search is after, and who tells it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/forward.hpp"
#include "sokoban/any/forward_options.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/tables/bound.hpp"

namespace gridproof::sokoban {

// Plans for all strategies that follow one: steps in their order, or with boxes that wait.
struct Plans {
  Plan plan, waiting;
  Score reached = 0;  // how far the search backwards has come that tells them
};

// All that strategies have in common, and do not change; `memory` is for one search.
struct Setting {
  const Level& level;
  const Tables& tables;
  const Plans& plans;
  Within* within;  // if there is a limit of pushes
  std::size_t memory;
};

template <int Words>
class Strategy {
 public:
  // The objective of the search backwards that serves it, and its own method.
  enum class Method : std::uint8_t {
    plan,
    open,
    plan_by_rooms,
    plan_without_opener,
    start,
    goals,
    plan_without_regions,
  };

  explicit Strategy(Method method) : method_(method) {}

  // For threads: it has a ticker of its own from now on, and a bound, if there is one.
  void part_from_others(Ticker own, const Within* within) {
    own_ = std::make_unique<Ticker>(std::move(own));
    if (!within) return;
    bound_ = std::make_unique<Bound>(within->bound, *own_);
    within_ = std::make_unique<Within>(Within{*bound_, nullptr, within->most});
  }
  // That ticker, if there is one.
  Ticker* own() { return own_.get(); }

  // Lets it go on for so many moves. If a search backwards knows better by now what to be after,
  // the forward search begins anew. `ticker` is in use unless it has its own.
  void search(const Setting& setting, std::uint64_t effort, Ticker& ticker) {
    Ticker& mine = own_ ? *own_ : ticker;
    look_back(setting, effort / 3, mine);
    const Score reached = backward_ ? backward_->reached()
                          : plans() ? setting.plans.reached
                                    : target_;
    if (reached != target_) {
      drop();
      target_ = reached;
    }
    if (!forward_) {
      const ForwardOptions options = this->options(setting);
      if (mine.stop() != Stop::none) return;
      std::vector<const Backward<Words>*> backwards;
      if (backward_ && !setting.within) backwards.push_back(backward_.get());
      forward_ = std::make_unique<Forward<Words>>(setting.level, setting.tables, options, backwards,
                                                  within_ ? within_.get() : setting.within,
                                                  setting.memory, mine);
    }
    forward_->advance(effort);
  }

  // The forward search, if there is one now.
  Forward<Words>* forward() { return forward_.get(); }
  bool full() const { return forward_ && forward_->full(); }
  bool solved() const { return forward_ && forward_->solved(); }

  // Notes the counts of its searches so far.
  void count() {
    generated_ = dropped_ + (forward_ ? forward_->generated() : 0);
    dead_ends_ = dropped_dead_ends_ + (forward_ ? forward_->dead_ends() : 0);
  }
  // When they were noted last.
  std::uint64_t generated() const { return generated_; }
  std::uint64_t dead_ends() const { return dead_ends_; }

  // If it is full after more than so many moves it begins anew in another order, a few times.
  void restart_if_full(std::uint64_t moves) {
    if (!full() || forward_->generated() <= moves || seed_ == max_restarts) return;
    drop();
    backward_.reset();
    ++seed_;
  }

  std::size_t bytes() const {
    return (backward_ ? backward_->bytes() : 0) + (forward_ ? forward_->bytes() : 0);
  }

 private:
  static constexpr std::uint64_t max_restarts = 16;

  bool plans() const {
    return method_ == Method::plan || method_ == Method::plan_by_rooms ||
           method_ == Method::plan_without_opener || method_ == Method::plan_without_regions;
  }

  // Lets its search backwards go on that tells what to be after.
  void look_back(const Setting& setting, std::uint64_t effort, Ticker& ticker) {
    if (method_ != Method::open && method_ != Method::start) return;
    if (!backward_)
      backward_ = std::make_unique<Backward<Words>>(
          setting.level, setting.tables,
          method_ == Method::open ? Backwards::open : Backwards::start, setting.memory, ticker);
    backward_->advance(effort);
  }

  ForwardOptions options(const Setting& setting) const {
    ForwardOptions options;
    options.seed = seed_;
    switch (method_) {
      case Method::plan:
      case Method::plan_by_rooms:
      case Method::plan_without_opener:
      case Method::plan_without_regions:
        options.plan =
            method_ == Method::plan_without_opener ? setting.plans.waiting : setting.plans.plan;
        options.rooms_in_cells = method_ == Method::plan_by_rooms;
        if (method_ == Method::plan_by_rooms) options.moves_a_pattern = 1;
        options.opener = method_ != Method::plan_without_opener;
        options.foremost = method_ != Method::plan_by_rooms;
        options.regions = method_ != Method::plan_without_regions;
        options.needs = method_ == Method::plan_without_regions;
        break;
      case Method::open:
      case Method::start:
        options.places = backward_->best();
        options.regions_first = true;
        break;
      case Method::goals:
        options.places = setting.level.board.goals();
        options.light = true;
        break;
    }
    return options;
  }

  void drop() {
    if (!forward_) return;
    dropped_ += forward_->generated();
    dropped_dead_ends_ += forward_->dead_ends();
    forward_.reset();
  }

  Method method_;
  std::unique_ptr<Ticker> own_;
  std::unique_ptr<Bound> bound_;
  std::unique_ptr<Within> within_;
  std::unique_ptr<Backward<Words>> backward_;
  std::unique_ptr<Forward<Words>> forward_;
  Score target_ = 0;  // how far the search backwards had come when it told what to be after
  std::uint64_t seed_ = 0;
  std::uint64_t dropped_ = 0,
                dropped_dead_ends_ = 0;  // of forward searches that are no more
  std::uint64_t generated_ = 0, dead_ends_ = 0;
};

}  // namespace gridproof::sokoban
