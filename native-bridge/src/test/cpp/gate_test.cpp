// SPDX-License-Identifier: Apache-2.0
//
// The gate: users together, an unload alone, and an unload that is not delayed by users who keep coming.

#include "check.h"
#include "identity/gate.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using tiptoe::Gate;
using namespace std::chrono_literals;

TEST(gate_withUsersAndUnloadsOfManyThreads_neverHasBothInside) {
  Gate gate;
  std::atomic<int> users{0};
  std::atomic<int> unloads{0};
  std::atomic<int> mixed{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; t++) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; i++) {
        if (t < 5) {
          Gate::User user(gate);
          users++;
          mixed += unloads != 0;
          users--;
        } else {
          Gate::Closed closed(gate);
          mixed += ++unloads != 1 || users != 0;
          unloads--;
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK_EQUAL(0, mixed.load());
}

TEST(gate_withTwoUsers_letsThemInTogether) {
  Gate gate;
  Gate::User one(gate);
  Gate::User other(gate);
}

namespace {

// Waits until a thread sleeps or has ended, once it has said which one it is.
void awaitWaiting(const std::atomic<pid_t>& thread) {
  for (bool waits = false; !waits; std::this_thread::sleep_for(1ms)) {
    if (thread == 0) {
      continue;
    }
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string number, name, state;
    file >> number >> name >> state;
    waits = state.empty() || state == "S";
  }
}

}  // namespace

TEST(gate_withAnUnloadWaiting_letsNoMoreUsersIn) {
  Gate gate;
  std::atomic<bool> unloaded{false};
  std::atomic<bool> entered{false};
  std::atomic<pid_t> unloading{0};
  std::atomic<pid_t> entering{0};
  std::thread unload;
  std::thread user;
  {
    Gate::User first(gate);
    unload = std::thread([&] {
      unloading = gettid();
      Gate::Closed closed(gate);
      check::failures += entered;
      unloaded = true;
    });
    awaitWaiting(unloading);
    user = std::thread([&] {
      entering = gettid();
      Gate::User second(gate);
      check::failures += !unloaded;
      entered = true;
    });
    awaitWaiting(entering);
    check::failures += entered || unloaded;
  }
  unload.join();
  user.join();
  CHECK(entered);
}

TEST(gate_closedByAnUnload_letsTheNextOneInBehindIt) {
  Gate gate;
  std::atomic<bool> first{true};
  std::atomic<pid_t> unloading{0};
  std::thread next;
  {
    Gate::Closed closed(gate);
    next = std::thread([&] {
      unloading = gettid();
      Gate::Closed second(gate);
      check::failures += first;
    });
    awaitWaiting(unloading);
    first = false;
  }
  next.join();
}

CHECK_MAIN
