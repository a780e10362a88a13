// Neighbourhoods of a play: most of its bombs stay where they are, for whatever crates, and branch
// and cut looks for a plan of fewer in all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "bombcover/branching.hpp"
#include "bombcover/plans.hpp"
#include "common/limits.hpp"
#include "common/random.hpp"

namespace gridproof::bombcover {

class Neighbourhoods {
 public:
  explicit Neighbourhoods(Plans& plans) : plans_(plans) {}

  // Tries a number of neighbourhoods of a play, with so many nodes each, for plans of at most
  // `most` patterns; `root` is a program of rows that all plans satisfy, `others` the bytes of what
  // is kept meanwhile. Fewer are tried where no bomb would have to stay.
  Branching::Outcome search(const LinearProgram& root, std::uint32_t most,
                            const std::vector<std::uint32_t>& cells, std::size_t tries,
                            std::uint64_t nodes, std::size_t others, Ticker& ticker) {
    const std::vector<std::uint32_t> bombs = sites_of(cells);
    if (bombs.empty()) return Branching::Outcome::paused;
    free_ = std::min(free_, bombs.size() - 1);
    for (; tries > 0 && free_ < bombs.size(); --tries) {
      auto program = std::make_unique<LinearProgram>(root);
      program->add(stay(bombs));
      Sums sums(false);
      Branching branching(plans_, sums, most, std::move(program), others);
      const Branching::Outcome outcome = branching.run(nodes, ticker);
      peak_ = std::max(peak_, branching.bytes());
      if (outcome == Branching::Outcome::played || outcome == Branching::Outcome::stopped)
        return outcome;
      // Small ones are decided at once, and large ones not at all.
      if (outcome == Branching::Outcome::proven)
        ++free_;
      else
        free_ = std::max(least_free, free_ - 1);
    }
    return Branching::Outcome::paused;
  }

  std::size_t peak_memory() const { return peak_; }

 private:
  static constexpr std::size_t least_free = 4, first_free = 12, noise = 4;

  // The sites of bombs; those that stand where others are as good are left out.
  std::vector<std::uint32_t> sites_of(const std::vector<std::uint32_t>& cells) const {
    const auto& sites = plans_.board().sites();
    std::vector<std::uint32_t> found;
    for (std::uint32_t s = 0; s < sites.size(); ++s)
      found.insert(found.end(),
                   static_cast<std::size_t>(std::count(cells.begin(), cells.end(), sites[s].cell)),
                   s);
    return found;
  }

  // Rows that keep all bombs but those that are nearest to one of them, more or less.
  std::vector<RowPointer> stay(const std::vector<std::uint32_t>& bombs) {
    const auto width = static_cast<std::int64_t>(plans_.board().width());
    auto at = [&](std::uint32_t site) {
      const std::int64_t cell = plans_.board().sites()[site].cell;
      return std::pair(cell % width, cell / width);
    };
    const auto [x, y] = at(bombs[random_.below(bombs.size())]);
    std::vector<std::pair<std::int64_t, std::uint32_t>> by_distance;
    for (std::uint32_t site : bombs) {
      const auto [other_x, other_y] = at(site);
      const std::int64_t around = std::abs(x - other_x) + std::abs(y - other_y);
      by_distance.emplace_back(around + random_.below(noise), site);
    }
    std::sort(by_distance.begin(), by_distance.end());
    std::map<std::uint32_t, int> kept;  // bombs by site
    for (std::size_t i = free_; i < by_distance.size(); ++i) ++kept[by_distance[i].second];
    std::vector<RowPointer> rows;
    for (const auto& [site, count] : kept)
      rows.push_back(std::make_shared<const covering::Row>(plans_.all_of(site), 1, count, true));
    return rows;
  }

  Plans& plans_;
  Random random_{3};
  std::size_t peak_ = 0;
  std::size_t free_ = first_free;  // bombs that may go
};

}  // namespace gridproof::bombcover
