// Counting, limits and interruption for the search kernels; gridproof/limits.py is its twin.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace gridproof {

// The resource limits of a kernel. The largest value of each is "no limit".
struct Limits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  std::size_t memory = std::numeric_limits<std::size_t>::max();
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();  // see Ticker::going
};

// The reason for which a kernel stopped; `none`: it ran to its end.
enum class Stop : std::uint8_t { none, node_limit, time_limit, memory_limit, interrupted };

constexpr const char* name(Stop stop) {
  switch (stop) {
    case Stop::node_limit:
      return "NODE_LIMIT";
    case Stop::time_limit:
      return "TIME_LIMIT";
    case Stop::memory_limit:
      return "MEMORY_LIMIT";
    case Stop::interrupted:
      return "INTERRUPTED";
    case Stop::none:
      break;
  }
  return "COMPLETED";
}

// The bound and the incumbent of a running kernel, in the objective's first metric.
struct IncumbentAndBound {
  std::optional<std::int64_t> bound, best;
};

// Counts nodes and tells a kernel when to stop.
//
// tick() costs an increment and a comparison. The node limit is exact, so a limited run is
// reproducible. The clock is read at the first node, and then every `stride` nodes; the stride
// adapts to about a tenth of the poll interval, so slow nodes are not overrun and fast ones do not
// pay for the clock. It has a small cap, since nodes that were fast can become slow. A node that
// may take longer than the poll interval calls going() or alive() on its way. Every poll interval
// it calls `poll(nodes, known)`, which reports progress and returns true to stop (Ctrl-C, a cancel
// token).
class Ticker {
 public:
  using Poll =
      std::function<bool(std::uint64_t nodes, const IncumbentAndBound& known)>;  // true: stop
  using Clock = std::function<double()>;  // seconds, monotonic

  static constexpr double poll_interval = 0.05;

  explicit Ticker(const Limits& limits, Poll poll = {}, Clock clock = steady_seconds)
      : limits_(limits),
        poll_(std::move(poll)),
        clock_(std::move(clock)),
        start_(clock_()),
        last_(start_),
        next_poll_(start_ + poll_interval) {
    if (!(limits_.seconds > 0)) halt(Stop::time_limit);
  }

  // Counts one more node; false: do not expand it, stop.
  bool tick() {
    if (nodes_ < next_) [[likely]] {
      ++nodes_;
      return true;
    }
    return look();
  }

  // Counts `n` nodes that are expanded together; false: do not expand them, stop.
  bool tick(std::uint64_t n) {
    if (stop_ != Stop::none) return false;
    if (n > limits_.nodes - nodes_) return halt(Stop::node_limit);
    nodes_ += n;
    return nodes_ < next_ || alive();
  }

  // For loops of short steps that are no nodes, tables that are made included: looks at the clock
  // now and then; false: stop. A step that takes as long as several short ones counts as many. The
  // limit of steps is exact, as that of nodes.
  bool going(std::size_t steps = 1) {
    steps_ += steps;
    if (steps_ < next_look_) [[likely]]
      return stop_ == Stop::none;
    if (steps_ > limits_.steps) return halt(Stop::node_limit);
    next_look_ = steps_ + std::min(limits_.steps - steps_ + 1, steps_between_looks);
    return alive();
  }

  // Looks at the clock and at Python now, without counting a node; false: stop.
  bool alive() {
    if (stop_ != Stop::none) return false;
    const bool going = time_left();
    if (going) schedule();
    return going;
  }

  // Lets a kernel that the limit of nodes has stopped, or will stop, go on for `nodes` more. It is
  // for those that the limit stops between two nodes, so that nothing is lost.
  void extend(std::uint64_t nodes) {
    limits_.nodes = nodes_ + nodes;
    if (stop_ == Stop::node_limit) stop_ = Stop::none;
    next_ = nodes_;
  }

  // Publishes the best bound and solution so far; they outlive a failure of the kernel.
  void prove(std::int64_t bound) { known_.bound = bound; }
  void find(std::int64_t best) { known_.best = best; }
  const IncumbentAndBound& known() const { return known_; }

  // Notes that a table of the kernel is full.
  void out_of_memory() { halt(Stop::memory_limit); }

  // Tests whether tables of `bytes` fit; false: stop.
  bool fits(std::size_t bytes) {
    if (bytes <= limits_.memory) return true;
    out_of_memory();
    return false;
  }

  // A ticker for a part of the work, that takes no more than is left here and stops with this one.
  // Whoever uses it counts its nodes here afterwards.
  Ticker part(Limits limits) {
    return part(limits, [this](std::uint64_t, const IncumbentAndBound&) { return !alive(); });
  }

  // The same, that asks another poll: for a thread that must not use this ticker.
  Ticker part(Limits limits, Poll poll) {
    limits.nodes = std::min(limits.nodes, nodes_left());
    limits.seconds = std::clamp(start_ + limits_.seconds - clock_(), 0.0, limits.seconds);
    limits.memory = std::min(limits.memory, limits_.memory);
    return Ticker(limits, std::move(poll), clock_);
  }

  // Stops for the reason for which a part has, if it has; false: stop.
  bool follow(const Ticker& part) {
    if (part.stop_ != Stop::none) halt(part.stop_);
    return stop_ == Stop::none;
  }

  std::uint64_t nodes() const { return nodes_; }
  Stop stop() const { return stop_; }

  // The nodes that are left, and the bytes that tables may take. Nothing tells the seconds left:
  // a time limit ends a search and never steers it, so its counts are the same on every machine.
  std::uint64_t nodes_left() const { return limits_.nodes - nodes_; }
  std::size_t memory() const { return limits_.memory; }
  // The short steps so far, and those that are left.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t steps_left() const { return limits_.steps - std::min(limits_.steps, steps_); }

  static double steady_seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
  }

  // The CPU seconds of this process (on Windows: the seconds since its start; WebAssembly has no
  // such clock).
  static double cpu_seconds() {
#ifdef __wasm__
    return steady_seconds();
#else
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
  }

 private:
  static constexpr std::uint64_t longest_stride = 1 << 10;
  static constexpr std::uint64_t steps_between_looks = 1 << 10;

  bool look() {
    if (stop_ != Stop::none) return false;
    if (nodes_ >= limits_.nodes) return halt(Stop::node_limit);
    if (!time_left()) return false;
    schedule();
    ++nodes_;
    return true;
  }

  bool time_left() {
    const double now = clock_();
    const double spent = now - last_;
    last_ = now;
    if (spent < poll_interval / 20)
      stride_ = std::min<std::uint64_t>(stride_ * 2, longest_stride);
    else if (spent > poll_interval / 5)
      stride_ = std::max<std::uint64_t>(stride_ / 4, 1);
    if (now - start_ >= limits_.seconds) return halt(Stop::time_limit);
    if (now >= next_poll_) {
      next_poll_ = now + poll_interval;
      if (poll_ && poll_(nodes_, known_)) return halt(Stop::interrupted);
    }
    return true;
  }

  void schedule() { next_ = nodes_ + std::min(limits_.nodes - nodes_, stride_); }

  // Stops for good, for the first reason given.
  bool halt(Stop reason) {
    if (stop_ == Stop::none) stop_ = reason;
    next_ = 0;
    return false;
  }

  Limits limits_;
  Poll poll_;
  Clock clock_;
  double start_, last_, next_poll_;
  IncumbentAndBound known_;
  std::uint64_t nodes_ = 0, next_ = 0, stride_ = 1;
  std::uint64_t steps_ = 0, next_look_ = steps_between_looks;
  Stop stop_ = Stop::none;
};

}  // namespace gridproof
