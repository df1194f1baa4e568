// SPDX-License-Identifier: Apache-2.0

#include "sampling/pace.h"

#include "base/moments.h"

namespace tiptoe {
namespace {

constexpr uint64_t kMicro = 1'000;
constexpr uint64_t kLeastWalk = 50 * kMicro;
constexpr uint64_t kMostAmends = 2'000 * kMicro;
constexpr uint64_t kFirstRetry = 100 * kMicro;
constexpr unsigned kMostAttempts = 7;

// 30 years: anything above it counts as never, and it cannot overflow
constexpr uint64_t kNever = 1'000'000'000'000'000'000;

}  // namespace

void Pace::set(uint64_t period, uint64_t duty, uint64_t now) {
  period_ = sooner(period, kNever);
  duty_ = sooner(duty, kWhole);
  due_ = active() ? later(now + jitter_.around(period_), earliest()) : now;
  next_ = due_;
  attempts_ = 0;
}

// Returns the earliest time for the next pause. The last pause must not exceed its share of the time since it began;
// and the program runs at least as long as that pause took, whatever the share.
uint64_t Pace::earliest() const { return ended_ - pause_ + later(pause_ * kWhole / duty_, 2 * pause_); }

uint64_t Pace::walkUntil(uint64_t asked, uint64_t standing) const {
  const auto budget = static_cast<uint64_t>(static_cast<unsigned __int128>(period_) * duty_ / kWhole);
  const uint64_t amends = sooner(standing - asked, kMostAmends);
  return later(asked + budget, standing + later(amends, kLeastWalk));
}

// Plans the next round after the time when this one was due, without making up for missed rounds.
void Pace::paused(uint64_t running, uint64_t counted) {
  ended_ = running;
  pause_ = counted;
  due_ = later(due_ + jitter_.around(period_), earliest());
  next_ = due_;
  attempts_ = 0;
}

bool Pace::refused(uint64_t now) {
  const uint64_t again = now + (kFirstRetry << attempts_);
  if (++attempts_ < kMostAttempts && again < due_ + period_ / 2) {
    next_ = again;
    return true;
  }
  due_ = later(due_ + jitter_.around(period_), now);
  next_ = due_;
  attempts_ = 0;
  return false;
}

}  // namespace tiptoe
