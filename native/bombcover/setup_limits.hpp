// The limits under which tables are made: set-up counts bytes and looks at the clock, but is no
// node.
#pragma once

#include <cstddef>

#include "common/limits.hpp"

namespace gridproof::bombcover {

// Thrown where the ticker stops the setup of tables.
struct SetupStopped {};

// The bytes of tables that are being made, under a ticker's limits.
class SetupLimits {
 public:
  explicit SetupLimits(Ticker& ticker) : ticker_(ticker) {}

  // Call it before more bytes are allocated.
  void take(std::size_t bytes) {
    bytes_ += bytes;
    if (!ticker_.fits(bytes_)) throw SetupStopped{};
  }
  void give_back(std::size_t bytes) { bytes_ -= bytes; }
  // Call it in every short step.
  void step() {
    if (!ticker_.going()) throw SetupStopped{};
  }
  // Looks at the clock now: for longer steps.
  void look() {
    if (!ticker_.alive()) throw SetupStopped{};
  }
  std::size_t bytes() const { return bytes_; }

 private:
  Ticker& ticker_;
  std::size_t bytes_ = 0;
};

}  // namespace gridproof::bombcover
