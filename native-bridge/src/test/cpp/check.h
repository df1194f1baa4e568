// SPDX-License-Identifier: Apache-2.0
//
// A test is TEST(subject_condition_outcome) { … }, an expectation CHECK(…) or CHECK_EQUAL(expected, actual), and a test
// program ends with CHECK_MAIN. A failed expectation is reported and ends its test; the program's status is 0 when all
// held. Any thread may check; a failure in another thread than the test's own ends only what that thread was doing.
// With the arguments PART PARTS a program runs every PARTS-th of its tests, from that with the number PART, which may be 0.

#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

struct Registered {
  Registered(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline std::atomic<int> failures{0};

inline void fail(const char* file, int line, const std::string& what) {
  failures++;
  fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
}

inline std::string shown(const std::string& value) { return '"' + value + '"'; }
inline std::string shown(const char* value) { return shown(std::string(value)); }
template <typename T>
std::string shown(const T& value) {
  return std::to_string(value);
}

inline int runPart(size_t part, size_t parts) {
  size_t count = 0;
  for (size_t i = part; i < tests().size(); i += parts, count++) {
    const Test& test = tests()[i];
    const int before = failures;
    const auto begin = std::chrono::steady_clock::now();
    test.run();
    const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin);
    printf("%s %s (%.3f s)\n", failures == before ? "ok  " : "FAIL", test.name, took.count());
  }
  return failures == 0 && count != 0 ? 0 : 1;
}

inline int runAll() { return runPart(0, 1); }

inline int runAsGiven(int argc, char** argv) {
  if (argc == 1) {
    return runAll();
  }
  const size_t parts = argc == 3 ? strtoul(argv[2], nullptr, 10) : 0;
  if (parts == 0) {
    fprintf(stderr, "usage: %s [PART PARTS]\n", argv[0]);
    return 2;
  }
  return runPart(strtoul(argv[1], nullptr, 10), parts);
}

}  // namespace check

#define TEST(name)                                           \
  static void name();                                        \
  static const check::Registered name##Registered(#name, name); \
  static void name()

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) {                                       \
      check::fail(__FILE__, __LINE__, "not so: " #condition); \
      return;                                                 \
    }                                                         \
  } while (false)

#define CHECK_EQUAL(expected, actual)                                                               \
  do {                                                                                              \
    const auto expectedValue = (expected);                                                          \
    const auto actualValue = (actual);                                                              \
    if (!(expectedValue == actualValue)) {                                                          \
      check::fail(__FILE__, __LINE__,                                                               \
                  #actual " is " + check::shown(actualValue) + ", not " + check::shown(expectedValue)); \
      return;                                                                                       \
    }                                                                                               \
  } while (false)

#define CHECK_MAIN \
  int main(int argc, char** argv) { return check::runAsGiven(argc, argv); }
