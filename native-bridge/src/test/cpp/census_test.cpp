// SPDX-License-Identifier: Apache-2.0
//
// The counting of objects by class, in a room of a fixed size.

#include <map>
#include <random>

#include "check.h"
#include "heap/census.h"

using tiptoe::Census;

TEST(census_manyObjects_areCountedAsAMapCountsThem) {
  Census census;
  CHECK(census.prepare(1000));
  std::mt19937 random(5);
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> expected;
  for (int i = 0; i < 100'000; i++) {
    const uint64_t id = 0x7f0000000000 + 8 * (1 + random() % 1000);
    const uint64_t size = random() % 100;
    CHECK(census.add(id, size));
    expected[id].first++;
    expected[id].second += size;
  }
  CHECK_EQUAL(expected.size(), census.classes());
  size_t equal = 0;
  census.forEach([&](const Census::Entry& entry) {
    const auto& [objects, bytes] = expected[entry.classId];
    equal += objects == entry.objects && bytes == entry.bytes;
  });
  CHECK_EQUAL(expected.size(), equal);
}

TEST(census_moreClassesThanThereIsRoomFor_countsTheOthersStill) {
  Census census;
  CHECK(census.prepare(10));
  size_t refused = 0;
  for (uint64_t id = 1; id <= 1000; id++) {
    refused += !census.add(8 * id, 1);
  }
  CHECK(refused != 0);
  CHECK_EQUAL(1000 - refused, census.classes());
  CHECK(census.add(8, 1));
  CHECK(!census.add(8 * 2000, 1));
}

CHECK_MAIN
