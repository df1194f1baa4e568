// SPDX-License-Identifier: Apache-2.0
//
// The gate: users together, an unload alone, and an unload that is not delayed by users who keep coming.

#include "check.h"
#include "identity/gate.h"
#include "os/os.h"

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

// Waits until a thread that has told its number sleeps, which at a gate means that it waits there.
static void awaitSleep(const std::atomic<uint32_t>& thread) {
  char state = 0;
  while (state != 'S') {
    std::this_thread::sleep_for(1ms);
    if (thread != 0) {
      std::ifstream in("/proc/self/task/" + std::to_string(thread) + "/stat");
      std::string line;
      std::getline(in, line);
      state = line[line.rfind(')') + 2];
    }
  }
}

TEST(gate_withAnUnloadWaiting_letsNoMoreUsersIn) {
  Gate gate;
  std::atomic<bool> unloaded{false};
  std::atomic<bool> entered{false};
  std::atomic<uint32_t> unloading{0};
  std::atomic<uint32_t> using_{0};
  std::thread unload;
  std::thread user;
  {
    Gate::User first(gate);
    unload = std::thread([&] {
      unloading = tiptoe::os::threadId();
      Gate::Closed closed(gate);
      std::this_thread::sleep_for(20ms);
      unloaded = true;
    });
    awaitSleep(unloading);
    user = std::thread([&] {
      using_ = tiptoe::os::threadId();
      Gate::User second(gate);
      entered = true;
      check::failures += !unloaded;
    });
    awaitSleep(using_);
    check::failures += entered || unloaded;
  }
  unload.join();
  user.join();
  CHECK(entered);
}

CHECK_MAIN
