// SPDX-License-Identifier: Apache-2.0
//
// The agent's settings, valid and invalid.

#include "config.h"

#include <stdlib.h>

#include <random>
#include <string>

#include "check.h"

using tiptoe::Config;

namespace {

const char* problemOf(const std::string& data) {
  Config config;
  return config.readClientData(data.data(), data.size());
}

}  // namespace

TEST(clientData_allSettings_areRead) {
  Config config;
  const std::string data = "TRACE=/a b/ü\nSAMPLE_EVERY=0\nDUTY=1000000\nCONTROL=/c\nPROBE=1\nENGINE=perf\nKERNEL=0\n";
  CHECK(config.readClientData(data.data(), data.size()) == nullptr);
  CHECK_EQUAL("/a b/ü", std::string(config.trace));
  CHECK_EQUAL("/c", std::string(config.control));
  CHECK_EQUAL(0u, config.samplePeriod);
  CHECK_EQUAL(1'000'000u, config.duty);
  CHECK_EQUAL(1u, config.probe);
  CHECK_EQUAL(0u, config.kernel);
  CHECK_EQUAL("perf", std::string(config.engine));
}

TEST(clientData_onlyATrace_leavesTheRestAsItIsByDefault) {
  Config config;
  const std::string data = "TRACE=/t\n";
  CHECK(config.readClientData(data.data(), data.size()) == nullptr);
  CHECK(config.control == nullptr);
  CHECK_EQUAL(10'000'000u, config.samplePeriod);
  CHECK_EQUAL(10'000u, config.duty);
  CHECK_EQUAL(0u, config.probe);
  CHECK_EQUAL(1u, config.kernel);
  CHECK_EQUAL("suspend", std::string(config.engine));
}

TEST(clientData_ofANewerTiptoe_isReadAsFarAsItIsKnown) { CHECK(problemOf("TRACE=/t\nCOLOUR=green\n") == nullptr); }

TEST(clientData_thatIsNotWhatItShouldBe_isRefused) {
  for (const char* data : {"", "TRACE=/t", "TRACE\n", "\n", "TRACE\n=/t\n", "TRACE=\n", "CONTROL=/c\n",
                           "TRACE=/t\nDUTY=1000001\n", "TRACE=/t\nDUTY=\n", "TRACE=/t\nPROBE=2\n", "TRACE=/t\nKERNEL=2\n",
                           "TRACE=/t\nSAMPLE_EVERY=1ms\n", "TRACE=/t\nSAMPLE_EVERY=18446744073709551616\n"}) {
    CHECK(problemOf(data) != nullptr);
  }
  CHECK(problemOf(std::string("TRACE=/t\0\n", 10)) != nullptr);
  CHECK(problemOf("TRACE=" + std::string(1 << 20, 'x') + "\n") != nullptr);
  Config config;
  CHECK(config.readClientData(nullptr, 0) != nullptr);
}

TEST(clientData_ofRandomBytes_isReadWithinItsBounds) {
  std::mt19937 random(7);
  const std::string letters = "TRACE=\n\n=/PDUY10";
  for (int round = 0; round < 20'000; round++) {
    std::string data(random() % 64, '\0');
    for (char& each : data) {
      each = random() % 8 == 0 ? static_cast<char>(random()) : letters[random() % letters.size()];
    }
    Config config;
    // Exactly as many bytes as there are, so that a sanitizer sees one that is read beyond them.
    std::string exact(data);
    const char* problem = config.readClientData(exact.data(), exact.size());
    CHECK(problem != nullptr || *config.trace != 0);
  }
}

TEST(environment_itsSettings_areRead) {
  setenv("TIPTOE_TRACE", "/t", 1);
  setenv("TIPTOE_DUTY", "20000", 1);
  Config config;
  CHECK(config.readEnvironment() == nullptr);
  CHECK_EQUAL("/t", std::string(config.trace));
  CHECK_EQUAL(20'000u, config.duty);
  setenv("TIPTOE_DUTY", "much", 1);
  CHECK(config.readEnvironment() != nullptr);
  unsetenv("TIPTOE_DUTY");
  unsetenv("TIPTOE_TRACE");
  Config none;
  CHECK(none.readEnvironment() != nullptr);
}

CHECK_MAIN
