// SPDX-License-Identifier: Apache-2.0
//
// A test is TEST(subject_condition_outcome) { … }, an expectation CHECK(…) or CHECK_EQUAL(expected, actual), and a test
// program ends with CHECK_MAIN. A failed expectation is reported and ends its test; the program's status is 0 when all
// held. Any thread may check; a failure in another thread than the test's own ends only what that thread was doing.

#pragma once

#include <stdio.h>
#include <string.h>

#include <atomic>
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

inline int runAll() {
  for (const Test& test : tests()) {
    const int before = failures;
    test.run();
    printf("%s %s\n", failures == before ? "ok  " : "FAIL", test.name);
  }
  return failures == 0 && !tests().empty() ? 0 : 1;
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
  int main() { return check::runAll(); }
