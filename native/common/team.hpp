// Threads that do the tasks of one search together, phase by phase.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "common/limits.hpp"

#ifndef __wasm__
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace gridproof {

#ifdef __wasm__  // which has no threads: the calling one does all
class Team {
 public:
  Team(std::size_t, Ticker& ticker) : ticker_(ticker) {}

  std::size_t threads() const { return 1; }

  Ticker part(const Limits& limits = {}) {
    return ticker_.part(
        limits, [this](std::uint64_t, const IncumbentAndBound&) { return !ticker_.alive(); });
  }

  class Aside {
   public:
    Aside(Team& team, const Limits& limits) : ticker_(team.part(limits)) {}

    Ticker& ticker() { return ticker_; }
    Ticker part(const Limits& limits, std::function<bool()> stopped) {
      return ticker_.part(limits, [this, stopped](std::uint64_t, const IncumbentAndBound&) {
        return stopped() || !ticker_.alive();
      });
    }
    template <class Each>
    void spread(std::size_t count, Each task) {
      for (std::size_t i = 0; i < count; ++i) task(i);
    }
    void begin(std::function<void()> job) { job_ = std::move(job); }
    void end() {
      job_();
      job_ = nullptr;
    }

   private:
    Ticker ticker_;
    std::function<void()> job_;
  };

  template <class Each>
  bool run(std::size_t count, Each task) {
    for (std::size_t i = 0; i < count && ticker_.alive(); ++i) task(i, std::size_t{0});
    return ticker_.alive();
  }

 private:
  Ticker& ticker_;
};
#else

// A team of threads, the calling one among them, made once a search.
//
// A phase is a number of tasks, each of which touches data of its own only. In every phase a thread
// begins with the same share of them, whose data are in its processor's caches; a thread that has
// none left takes one of another share. Between phases one thread works alone. So results depend
// neither on the number of threads nor on their pace, and nothing but the team needs locks.
//
// Besides, long jobs may be done aside, while the calling thread goes on. The outcome of one is
// looked at when it is waited for, and never before: at a place that the search has chosen, not the
// clock. If no other thread has begun it by then, the calling thread does it; else it helps with
// tasks that the job spreads.
//
// The ticker belongs to the calling thread alone, for it may call Python. Tasks have tickers of
// their own, parts of it.
class Team {
 public:
  Team(std::size_t threads, Ticker& ticker)
      : ticker_(ticker), caller_(std::this_thread::get_id()), shares_(threads) {
    try {
      for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
    } catch (const std::system_error&) {  // the system gives no more of them: fewer do as well
    }
  }

  ~Team() {
    {
      const std::lock_guard lock(mutex_);
      quit_ = stopping_ = true;
    }
    begun_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::size_t threads() const { return threads_.size() + 1; }

  // A ticker for tasks, which no two of them use at once: it stops when the team's does. It counts
  // nothing for the team's; the calling thread does so.
  Ticker part(const Limits& limits = {}) {
    return ticker_.part(limits,
                        [this](std::uint64_t, const IncumbentAndBound&) { return !going(); });
  }

  // A job that is done aside. If it goes out of scope before it was waited for, it is given up.
  class Aside {
   public:
    // Its ticker is as that of a task; it also stops when the job is given up.
    Aside(Team& team, const Limits& limits)
        : team_(team),
          ticker_(team.ticker_.part(limits, [this](std::uint64_t, const IncumbentAndBound&) {
            return given_up_ || !team_.going();
          })) {}

    ~Aside() {
      given_up_ = true;
      std::unique_lock lock(team_.mutex_);
      if (std::erase(team_.aside_, this) == 0) team_.wait(lock, [this] { return done(); });
    }

    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

    // For the job, and for others when that is done.
    Ticker& ticker() { return ticker_; }

    void begin(std::function<void()> job) {
      {
        const std::lock_guard lock(team_.mutex_);
        job_ = std::move(job);
        team_.aside_.push_back(this);
      }
      team_.begun_.notify_one();
    }

    // A ticker for tasks of the job: it stops when the job's would, or for a reason of its own.
    Ticker part(const Limits& limits, std::function<bool()> stopped) {
      return ticker_.part(limits, [this, stopped](std::uint64_t, const IncumbentAndBound&) {
        return given_up_ || stopped() || !team_.going();
      });
    }

    // Calls task(i) for each i below `count`, and waits until all is done. The job alone may call
    // this. Threads that wait for it help, and those that have nothing to do. Each task touches
    // data of its own only. An exception of a task is thrown here.
    template <class Each>
    void spread(std::size_t count, Each task) {
      const std::function<void(std::size_t)> all = std::ref(task);
      std::unique_lock lock(team_.mutex_);
      task_ = &all;
      next_ = 0;
      count_ = count;
      team_.spreading_ = this;
      team_.begun_.notify_all();
      team_.ended_.notify_one();
      help(lock);
      joined_.wait(lock, [this] { return helping_ == 0; });
      team_.spreading_ = nullptr;
      if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    }

    // Waits for the job, or does it, or helps with its tasks. An exception of it is thrown here.
    void end() {
      std::unique_lock lock(team_.mutex_);
      if (std::erase(team_.aside_, this) > 0) work(lock);
      while (!done()) {
        help(lock);
        team_.wait(lock, [this] { return done() || wants_help(); });
      }
      if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    }

   private:
    friend class Team;

    bool done() const { return !job_; }
    bool wants_help() const { return next_ < count_; }

    // Does tasks that nobody has begun; the lock is held before and after each.
    void help(std::unique_lock<std::mutex>& lock) {
      while (wants_help()) {
        const std::size_t task = next_++;
        ++helping_;
        lock.unlock();
        std::exception_ptr failed;
        try {
          (*task_)(task);
        } catch (...) {
          failed = std::current_exception();
        }
        lock.lock();
        if (failed) {
          failed_ = failed;
          next_ = count_;
        }
        if (--helping_ == 0) joined_.notify_one();
      }
    }

    // Does the job; the lock is held before and after it, not meanwhile.
    void work(std::unique_lock<std::mutex>& lock) {
      lock.unlock();
      std::exception_ptr failed;
      try {
        job_();
      } catch (...) {
        failed = std::current_exception();
      }
      lock.lock();
      failed_ = failed;
      job_ = nullptr;
    }

    Team& team_;
    std::function<void()> job_;
    std::exception_ptr failed_;
    std::atomic<bool> given_up_ = false;
    const std::function<void(std::size_t)>* task_ = nullptr;  // of the job, as long as it spreads
    std::size_t next_ = 0, count_ = 0, helping_ = 0;  // tasks: to be begun, all, threads at them
    std::condition_variable joined_;
    Ticker ticker_;
  };

  // Calls task(i, thread) for each i below `count`, on threads that are numbered from 0, and waits
  // until all is done. When the ticker stops, tasks that have not begun are left out; false then.
  // An exception of a task is thrown here.
  template <class Each>
  bool run(std::size_t count, Each task) {
    if (!look()) return false;
    const Task all = std::ref(task);
    {
      const std::lock_guard lock(mutex_);
      task_ = &all;
      for (std::size_t i = 0; i < threads(); ++i) {
        shares_[i].next = i * count / threads();
        shares_[i].end = (i + 1) * count / threads();
      }
      ++phase_;
    }
    begun_.notify_all();
    work(all, 0);
    wait();
    if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    return look();
  }

 private:
  using Task = std::function<void(std::size_t, std::size_t)>;

  static constexpr std::chrono::milliseconds between_looks{10};
  static constexpr int spins = 200;  // a phase is often over, or begun, sooner than a thread sleeps

  // Tasks that one thread begins with.
  struct alignas(64) Share {
    std::atomic<std::size_t> next = 0;
    std::size_t end = 0;
  };

  // Tests whether tasks and jobs may go on, on any thread.
  bool going() { return std::this_thread::get_id() == caller_ ? look() : !stopping_; }

  // Looks at the clock and at Python; the calling thread alone may do so.
  bool look() {
    if (!ticker_.alive()) stopping_ = true;
    return !stopping_;
  }

  // A thread takes part in a phase from when it comes to it; one that comes too late, since it was
  // asleep or had the job aside, finds no task.
  void serve(std::size_t thread) {
    std::uint64_t done = 0;
    for (;;) {
      for (int i = 0; i < spins && phase_ == done && !quit_; ++i) std::this_thread::yield();
      std::unique_lock lock(mutex_);
      const auto helps = [this] { return spreading_ && spreading_->wants_help(); };
      begun_.wait(lock, [&] { return quit_ || phase_ != done || !aside_.empty() || helps(); });
      if (quit_) return;
      if (!aside_.empty()) {
        Aside& first = *aside_.front();
        aside_.erase(aside_.begin());
        first.work(lock);
        ended_.notify_one();
        continue;
      }
      if (phase_ == done) {
        spreading_->help(lock);
        continue;
      }
      done = phase_;
      if (!task_) continue;
      const Task& task = *task_;
      ++busy_;
      lock.unlock();
      work(task, thread);
      lock.lock();
      if (--busy_ == 0) ended_.notify_one();
    }
  }

  void work(const Task& task, std::size_t thread) {
    try {
      for (std::size_t other = 0; other < threads(); ++other) {
        Share& share = shares_[(thread + other) % threads()];
        for (std::size_t i = share.next++; i < share.end; i = share.next++) {
          if (stopping_ || (thread == 0 && !look())) return;
          task(i, thread);
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_) failed_ = std::current_exception();
      for (Share& share : shares_) share.next = share.end;
    }
  }

  void wait() {
    for (int i = 0; i < spins && busy_ != 0; ++i) std::this_thread::yield();
    std::unique_lock lock(mutex_);
    task_ = nullptr;  // nobody begins any more
    wait(lock, [this] { return busy_ == 0; });
  }

  // Waits until others have done something; the calling thread looks at the clock meanwhile.
  template <class Done>
  void wait(std::unique_lock<std::mutex>& lock, Done done) {
    while (!ended_.wait_for(lock, between_looks, done)) {
      lock.unlock();
      look();
      lock.lock();
    }
  }

  Ticker& ticker_;
  const std::thread::id caller_;
  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  const Task* task_ = nullptr;  // of the phase, as long as threads may join in
  std::vector<Share> shares_;   // by thread
  std::atomic<std::size_t> busy_ = 0;
  std::atomic<std::uint64_t> phase_ = 0;
  std::atomic<bool> stopping_ = false, quit_ = false;
  std::vector<Aside*> aside_;   // those that no thread has begun
  Aside* spreading_ = nullptr;  // the one whose tasks others may do
  std::exception_ptr failed_;
  std::vector<std::thread> threads_;
};
#endif

}  // namespace gridproof
