// Counting, limits and interruption for the search kernels; gridproof/ticker.py is its twin.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace gridproof {

// What a kernel may use. The largest value of each is "no limit".
struct Limits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  std::size_t memory = std::numeric_limits<std::size_t>::max();
};

// Why a kernel stopped; `none` means that it ran to its end.
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

// Counts nodes and tells a kernel when to stop.
//
// tick() costs an increment and a comparison. The node limit is exact, so a limited run is
// reproducible. The clock is read every `stride` nodes; the stride adapts to about a tenth of the
// poll interval, so slow nodes are not overrun and fast ones do not pay for the clock. Every
// poll interval `poll(nodes)` is asked whether to stop (Ctrl-C, a cancel token, progress).
class Ticker {
 public:
  using Poll = std::function<bool(std::uint64_t nodes)>;  // true: stop
  using Clock = std::function<double()>;                  // seconds, monotonic

  static constexpr double poll_interval = 0.05;

  explicit Ticker(const Limits& limits, Poll poll = {}, Clock clock = steady_seconds)
      : limits_(limits),
        poll_(std::move(poll)),
        clock_(std::move(clock)),
        start_(clock_()),
        last_(start_),
        next_poll_(start_ + poll_interval) {
    if (limits_.seconds > 0)
      schedule();
    else
      halt(Stop::time_limit);
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

  // Looks at the clock and at Python now, without counting a node; false: stop.
  bool alive() {
    if (stop_ != Stop::none) return false;
    const bool going = time_left();
    if (going) schedule();
    return going;
  }

  // Notes that a table of the kernel is full.
  void out_of_memory() { halt(Stop::memory_limit); }

  // Whether tables of `bytes` fit; false: stop.
  bool fits(std::size_t bytes) {
    if (bytes <= limits_.memory) return true;
    out_of_memory();
    return false;
  }

  std::uint64_t nodes() const { return nodes_; }
  Stop stop() const { return stop_; }
  const Limits& limits() const { return limits_; }

  static double steady_seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
  }

 private:
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
      stride_ = std::min<std::uint64_t>(stride_ * 2, 1u << 20);
    else if (spent > poll_interval / 5)
      stride_ = std::max<std::uint64_t>(stride_ / 4, 1);
    if (now - start_ >= limits_.seconds) return halt(Stop::time_limit);
    if (now >= next_poll_) {
      next_poll_ = now + poll_interval;
      if (poll_ && poll_(nodes_)) return halt(Stop::interrupted);
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
  std::uint64_t nodes_ = 0, next_ = 0, stride_ = 64;
  Stop stop_ = Stop::none;
};

}  // namespace gridproof
