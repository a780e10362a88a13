// The forward search for fewest pushes with bounds by tables.
//
// It stands in for Direction<Words, false> once that has not ended soon: the tables cost more than
// a small search. It is a class of its own since nodes are evaluated again, wait in several lists,
// and know no moves; it has the same interface towards Search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/freeze.hpp"
#include "sokoban/deadlock/pi_corrals.hpp"
#include "sokoban/search/expander.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/search/working_position.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/goal_order.hpp"
#include "sokoban/tables/learnt_zones.hpp"
#include "sokoban/tables/turns.hpp"

namespace gridproof::sokoban {

template <int Words>
struct TableFindings {
  struct Node {
    explicit Node(std::uint32_t node) : node(node) {}
    std::uint32_t node, children = 0, f = 0;
    bool dead = false, expanded = false;
    Turns::Orders orders{};
  };
  struct Child {
    Key<Words> position;
    std::uint64_t hash;
    std::uint32_t known, left;
    Turns::Orders orders;
  };
  std::vector<Node> nodes;
  std::vector<Child> children;
  std::uint64_t generated = 0, evaluated = 0, dead_ends = 0;
  void clear() {
    nodes.clear();
    children.clear();
    generated = evaluated = dead_ends = 0;
  }
};

template <int Words>
class TableSearch {
 public:
  using Position = Key<Words>;
  static constexpr std::uint32_t none = Store<Position>::none;

  // The tables may take a quarter of `memory`; what they leave is for the store and the lists, as
  // they need it. Level, symmetries and costs have to stay. A team shares the making of tables.
  TableSearch(const Level& level, const Symmetries& symmetries, const ReducedCosts& costs,
              const Options& options, std::size_t memory, Ticker& ticker, Team* team = nullptr)
      : level_(level),
        board_(level.board),
        options_(options),
        memory_(memory),
        ticker_(ticker),
        bound_(level, costs, options, memory / 4, ticker, team),
        order_(level, ticker),
        store_(0, &ticker),
        open_(options.turns ? Turns::most : 1),
        working_(level, symmetries, false),
        freeze_(board_, level.to_goals),
        corrals_(board_, level.sides, level.to_goals, ticker) {
    add_start();
  }

  // Sets the memory that it may take from now on.
  void let(std::size_t memory) { memory_ = memory; }
  // Tests whether that is nearly used up.
  bool nearly_full() const { return bytes_now() > memory_ / 4 * 3; }

  // Positions that lead to no play of fewer pushes are not kept from now on.
  void keep_below(const BucketQueue::Rank& cost) { below_ = cost.first; }

  bool empty() const { return open_.empty() || bound_.start() == Bound::dead; }
  BucketQueue::Rank lowest() { return {std::max(open_.lowest(), bound_.start()), 0}; }
  std::size_t open() const { return open_.size(); }
  Bound& bound() { return bound_; }
  std::size_t bytes() const {
    const std::size_t peaks = store_.peak_bytes() + open_.peak_bytes() + tables_bytes();
    return std::max(bytes_now(), std::min(peaks, memory_));  // they are not at the same time
  }

  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;

  // Makes the tables that are due after so many nodes, before another one is expanded. The ticker
  // may stop it.
  void make_tables() {
    bound_.let(std::min(memory_ / 4, room(store_.bytes() + open_.bytes())));
    bound_.grow(expanded_);
    if (layer_.size() >= lesson_) learn();
  }

  // Tests whether there is an open node, and room for what comes of it.
  bool ready() const { return !empty() && !nearly_full(); }

  // Expands the best open node; calls `made(node)` for each new or cheaper node, and before that
  // `coming(hash)` for each position that may become one. Returns false if it is worth more than
  // was known and waits again. If the ticker stops meanwhile, nodes are missing.
  template <class Made, class Coming>
  bool expand(Made made, Coming coming) {
    const std::uint32_t node = open_.pop([&](std::uint32_t found, std::uint32_t f) {
      return !store_.data(found).closed && store_.data(found).f == f;
    });
    Data& data = store_.data(node);
    working_.lay(store_.key(node));
    if (data.f < bound_.start()) {  // all that comes after the start needs as many pushes in all
      put_back(node, bound_.start());
      return false;
    }
    working_.enter(static_cast<Square>(store_.key(node).player));
    const std::uint32_t least = bound_.take(working_.boxes, working_.region);
    if (ticker_.stop() != Stop::none) return false;
    data.closed = true;
    if (least == Bound::dead) {
      ++dead_ends;
      return true;
    }
    if (const std::uint32_t f = data.pushes + least; f > data.f) {
      put_back(node, f);
      return false;
    }
    ++expanded_;
    if (options_.zones && options_.learnt_zones) note(node, data.f);
    if (options_.corrals) {
      const auto verdict = corrals_.find(working_.occupied, working_.region, working_.boxes);
      if (verdict == PiCorrals::Verdict::dead) {
        ++dead_ends;
        return true;
      }
      if (verdict == PiCorrals::Verdict::restricted) {
        for (const Push& push : corrals_.pushes())
          make(working_.number(push.from), board_.direction(push.from, push.to), coming);
        add_children(node, made);
        return true;
      }
    }
    for (std::size_t i = 0; i < working_.boxes.size(); ++i)
      for (int d = 0; d < directions; ++d) make(i, d, coming);
    add_children(node, made);
    return true;
  }

  std::size_t take(std::uint64_t most) {
    taken_.clear();
    if (!ready()) return 0;
    const std::uint32_t f = open_.lowest();
    while (taken_.size() < most && ready() && open_.lowest() == f) {
      const std::uint32_t node = open_.pop([&](std::uint32_t found, std::uint32_t f) {
        return !store_.data(found).closed && store_.data(found).f == f;
      });
      store_.data(node).closed = true;
      taken_.push_back(node);
    }
    return taken_.size();
  }

  void find_children(std::size_t begin, std::size_t count, Expander<Words, false>& expander, Bound& bound,
                     TableFindings<Words>& found) const {
    const std::size_t end = std::min(begin + count, taken_.size());
    found.clear();
    for (std::size_t i = begin; i < end && expander.going(); ++i) {
      const std::uint32_t node = taken_[i];
      const Data& data = store_.data(node);
      auto& parent = found.nodes.emplace_back(node);
      expander.lay(store_.key(node));
      const auto raised = [&](std::uint32_t f) {
        parent.f = f;
        parent.orders = orders(f - data.pushes, expander.working.occupied);
      };
      if (data.f < bound.start()) {
        raised(bound.start());
        continue;
      }
      const std::uint32_t least = bound.take(expander.working.boxes, expander.working.region);
      if (!expander.going()) return;
      if (least == Bound::dead) {
        parent.dead = true;
        continue;
      }
      if (const std::uint32_t f = data.pushes + least; f > data.f) {
        raised(f);
        continue;
      }
      parent.expanded = true;
      if (!expander.make_children([&](std::uint64_t hash) { store_.prefetch_slot(hash); })) {
        parent.dead = true;
        continue;
      }
      found.generated += expander.generated();
      found.dead_ends += expander.dead_places();
      for (const auto& child : expander.children()) store_.prefetch_state(child.hash);
      for (const auto& child : expander.children()) {
        const std::uint32_t known = store_.find(child.position, child.hash);
        if (known != none) {
          found.children.push_back({child.position, child.hash, known, 0, {}});
          ++parent.children;
          continue;
        }
        ++found.evaluated;
        if (!expander.going()) return;
        if (options_.freeze && expander.frozen(child.move)) {
          ++found.dead_ends;
          continue;
        }
        const std::uint32_t left =
            bound.pushed(child.box, board_.direction(child.move.from, child.move.to));
        if (left == Bound::dead) {
          ++found.dead_ends;
          continue;
        }
        const std::uint32_t pushes = data.pushes + 1, f = std::max<std::uint32_t>(data.f, pushes + left);
        if (f >= below_) continue;
        expander.working.occupied.move(child.move.from, child.move.to);
        found.children.push_back({child.position, child.hash, known, left,
                                  orders(f - pushes, expander.working.occupied)});
        expander.working.occupied.move(child.move.to, child.move.from);
        ++parent.children;
      }
    }
  }

  template <class Made>
  void add(const TableFindings<Words>& found, Made made) {
    generated += found.generated;
    evaluated += found.evaluated;
    dead_ends += found.dead_ends;
    auto next = found.children.begin();
    for (const auto& parent : found.nodes) {
      const auto end = next + parent.children;
      if (parent.dead) ++dead_ends;
      if (parent.f > 0) {
        Data& data = store_.data(parent.node);
        if (!data.closed) open_.leave(data.f);
        const std::uint32_t f = std::max<std::uint32_t>(data.f, parent.f);
        if (f > max_pushes) return ticker_.out_of_memory();
        data.f = static_cast<std::uint16_t>(f);
        data.closed = f >= below_;
        if (!data.closed) wait(parent.node, data, parent.orders);
        continue;
      }
      if (parent.expanded) {
        ++expanded_;
        if (options_.zones && options_.learnt_zones) note(parent.node, store_.data(parent.node).f);
      }
      for (; next != end; ++next) {
        const Data& data = store_.data(parent.node);
        const std::uint32_t pushes = data.pushes + 1;
        const std::uint32_t known = next->known == none ? store_.find(next->position, next->hash) : next->known;
        if (known != none) {
          Data& before = store_.data(known);
          if (before.pushes <= pushes) continue;
          reopened += before.closed;
          if (!before.closed) open_.leave(before.f);
          const std::uint32_t least = before.f - before.pushes;
          before = Data(parent.node, pushes, std::max<std::uint32_t>(data.f, pushes + least));
          working_.lay(store_.key(known));
          wait(known, before, orders(before.f - before.pushes, working_.occupied));
          made(known);
          continue;
        }
        const std::uint32_t f = std::max<std::uint32_t>(data.f, pushes + next->left);
        if (f < below_ && keep(next->position, next->hash, parent.node, pushes, f, next->orders))
          made(store_.last());
      }
    }
  }

  // The node of a position, or `none`.
  std::uint32_t find(const Position& position) const { return store_.find(position); }
  const Position& position(std::uint32_t node) const { return store_.key(node); }
  std::uint32_t parent(std::uint32_t node) const {
    const std::uint32_t parent = store_.data(node).parent;
    return parent == no_parent ? none : parent;
  }
  Cost cost(std::uint32_t node) const { return {store_.data(node).pushes, 0}; }
  bool solved(std::uint32_t node) const {
    bool all = true;
    store_.key(node).each_box(
        [&](std::size_t slot) { all = all && board_.goal(level_.square_of[slot]); });
    return all;
  }

 private:
  static constexpr std::size_t first_lesson = 2000;

  // There are many nodes, so they are small; more nodes than have numbers, or longer plays, are as
  // if memory were full.
  static constexpr std::uint32_t no_parent = (std::uint32_t{1} << 31) - 1;
  static constexpr std::uint32_t max_pushes = std::numeric_limits<std::uint16_t>::max();
  struct Data {
    std::uint32_t parent : 31 = no_parent;
    std::uint32_t closed : 1 = 0;
    std::uint16_t pushes = 0;
    std::uint16_t f = 0;  // pushes of a whole play, at least

    Data(std::uint32_t parent, std::uint32_t pushes, std::uint32_t f)
        : parent(parent),
          pushes(static_cast<std::uint16_t>(pushes)),
          f(static_cast<std::uint16_t>(f)) {}
    Data() = default;
  };

  void add_start() {
    working_.lay(board_.boxes());
    working_.enter(board_.player());
    const std::uint32_t least = bound_.take(working_.boxes, working_.region);
    if (ticker_.stop() != Stop::none || least == Bound::dead) return;
    const Position start = working_.name();
    keep(start, start.hash(), no_parent, 0, least);
  }

  std::size_t tables_bytes() const {
    return bound_.bytes() + layer_.capacity() * sizeof(std::uint32_t);
  }
  std::size_t bytes_now() const { return store_.bytes() + open_.bytes() + tables_bytes(); }
  std::size_t room(std::size_t taken) const { return memory_ - std::min(memory_, taken); }

  Turns::Orders orders(std::uint32_t to_come, const Occupied& occupied) const {
    constexpr std::uint32_t max_left = 511;
    const std::uint32_t left = std::min(to_come, max_left);
    Turns::Orders orders{left};
    if (options_.turns) {
      orders[1] = order_.early(occupied) * (max_left + 1) + left;
      orders[2] = order_.missing(occupied) * (max_left + 1) + left;
    }
    return orders;
  }

  // A new node; whether there is room for it.
  bool keep(const Position& position, std::uint64_t hash, std::uint32_t parent,
            std::uint32_t pushes, std::uint32_t f) {
    return keep(position, hash, parent, pushes, f, orders(f - pushes, working_.occupied));
  }
  bool keep(const Position& position, std::uint64_t hash, std::uint32_t parent,
            std::uint32_t pushes, std::uint32_t f, const Turns::Orders& orders) {
    store_.let(room(open_.bytes() + tables_bytes()));
    const Data data(parent, pushes, f);
    if (f > max_pushes || store_.size() == no_parent ||
        store_.insert(position, hash, data) == Insert::full) {
      ticker_.out_of_memory();
      return false;
    }
    wait(store_.last(), data, orders);
    return true;
  }

  // Puts a node in the lists; its boxes are on the board. The more is done the sooner it is taken.
  void wait(std::uint32_t node, const Data& data) {
    wait(node, data, orders(data.f - data.pushes, working_.occupied));
  }
  void wait(std::uint32_t node, const Data& data, const Turns::Orders& orders) {
    open_.let(room(store_.bytes() + tables_bytes()));
    if (!open_.push(data.f, orders, node)) ticker_.out_of_memory();
  }

  // Puts a node that is laid out back into the lists, as it is worth more than was known.
  void put_back(std::uint32_t node, std::uint32_t f) {
    if (f > max_pushes) return ticker_.out_of_memory();
    Data& data = store_.data(node);
    data.f = static_cast<std::uint16_t>(f);
    data.closed = f >= below_;
    if (!data.closed) wait(node, data);
  }

  // Keeps in mind which nodes of the lowest f have been expanded.
  void note(std::uint32_t node, std::uint32_t f) {
    if (f != layer_f_) {
      layer_f_ = f;
      layer_.clear();
      lesson_ = first_lesson;
    }
    layer_.push_back(node);
  }

  // Learns a zone from some of these, once they are many; if that fails, the next time it is twice
  // as many. It is done between two expansions: the bound that is at work knows no new zone.
  void learn() {
    if (bound_.learn(samples(learning_++ % 2 == 1), expanded_)) {
      layer_.clear();
      lesson_ = first_lesson;
    } else {
      lesson_ *= 2;
    }
  }

  // Half of them from those with the fewest pushes left, half from all; or from those near the
  // start: where it is raised for these, the whole layer is.
  std::vector<LearntZones::Sample> samples(bool near_start) const {
    constexpr std::size_t half = 200;
    std::vector<std::uint32_t> few = layer_;
    const auto end = few.begin() + static_cast<std::ptrdiff_t>(std::max(half, few.size() / 20));
    std::nth_element(few.begin(), end, few.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (near_start) std::swap(a, b);
      return std::pair(store_.data(b).pushes + 0u, a) < std::pair(store_.data(a).pushes + 0u, b);
    });
    few.erase(end, few.end());
    std::vector<LearntZones::Sample> drawn;
    const auto draw = [&](const std::vector<std::uint32_t>& from) {
      for (std::size_t i = 0; i < half; ++i) {
        const std::uint32_t node = from[i * from.size() / half];
        LearntZones::Sample sample;
        store_.key(node).each_box(
            [&](std::size_t slot) { sample.boxes.push_back(level_.square_of[slot]); });
        sample.player = static_cast<Square>(store_.key(node).player);
        sample.least = static_cast<std::int32_t>(layer_f_ - store_.data(node).pushes);
        drawn.push_back(std::move(sample));
      }
    };
    draw(few);
    draw(near_start ? few : layer_);
    return drawn;
  }

  struct Child {
    Square from, to;
    std::size_t box;
    int direction;
    Position position;
    std::uint64_t hash;
  };

  // Makes the child of a push, if that is possible. All are made before the first is looked up:
  // meanwhile the store's memory is on its way.
  template <class Coming>
  void make(std::size_t box, int d, Coming coming) {
    const Square from = working_.boxes[box], to = board_.next(d, from);
    if (!working_.region.has(board_.next(opposite(d), from)) || !working_.occupied.free(to)) return;
    ++generated;
    if (!level_.to_goals.live(Distances::place(to, level_.sides.side(to, from)))) {
      ++dead_ends;
      return;
    }
    working_.occupied.move(from, to);
    const Position position = working_.name_after(from, to, from);
    working_.occupied.move(to, from);
    const std::uint64_t hash = position.hash();
    store_.prefetch_slot(hash);
    coming(hash);
    children_.push_back({from, to, box, d, position, hash});
  }

  template <class Made>
  void add_children(std::uint32_t node, Made made) {
    for (const Child& child : children_) store_.prefetch_state(child.hash);
    for (const Child& child : children_) {
      working_.occupied.move(child.from, child.to);
      add(node, child, made);
      working_.occupied.move(child.to, child.from);
    }
    children_.clear();
  }

  template <class Made>
  void add(std::uint32_t node, const Child& child, Made made) {
    const Data& parent = store_.data(node);
    const std::uint32_t pushes = parent.pushes + 1, known = store_.find(child.position, child.hash);
    if (known != none) {
      Data& data = store_.data(known);
      if (data.pushes <= pushes) return;
      reopened += data.closed;
      if (!data.closed) open_.leave(data.f);
      const std::uint32_t least = data.f - data.pushes;
      data = Data(node, pushes, std::max<std::uint32_t>(parent.f, pushes + least));
      wait(known, data);
      made(known);
      return;
    }
    ++evaluated;
    if (!ticker_.going(bound_.steps())) return;
    if (options_.freeze && freeze_.deadlock(working_.occupied, child.to)) {
      ++dead_ends;
      return;
    }
    const std::uint32_t least = bound_.pushed(child.box, child.direction);
    if (least == Bound::dead) {
      ++dead_ends;
      return;
    }
    const std::uint32_t f = std::max<std::uint32_t>(parent.f, pushes + least);
    if (f < below_ && keep(child.position, child.hash, node, pushes, f)) made(store_.last());
  }

  const Level& level_;
  const Board& board_;
  Options options_;
  std::size_t memory_;
  Ticker& ticker_;
  Bound bound_;
  GoalOrder order_;
  std::uint32_t below_ = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t expanded_ = 0;
  std::vector<std::uint32_t> layer_;  // what has been expanded at the lowest f
  std::uint32_t layer_f_ = 0;
  std::uint32_t learning_ = 0;
  std::size_t lesson_ = first_lesson;  // how many those are when something is learnt
  Store<Position, Data> store_;
  Turns open_;
  WorkingPosition<Words> working_;
  std::vector<Child> children_;
  std::vector<std::uint32_t> taken_;
  FreezeDeadlock freeze_;
  PiCorrals corrals_;
};

}  // namespace gridproof::sokoban
