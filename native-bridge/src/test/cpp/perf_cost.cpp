// SPDX-License-Identifier: Apache-2.0
//
// What the kernel's part of a sample costs the thread that is sampled, by what the sample has.
//   perf_cost [ROUNDS]
// A thread does the same work again and again, by turns without and with its samples, and its processor time is
// compared turn by turn. Printed are the median of the differences and the interval that has the true median with 95 %
// probability. TSV: period in µs, bytes of the stack, whether the kernel follows frame pointers, samples in a turn,
// lost; µs a sample: median, from, to; and percent of the thread's time likewise.

#include "os/os.h"
#include "os/perf_linux.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

using namespace tiptoe;

namespace {

double cpuNanos() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

__attribute__((noinline)) uint64_t spin(uint64_t count) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; i++) {
    sum += i * i;
    __asm__ volatile("" : "+r"(sum));
  }
  return sum;
}

// Works below a stack of about a megabyte that has been touched, so that the kernel finds all that it is to copy.
__attribute__((noinline)) uint64_t deep(unsigned depth, uint64_t count) {
  volatile char room[4096];
  memset(const_cast<char*>(room), static_cast<int>(depth), sizeof room);
  const uint64_t sum = depth == 0 ? spin(count) : deep(depth - 1, count);
  return sum + static_cast<uint64_t>(room[0]);
}

// Does a turn of work when asked to, on one thread.
class Subject {
 public:
  Subject() : thread_([this] { run(); }) {}
  ~Subject() {
    ask(kEnd);
    thread_.join();
  }

  // Returns the processor time of a turn.
  double turn() {
    ask(kTurn);
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return asked_ == kNothing; });
    return took_;
  }

 private:
  enum Asked { kNothing, kTurn, kEnd };
  static constexpr uint64_t kWork = 60'000'000;

  void ask(Asked asked) {
    std::lock_guard<std::mutex> lock(mutex_);
    asked_ = asked;
    changed_.notify_all();
  }
  void run() {
    while (true) {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return asked_ != kNothing; });
        if (asked_ == kEnd) {
          return;
        }
      }
      const double before = cpuNanos();
      deep(256, kWork);
      took_ = cpuNanos() - before;
      ask(kNothing);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Asked asked_ = kNothing;
  double took_ = 0;
  std::thread thread_;
};

struct Counter : os::PerfReceiver {
  size_t samples = 0;
  void sampled(const os::PerfSample&) override { samples++; }
  void threadBegan(uint32_t, uint64_t) override {}
  void threadNamed(uint32_t, Octets) override {}
  void threadEnded(uint32_t, uint64_t) override {}
};

// The median of values, and the interval that has the true one with 95 %.
struct Middle {
  double median, from, to;

  explicit Middle(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double half = static_cast<double>(values.size()) / 2;
    const double reach = 0.98 * sqrt(static_cast<double>(values.size()));
    const auto at = [&](double place) {
      return values[static_cast<size_t>(std::min(std::max(place, 0.0), static_cast<double>(values.size() - 1)))];
    };
    median = at(half);
    from = at(half - reach);
    to = at(half + reach);
  }
};

int measure(Subject& subject, const os::PerfSettings& settings, int rounds) {
  std::vector<double> perSample;
  std::vector<double> share;
  size_t samples = 0;
  uint64_t lost = 0;
  for (int i = 0; i < rounds; i++) {
    const double off = subject.turn();
    os::PerfEvents events;
    const int error = events.open(settings);
    if (error != 0) {
      fprintf(stderr, "perf events are refused: %s\n", os::words(error));
      return 1;
    }
    Counter counter;
    std::atomic<bool> done{false};
    // The events are read by the thread that has opened them, as in the agent; another waits for the turn.
    double on = 0;
    std::thread waiter([&] {
      on = subject.turn();
      done = true;
    });
    while (!done) {
      os::sleep(2'000'000);
      events.mark();
      events.read(counter);
    }
    waiter.join();
    events.mark();
    events.read(counter);
    samples += counter.samples;
    lost += events.totals().lost;
    if (counter.samples != 0) {
      perSample.push_back((on - off) / 1e3 / static_cast<double>(counter.samples));
    }
    share.push_back(100 * (on - off) / off);
  }
  const Middle cost(perSample);
  const Middle part(share);
  printf("%llu\t%u\t%d\t%.0f\t%llu\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\n",
         static_cast<unsigned long long>(settings.period / 1000), settings.stackBytes,
         settings.chain != os::PerfChain::kNone,
         static_cast<double>(samples) / rounds, static_cast<unsigned long long>(lost), cost.median, cost.from, cost.to,
         part.median, part.from, part.to);
  fflush(stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 31;
  if (rounds < 5) {
    fprintf(stderr, "usage: perf_cost [ROUNDS], at least 5\n");
    return 2;
  }
  Subject subject;
  subject.turn();
  printf("period_us\tstack\tchain\tsamples\tlost\tus_sample\tfrom\tto\tpercent\tfrom\tto\n");
  for (const uint64_t period : {250'000, 1'000'000, 10'000'000}) {
    for (const int kind : {-1, 0, 2 << 10, 8 << 10, 16 << 10, 32 << 10}) {
      os::PerfSettings settings;
      settings.period = period;
      settings.ringBytes = 512 << 10;
      settings.chain = kind < 0 ? os::PerfChain::kUser : os::PerfChain::kNone;
      settings.stackBytes = kind < 0 ? 0 : static_cast<uint32_t>(kind);
      if (measure(subject, settings, rounds) != 0) {
        return 1;
      }
    }
  }
  return 0;
}
