// The interface of the layered search, for any width of its sets of crates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/setup_limits.hpp"
#include "bombcover/weightings.hpp"
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

class Search {
 public:
  // Null if there are more crates than the widest set holds; throws SetupStopped.
  static std::unique_ptr<Search> make(const Problem& problem, Ticker& ticker);
  virtual ~Search() = default;

  std::uint32_t crates() const { return board_.crates(); }
  // For each site and arm the crates that count for the bound.
  const std::vector<std::vector<std::vector<std::uint16_t>>>& bound_arms() const {
    return weightings_.bound_arms();
  }
  // Adds weights of the crates, lowered where a bomb could take more than 1.
  void add_weighting(const std::vector<double>& weights) { weightings_.add(weights); }
  // The best bound that the weightings give for all crates.
  std::uint32_t root_bound() const { return weightings_.root_bound(); }

  virtual void restart() = 0;
  // Makes the next layer of states that may be cleared with at most `most` explosions in all, and
  // keeps the `width` best of them.
  virtual Outcome expand(std::uint32_t most, std::size_t width, Ticker& ticker) = 0;
  // Prunes the layer with the weightings added since it was made, or pruned last.
  virtual Outcome prune(std::uint32_t most, Ticker& ticker) = 0;
  virtual std::size_t size() const = 0;
  virtual bool was_cut() const = 0;  // whether some layer since the restart lost states to `width`
  virtual std::vector<std::uint32_t> crates_of(std::size_t state) const = 0;
  virtual std::vector<std::uint32_t> solution() const = 0;  // bomb cells
  virtual std::size_t bytes() const = 0;                    // of all tables
  virtual std::size_t peak_memory() const = 0;

 protected:
  Search(Board board, std::int32_t one, SetupLimits& setup)
      : board_(std::move(board)), weightings_(board_, one, setup) {}

  Board board_;
  Weightings weightings_;
};

}  // namespace gridproof::bombcover
