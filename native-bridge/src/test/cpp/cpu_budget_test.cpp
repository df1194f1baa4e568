// SPDX-License-Identifier: Apache-2.0
//
// The bound on the control thread's processor time, over clocks of the tests' own.

#include "check.h"
#include "control/cpu_budget.h"

#include <random>

using tiptoe::control::CpuBudget;

namespace {

constexpr uint64_t kStart = 123'000'000'000;
constexpr uint64_t kSecond = 1'000'000'000;

// Works whenever it may, in pieces of at most so long, until a moment; how much that was.
uint64_t workAllTheTime(CpuBudget& budget, uint64_t from, uint64_t until, uint64_t longest) {
  std::mt19937_64 random(1);
  uint64_t worked = 0;
  for (uint64_t now = from; now < until;) {
    if (budget.allows(now)) {
      const uint64_t piece = 1 + random() % longest;
      budget.spend(piece);
      worked += piece;
      now += piece;
    } else {
      now = budget.again();
    }
  }
  return worked;
}

}  // namespace

TEST(budget_ofWorkAllTheTime_isItsShareAndWhatWasSaved) {
  for (const uint64_t longest : {uint64_t{1'000}, uint64_t{300'000}, uint64_t{30'000'000}}) {
    CpuBudget budget;
    const uint64_t worked = workAllTheTime(budget, kStart, kStart + 100 * kSecond, longest);
    CHECK(worked <= 100 * kSecond / CpuBudget::kOneOf + CpuBudget::kMost + 2 * longest);
    CHECK(worked >= 99 * kSecond / CpuBudget::kOneOf);
  }
}

TEST(budget_afterALongTimeWithoutWork_hasSavedNoMoreThanTheMost) {
  CpuBudget budget;
  workAllTheTime(budget, kStart, kStart + kSecond, 10'000);
  const uint64_t later = kStart + 100'000 * kSecond;
  CHECK(budget.allows(later));
  budget.spend(CpuBudget::kMost - 1);
  CHECK(budget.allows(later));
  budget.spend(1);
  CHECK(!budget.allows(later));
}

TEST(budget_usedUp_restsUntilThereIsAPortion) {
  CpuBudget budget;
  CHECK(budget.allows(kStart));
  CHECK_EQUAL(0u, budget.again());
  constexpr uint64_t kDebt = 3'000'000;
  budget.spend(CpuBudget::kMost + kDebt);
  CHECK_EQUAL(kStart + (kDebt + CpuBudget::kPortion) * CpuBudget::kOneOf, budget.again());
  const uint64_t again = budget.again();
  CHECK(!budget.allows(again - 1));
  CHECK(budget.allows(again));
  CHECK_EQUAL(0u, budget.again());
}

CHECK_MAIN
