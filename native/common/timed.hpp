// A kernel run under limits, however it is called.
#pragma once

#include <cstdint>
#include <new>
#include <stdexcept>
#include <utility>

#include "common/limits.hpp"

namespace gridproof {

// The end of a run.
struct RunEnd {
  std::uint64_t nodes;
  Stop stop;
  double seconds;
};

// Thrown where a limit ended work whose answer is a whole thing or nothing.
struct Stopped {
  Stop reason;
};

// Runs `kernel(ticker)`. An allocation that the system refuses, or that is too long for its
// addresses, is a full table: what the kernel has written into its answer before stays.
template <class Kernel>
RunEnd run_timed(const Limits& limits, bool cpu, Ticker::Poll poll, Kernel& kernel) {
  const Ticker::Clock clock = cpu ? Ticker::cpu_seconds : Ticker::steady_seconds;
  Ticker ticker(limits, std::move(poll), clock);
  const double started = clock();
  try {
    kernel(ticker);
  } catch (const std::bad_alloc&) {
    ticker.out_of_memory();
  } catch (const std::length_error&) {
    ticker.out_of_memory();
  }
  return {ticker.nodes(), ticker.stop(), clock() - started};
}

}  // namespace gridproof
