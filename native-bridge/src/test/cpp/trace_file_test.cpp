// SPDX-License-Identifier: Apache-2.0
//
// The file: how it is created, and what becomes of a record when the system takes it badly.

#include "check.h"
#include "parsed_trace.h"
#include "temporary.h"
#include "trace/batch.h"
#include "trace/trace_file.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tiptoe;

namespace {

int append(TraceFile& file, uint64_t id) {
  layout::ThreadDestroyed record{};
  record.threadId = id;
  Batch batch;
  batch.add(record);
  int error = -1;
  batch.forEach([&](layout::RecordHeader* header) { error = file.append(header); });
  return error;
}

// The results of the next appends, one entry each: a number of bytes to take, or -errno; then all is well.
std::vector<int64_t> fate;

int64_t fatefulAppend(int file, const void* bytes, size_t size) {
  if (fate.empty()) {
    return os::append(file, bytes, size);
  }
  const int64_t next = fate.front();
  fate.erase(fate.begin());
  return next < 0 ? next : os::append(file, bytes, static_cast<size_t>(next));
}

TraceSystem fateful() {
  TraceSystem system;
  system.append = fatefulAppend;
  return system;
}

}  // namespace

TEST(traceFile_created_isPrivateAndHasAHeader) {
  check::TemporaryFolder folder;
  const std::string path = folder.file("a.tiptoe");
  TraceFile file;
  CHECK_EQUAL(0, file.create(path.c_str(), headerOfNow()));

  struct stat status;
  CHECK_EQUAL(0, stat(path.c_str(), &status));
  CHECK_EQUAL(0600u, status.st_mode & 0777);

  const check::ParsedTrace trace(check::readFile(path));
  CHECK(memcmp(trace.header.magic, layout::kMagic, 8) == 0);
  CHECK_EQUAL(static_cast<uint32_t>(getpid()), trace.header.pid);
  CHECK_EQUAL(crc32c(&trace.header, 60), trace.header.crc);
  const uint8_t none[16] = {};
  CHECK(memcmp(none, trace.header.traceId, sizeof none) != 0);
}

TEST(traceFile_pathThatIsTaken_isLeftAlone) {
  check::TemporaryFolder folder;
  const std::string path = folder.file("a.tiptoe");
  std::ofstream(path) << "theirs";
  TraceFile file;
  CHECK_EQUAL(EEXIST, file.create(path.c_str(), headerOfNow()));
  CHECK_EQUAL(6u, check::readFile(path).size());
}

TEST(traceFile_linkToNowhere_isNotFollowed) {
  check::TemporaryFolder folder;
  const std::string link = folder.file("link");
  CHECK_EQUAL(0, symlink(folder.file("target").c_str(), link.c_str()));
  TraceFile file;
  CHECK_EQUAL(EEXIST, file.create(link.c_str(), headerOfNow()));
  CHECK(!std::filesystem::exists(folder.file("target")));
}

TEST(append_takenInPart_standsWholeBehindTheDamage) {
  check::TemporaryFolder folder;
  TraceFile file(fateful());
  fate = {};
  CHECK_EQUAL(0, file.create(folder.file("a").c_str(), headerOfNow()));
  fate = {17, 39, -EINTR};
  CHECK_EQUAL(0, append(file, 5));

  const check::ParsedTrace trace(check::readFile(folder.file("a")));
  CHECK_EQUAL(1u, trace.records.size());
  CHECK_EQUAL(17u + 39, trace.damaged);
  CHECK_EQUAL(5u, trace.records[0].as<layout::ThreadDestroyed>().threadId);
}

// The first of three records is whole; the rest follows the damage, or is missing.
TEST(batch_takenInPart_standsWholeOnce) {
  check::TemporaryFolder folder;
  TraceFile file(fateful());
  fate = {};
  CHECK_EQUAL(0, file.create(folder.file("a").c_str(), headerOfNow()));
  const auto appended = [&file](std::vector<int64_t> next) {
    Batch batch;
    for (uint64_t id = 1; id <= 3; id++) {
      layout::ThreadDestroyed record{};
      record.threadId = id;
      batch.add(record);
    }
    fate = std::move(next);
    return file.append(batch);
  };
  CHECK_EQUAL(0u, appended({}));
  CHECK_EQUAL(0u, appended({sizeof(layout::ThreadDestroyed) + 7}));
  CHECK_EQUAL(1u, appended({-ENOSPC, 40, -ENOSPC}));
  Batch none;
  CHECK_EQUAL(0u, file.append(none));

  const check::ParsedTrace trace(check::readFile(folder.file("a")));
  std::vector<uint64_t> ids;
  for (const check::Record& record : trace.records) {
    ids.push_back(record.as<layout::ThreadDestroyed>().threadId);
  }
  CHECK((ids == std::vector<uint64_t>{1, 2, 3, 1, 2, 3, 1, 3}));
  CHECK_EQUAL(7u, trace.damaged);
}

TEST(append_alwaysTakenInPart_givesUp) {
  check::TemporaryFolder folder;
  TraceFile file(fateful());
  fate = {};
  CHECK_EQUAL(0, file.create(folder.file("a").c_str(), headerOfNow()));
  fate = std::vector<int64_t>(100, 1);
  CHECK_EQUAL(EIO, append(file, 5));
  fate = {};
}

TEST(header_takenInParts_isWhole) {
  check::TemporaryFolder folder;
  TraceFile file(fateful());
  fate = {10, -EINTR, 20};
  CHECK_EQUAL(0, file.create(folder.file("a").c_str(), headerOfNow()));
  CHECK_EQUAL(64u, check::readFile(folder.file("a")).size());
}

TEST(header_onAFullDisk_isAnErrorAndLeavesNoFile) {
  check::TemporaryFolder folder;
  TraceFile file(fateful());
  fate = {-ENOSPC};
  CHECK_EQUAL(ENOSPC, file.create(folder.file("a").c_str(), headerOfNow()));
  CHECK(!std::filesystem::exists(folder.file("a")));
}

// The default of SIGXFSZ ends the process: this test then has no status but the signal's.
TEST(append_beyondTheFileSizeLimit_isAnErrorAndNoSignal) {
  check::TemporaryFolder folder;
  TraceFile file;
  CHECK_EQUAL(0, file.create(folder.file("a").c_str(), headerOfNow()));
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit tight = before;
  tight.rlim_cur = 64 + 40 + 13;
  setrlimit(RLIMIT_FSIZE, &tight);
  const int first = append(file, 1);
  const int second = append(file, 2);
  sigset_t waiting;
  sigpending(&waiting);
  setrlimit(RLIMIT_FSIZE, &before);
  const int third = append(file, 3);

  CHECK_EQUAL(0, first);
  CHECK_EQUAL(EFBIG, second);
  CHECK_EQUAL(0, sigismember(&waiting, SIGXFSZ));
  CHECK_EQUAL(0, third);
  const check::ParsedTrace trace(check::readFile(folder.file("a")));
  CHECK_EQUAL(2u, trace.records.size());
  CHECK_EQUAL(13u, trace.damaged);
}

TEST(append_whileTheProgramBlocksTheSignal_leavesItsOwnWaiting) {
  check::TemporaryFolder folder;
  TraceFile file;
  CHECK_EQUAL(0, file.create(folder.file("a").c_str(), headerOfNow()));
  sigset_t signal;
  sigemptyset(&signal);
  sigaddset(&signal, SIGXFSZ);
  sigprocmask(SIG_BLOCK, &signal, nullptr);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit tight = before;
  tight.rlim_cur = 64;
  setrlimit(RLIMIT_FSIZE, &tight);

  const int alone = append(file, 1);
  sigset_t afterAlone;
  sigpending(&afterAlone);
  raise(SIGXFSZ);
  const int besideTheirs = append(file, 2);
  sigset_t afterTheirs;
  sigpending(&afterTheirs);

  setrlimit(RLIMIT_FSIZE, &before);
  const timespec now{0, 0};
  sigtimedwait(&signal, nullptr, &now);
  sigprocmask(SIG_UNBLOCK, &signal, nullptr);
  CHECK_EQUAL(EFBIG, alone);
  CHECK_EQUAL(0, sigismember(&afterAlone, SIGXFSZ));
  CHECK_EQUAL(EFBIG, besideTheirs);
  CHECK_EQUAL(1, sigismember(&afterTheirs, SIGXFSZ));
}

CHECK_MAIN
