// SPDX-License-Identifier: Apache-2.0

#include "config.h"

#include <stdlib.h>
#include <string.h>

namespace tiptoe {
namespace {

constexpr size_t kLongestClientData = 64 * 1024;

// One setting: its name, the message for a bad value, and the member it goes to, which is a text or a number with an
// upper limit.
struct Setting {
  const char* name;
  const char* wrong;
  const char* Config::*text;
  uint64_t Config::*number;
  uint64_t most;
};

constexpr uint64_t kAny = UINT64_MAX;
constexpr Setting kSettings[] = {
    {"TRACE", "TRACE is empty", &Config::trace, nullptr, 0},
    {"CONTROL", "CONTROL is empty", &Config::control, nullptr, 0},
    {"SAMPLE_EVERY", "SAMPLE_EVERY is not a number of nanoseconds", nullptr, &Config::samplePeriod, kAny},
    {"DUTY", "DUTY is not a number from 0 to 1000000", nullptr, &Config::duty, 1'000'000},
    {"SNAPSHOTS", "SNAPSHOTS is empty", &Config::snapshots, nullptr, 0},
    {"ENGINE", "ENGINE is empty", &Config::engine, nullptr, 0},
    {"KERNEL", "KERNEL is neither 0 nor 1", nullptr, &Config::kernel, 1},
    {"PROBE", "PROBE is neither 0 nor 1", nullptr, &Config::probe, 1},
};

bool parseDecimal(const char* text, uint64_t& value) {
  if (*text == '\0') {
    return false;
  }
  value = 0;
  for (; *text != '\0'; text++) {
    const auto digit = static_cast<uint64_t>(*text - '0');
    if (digit > 9 || __builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, digit, &value)) {
      return false;
    }
  }
  return true;
}

}  // namespace

const char* Config::readEnvironment() {
  constexpr char kPrefix[] = "TIPTOE_";
  char name[64];
  memcpy(name, kPrefix, sizeof kPrefix);
  for (const Setting& setting : kSettings) {
    strcpy(name + sizeof kPrefix - 1, setting.name);
    const char* value = getenv(name);
    const char* problem = value != nullptr ? set(setting.name, value) : nullptr;
    if (problem != nullptr) {
      return problem;
    }
  }
  return complete();
}

const char* Config::readClientData(const void* bytes, size_t size) {
  if (bytes == nullptr || size > kLongestClientData) {
    return "there is no client data, or too much of it";
  }
  if (memchr(bytes, '\0', size) != nullptr) {
    return "the client data is not text";
  }
  text_.clear();
  text_.append(static_cast<const char*>(bytes), size);
  text_.push('\0');
  if (text_.refused()) {
    return "there is no memory for the client data";
  }
  for (char* line = text_.data(); *line != '\0';) {
    char* end = strchr(line, '\n');
    char* value = strchr(line, '=');
    if (end == nullptr || value == nullptr || value > end) {
      return "the client data is not a list of lines NAME=value";
    }
    *end = '\0';
    *value = '\0';
    const char* problem = set(line, value + 1);
    if (problem != nullptr) {
      return problem;
    }
    line = end + 1;
  }
  return complete();
}

const char* Config::set(const char* name, const char* value) {
  for (const Setting& setting : kSettings) {
    if (strcmp(name, setting.name) != 0) {
      continue;
    }
    if (setting.text != nullptr) {
      this->*setting.text = value;
      return *value != '\0' ? nullptr : setting.wrong;
    }
    uint64_t& number = this->*setting.number;
    return parseDecimal(value, number) && number <= setting.most ? nullptr : setting.wrong;
  }
  return nullptr;  // unknown settings are ignored: a newer Tiptoe may send more than this agent knows
}

const char* Config::complete() const { return trace != nullptr ? nullptr : "TRACE is not set"; }

}  // namespace tiptoe
