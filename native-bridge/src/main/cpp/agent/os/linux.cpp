// SPDX-License-Identifier: Apache-2.0
//
// os/os.h for Linux.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"
#include "os/descriptors_linux.h"
#include "os/os.h"
#include "os/scheduling_linux.h"

namespace tiptoe::os {
namespace {

uint64_t nanos(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

// Blocks SIGXFSZ on the calling thread while it lives. Its default action ends the process, and the program never asked
// to write our file. The kernel sends it to the writing thread, so this thread's mask is enough and no handler for the
// whole process is needed. (sigprocmask changes the calling thread's mask on Linux; pthread_sigmask is a newer symbol
// of libc.)
class NoFileSizeSignal {
 public:
  NoFileSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &signal_, &before_);
    // A signal can be pending already only where the program itself blocks it; that one must be left pending.
    if (sigismember(&before_, SIGXFSZ) == 1) {
      sigset_t waiting;
      sigpending(&waiting);
      theirs_ = sigismember(&waiting, SIGXFSZ) == 1;
    }
  }
  NoFileSizeSignal(const NoFileSizeSignal&) = delete;
  NoFileSizeSignal& operator=(const NoFileSizeSignal&) = delete;
  ~NoFileSizeSignal() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

  void take() {
    const timespec now{0, 0};
    while (!theirs_ && sigtimedwait(&signal_, nullptr, &now) < 0 && errno == EINTR) {
    }
  }

 private:
  sigset_t signal_;
  sigset_t before_;
  bool theirs_ = false;
};

// Converts to UTF-8. Returns whether the text and a terminator fit. An unpaired surrogate gives a name that no file
// has.
bool toUtf8(const char16_t* text, size_t units, char* bytes, size_t room) {
  size_t size = 0;
  for (size_t i = 0; i < units; i++) {
    uint32_t point = text[i];
    if ((point & 0xFC00) == 0xD800 && i + 1 < units && (text[i + 1] & 0xFC00) == 0xDC00) {
      point = 0x10000 + ((point & 0x3FF) << 10) + (text[++i] & 0x3FFu);
    }
    const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    if (point == 0 || room - size < static_cast<size_t>(more) + 2) {
      return false;
    }
    constexpr uint8_t kFirst[] = {0, 0xC0, 0xE0, 0xF0};
    bytes[size++] = static_cast<char>(kFirst[more] | point >> 6 * more);
    for (int rest = more - 1; rest >= 0; rest--) {
      bytes[size++] = static_cast<char>(0x80 | (point >> 6 * rest & 0x3F));
    }
  }
  bytes[size] = 0;
  return true;
}

ThreadName fromUtf8(const char* bytes, size_t size) {
  ThreadName name{};
  toUtf16(bytes, size, [&name](char16_t unit) { name.units[name.length++] = unit; });
  return name;
}

}  // namespace

uint64_t monotonicNanos() { return nanos(CLOCK_MONOTONIC); }

uint64_t wallNanos() { return nanos(CLOCK_REALTIME); }

uint32_t threadId() { return static_cast<uint32_t>(syscall(SYS_gettid)); }

void reduceWakeupLatency() {
  constexpr uint64_t kTurn = 100'000;
  prctl(PR_SET_TIMERSLACK, 1ul);
  Scheduling scheduling;
  if (scheduling.read() && scheduling.policy == SCHED_OTHER) {
    scheduling.runtime = kTurn;
    scheduling.write();
  }
}

// Returns the CPU time of a thread. The number of its clock is defined by the kernel: the thread's ID inverted, above
// three bits that mark it as a thread's and as the scheduler's clock, with a resolution of 1 ns. (pthread_getcpuclockid
// computes the same, but needs a pthread_t.)
uint64_t threadNanos(uint32_t thread) {
  constexpr uint32_t kOfAThread = 4;
  constexpr uint32_t kScheduler = 2;
  constexpr uint32_t kNoThread = 1u << 29;  // the clock's number leaves 29 bits for the ID
  const uint32_t clock = ~thread << 3 | kOfAThread | kScheduler;
  timespec time;
  if (thread == 0 || thread >= kNoThread || clock_gettime(static_cast<clockid_t>(clock), &time) != 0) {
    return 0;
  }
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

Activity activity() {
  Activity result{nanos(CLOCK_THREAD_CPUTIME_ID), 0, 0, 0, 0};
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) == 0) {
    result.sleeps = static_cast<uint64_t>(usage.ru_nvcsw);
    result.loads = static_cast<uint64_t>(usage.ru_majflt);
  }
  // Three numbers: on a processor, waiting for one, turns.
  char text[80];
  const int file = aboveStandardStreams(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  const ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
  if (file >= 0) {
    close(file);
  }
  if (length > 0) {
    text[length] = 0;
    char* next = nullptr;
    strtoull(text, &next, 10);
    result.ready = strtoull(next, &next, 10);
    result.turns = strtoull(next, nullptr, 10);
  }
  return result;
}

uint64_t processNanos() { return nanos(CLOCK_PROCESS_CPUTIME_ID); }

ThreadName threadName(uint32_t thread) {
  char path[64];
  char bytes[ThreadName::kMost + 1];  // with the end of the line
  snprintf(path, sizeof path, "/proc/self/task/%u/comm", thread);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t size = file >= 0 ? read(file, bytes, sizeof bytes) : 0;
  if (file >= 0) {
    close(file);
  }
  const void* end = size > 0 ? memchr(bytes, '\n', static_cast<size_t>(size)) : nullptr;
  return fromUtf8(bytes, end != nullptr ? static_cast<size_t>(static_cast<const char*>(end) - bytes) : 0);
}

ThreadName threadName(Octets name) {
  return fromUtf8(reinterpret_cast<const char*>(name.items), name.size < ThreadName::kMost ? name.size : ThreadName::kMost);
}

bool operator==(const ThreadName& one, const ThreadName& other) {
  return one.length == other.length && memcmp(one.units, other.units, one.length * sizeof(char16_t)) == 0;
}

void sleep(uint64_t nanos) {
  timespec left{static_cast<time_t>(nanos / 1'000'000'000), static_cast<long>(nanos % 1'000'000'000)};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

uint32_t processId() { return static_cast<uint32_t>(getpid()); }

Home::Home() {
  constexpr int kWipeOnFork = 18;  // MADV_WIPEONFORK, newer than the oldest libc
  void* page = mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return;
  }
  if (madvise(page, 1, kWipeOnFork) != 0) {
    munmap(page, 1);
    return;
  }
  page_ = static_cast<uint8_t*>(page);
  *page_ = 1;
}

Home::~Home() {
  if (page_ != nullptr) {
    munmap(page_, 1);
  }
}

void randomBytes(uint8_t* bytes, size_t size) {
  // Up to 256 bytes come in one call. A kernel without the call leaves the bytes unchanged: the trace then
  // has no ID of its own, which harms nothing else.
  while (getrandom(bytes, size, 0) < 0 && errno == EINTR) {
  }
}

int createNew(const char* path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_APPEND, 0600);
  const int kept = aboveStandardStreams(file);
  if (kept >= 0) {
    return kept;
  }
  const int error = errno;
  if (file >= 0) {
    unlink(path);
  }
  return -error;
}

int64_t append(int file, const void* bytes, size_t size) {
  // Without a limit no signal is sent. Asking costs half of what blocking the signal does.
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY) {
    const ssize_t written = write(file, bytes, size);
    return written >= 0 ? written : -errno;
  }
  NoFileSizeSignal quiet;
  const ssize_t written = write(file, bytes, size);
  if (written >= 0) {
    return written;
  }
  const int error = errno;
  if (error == EFBIG) {
    quiet.take();
  }
  return -error;
}

// The file's position does not matter for a file that is only appended to.
uint64_t sizeOf(int file) {
  const off_t end = lseek(file, 0, SEEK_END);
  return end > 0 ? static_cast<uint64_t>(end) : 0;
}

bool exists(const char16_t* path, size_t units) {
  char bytes[PATH_MAX];
  return units != 0 && path[0] == u'/' && toUtf8(path, units, bytes, sizeof bytes) && access(bytes, F_OK) == 0;
}

// The call fails where nothing is mapped; reading directly would crash. It is newer than the oldest libc that the agent
// runs on, so it is called by its number.
bool readMemory(uint64_t address, void* room, size_t size) {
  iovec to{room, size};
  iovec from{reinterpret_cast<void*>(address), size};
  return syscall(SYS_process_vm_readv, getpid(), &to, 1, &from, 1, 0) == static_cast<ssize_t>(size);
}

void close(int file) { ::close(file); }

void remove(const char* path) { unlink(path); }

const char* words(int error) { return strerror(error); }

void say(const char* format, ...) {
  char line[512] = "tiptoe: ";
  constexpr int kPrefix = 8;
  va_list args;
  va_start(args, format);
  int size = kPrefix + vsnprintf(line + kPrefix, sizeof line - kPrefix - 1, format, args);
  va_end(args);
  if (size > static_cast<int>(sizeof line) - 2) {
    size = sizeof line - 2;
  }
  line[size++] = '\n';
  // Writing to a full pipe would block the program, perhaps with our locks held. There is nowhere to report that a
  // message was dropped.
  pollfd room{STDERR_FILENO, POLLOUT, 0};
  if (poll(&room, 1, 0) == 1 && room.revents == POLLOUT) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(size));
  }
}

}  // namespace tiptoe::os
