// Branch and cut: proves that no plan of a given size can be played, or finds one that can.
//
// The bound of a node is the linear program of covering the sets of plans.hpp. A whole solution of
// it is played; where it gets stuck sets are learnt, which it does not cover, and the program goes
// on with them. Sums of sets, halved and rounded up, cut off solutions that are not whole. A node
// is closed only when prices prove in whole numbers that its plans have more bombs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bombcover/plans.hpp"
#include "bombcover/sums.hpp"
#include "common/limits.hpp"
#include "covering/linear_program.hpp"
#include "covering/row.hpp"

namespace gridproof::bombcover {

using covering::LinearProgram;
using covering::RowPointer;

// A node of a proof. One that is split is followed by the nodes of its case of more, then by those
// of its case of at most `whole`.
struct ProofNode {
  // In a leaf: the price of the cap on the bombs, and rows with prices; sets count from 0, sums
  // from Sums::first, the branches above from -1, the first one first.
  std::int64_t cap = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> prices;
  // Else: how many patterns there are of a site, of those that are for these crates.
  std::uint32_t site = 0;
  std::vector<std::uint16_t> crates;
  int whole = 0;

  bool leaf() const { return cap > 0; }
  std::size_t bytes() const {
    return sizeof(*this) + prices.capacity() * sizeof(prices[0]) +
           crates.capacity() * sizeof(crates[0]);
  }
};
using Proof = std::vector<ProofNode>;

class Branching {
 public:
  // `failed`: rounding went so far that a node could not be closed. Nothing is proven then.
  enum class Outcome { proven, played, paused, stopped, failed };

  // Plans of at most `most` patterns. The nodes of the proof are written to `proof`, if it is
  // given; they are one when all are closed. Sums are recorded then.
  Branching(Plans& plans, Sums& sums, std::uint32_t most, Proof* proof = nullptr)
      : plans_(plans), sums_(sums), most_(most), proof_(proof) {
    open_.push_back(std::make_unique<LinearProgram>(std::vector<double>(plans.patterns(), 1)));
    open_[0]->add({plans.sets().begin(), plans.sets().begin() + plans.crates()});
  }

  // A part of the plans: those that satisfy the rows of a program. `others`: bytes of what is kept
  // meanwhile.
  Branching(Plans& plans, Sums& sums, std::uint32_t most, std::unique_ptr<LinearProgram> part,
            std::size_t others)
      : plans_(plans), sums_(sums), most_(most), proof_(nullptr), at_root_(false), others_(others) {
    open_.push_back(std::move(part));
  }

  std::uint32_t most() const { return most_; }
  // The program of the root with all that was learnt there; null if that node is not done, or was
  // closed.
  const LinearProgram* root() const { return root_.get(); }
  std::size_t bytes() const {
    return plans_.bytes() + sums_.bytes() + bytes_ + proof_bytes_ + others_;
  }

  // Continues for a number of nodes.
  Outcome run(std::uint64_t nodes, Ticker& ticker) {
    for (; !open_.empty() && nodes > 0; --nodes) {
      if (!ticker.tick()) return Outcome::stopped;
      bytes_ = root_ ? root_->bytes() : 0;
      for (const auto& program : open_) bytes_ += program->bytes();
      if (!ticker.fits(bytes())) return Outcome::stopped;
      Branch branch;
      const Closed closed = close(*open_.back(), branch, ticker);
      if (closed == Closed::played) return Outcome::played;
      if (closed == Closed::stopped) return Outcome::stopped;
      if (closed == Closed::failed) return Outcome::failed;
      if (at_root_ && closed == Closed::no) root_ = std::make_unique<LinearProgram>(*open_.back());
      at_root_ = false;
      auto program = std::move(open_.back());
      open_.pop_back();
      if (closed == Closed::yes) continue;
      if (proof_) write_split(branch);
      auto fewer = std::make_unique<LinearProgram>(*program);
      fewer->add({at_most(branch)});
      program->add({more_than(branch)});
      open_.push_back(std::move(fewer));
      open_.push_back(std::move(program));
    }
    return open_.empty() ? Outcome::proven : Outcome::paused;
  }

 private:
  enum class Closed { yes, no, played, stopped, failed };
  // Patterns of which a solution has a part of one too much: branched on is how many there are.
  struct Branch {
    std::pair<std::uint32_t, std::uint32_t> key;  // of its gain
    Plan patterns;
    double amount = 0;

    int whole() const { return static_cast<int>(std::floor(amount)); }
    double part() const { return amount - whole(); }
  };
  // The rise of the bound for each unit by which the amount changes.
  struct Gain {
    double fewer = 0, more = 0;
  };

  static constexpr std::uint32_t crates_end = ~0u;  // no crate
  static constexpr double whole_enough = 1e-5, uncovered = 1 - 1e-6;
  static constexpr double spare = 0.1;  // rows with more room are dropped until they are broken
  static constexpr std::size_t max_rows = 15;  // added at a time
  static constexpr int max_tried = 8;          // branches whose gain is worked out, in a node
  static constexpr std::uint64_t trial_steps = 40;
  // The least rise of the bound that a round of sums is made for; at the root, so many may be in
  // vain. More rounds and sums below the root cost more than they save (boards of 20 x 20).
  static constexpr double worth_a_round = 0.01;
  static constexpr int rounds_in_vain = 4;

  // Rounds of sums, in a node.
  struct Rounds {
    int made = 0, in_vain = 0;
    double reached = 0;
  };

  static RowPointer at_most(const Branch& branch) {
    return std::make_shared<const covering::Row>(branch.patterns, -1, -branch.whole(), true);
  }
  static RowPointer more_than(const Branch& branch) {
    return std::make_shared<const covering::Row>(branch.patterns, 1, branch.whole() + 1, true);
  }

  // Solves the program of a node, with all sets that it needs.
  Closed close(LinearProgram& program, Branch& branch, Ticker& ticker) {
    bool separated = false;
    Rounds rounds;
    while (true) {
      if (!ticker.alive()) return Closed::stopped;
      const LinearProgram::Status status =
          program.solve(LinearProgram::clearly_above(most_), ticker);
      if (ticker.stop() != Stop::none) return Closed::stopped;
      if (status != LinearProgram::Status::optimal) {
        covering::WholePrices prices;
        if (!program.proves(most_, status, proof_ ? &prices : nullptr)) return Closed::failed;
        if (proof_) write_leaf(program, prices);
        return Closed::yes;
      }
      Plan plan;
      std::vector<double> amounts;
      for (const auto& [pattern, amount] : program.solution()) {
        plan.push_back(pattern);
        amounts.push_back(amount);
      }
      std::vector<RowPointer> rows = broken(plan, amounts);
      if (rows.empty() && (at_root_ || !separated)) {
        if (at_root_)
          plans_.separate(plan, amounts, 10, 20, ticker);
        else
          plans_.separate(plan, amounts, 4, 4, ticker);
        separated = true;
        rows = broken(plan, amounts);
      }
      if (rows.empty() && at_root_) program.drop_loose(spare);
      if (rows.empty()) rows = sum_up(program, plan, amounts, rounds, ticker);
      if (rows.empty()) {
        program.drop_loose(spare);
        if (choose(program, plan, amounts, branch, ticker)) return Closed::no;
        Plan whole;
        for (std::size_t i = 0; i < plan.size(); ++i)
          if (amounts[i] > 0.5) whole.push_back(plan[i]);
        if (whole.size() > most_) return Closed::failed;
        if (plans_.play(whole, ticker)) return Closed::played;
        if (ticker.stop() != Stop::none) return Closed::stopped;
        rows = broken(plan, amounts);
        if (rows.empty()) return Closed::failed;
      }
      program.add(rows);
    }
  }

  // Sums that the solution breaks, as long as they are worth it.
  std::vector<RowPointer> sum_up(const LinearProgram& program, const Plan& plan,
                                 const std::vector<double>& amounts, Rounds& rounds,
                                 Ticker& ticker) {
    const double reached = program.objective();
    rounds.in_vain = reached > rounds.reached + worth_a_round ? 0 : rounds.in_vain + 1;
    rounds.reached = std::max(rounds.reached, reached);
    if (at_root_ ? rounds.in_vain > rounds_in_vain : rounds.made > 0) return {};
    ++rounds.made;
    std::vector<RowPointer> sets, added;
    for (const RowPointer& row : program.rows())
      if (is_set(*row)) sets.push_back(row);
    covering::HalfSums sums(sets, plan, amounts);
    const auto found =
        at_root_ ? sums.find(30, 4, random_, ticker) : sums.find(5, 1, random_, ticker);
    for (const auto& sum : found) {
      std::vector<RowPointer> parts;
      std::vector<std::int64_t> numbers;
      for (std::uint32_t part : sum.parts) {
        parts.push_back(sets[part]);
        if (proof_) numbers.push_back(number_of(sets[part]));
      }
      added.push_back(sums_.make(parts, std::move(numbers)));
    }
    return added;
  }
  // Sums ask for two patterns or more, and branches stay.
  static bool is_set(const covering::Row& row) { return !row.stays() && row.least() == 1; }

  void write_leaf(const LinearProgram& program, const covering::WholePrices& prices) {
    ProofNode node;
    node.cap = prices.of_cap;
    std::int64_t above = 0;
    for (std::size_t r = 0; r < prices.of_rows.size(); ++r) {
      const RowPointer& row = program.rows()[r];
      const std::int64_t number = row->stays() ? --above : number_of(row);
      if (prices.of_rows[r] > 0) node.prices.emplace_back(number, prices.of_rows[r]);
    }
    write(std::move(node));
  }
  std::int64_t number_of(const RowPointer& row) {
    for (; sets_numbered_ < plans_.sets().size(); ++sets_numbered_)
      numbers_.emplace(plans_.sets()[sets_numbered_].get(), sets_numbered_);
    for (; sums_numbered_ < sums_.rows().size(); ++sums_numbered_)
      numbers_.emplace(sums_.rows()[sums_numbered_].get(), Sums::first + sums_numbered_);
    return numbers_.at(row.get());
  }
  void write_split(const Branch& branch) {
    ProofNode node;
    const auto [site, crate] = branch.key;
    node.site = site;
    if (site == crates_end) {  // a pattern
      node.site = plans_.site(crate);
      node.crates = plans_.targets(crate);
    } else if (crate != crates_end) {
      node.crates = {static_cast<std::uint16_t>(crate)};
    }
    node.whole = branch.whole();
    write(std::move(node));
  }
  void write(ProofNode node) {
    proof_bytes_ += 2 * node.bytes();
    proof_->push_back(std::move(node));
  }

  // The sets that are covered the least, of those that are covered less than once.
  std::vector<RowPointer> broken(const Plan& plan, const std::vector<double>& amounts) const {
    const std::vector<double> total = plans_.covered(plan, amounts);
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t s = 0; s < total.size(); ++s)
      if (total[s] < uncovered) found.emplace_back(total[s], s);
    std::sort(found.begin(), found.end());
    std::vector<RowPointer> rows;
    for (std::size_t i = 0; i < std::min(found.size(), max_rows); ++i)
      rows.push_back(plans_.sets()[found[i].second]);
    return rows;
  }

  // Chooses the variable to branch on; false: the solution is whole.
  bool choose(const LinearProgram& program, const Plan& plan, const std::vector<double>& amounts,
              Branch& chosen, Ticker& ticker) {
    std::vector<Branch> found = candidates(plan, amounts);
    if (found.empty()) return false;
    std::sort(found.begin(), found.end(), [](const Branch& a, const Branch& b) {
      return std::pair(std::abs(a.part() - 0.5), a.key) <
             std::pair(std::abs(b.part() - 0.5), b.key);
    });
    double most = -1;
    int tried = 0;
    for (Branch& branch : found) {
      auto known = gains_.find(branch.key);
      if (known == gains_.end()) {
        if (tried++ >= max_tried) continue;
        known = gains_.emplace(branch.key, try_both(program, branch, ticker)).first;
      }
      constexpr double little = 1e-4;
      const double score = std::max(known->second.fewer * branch.part(), little) *
                           std::max(known->second.more * (1 - branch.part()), little);
      if (score > most) {
        most = score;
        chosen = std::move(branch);
      }
    }
    return true;
  }

  // Lists branches on the uses of a site; if those are whole everywhere, on those for a crate; else
  // on a pattern.
  std::vector<Branch> candidates(const Plan& plan, const std::vector<double>& amounts) const {
    std::map<std::uint32_t, double> at_site;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> for_crate;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const std::uint32_t site = plans_.site(plan[i]);
      at_site[site] += amounts[i];
      for (std::uint16_t c : plans_.targets(plan[i])) for_crate[{site, c}] += amounts[i];
    }
    auto whole = [](double amount) { return std::abs(amount - std::round(amount)) < whole_enough; };
    std::vector<Branch> found;
    for (const auto& [site, amount] : at_site)
      if (!whole(amount)) found.push_back({{site, crates_end}, plans_.all_of(site), amount});
    if (!found.empty()) return found;
    for (const auto& [pair, amount] : for_crate) {
      if (whole(amount)) continue;
      Plan some = plans_.all_of(pair.first);
      std::erase_if(some, [&, crate = pair.second](std::uint32_t q) {
        const auto& targets = plans_.targets(q);
        return std::find(targets.begin(), targets.end(), crate) == targets.end();
      });
      found.push_back({pair, std::move(some), amount});
    }
    if (!found.empty()) return found;
    for (std::size_t i = 0; i < plan.size(); ++i)
      if (!whole(amounts[i])) found.push_back({{crates_end, plan[i]}, {plan[i]}, amounts[i]});
    return found;
  }

  Gain try_both(const LinearProgram& program, const Branch& branch, Ticker& ticker) const {
    auto gain = [&](const RowPointer& row) {
      LinearProgram trial = program;
      trial.add({row});
      const auto status = trial.solve(LinearProgram::clearly_above(most_), ticker, trial_steps);
      const double reached =
          status == LinearProgram::Status::infeasible ? most_ + 1.0 : trial.objective();
      return std::max(0.0, reached - program.objective());
    };
    return {gain(at_most(branch)) / branch.part(), gain(more_than(branch)) / (1 - branch.part())};
  }

  Plans& plans_;
  Sums& sums_;
  std::uint32_t most_;
  Proof* proof_;
  std::size_t proof_bytes_ = 0;
  std::unordered_map<const covering::Row*, std::int64_t> numbers_;  // of sets and sums
  std::size_t sets_numbered_ = 0, sums_numbered_ = 0;
  std::vector<std::unique_ptr<LinearProgram>> open_;
  Random random_{2};
  bool at_root_ = true;
  std::unique_ptr<LinearProgram> root_;
  std::size_t others_ = 0;
  std::size_t bytes_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Gain> gains_;
};

}  // namespace gridproof::bombcover
