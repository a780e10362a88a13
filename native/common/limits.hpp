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
    if (limits_.seconds <= 0) stop_ = Stop::time_limit;
    schedule();
  }

  // Counts one more node; false: do not expand it, stop.
  bool tick() {
    if (nodes_ < next_) [[likely]] {
      ++nodes_;
      return true;
    }
    return look();
  }

  // Whether tables of `bytes` fit; false: stop.
  bool fits(std::size_t bytes) {
    if (bytes <= limits_.memory) return true;
    if (stop_ == Stop::none) stop_ = Stop::memory_limit;
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
    if (nodes_ >= limits_.nodes) {
      stop_ = Stop::node_limit;
      return false;
    }
    const double now = clock_();
    const double spent = now - last_;
    last_ = now;
    if (spent < poll_interval / 20)
      stride_ = std::min<std::uint64_t>(stride_ * 2, 1u << 20);
    else if (spent > poll_interval / 5)
      stride_ = std::max<std::uint64_t>(stride_ / 4, 1);
    if (now - start_ >= limits_.seconds) {
      stop_ = Stop::time_limit;
      return false;
    }
    if (now >= next_poll_) {
      next_poll_ = now + poll_interval;
      if (poll_ && poll_(nodes_)) {
        stop_ = Stop::interrupted;
        return false;
      }
    }
    schedule();
    ++nodes_;
    return true;
  }

  void schedule() {
    const std::uint64_t left = limits_.nodes - std::min(nodes_, limits_.nodes);
    next_ = stop_ == Stop::none ? nodes_ + std::min(left, stride_) : 0;
  }

  Limits limits_;
  Poll poll_;
  Clock clock_;
  double start_, last_, next_poll_;
  std::uint64_t nodes_ = 0, next_ = 0, stride_ = 64;
  Stop stop_ = Stop::none;
};

}  // namespace gridproof
