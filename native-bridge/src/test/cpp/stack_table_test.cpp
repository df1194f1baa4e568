// SPDX-License-Identifier: Apache-2.0
//
// The table of stacks: the same stack has the same number, and no number ever means two stacks.

#include "check.h"
#include "sampling/stack_table.h"

#include <map>
#include <random>
#include <vector>

using tiptoe::StackTable;

namespace {

struct Walked {
  std::vector<uint64_t> functions;
  std::vector<uint64_t> ips;
  uint32_t flags = 0;

  StackTable::Stack stack() const { return {functions.data(), ips.data(), functions.size(), 0, flags}; }
};

}  // namespace

TEST(stack_metAgain_hasItsNumberAndIsNotNew) {
  StackTable table;
  const Walked walked{{8, 16, 24}, {100, 200, 300}};
  const auto first = table.place(walked.stack());
  const auto second = table.place(walked.stack());
  CHECK(first.isNew && !second.isNew);
  CHECK_EQUAL(1u, first.number);
  CHECK_EQUAL(1u, second.number);
}

TEST(stack_withAnotherIpOfItsLeaf_isTheSameAndReportsHowFar) {
  StackTable table;
  table.place(Walked{{8, 16}, {100, 200}}.stack());
  const auto behind = table.place(Walked{{8, 16}, {130, 200}}.stack());
  const auto before = table.place(Walked{{8, 16}, {90, 200}}.stack());
  CHECK(!behind.isNew && !before.isNew);
  CHECK_EQUAL(30, behind.leafForward);
  CHECK_EQUAL(-10, before.leafForward);
}

TEST(stack_whoseLeafIsTooFar_isAnother) {
  StackTable table;
  const auto near = table.place(Walked{{8}, {100}}.stack());
  const auto far = table.place(Walked{{8}, {100 + (1ull << 31)}}.stack());
  CHECK(far.isNew && far.number != near.number);
}

TEST(stack_withAnotherFunctionReturnOrFlag_isAnother) {
  StackTable table;
  table.place(Walked{{8, 16}, {100, 200}}.stack());
  CHECK(table.place(Walked{{8, 24}, {100, 200}}.stack()).isNew);
  CHECK(table.place(Walked{{24, 16}, {100, 200}}.stack()).isNew);
  CHECK(table.place(Walked{{8, 16}, {100, 201}}.stack()).isNew);
  CHECK(table.place(Walked{{8}, {100}}.stack()).isNew);
  CHECK(table.place(Walked{{8, 16}, {100, 200}, 1}.stack()).isNew);
}

TEST(table_thatForgot_givesNoNumberTwice) {
  StackTable table;
  const Walked walked{{8}, {100}};
  const auto before = table.place(walked.stack());
  table.forgetAll();
  CHECK_EQUAL(before.number + 1, table.oldest());
  const auto after = table.place(walked.stack());
  CHECK(after.isNew && after.number == before.number + 1);
}

TEST(table_thatIsFull_saysSoUntilItForgets) {
  StackTable table;
  uint64_t met = 0;
  while (table.place(Walked{{8 + met}, {100}}.stack()).number != 0) {
    met++;
    CHECK(met < 1'000'000);
  }
  CHECK(!table.place(Walked{{8}, {100}}.stack()).isNew);  // existing entries are still found
  table.forgetAll();
  CHECK(table.place(Walked{{8 + met}, {100}}.stack()).number != 0);
}

TEST(stacks_ofAllKinds_areNeverTakenForEachOther) {
  StackTable table;
  std::mt19937_64 random(7);
  std::map<std::vector<uint64_t>, uint32_t> numbers;
  for (int i = 0; i < 20000; i++) {
    Walked walked;
    const size_t depth = 1 + random() % 4;
    for (size_t f = 0; f < depth; f++) {
      walked.functions.push_back(8 * (random() % 4));
      walked.ips.push_back(f == 0 ? 0 : random() % 3);
    }
    std::vector<uint64_t> key = walked.functions;
    key.insert(key.end(), walked.ips.begin(), walked.ips.end());
    const auto place = table.place(walked.stack());
    CHECK_EQUAL(numbers.count(key) == 0, place.isNew);
    const auto known = numbers.emplace(key, place.number).first;
    CHECK_EQUAL(known->second, place.number);
  }
}

CHECK_MAIN
