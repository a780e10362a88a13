// The search on sets, shared by threads.
//
// Each group belongs to one of a fixed number of parts, by its hash. Within a phase a part changes
// its own groups only and leaves messages for the others, which they read in the next phase, in
// the order of the senders. So the lists, the order of all entries and the counts are the same with
// any number of threads; docs/explanation/threads.md says more.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "common/bits.hpp"
#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "common/team.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"
#include "robots/set_part.hpp"

namespace gridproof::robots {

template <int Count, class Set>
class SharedSetSearch {
 public:
  // Tests whether the limit of memory leaves each part enough for its first tables.
  static bool fits(const Ticker& ticker) {
    return ticker.memory() >= sizeof(SharedSetSearch) + parts * least_share;
  }

  GRIDPROOF_SELDOM SharedSetSearch(const Problem& problem, std::size_t threads, Ticker& ticker,
                                   Answer& answer)
      : ticker_(ticker), answer_(answer), all_(problem), team_(threads, ticker) {
    all_.board.fill_cones();
    // Each group takes a set at least, so the numbers of a part's groups fit into what is left of
    // 32 bits.
    Limits share;
    share.memory = std::min((ticker.memory() - sizeof *this) / parts,
                            (std::size_t{1} << 32) / parts * sizeof(Set));
    for (auto& worker : workers_) worker = std::make_unique<Worker>(all_, team_.part(share));
  }

  void run(std::uint32_t max_bound) {
    all_.each_length(
        max_bound, ticker_, answer_,
        [&](std::uint32_t n, std::uint32_t length) { return pass(n, length); },
        [&](std::uint32_t n) {
          return std::any_of(workers_.begin(), workers_.end(), [n](const auto& worker) {
            const Lists& lists = worker->part.lists;
            return lists.begin(n) != lists.end(n) || !worker->part.nothing_waits();
          });
        });
    answer_.peak_memory = sizeof *this;
    for (const auto& worker : workers_) answer_.peak_memory += worker->answer.peak_memory;
  }

 private:
  using Part = SetPart<Count, Set>;
  using Lists = typename Part::Lists;
  using Group = typename Part::Group;
  using Kept = typename Part::Kept;
  using Found = typename Part::Found;
  static constexpr int moves = Part::moves;
  static constexpr std::uint32_t parts = 32;
  static constexpr std::size_t least_share = 1 << 20;
  // The entries of a part that are worked on between two phases: few, so that messages are, and so
  // that little is done beside a solution; but phases take much longer than to begin them.
  static constexpr std::uint32_t at_once = 256;

  // A part asks the owner of a new group for its number, which is to be written to `next`;
  struct Linking {
    Group group;
    std::uint32_t owner, number;
    std::uint32_t* next;
  };
  // it gives it places to be added to one of its groups, by their number among the sender's sets;
  struct Arrival {
    std::uint32_t group, set;
  };
  // or a place for a group whose number is not known.
  struct Stopped {
    Group group;
    unsigned place;
  };
  struct Messages {
    std::vector<Linking> linkings;
    std::vector<Arrival> arrivals;
    std::vector<Stopped> stopped;
  };

  // A part, with all that one task touches.
  struct alignas(64) Worker {
    Answer answer;
    Ticker ticker;
    Part part;
    std::array<Messages, parts> to;
    std::vector<Set> sets;         // of places, which arrivals name
    std::vector<unsigned> counts;  // of states, for each entry that was expanded in this phase
    bool found = false;

    Worker(const SetBoard<Count, Set>& all, Ticker own)
        : ticker(std::move(own)),
          part(all, ticker, answer, sizeof(Worker) + at_once * sizeof(unsigned)) {
      counts.reserve(at_once);
    }
  };

  static std::uint32_t owner(const Group& group) {
    return static_cast<std::uint32_t>(mix(group.key()) % parts);
  }
  // Groups have a number in their part; `next` of a group has numbers that tell the part too.
  static std::uint32_t joined(std::uint32_t part, std::uint32_t number) {
    return number * parts + part;
  }
  static std::uint32_t part_of(std::uint32_t joined) { return joined % parts; }
  static std::uint32_t number_of(std::uint32_t joined) { return joined / parts; }

  // Calls task(worker, its number) for each part. False if one of them was stopped.
  template <class Task>
  bool phase(Task task) {
    if (!team_.run(parts, [&](std::size_t p, std::size_t) {
          task(*workers_[p], static_cast<std::uint32_t>(p));
        }))
      return false;
    return std::all_of(workers_.begin(), workers_.end(),
                       [&](const auto& worker) { return ticker_.follow(worker->ticker); });
  }

  bool solve_from(const Found& found, std::uint32_t length) {
    all_.solve_from(
        found, length,
        [&](unsigned place, const Group& group) {
          return workers_[owner(group)]->part.lists.list_of(place, group);
        },
        ticker_, answer_);
    return true;
  }

  // True if a solution is found.
  bool pass(std::uint32_t n, std::uint32_t length) {
    if (n == 0 && !phase([](Worker& worker, auto) { worker.part.lists.begin(); })) return false;
    Part& first = workers_[0]->part;
    for (const auto& start : all_.starts)
      if (first.try_start(start, length - start.h)) return solve_from(first.found(), length);
    if (!phase([](Worker& worker, auto) { worker.found = worker.part.try_hopeful(); }))
      return false;
    for (auto& worker : workers_)
      if (worker->found) return solve_from(worker->part.found(), length);
    if (!make_list(n, length)) return false;
    for (auto& worker : workers_) worker->part.lists.end_list();
    for (std::uint32_t done = 0; done < longest(n); done += at_once) {
      team_.run(parts, [&](std::size_t p, std::size_t) { expand(*workers_[p], n, done); });
      if (ticker_.stop() != Stop::none) return false;
      for (auto& worker : workers_) {
        for (const unsigned count : worker->counts) {
          if (!ticker_.tick(count)) return false;
          answer_.generated += count;
        }
        if (!ticker_.follow(worker->ticker)) return false;
        if (worker->found) return solve_from(worker->part.found(), length);
      }
    }
    return false;
  }

  // Expands some entries of list n, up to the first solution.
  static void expand(Worker& worker, std::uint32_t n, std::uint32_t done) {
    Lists& lists = worker.part.lists;
    worker.counts.clear();
    worker.found = false;
    const std::function<bool(unsigned)> admit = [&](unsigned count) {
      worker.counts.push_back(count);
      return true;
    };
    each_entry(worker, n, done, [&](std::uint32_t entry, std::uint32_t end) {
      if (entry + 4 < end) lists.prefetch_entry(entry + 4);
      worker.found = worker.part.expand(entry, n, admit);
      return !worker.found;
    });
  }

  // Calls visit(entry, end) for some entries of list n, from the one with this number, as long as
  // it returns true.
  template <class Visit>
  static void each_entry(Worker& worker, std::uint32_t n, std::uint32_t from, Visit visit) {
    const std::uint32_t begin = worker.part.lists.begin(n);
    const std::uint32_t size = worker.part.lists.end(n) - begin;
    const std::uint32_t end = begin + std::min(size, from + at_once);
    for (std::uint32_t i = begin + std::min(size, from); i < end; ++i)
      if (!worker.ticker.going(moves) || !visit(i, end)) return;
  }

  // The most entries that a part has in list n.
  std::uint32_t longest(std::uint32_t n) const {
    std::uint32_t most = 0;
    for (const auto& worker : workers_)
      most = std::max(most, worker->part.lists.end(n) - worker->part.lists.begin(n));
    return most;
  }

  // Completes list n as SetSearch does. False when it was stopped.
  bool make_list(std::uint32_t n, std::uint32_t length) {
    if (!phase([n](Worker& worker, auto) { worker.part.add_rises(n); })) return false;
    for (const auto& start : all_.starts) {
      if (start.h + 2 != length) continue;
      Worker& worker = *workers_[owner(start.helpers)];
      const std::uint32_t group = worker.part.lists.number(start.helpers);
      if (!ticker_.follow(worker.ticker)) return false;
      worker.part.add(group, Set::of(start.place) - worker.part.lists.seen(group));
    }
    if (n == 0) return true;
    // In each round helper moves are made from the entries that were linked in the one before.
    const std::uint32_t entries = longest(n - 1);
    for (std::uint32_t linked = 0;; linked += at_once) {
      for (std::uint32_t p = 0; p < parts; ++p) seen_[p] = workers_[p]->part.lists.seen();
      if (!phase([&](Worker& worker, auto) {
            take_answers(worker);
            if (linked > 0) move_helpers(worker, n - 1, linked - at_once);
            link(worker, n - 1, linked);
          }) ||
          !phase([&](Worker& worker, std::uint32_t p) { receive(worker, p); }))
        return false;
      if (linked >= entries) return true;
    }
  }

  // Takes the answers to what was asked in the last round, and clears away the messages that were
  // read then.
  static void take_answers(Worker& worker) {
    worker.sets.clear();
    for (Messages& messages : worker.to) {
      for (const Linking& linking : messages.linkings) *linking.next = linking.number;
      messages.linkings.clear();
      messages.arrivals.clear();
      messages.stopped.clear();
    }
  }

  // Makes the helper moves from some entries of list n. Nobody adds to what was reached meanwhile.
  void move_helpers(Worker& worker, std::uint32_t n, std::uint32_t from) {
    constexpr std::uint32_t ahead = 3;  // entries whose groups' places are asked for
    Part& part = worker.part;
    const auto seen = [&](std::uint32_t next) -> const Set& {
      return seen_[part_of(next)][number_of(next)];
    };
    const auto send = [&](std::uint32_t next, std::uint32_t set) {
      part.lists.keep(worker.to[part_of(next)].arrivals, {number_of(next), set});
    };
    std::array<Set, moves> met;  // places on which the target robot stops a helper, by move
    each_entry(worker, n, from, [&](std::uint32_t entry, std::uint32_t end) {
      if (entry + ahead < end)
        for (std::uint32_t next : part.lists.kept(entry + ahead).next) prefetch_memory(&seen(next));
      const std::uint32_t group = part.lists.entry(entry).group;
      const Group helpers = part.lists.group(group);
      const Set& places = part.lists.entry(entry).cells;
      const Kept& kept = part.lists.kept(entry);
      std::uint32_t meets = 0;  // the moves that have such places, as bits
      part.each_place(part.met(places, kept), [&](unsigned place, unsigned t) {
        for (int i = 0; i < Count; ++i) {
          const int towards = all_.relaxed.met_by(helpers, kept.sets, i, t);
          if (towards < 0) continue;
          const int j = 4 * i + towards;
          if (!(meets >> j & 1)) met[j] = {};
          met[j].set(place);
          meets |= std::uint32_t{1} << j;
          const unsigned before = t - BoardTables::offset[towards];
          if (before == helpers[i]) continue;
          const Group after = helpers.moved(i, before);
          part.lists.keep(worker.to[owner(after)].stopped, {after, place});
        }
      });
      std::uint32_t free = 0, some = 0;  // moves from all places, and from some, to what is new
      for (int j = 0; j < moves; ++j) {  // nothing is new to the group 0 of moves that are none
        const std::uint32_t is_new = (places - seen(kept.next[j])).any();
        (meets >> j & 1 ? some : free) |= is_new << j;
      }
      if (free) part.lists.keep(worker.sets, places);
      for (const auto set = static_cast<std::uint32_t>(worker.sets.size() - 1); free;
           free &= free - 1)
        send(kept.next[std::countr_zero(free)], set);
      for (; some; some &= some - 1) {
        const int j = std::countr_zero(some);
        const Set fresh = places - met[j] - seen(kept.next[j]);
        if (!fresh.any()) continue;
        part.lists.keep(worker.sets, fresh);
        send(kept.next[j], static_cast<std::uint32_t>(worker.sets.size() - 1));
      }
      return true;
    });
  }

  // Fills `next` of the groups that have their first entries among these of list n, or asks for the
  // numbers of those that have none. Nobody numbers groups meanwhile.
  void link(Worker& worker, std::uint32_t n, std::uint32_t from) {
    constexpr std::size_t ahead = 16;
    Lists& lists = worker.part.lists;
    std::array<Linking, ahead> links;  // whose memory was asked for
    std::size_t asked = 0;
    const auto look_up = [&](const Linking& link) {
      if (const std::uint32_t number = lists_of(link.owner).find(link.group))
        *link.next = joined(link.owner, number);
      else
        lists.keep(worker.to[link.owner].linkings, link);
    };
    each_entry(worker, n, from, [&](std::uint32_t entry, std::uint32_t) {
      if (lists.entry(entry).before) return true;
      Kept& kept = lists.kept(entry);
      const Group helpers = lists.group(lists.entry(entry).group);
      for (int j = 0; j < moves; ++j) {
        kept.next[j] = 0;
        if (kept.sets.stop[j] == helpers[j / 4]) continue;
        const Group after = helpers.moved(j / 4, kept.sets.stop[j]);
        Linking& link = links[asked % ahead];
        if (asked++ >= ahead) look_up(link);
        link = {after, owner(after), 0, &kept.next[j]};
        lists_of(link.owner).prefetch(after);
      }
      return true;
    });
    for (std::size_t i = asked - std::min(asked, ahead); i < asked; ++i) look_up(links[i % ahead]);
  }

  // Adds what others have sent to part p, and answers those who ask it.
  void receive(Worker& worker, std::uint32_t p) {
    Part& part = worker.part;
    each_message(
        worker, p, &Messages::arrivals,
        [&](const Arrival& message) { part.lists.prefetch(message.group); },
        [&](const Arrival& message, const Worker& sender) {
          part.add(message.group, sender.sets[message.set] - part.lists.seen(message.group));
        });
    each_message(
        worker, p, &Messages::stopped,
        [&](const Stopped& message) { part.lists.prefetch(message.group); },
        [&](const Stopped& message, const Worker&) {
          const std::uint32_t group = part.lists.number(message.group);
          part.add(group, Set::of(message.place) - part.lists.seen(group));
        });
    each_message(
        worker, p, &Messages::linkings,
        [&](const Linking& message) { part.lists.prefetch(message.group); },
        [&](Linking& message, const Worker&) {
          message.number = joined(p, part.lists.number(message.group));
        });
  }

  // Calls take(message, its sender) for those of a kind that wait for part p; begin() is called a
  // few messages ahead. Their senders clear them away, so that no two processors write to one
  // place.
  template <class Message, class Begin, class Take>
  void each_message(Worker& worker, std::uint32_t p, std::vector<Message> Messages::* kind,
                    Begin begin, Take take) {
    constexpr std::size_t ahead = 8;
    for (auto& sender : workers_) {
      std::vector<Message>& messages = sender->to[p].*kind;
      for (std::size_t i = 0; i < messages.size(); ++i) {
        if (!worker.ticker.going()) return;
        if (i + ahead < messages.size()) begin(messages[i + ahead]);
        take(messages[i], *sender);
      }
    }
  }

  const Lists& lists_of(std::uint32_t part) const { return workers_[part]->part.lists; }

  Ticker& ticker_;
  Answer& answer_;
  SetBoard<Count, Set> all_;
  Team team_;
  std::array<std::unique_ptr<Worker>, parts> workers_;
  std::array<const Set*, parts> seen_{};  // of each part, while nobody adds to it
};

}  // namespace gridproof::robots
