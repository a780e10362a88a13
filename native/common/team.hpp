// Threads that do the tasks of one search together, phase by phase.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "common/limits.hpp"

namespace gridproof {

// A team of threads, the calling one among them, made once a search.
//
// A phase is a number of tasks, each of which touches data of its own only; whoever is free takes
// the next one. Between phases one thread works alone. So results depend neither on the number of
// threads nor on their pace, and nothing but the team needs locks.
//
// Besides, one long job may be done aside, while the calling thread goes on. Its outcome is looked
// at when it is waited for, and never before: at a place that the search has chosen, not the clock.
// If no other thread has begun it by then, the calling thread does it.
//
// The ticker belongs to the calling thread alone, for it may call Python. Tasks have tickers of
// their own, parts of it.
class Team {
 public:
  Team(std::size_t threads, Ticker& ticker) : ticker_(ticker), caller_(std::this_thread::get_id()) {
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
    return ticker_.part(limits, [this](std::uint64_t, const IncumbentAndBound&) {
      return std::this_thread::get_id() == caller_ ? !look() : stopping_.load();
    });
  }

  // The same for a job that is done aside: it also stops when that is given up.
  Ticker part_aside(const Limits& limits) {
    return ticker_.part(limits, [this](std::uint64_t, const IncumbentAndBound&) {
      const bool called = std::this_thread::get_id() == caller_;
      return (called ? !look() : stopping_.load()) || given_up_.load();
    });
  }

  // Begins a job aside; the one before it has been waited for.
  void begin_aside(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      given_up_ = false;
      aside_ = std::move(job);
      aside_state_ = Aside::waits;
    }
    begun_.notify_one();
  }

  // Tells the job aside to stop. It has to be waited for still.
  void give_up_aside() { given_up_ = true; }

  // Waits for the job aside, or does it. An exception of it is thrown here.
  void end_aside() {
    std::unique_lock lock(mutex_);
    if (aside_state_ == Aside::waits) do_aside(lock);
    while (!ended_.wait_for(lock, between_looks, [&] { return aside_state_ == Aside::none; })) {
      lock.unlock();
      look();
      lock.lock();
    }
    if (aside_failed_) std::rethrow_exception(std::exchange(aside_failed_, nullptr));
  }

  // Calls task(i, thread) for each i below `count`, on threads that are numbered from 0, and waits
  // until all is done. When the ticker stops, tasks that have not begun are left out; false then.
  // An exception of a task is thrown here.
  template <class Task>
  bool run(std::size_t count, Task task) {
    if (!look()) return false;
    const std::function<void(std::size_t, std::size_t)> all = std::ref(task);
    {
      const std::lock_guard lock(mutex_);
      task_ = &all;
      count_ = count;
      next_ = 0;
      ++phase_;
    }
    begun_.notify_all();
    work(0);
    wait();
    if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    return look();
  }

 private:
  static constexpr std::chrono::milliseconds between_looks{10};
  static constexpr int spins = 200;  // a phase is often over, or begun, sooner than a thread sleeps

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
      begun_.wait(lock,
                  [&] { return quit_ || phase_ != done || aside_state_ == Aside::waits; });
      if (quit_) return;
      if (aside_state_ == Aside::waits) {
        do_aside(lock);
        ended_.notify_one();
        continue;
      }
      done = phase_;
      if (!task_) continue;
      ++busy_;
      lock.unlock();
      work(thread);
      lock.lock();
      if (--busy_ == 0) ended_.notify_one();
    }
  }

  // Does the job that waits; the lock is held before and after it, not meanwhile.
  void do_aside(std::unique_lock<std::mutex>& lock) {
    aside_state_ = Aside::begun;
    const std::function<void()> job = std::exchange(aside_, nullptr);
    lock.unlock();
    std::exception_ptr failed;
    try {
      job();
    } catch (...) {
      failed = std::current_exception();
    }
    lock.lock();
    aside_failed_ = failed;
    aside_state_ = Aside::none;
  }

  void work(std::size_t thread) {
    try {
      for (std::size_t i = next_++; i < count_; i = next_++) {
        if (stopping_ || (thread == 0 && !look())) return;
        (*task_)(i, thread);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_) failed_ = std::current_exception();
      next_ = count_;
    }
  }

  void wait() {
    for (int i = 0; i < spins && busy_ != 0; ++i) std::this_thread::yield();
    std::unique_lock lock(mutex_);
    task_ = nullptr;  // nobody begins any more
    while (!ended_.wait_for(lock, between_looks, [&] { return busy_ == 0; })) {
      lock.unlock();
      look();
      lock.lock();
    }
  }

  Ticker& ticker_;
  const std::thread::id caller_;
  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  const std::function<void(std::size_t, std::size_t)>* task_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_ = 0, busy_ = 0;
  std::atomic<std::uint64_t> phase_ = 0;
  std::atomic<bool> stopping_ = false, quit_ = false, given_up_ = false;
  enum class Aside : std::uint8_t { none, waits, begun };
  Aside aside_state_ = Aside::none;
  std::function<void()> aside_;
  std::exception_ptr aside_failed_;
  std::exception_ptr failed_;
  std::vector<std::thread> threads_;
};

}  // namespace gridproof
