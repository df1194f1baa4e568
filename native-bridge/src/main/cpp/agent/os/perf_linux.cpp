// SPDX-License-Identifier: Apache-2.0

#include "os/perf_linux.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/os.h"
#include "os/perf_event_linux.h"
#include "os/perf_registers.h"
#include "os/threads.h"

namespace tiptoe::os {
namespace {

constexpr size_t kLeastRing = 64 << 10;
constexpr size_t kMostRingMemory = 4 << 20;  // all rings together
constexpr size_t kMostProcessors = 1024;
constexpr int kMostListings = 16;
constexpr uint64_t kSettling = 2'000'000;

// The periods of the two events, in ten-thousandths of the one that was asked for: as many samples in all. Simulated,
// with turns about every 80 ms, the shares of work that repeats itself every 0.1 to 10 periods are as good as those of
// as many independent samples, or better, but for work with exactly one of these two periods, where errors are twice as
// large.
constexpr uint64_t kPeriods[] = {8'787, 11'603};
constexpr uint64_t kWholePeriod = 10'000;

// Taking turns costs the system calls of all events, and these grow with the number of threads that have inherited them.
// So it is done for at most a two-hundredth of the time, and each time for not much longer than this, in nanoseconds.
constexpr uint64_t kTurnShare = 200;
constexpr uint64_t kLongestTurns = 1'000'000;

// How many threads with events of their own there are before it is first looked whether they still live.
constexpr size_t kFirstLook = 256;

// Any processor.
constexpr uint32_t kAny = UINT32_MAX;

// A bit that older headers lack, by its place in the word of flags.
constexpr uint64_t kInheritThread = uint64_t{1} << 35;
constexpr size_t kFlags = offsetof(perf_event_attr, read_format) + sizeof(uint64_t);

void addFlag(perf_event_attr& attributes, uint64_t flag) {
  uint64_t flags;
  auto* at = reinterpret_cast<uint8_t*>(&attributes) + kFlags;
  memcpy(&flags, at, sizeof flags);
  flags |= flag;
  memcpy(at, &flags, sizeof flags);
}

// Calls visit(number) for each entry of a folder that is named by a number.
template <typename Visit>
bool forEachNumber(const char* path, Visit visit) {
  DIR* folder = opendir(path);
  if (folder == nullptr) {
    return false;
  }
  while (const dirent* entry = readdir(folder)) {
    char* end = nullptr;
    const unsigned long number = strtoul(entry->d_name, &end, 10);
    if (end != entry->d_name) {
      visit(static_cast<uint32_t>(number));
    }
  }
  closedir(folder);
  return true;
}

constexpr char kThreads[] = "/proc/self/task";
constexpr char kDescriptors[] = "/proc/self/fd";

// Returns how many descriptors may be taken: half of those that the process has left.
size_t descriptorsToTake() {
  rlimit limit;
  size_t used = 0;
  const bool known = getrlimit(RLIMIT_NOFILE, &limit) == 0 && forEachNumber(kDescriptors, [&](uint32_t) { used++; });
  return known && limit.rlim_cur > used ? (limit.rlim_cur - used) / 2 : 0;
}

// Notes the threads that begin.
class Beginners : public PerfReceiver {
 public:
  explicit Beginners(IdSet& threads) : threads_(threads) {}

  void sampled(const PerfSample&) override {}
  void threadBegan(uint32_t thread, uint64_t) override { threads_.add(thread); }
  void threadNamed(uint32_t, Octets) override {}
  void threadEnded(uint32_t, uint64_t) override {}

 private:
  IdSet& threads_;
};

}  // namespace

int PerfEvents::open(const PerfSettings& settings, const PerfPatience* patience) {
  close();
  settings_ = settings;
  extent_ = {};
  askForChain(settings.chain);
  excludeKernel_ = !settings.kernel;
  threadsOnly_ = true;
  int error = copy_.reserve(PerfRecords::kLongest / sizeof(uint64_t) + 1) ? findProcessors() : ENOMEM;
  error = error == 0 ? openRings() : error;
  error = error == 0 ? openThreads(patience) : error;
  if (error != 0) {
    close();
  }
  return error;
}

// The processors that any of the threads may run on.
int PerfEvents::findProcessors() {
  uint8_t all[kMostProcessors / 8] = {};
  const bool listed = forEachNumber(kThreads, [&all](uint32_t thread) {
    uint8_t some[sizeof all] = {};
    const long size = syscall(SYS_sched_getaffinity, static_cast<pid_t>(thread), sizeof some, some);
    for (long i = 0; i < size; i++) {
      all[i] |= some[i];
    }
  });
  if (!listed) {
    return errno;
  }
  processors_.clear();
  for (uint32_t i = 0; i < kMostProcessors; i++) {
    if ((all[i / 8] >> i % 8 & 1) != 0) {
      processors_.push(i);
    }
  }
  return processors_.refused() ? ENOMEM : processors_.size() == 0 ? ENODEV : 0;
}

// The limit of locked memory is shared by all processes of a user, so smaller rings are tried before giving up.
int PerfEvents::openRings() {
  size_t bytes = settings_.ringBytes;
  while (bytes > kLeastRing && bytes * processors_.size() > kMostRingMemory) {
    bytes /= 2;
  }
  int error = openRings(bytes);
  while ((error == EPERM || error == ENOMEM || error == EAGAIN) && bytes > kLeastRing) {
    bytes /= 2;
    error = openRings(bytes);
  }
  return error;
}

int PerfEvents::openRings(size_t bytes) {
  close();
  ringBytes_ = bytes;
  for (size_t i = 0; i < processors_.size(); i++) {
    PerfRing ring;
    const int error = ring.open(processors_[i], bytes);
    if (error == ENODEV) {
      continue;  // the processor is switched off
    }
    if (error != 0) {
      return error;
    }
    rings_.push(ring);
    if (rings_.refused()) {
      ring.close();
      return ENOMEM;
    }
  }
  extent_.ringBytes = rings_.size() * PerfRing::memory(bytes);
  return rings_.size() != 0 ? 0 : ENODEV;
}

// Threads may be created while others are opened, so they are listed again until there is no new one.
int PerfEvents::openThreads(const PerfPatience* patience) {
  mostDescriptors_ = descriptorsToTake();
  opened_.add(threadId());
  int error = 0;
  Threads found;
  for (int listing = 0; listing < kMostListings; listing++) {
    const int unlisted = findNew(listing == 0, found);
    if (unlisted != 0 || found.size() == 0) {
      error = unlisted != 0 ? unlisted : error;
      break;
    }
    for (size_t i = 0; i < found.size(); i++) {
      if (patience != nullptr && patience->isOver()) {
        return ECANCELED;
      }
      opened_.add(found[i]);
      if (isOurThread(found[i])) {
        continue;
      }
      const int result = hasRoom(kTurns * rings_.size()) ? openThread(found[i]) : EMFILE;
      extent_.threads += result == 0;
      extent_.missing += result != 0 && result != ESRCH;
      error = result != 0 ? result : error;
      if (extent_.threads == 0 && result != 0 && result != ESRCH) {
        return error;
      }
    }
  }
  return extent_.threads != 0 ? 0 : error != 0 ? error : ESRCH;
}

// Finds threads that are to be opened. Returns 0 or an errno. In later lists, a new thread has either inherited from
// its creator, and then a record in a ring says so soon after the thread has appeared, or its creator had not been
// opened yet.
int PerfEvents::findNew(bool first, Threads& found) {
  Threads listed;
  found.clear();
  if (!forEachNumber(kThreads, [&](uint32_t thread) {
        if (!opened_.contains(thread)) {
          listed.push(thread);
        }
      })) {
    return errno;
  }
  if (listed.size() != 0 && !first) {
    sleep(kSettling);
    Beginners beginners(opened_);
    mark();
    read(beginners);
  }
  for (size_t i = 0; i < listed.size(); i++) {
    if (!opened_.contains(listed[i])) {
      found.push(listed[i]);
    }
  }
  return 0;
}

bool PerfEvents::hasRoom(size_t more) const {
  return events_.size() + rings_.size() + apart_.size() + more <= mostDescriptors_;
}

int PerfEvents::openThread(uint32_t thread) {
  const size_t before = events_.size();
  for (size_t i = 0; i < rings_.size(); i++) {
    for (size_t turn = 0; turn < kTurns; turn++) {
      const int error = openEvent(thread, rings_[i], turn);
      if (error != 0) {
        closeEvents(before);
        return error;
      }
    }
  }
  keepApart(thread);
  for (size_t i = before + turn_; i < events_.size(); i += kTurns) {
    ioctl(events_[i], PERF_EVENT_IOC_ENABLE, 0);
  }
  extent_.kernel = !excludeKernel_;
  return 0;
}

// The dummy event is only this thread's, so the kernel exchanges its events with no other. If it cannot be opened, a
// thread that creates many short ones has too few samples.
void PerfEvents::keepApart(uint32_t thread) {
  forget(thread);
  const int event = hasRoom(1) ? openPerfEvent(perfAttributes(PERF_COUNT_SW_DUMMY, true), thread, kAny) : -1;
  if (event >= 0 && !apart_.put(thread, event)) {
    ::close(event);
  }
}

void PerfEvents::forget(uint32_t thread) {
  if (const int* event = apart_.find(thread)) {
    ::close(*event);
    apart_.remove(thread);
  }
}

// The kernel may not have reported the end of a thread, for want of room in a ring. Whenever there are twice as many
// threads as after the last look, those that are gone are removed.
void PerfEvents::forgetEnded() {
  if (apart_.size() < nextLook_) {
    return;
  }
  Threads ended;
  apart_.forEach([&ended](uint64_t thread, int) {
    if (syscall(SYS_tgkill, processId(), static_cast<pid_t>(thread), 0) != 0 && errno == ESRCH) {
      ended.push(static_cast<uint32_t>(thread));
    }
  });
  for (size_t i = 0; i < ended.size(); i++) {
    forget(ended[i]);
  }
  nextLook_ = apart_.size() < kFirstLook / 2 ? kFirstLook : 2 * apart_.size();
}

// Each pair changes once in a turn, and as long after the pair before it in each, so its events serve equally long.
size_t PerfEvents::takeTurns() {
  const uint64_t began = monotonicNanos();
  if (began < nextTurn_ || !jitter_.coin()) {
    return 0;
  }
  if (toTurn_ == 0) {
    turn_ = kTurns - 1 - turn_;
    toTurn_ = events_.size() / kTurns;
  }
  const size_t rests = kTurns - 1 - turn_;
  size_t changed = 0;
  uint64_t now = began;
  while (toTurn_ != 0 && changed < kMostTurns && now - began < kLongestTurns) {
    const size_t pair = events_.size() - toTurn_ * kTurns;
    // In this order: a thread without an event is not reported, either.
    ioctl(events_[pair + turn_], PERF_EVENT_IOC_ENABLE, 0);
    ioctl(events_[pair + rests], PERF_EVENT_IOC_DISABLE, 0);
    toTurn_--;
    changed++;
    now = monotonicNanos();
  }
  nextTurn_ = now + (now - began) * kTurnShare;
  return changed;
}

void PerfEvents::askForChain(PerfChain chain) {
  settings_.chain = chain;
  records_ = PerfRecords({processId(), settings_.stackBytes != 0, chain != PerfChain::kNone});
}

// Asks for less than was refused. Returns false when there is nothing left to do without.
bool PerfEvents::askForLess(int error) {
  const bool inKernel = settings_.chain == PerfChain::kKernel;
  if (!excludeKernel_ && (error == EACCES || error == EPERM)) {
    excludeKernel_ = true;
    askForChain(inKernel ? PerfChain::kNone : settings_.chain);
    return true;
  }
  if (threadsOnly_ && (error == EINVAL || error == E2BIG)) {
    threadsOnly_ = false;
    return true;
  }
  // The kernel has buffers for chains, which it may not get.
  if (inKernel && (error == ENOMEM || error == EOVERFLOW || error == EINVAL || error == EBUSY)) {
    askForChain(PerfChain::kNone);
    return true;
  }
  return false;
}

// Kernels differ in what they know and permit. The first event decides: with the kernel's part of a thread's time where
// that is permitted, and without child processes where that can be asked for.
int PerfEvents::openEvent(uint32_t thread, const PerfRing& ring, size_t turn) {
  perf_event_attr attributes = perfAttributes(PERF_COUNT_SW_CPU_CLOCK, excludeKernel_);
  const uint64_t period = settings_.period * kPeriods[turn] / kWholePeriod;
  attributes.sample_period = period;
  attributes.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
                           PERF_SAMPLE_REGS_USER;
  attributes.sample_regs_user = PerfRegisters::mask();
  if (settings_.chain != PerfChain::kNone) {
    attributes.sample_type |= PERF_SAMPLE_CALLCHAIN;
    attributes.exclude_callchain_kernel = settings_.chain != PerfChain::kKernel;
    attributes.exclude_callchain_user = settings_.chain != PerfChain::kUser;
  }
  if (settings_.stackBytes != 0) {
    attributes.sample_type |= PERF_SAMPLE_STACK_USER;
    attributes.sample_stack_user = settings_.stackBytes;
  }
  attributes.inherit = 1;
  attributes.comm = 1;
  attributes.task = 1;
  if (threadsOnly_) {
    addFlag(attributes, kInheritThread);
  }
  const int event = openPerfEvent(attributes, thread, ring.processor());
  if (event < 0) {
    const bool first = extent_.threads == 0 && events_.size() == 0;
    const int error = errno;
    return first && askForLess(error) ? openEvent(thread, ring, turn) : error;
  }
  events_.push(event);
  if (events_.refused()) {
    ::close(event);
    return ENOMEM;
  }
  uint64_t id = 0;
  if (ioctl(event, PERF_EVENT_IOC_ID, &id) != 0) {
    return errno;
  }
  if (!origins_.put(id, {thread, period})) {
    return ENOMEM;
  }
  return ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, ring.event()) == 0 ? 0 : errno;
}

// Closing alone is not enough: in a forked process that has the same descriptor the event would live on. Events that
// were inherited are switched off and closed with the one that they come from.
void PerfEvents::closeEvents(size_t from) {
  for (size_t i = from; i < events_.size(); i++) {
    ioctl(events_[i], PERF_EVENT_IOC_DISABLE, 0);
    ::close(events_[i]);
  }
  events_.rewind(from);
}

void PerfEvents::close() {
  closeEvents(0);
  toTurn_ = 0;
  for (size_t i = 0; i < rings_.size(); i++) {
    rings_[i].close();
  }
  rings_.clear();
  apart_.forEach([](uint64_t, int event) { ::close(event); });
  apart_.clear();
  opened_.clear();
  begun_.clear();
  origins_.clear();
  sampledBy_.clear();
}

// A thread that has inherited may also have been opened, when the record of its beginning came late; and threads that it
// creates inherit from both. Only the events that come from one opened thread count: the first to be met, but the thread's
// own if it has some. What it inherited while its creator was being opened is not complete.
class PerfEvents::Once : public PerfReceiver {
 public:
  Once(PerfEvents& events, PerfReceiver& receiver) : events_(events), receiver_(receiver) {}

  void sampled(const PerfSample& sample) override {
    const Origin* origin = events_.origins_.find(sample.event);
    const uint32_t* counted = events_.sampledBy_.find(sample.thread);
    if (origin == nullptr) {
      return;
    }
    const bool isCounted = counted != nullptr && *counted == origin->thread;
    if (counted != nullptr && !isCounted && origin->thread != sample.thread) {
      return;
    }
    if (!isCounted) {
      events_.sampledBy_.put(sample.thread, origin->thread);
    }
    PerfSample weighed = sample;
    weighed.weight = origin->period;
    receiver_.sampled(weighed);
  }
  void threadBegan(uint32_t thread, uint64_t time) override {
    events_.sampledBy_.remove(thread);
    events_.begun_.add(thread);
    receiver_.threadBegan(thread, time);
  }
  void threadNamed(uint32_t thread, Octets name) override { receiver_.threadNamed(thread, name); }
  void threadEnded(uint32_t thread, uint64_t time) override {
    events_.sampledBy_.remove(thread);
    events_.begun_.remove(thread);
    events_.forget(thread);
    receiver_.threadEnded(thread, time);
  }

 private:
  PerfEvents& events_;
  PerfReceiver& receiver_;
};

void PerfEvents::mark() {
  for (size_t i = 0; i < rings_.size(); i++) {
    rings_[i].mark();
  }
}

size_t PerfEvents::read(PerfReceiver& receiver, const PerfPatience* patience) {
  Once once(*this, receiver);
  size_t samples = 0;
  for (size_t i = 0; i < rings_.size(); i++) {
    samples += rings_[i].read(records_, reinterpret_cast<uint8_t*>(copy_.data()), once, patience);
  }
  forgetEnded();
  begun_.forEach([this](uint64_t thread) {
    if (!isOurThread(static_cast<uint32_t>(thread))) {
      keepApart(static_cast<uint32_t>(thread));
    }
  });
  begun_.clear();
  return samples;
}

uint64_t PerfEvents::patience() const {
  constexpr size_t kBesideStack = 256;
  return ringBytes_ / (settings_.stackBytes + kBesideStack) * settings_.period;
}

const char16_t* PerfEvents::reason(int error) {
  switch (error) {
    case ENOSYS:
      return u"the kernel has no perf events, or a filter of system calls (seccomp) hides them";
    case EPERM:
      return u"perf events are forbidden, by a filter of system calls (seccomp) as in a container, or by the limit of "
             u"locked memory";
    case EACCES:
      return u"perf events are forbidden: kernel.perf_event_paranoid is greater than 2";
    case EMFILE:
      return u"the process has too few descriptors left for perf events";
    case ENOMEM:
      return u"there is no memory for perf events";
    default:
      return u"perf events cannot be opened";
  }
}

}  // namespace tiptoe::os
