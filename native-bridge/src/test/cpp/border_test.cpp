// SPDX-License-Identifier: Apache-2.0
//
// The proxy's work in an observed process: the sockets it connects with, the files it opens, the rights it keeps. The
// observed processes are children of this test.

#include "check.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "agent_file.h"
#include "agents_trace.h"
#include "connection.h"
#include "control_sockets.h"
#include "folder.h"
#include "observed_process.h"
#include "rights.h"
#include "root_connector.h"
#include "temporary.h"

namespace {

using namespace tiptoe::border;

constexpr uint32_t kPatience = 60'000;  // milliseconds

uint64_t startTimeOf(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  size_t at = text.rfind(')');
  for (int field = 0; field < 20; field++) {
    at = text.find(' ', at + 1);
  }
  return std::stoull(text.substr(at + 1));
}

// A process that does not outlive its parent, even if that ends just now.
void dieWith(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(1);
  }
}

// A child that does something, reports that it has, and then stays until the test is over.
class Child {
 public:
  explicit Child(const std::function<bool()>& work) {
    int said[2];
    if (pipe(said) != 0) {
      abort();
    }
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
      dieWith(parent);
      const char done = work() ? 1 : 0;
      if (write(said[1], &done, 1) == 1) {
        pause();
      }
      _exit(0);
    }
    close(said[1]);
    char done = 0;
    fine_ = read(said[0], &done, 1) == 1 && done == 1;
    close(said[0]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  void end() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = 0;
    }
  }

  bool isFine() const { return fine_; }
  pid_t pid() const { return pid_; }
  uint64_t startTime() const { return startTimeOf(pid_); }

 private:
  pid_t pid_ = 0;
  bool fine_ = false;
};

// Runs a check in a process of its own, which may give up its rights; whether it went well.
bool apart(const std::function<bool()>& work) {
  const pid_t pid = fork();
  if (pid == 0) {
    _exit(work() ? 0 : 1);
  }
  int status = 0;
  return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int listenAt(const std::string& path) {
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path.c_str());
  const bool listens = bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                       listen(listening, 4) == 0;
  return listens ? listening : -1;
}

Folder opened(const std::string& path) {
  Folder folder;
  const int root = open("/", O_PATH | O_DIRECTORY);
  [[maybe_unused]] const Outcome outcome = folder.openAsSeen(root, path.c_str());
  close(root);
  return folder;
}

// Returns the result of connecting with the socket "s" in a folder, given the expected process.
Outcome connectWith(const Child& meant, const std::string& folder, const char* name = "s") {
  ObservedProcess process;
  Outcome outcome = process.open(meant.pid(), meant.startTime());
  if (!outcome.isDone()) {
    return outcome;
  }
  Connection connection;
  return connection.open(process, opened(folder), name, Moment::in(kPatience));
}

}  // namespace

TEST(process_thatIsMeant_isReadAsTheKernelShowsIt) {
  Child child([] { return true; });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).isDone());
  CHECK_EQUAL(geteuid(), process.user());
  CHECK_EQUAL(getegid(), process.group());
  CHECK_EQUAL(static_cast<uint64_t>(child.pid()), process.ownPid());
  CHECK(process.sharesOurFiles());
  CHECK(process.isThere());
  child.end();
  CHECK(!process.isThere());
}

TEST(process_ofTheSameNumberThatStartedAtAnotherTime_isNone) {
  Child child([] { return true; });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime() + 1).reason() == Reason::kNoProcess);
  ObservedProcess none;
  CHECK(none.open(0x7fffffff, 1).reason() == Reason::kNoProcess);
}

TEST(process_whoseNameLooksLikeItsState_isReadAll) {
  Child child([] { return prctl(PR_SET_NAME, ") Z 1 2 3") == 0; });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).isDone());
}

TEST(socket_ofTheProcessThatIsMeant_isConnectedWithAndCarriesBytes) {
  check::TemporaryFolder folder;
  Child child([&] {
    const int listening = listenAt(folder.file("s"));
    const pid_t parent = getpid();
    if (fork() == 0) {
      dieWith(parent);
      const int peer = accept(listening, nullptr, nullptr);
      char bytes[4];
      [[maybe_unused]] ssize_t count = recv(peer, bytes, 4, MSG_WAITALL);
      std::reverse(bytes, bytes + 4);
      count = send(peer, bytes, 4, 0);
      _exit(0);
    }
    return listening >= 0;
  });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).isDone());
  Connection connection;
  const Moment moment = Moment::in(kPatience);
  CHECK(connection.open(process, opened(folder.file("")), "s", moment).isDone());
  CHECK(connection.send(reinterpret_cast<const uint8_t*>("abcd"), 4, moment).isDone());
  Bytes received;
  CHECK(connection.receive(4, moment, received).isDone());
  CHECK_EQUAL(std::string("dcba"), std::string(reinterpret_cast<const char*>(received.data()), received.size()));
  CHECK(connection.receive(1, moment, received).reason() == Reason::kHungUp);
}

TEST(socket_ofAnotherProcess_isNotSpokenWith) {
  check::TemporaryFolder folder;
  Child meant([] { return true; });
  Child other([&] { return listenAt(folder.file("s")) >= 0; });
  CHECK(connectWith(meant, folder.file("")).reason() == Reason::kAnotherProcess);
}

// The socket of another process in place of that of the process which is meant: a link, its own node, a hard link.
TEST(socket_thatWasPutInPlaceOfTheRightOne_isNotSpokenWith) {
  check::TemporaryFolder folder;
  Child meant([&] { return listenAt(folder.file("mine")) >= 0; });
  Child other([&] { return listenAt(folder.file("other")) >= 0; });
  CHECK(connectWith(meant, folder.file(""), "mine").isDone());
  CHECK(symlink(folder.file("other").c_str(), folder.file("linked").c_str()) == 0);
  CHECK(!connectWith(meant, folder.file(""), "linked").isDone());
  CHECK(symlink(folder.file("mine").c_str(), folder.file("own").c_str()) == 0);
  CHECK(!connectWith(meant, folder.file(""), "own").isDone());
  CHECK(link(folder.file("other").c_str(), folder.file("hard").c_str()) == 0);
  CHECK(connectWith(meant, folder.file(""), "hard").reason() == Reason::kAnotherProcess);
  CHECK(rename(folder.file("other").c_str(), folder.file("mine").c_str()) == 0);
  CHECK(connectWith(meant, folder.file(""), "mine").reason() == Reason::kAnotherProcess);
}

// It listens for a process that has ended, and that had another number than the one which is meant.
TEST(socket_thatAChildInherited_isItsParents) {
  check::TemporaryFolder folder;
  Child heir([&] {
    const int listening = listenAt(folder.file("s"));
    return listening >= 0;
  });
  Child parent([&] {
    const int listening = listenAt(folder.file("t"));
    const pid_t parent = getpid();
    if (fork() == 0) {
      dieWith(parent);
      pause();
    }
    return listening >= 0;
  });
  CHECK(connectWith(parent, folder.file(""), "t").isDone());
  CHECK(connectWith(heir, folder.file(""), "t").reason() == Reason::kAnotherProcess);
}

TEST(socket_atWhichNobodyListens_isNobodys) {
  check::TemporaryFolder folder;
  Child meant([] { return true; });
  close(listenAt(folder.file("s")));
  CHECK(connectWith(meant, folder.file("")).reason() == Reason::kNobody);
  CHECK(connectWith(meant, folder.file(""), "none").reason() == Reason::kNotThere);
  check::Bytes nothing;
  std::ofstream(folder.file("file")) << "x";
  CHECK(connectWith(meant, folder.file(""), "file").reason() == Reason::kNotThere);
  CHECK(mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK(connectWith(meant, folder.file(""), "pipe").reason() == Reason::kNotThere);
}

TEST(socket_thatTakesNoConnections_isGivenUpInTime) {
  check::TemporaryFolder folder;
  Child meant([&] {
    const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    snprintf(address.sun_path, sizeof address.sun_path, "%s", folder.file("s").c_str());
    return bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 && listen(listening, 0) == 0;
  });
  ObservedProcess process;
  CHECK(process.open(meant.pid(), meant.startTime()).isDone());
  Connection taken[8];
  Outcome outcome = Outcome::done();
  for (Connection& each : taken) {
    outcome = each.open(process, opened(folder.file("")), "s", Moment::in(50));
    if (!outcome.isDone()) {
      break;
    }
  }
  CHECK(outcome.reason() == Reason::kTooLate);
}

TEST(name_thatIsNoSingleStep_isNotOpened) {
  check::TemporaryFolder folder;
  std::ofstream(folder.file("file")) << "x";
  mkdir(folder.file("sub").c_str(), 0700);
  std::ofstream(folder.file("sub/file")) << "x";
  const Folder at = opened(folder.file(""));
  CHECK(at.open("file", O_RDONLY).isOpen());
  for (const char* name : {"", ".", "..", "sub/file", "/etc/passwd", "sub/../file"}) {
    CHECK(!at.open(name, O_RDONLY).isOpen());
  }
}

TEST(name_thatIsALink_isNotFollowed) {
  check::TemporaryFolder folder;
  std::ofstream(folder.file("file")) << "x";
  CHECK(symlink("file", folder.file("link").c_str()) == 0);
  const Folder at = opened(folder.file(""));
  for (const int flags : {O_RDONLY, O_PATH, O_PATH | O_NOFOLLOW}) {
    CHECK(!at.open("link", flags).isOpen());
    CHECK(!at.openWithoutOpenat2("link", flags).isOpen());
  }
  CHECK(at.openWithoutOpenat2("file", O_RDONLY).isOpen());
}

// In a mount namespace of its own, where this system lets us have one.
TEST(name_overWhichSomethingIsMounted_isNotOpened) {
  check::TemporaryFolder folder;
  std::ofstream(folder.file("file")) << "x";
  std::ofstream(folder.file("secret")) << "y";
  const bool fine = apart([&] {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      printf("no namespaces here: %s\n", strerror(errno));
      return errno == EPERM || errno == ENOSPC || errno == EINVAL;
    }
    if (mount(folder.file("secret").c_str(), folder.file("file").c_str(), nullptr, MS_BIND, nullptr) != 0) {
      printf("no mounts here: %s\n", strerror(errno));
      return errno == EPERM;
    }
    const Folder at = opened(folder.file(""));
    return !at.open("file", O_RDONLY).isOpen() && !at.openWithoutOpenat2("file", O_RDONLY).isOpen() &&
           !at.open("file", O_PATH).isOpen() && at.open("secret", O_RDONLY).isOpen();
  });
  CHECK(fine);
}

TEST(folder_asSeen_neverLeavesTheRoot) {
  check::TemporaryFolder folder;
  mkdir(folder.file("root").c_str(), 0700);
  mkdir(folder.file("root/tmp").c_str(), 0700);
  mkdir(folder.file("outside").c_str(), 0700);
  CHECK(symlink("/tmp", folder.file("root/absolute").c_str()) == 0);
  CHECK(symlink("../outside", folder.file("root/up").c_str()) == 0);
  CHECK(symlink("/proc/self/root", folder.file("root/magic").c_str()) == 0);
  const Descriptor root(open(folder.file("root").c_str(), O_PATH | O_DIRECTORY));
  Folder at;
  CHECK(at.openAsSeen(root.get(), "/absolute").isDone());
  CHECK(!Folder().openAsSeen(root.get(), "/up").isDone());
  CHECK(!Folder().openAsSeen(root.get(), "/magic").isDone());
  CHECK(!Folder().openAsSeen(root.get(), "/../outside").isDone());
}

TEST(folder_inWhichOthersMayReplaceFiles_isNotSafe) {
  check::TemporaryFolder folder;
  const Descriptor root(open(folder.file("").c_str(), O_PATH | O_DIRECTORY));
  mkdir(folder.file("open").c_str(), 0700);
  mkdir(folder.file("open/own").c_str(), 0700);
  CHECK(Folder().openSafely(root.get(), "/open/own", geteuid()).isDone());
  chmod(folder.file("open").c_str(), 0777);
  CHECK(!Folder().openSafely(root.get(), "/open/own", geteuid()).isDone());
  CHECK(!Folder().openSafely(root.get(), "/open", geteuid()).isDone());
  chmod(folder.file("open").c_str(), 01777);
  CHECK(Folder().openSafely(root.get(), "/open", geteuid()).isDone());
  CHECK(symlink("open", folder.file("link").c_str()) == 0);
  CHECK(!Folder().openSafely(root.get(), "/link", geteuid()).isDone());
  CHECK(!Folder().openSafely(root.get(), "/open/../open", geteuid()).isDone());
}

namespace {

std::string put(const std::string& folder, const std::string& library) {
  Child self([] { return true; });
  ObservedProcess process;
  Bytes path;
  const std::string digest(64, 'd');
  Outcome outcome = process.open(self.pid(), self.startTime());
  const Folder at = opened(folder);
  outcome = putAgent(process, at, digest.c_str(), reinterpret_cast<const uint8_t*>(library.data()), library.size(),
                     Moment::in(kPatience), path);
  return outcome.isDone() ? std::string(reinterpret_cast<const char*>(path.data()), path.size()) : "";
}

std::string content(const std::string& path) {
  const check::Bytes bytes = check::readFile(path);
  return std::string(bytes.begin(), bytes.end());
}

size_t countOf(const std::string& folder) {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

std::string firstName() { return "tiptoe-agent-" + std::to_string(geteuid()) + "-" + std::string(64, 'd') + ".so"; }

}  // namespace

TEST(agent_thatIsPut_isReadableByAllAndWrittenByNobody) {
  check::TemporaryFolder folder;
  const std::string path = put(folder.file(""), "the library");
  CHECK_EQUAL(folder.file("") + "/" + firstName(), path);
  CHECK_EQUAL(std::string("the library"), content(path));
  struct stat about;
  CHECK(stat(path.c_str(), &about) == 0);
  CHECK_EQUAL(0444u, about.st_mode & 07777u);
  CHECK_EQUAL(path, put(folder.file(""), "the library"));
  CHECK_EQUAL(size_t{1}, countOf(folder.file("")));
}

// A wrong file in its place is left alone; the one that is put beside it is found again.
TEST(agent_whosePlaceIsTaken_isPutBesideIt) {
  const std::function<void(const std::string&)> takers[] = {
      [](const std::string& place) { std::ofstream(place) << "the librarx"; chmod(place.c_str(), 0444); },
      [](const std::string& place) { std::ofstream(place) << "the library"; chmod(place.c_str(), 0666); },
      [](const std::string& place) { std::ofstream(place) << "the library, and more"; chmod(place.c_str(), 0444); },
      [](const std::string& place) { mkdir(place.c_str(), 0444); },
      [](const std::string& place) { mkfifo(place.c_str(), 0444); },
      [](const std::string& place) { [[maybe_unused]] int made = symlink("/etc/hostname", place.c_str()); },
  };
  for (const auto& take : takers) {
    check::TemporaryFolder folder;
    take(folder.file(firstName()));
    const std::string path = put(folder.file(""), "the library");
    CHECK(!path.empty() && path != folder.file("") + "/" + firstName());
    CHECK_EQUAL(std::string("the library"), content(path));
    CHECK_EQUAL(path, put(folder.file(""), "the library"));
    CHECK_EQUAL(size_t{2}, countOf(folder.file("")));
  }
}

namespace {

// The trace of a process, read from its begin to its end; "?" for what cannot be read.
std::string traceOf(AgentsTrace& trace, const ObservedProcess& process, uint64_t& data) {
  std::string text;
  data = 0;
  for (uint64_t at = 0;;) {
    Bytes answer;
    if (!trace.read(process, at, 1 << 20, answer).isDone()) {
      return "?";
    }
    uint64_t size;
    uint64_t begin;
    memcpy(&size, answer.data(), 8);
    memcpy(&begin, answer.data() + 8, 8);
    const size_t count = answer.size() - 16;
    text.append(reinterpret_cast<const char*>(answer.data()) + 16, std::min<size_t>(count, 64));
    data += count;
    at = begin + count;
    if (at >= size) {
      return text;
    }
  }
}

}  // namespace

TEST(trace_withHoles_isReadWithoutThem) {
  check::TemporaryFolder folder;
  Child self([] { return true; });
  ObservedProcess process;
  CHECK(process.open(self.pid(), self.startTime()).isDone());
  const Folder at = opened(folder.file(""));
  AgentsTrace trace;
  trace.begin(at);
  uint64_t data;
  CHECK_EQUAL(std::string("?"), traceOf(trace, process, data));
  const std::string path = folder.file(trace.name());
  std::ofstream(path) << "begin";
  CHECK(truncate(path.c_str(), 200ll << 30) == 0);
  CHECK_EQUAL(std::string("begin"), traceOf(trace, process, data).substr(0, 5));
  CHECK(data < (1 << 20));
  trace.end();
  CHECK_EQUAL(size_t{0}, countOf(folder.file("")));
}

TEST(trace_thatIsNoPlainFile_isNotOpened) {
  check::TemporaryFolder folder;
  std::ofstream(folder.file("secret")) << "secret";
  const std::function<void(const std::string&)> traps[] = {
      [](const std::string& place) { mkfifo(place.c_str(), 0600); },
      [&](const std::string& place) { [[maybe_unused]] int made = symlink(folder.file("secret").c_str(), place.c_str()); },
      [](const std::string& place) { mkdir(place.c_str(), 0700); },
      [](const std::string& place) { close(listenAt(place)); },
  };
  Child self([] { return true; });
  ObservedProcess process;
  CHECK(process.open(self.pid(), self.startTime()).isDone());
  const Folder at = opened(folder.file(""));
  for (const auto& trap : traps) {
    AgentsTrace trace;
    trace.begin(at);
    trap(folder.file(trace.name()));
    uint64_t data;
    CHECK_EQUAL(std::string("?"), traceOf(trace, process, data));
  }
}

TEST(rights_ofTheTargetsUser_areAllThatIsKept) {
  if (geteuid() != 0) {
    // A user other than root can act only as itself.
    Child child([] { return true; });
    ObservedProcess process;
    CHECK(process.open(child.pid(), child.startTime()).isDone());
    CHECK(apart([&] { return actAsUserOf(process).isDone() && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; }));
    return;
  }
  check::TemporaryFolder folder;
  chmod(folder.file("").c_str(), 0755);
  std::ofstream(folder.file("secret")) << "secret";
  chmod(folder.file("secret").c_str(), 0600);
  Child child([] { return setgid(64'001) == 0 && setuid(64'001) == 0; });
  CHECK(child.isFine());
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).isDone());
  CHECK(apart([&] {
    return actAsUserOf(process).isDone() && getuid() == 64'001 && getgid() == 64'001 && getgroups(0, nullptr) == 0 &&
           setuid(0) != 0 && setgid(0) != 0 && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 &&
           prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && open(folder.file("secret").c_str(), O_RDONLY) < 0;
  }));
}

// Root itself keeps its name and nothing more: no capability.
TEST(rights_ofRoot_areWithoutCapabilities) {
  if (geteuid() != 0) {
    return;  // tested above
  }
  Child child([] { return true; });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).isDone());
  check::TemporaryFolder folder;
  std::ofstream(folder.file("closed")) << "x";
  CHECK(chown(folder.file("closed").c_str(), 64'001, 64'001) == 0 && chmod(folder.file("closed").c_str(), 0600) == 0);
  CHECK(apart([&] {
    return actAsUserOf(process).isDone() && geteuid() == 0 && open(folder.file("closed").c_str(), O_RDONLY) < 0 &&
           chown(folder.file("closed").c_str(), 0, 0) != 0;
  }));
}

TEST(process_ofAnotherUser_isNotForWhoIsNotRoot) {
  if (geteuid() != 0) {
    Child root([] { return true; });
    ObservedProcess process;
    CHECK(!process.open(1, startTimeOf(1)).isDone());
    return;
  }
  Child child([] { return true; });
  CHECK(apart([&] {
    ObservedProcess process;
    return setuid(64'002) == 0 && process.open(child.pid(), child.startTime()).reason() == Reason::kNoPermission;
  }));
}

TEST(process_thatActsAsMoreThanOneUser_isRefused) {
  if (geteuid() != 0) {
    return;  // only root can become such a one here
  }
  Child child([] { return setresuid(64'001, 0, 0) == 0; });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).reason() == Reason::kFailed);
}

namespace {

// A place for the control socket of a process, in a private folder. Real agents use such a folder if one is in /tmp, and
// would lose their sockets with this one.
class ControlFolder {
 public:
  ControlFolder() : path_("/var/tmp/tiptoe-control-test-" + std::to_string(getpid())) { mkdir(path_.c_str(), 0700); }
  ControlFolder(const ControlFolder&) = delete;
  ControlFolder& operator=(const ControlFolder&) = delete;
  ~ControlFolder() { std::filesystem::remove_all(path_); }

  std::string socketOf(pid_t pid) const { return path_ + "/" + std::to_string(pid) + "-0123456789abcdef"; }

 private:
  const std::string path_;
};

Outcome connectToAgentOf(const Child& child, uint32_t patience) {
  ObservedProcess process;
  Outcome outcome = process.open(child.pid(), child.startTime());
  Connection connection;
  return outcome.isDone() ? connectToAgent(process, RootConnector(), Moment::in(patience), connection) : outcome;
}

}  // namespace

// There may be any number of names of other users in the folder, more than can be looked at in time.
TEST(agent_thatListens_isFoundWithoutALookAtAllNames) {
  const ControlFolder folder;
  Child child([&] { return listenAt(folder.socketOf(getpid())) >= 0; });
  CHECK(child.isFine());
  CHECK(connectToAgentOf(child, 0).isDone());
  Child without([] { return true; });
  CHECK(connectToAgentOf(without, 0).reason() == Reason::kNotThere);
}

TEST(agent_thatIsAboutToListen_keepsItsSocket) {
  const ControlFolder folder;
  Child child([&] {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    snprintf(address.sun_path, sizeof address.sun_path, "%s", folder.socketOf(getpid()).c_str());
    return bind(socket(AF_UNIX, SOCK_STREAM, 0), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  });
  CHECK(child.isFine());
  const std::string place = folder.socketOf(child.pid());
  CHECK(connectToAgentOf(child, kPatience).reason() == Reason::kNotThere);
  CHECK(std::filesystem::exists(place));

  const uint64_t pid = static_cast<uint64_t>(child.pid());
  child.end();
  Child self([] { return true; });
  ObservedProcess process;
  CHECK(process.open(self.pid(), self.startTime()).isDone());
  CHECK(clearControlSockets(process, pid, Moment::in(kPatience)).isDone());
  CHECK(!std::filesystem::exists(place));
}

namespace {

// A process of another user that listens at "s" in a folder, and reports to each client the client's user.
class Host {
 public:
  Host() : child_([this] { return setgid(64'001) == 0 && setuid(64'001) == 0 && serve(); }) {}

  const Child& child() const { return child_; }
  const std::string folder() const { return folder_.file(""); }

 private:
  // The folder is the user's own before it listens.
  bool serve() const {
    const int listening = listenAt(folder_.file("s"));
    const pid_t parent = getpid();
    if (fork() == 0) {
      dieWith(parent);
      for (;;) {
        const int peer = accept(listening, nullptr, nullptr);
        ucred about{};
        socklen_t size = sizeof about;
        getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &about, &size);
        [[maybe_unused]] const ssize_t sent = send(peer, &about.uid, sizeof about.uid, MSG_NOSIGNAL);
        close(peer);
      }
    }
    return listening >= 0 && chmod(folder_.file("s").c_str(), 0600) == 0;
  }

  struct Theirs : check::TemporaryFolder {
    Theirs() { [[maybe_unused]] const int given = chown(file("").c_str(), 64'001, 64'001); }
  };

  Theirs folder_;
  Child child_;
};

// As whom a connection is made, by a process that acts as the user of the observed one.
bool connectsAs(uid_t expected, const Host& host, bool throughRoot) {
  return apart([&] {
    ObservedProcess process;
    RootConnector root;
    const bool acts = process.open(host.child().pid(), host.child().startTime()).isDone() &&
                      (!throughRoot || root.start(process).isDone()) && actAsUserOf(process).isDone();
    Connection connection;
    Bytes said;
    const Moment moment = Moment::in(kPatience);
    const bool answered = acts && root.isRunning() == throughRoot &&
                          connection.open(process, opened(host.folder()), "s", moment, root).isDone() &&
                          connection.receive(sizeof expected, moment, said).isDone();
    return answered && memcmp(said.data(), &expected, sizeof expected) == 0;
  });
}

}  // namespace

TEST(connection_throughRootsConnector_isRoots) {
  if (geteuid() != 0) {
    RootConnector none;
    Child child([] { return true; });
    ObservedProcess process;
    CHECK(process.open(child.pid(), child.startTime()).isDone());
    CHECK(none.start(process).isDone() && !none.isRunning());
    return;
  }
  const Host host;
  CHECK(host.child().isFine());
  CHECK(connectsAs(0, host, true));
  CHECK(connectsAs(64'001, host, false));
}

// A process that acts as the user may have been taken over: the root connector passes on no connection with another
// process, and connects with no socket that is not the user's.
TEST(rootsConnector_thatIsLedAstray_givesNothing) {
  if (geteuid() != 0) {
    return;  // tested above
  }
  const Host host;
  check::TemporaryFolder folder;
  chmod(folder.file("").c_str(), 0711);
  Child roots([&] { return listenAt(folder.file("roots")) >= 0 && chmod(folder.file("roots").c_str(), 0666) == 0; });
  Child users([&] {
    const int listening = listenAt(folder.file("users"));
    return chown(folder.file("users").c_str(), 64'001, 64'001) == 0 && listening >= 0;
  });
  std::ofstream(folder.file("file")) << "x";
  CHECK(roots.isFine() && users.isFine());
  CHECK(apart([&] {
    ObservedProcess process;
    RootConnector root;
    const bool starts = process.open(host.child().pid(), host.child().startTime()).isDone() &&
                        root.start(process).isDone() && root.isRunning();
    const auto at = [&](const char* name) {
      const Descriptor node(open(folder.file(name).c_str(), O_PATH));
      return root.at(node.get());
    };
    const Attempt toRoots = at("roots");
    const Attempt toFile = at("file");
    const Attempt toAnother = at("users");
    const Attempt toNothing = root.at(-1);
    const Descriptor node(open((host.folder() + "/s").c_str(), O_PATH));
    return starts && toRoots.error == EACCES && !toRoots.socket.isOpen() && toFile.error == EACCES &&
           toAnother.error == 0 && !toAnother.socket.isOpen() && toAnother.peer.pid == users.pid() &&
           toNothing.error != 0 && root.at(node.get()).socket.isOpen();
  }));
}

// Where the user can reach nothing, root's connector cannot either.
// Groups by the system call itself: the library asks for all threads, and a sanitizer may have one that keeps its rights.
TEST(rootsConnector_reachesNoMoreThanTheUser) {
  if (geteuid() != 0) {
    return;  // tested above
  }
  const Host host;
  check::TemporaryFolder folder;
  std::ofstream(folder.file("secret")) << "secret";
  chmod(folder.file("").c_str(), 0711);
  chmod(folder.file("secret").c_str(), 0600);
  ObservedProcess process;
  CHECK(process.open(host.child().pid(), host.child().startTime()).isDone());
  CHECK(apart([&] {
    return reachFilesAsUserOf(process).isDone() && geteuid() == 0 && open(folder.file("secret").c_str(), O_RDONLY) < 0 &&
           prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 &&
           syscall(SYS_setgroups, 0, nullptr) != 0 && chmod(folder.file("secret").c_str(), 0666) != 0;
  }));
}

// A process in a user namespace of its own does not recognise root.
TEST(rootsConnector_isNotForAnotherUserNamespace) {
  if (geteuid() != 0) {
    return;  // tested above
  }
  Child child([] {
    const bool other = setgid(64'001) == 0 && setuid(64'001) == 0;
    if (other && unshare(CLONE_NEWUSER) != 0) {
      printf("no namespaces here: %s\n", strerror(errno));
      return false;
    }
    return other;
  });
  ObservedProcess process;
  CHECK(process.open(child.pid(), child.startTime()).isDone());
  CHECK_EQUAL(!child.isFine(), process.sharesOurUsers());
  CHECK(apart([&] {
    RootConnector root;
    return root.start(process).isDone() && root.isRunning() == process.sharesOurUsers();
  }));
}

CHECK_MAIN
