// SPDX-License-Identifier: Apache-2.0
//
// The control socket of an agent inside a fake CLR: its answers, its place, and that no client can block or break it.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <random>
#include <set>

#include "check.h"
#include "control_client.h"
#include "listening.h"
#include "observed.h"

using namespace check;
namespace control = tiptoe::control;

namespace {

std::set<int> openDescriptors() {
  std::set<int> open;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    open.insert(std::stoi(entry.path().filename()));
  }
  return open;
}

// Whether the agent closes all but these, once it has seen that the other ends are closed.
bool areLeft(const std::set<int>& descriptors) {
  for (int i = 0; i < 2000 && openDescriptors() != descriptors; i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return openDescriptors() == descriptors;
}

bool listens(const std::string& path) {
  Observed observed;
  setenv("TIPTOE_CONTROL", path.c_str(), 1);
  const bool initialized = observed.initialize() == cor::kOk;
  unsetenv("TIPTOE_CONTROL");
  return initialized && ControlClient(path).isConnected();
}

}  // namespace

TEST(status_ofAnObservedProgram_tellsWhereItsTraceIsAndHowMuchIsInIt) {
  Listening agent;
  const Reply reply = ControlClient(agent.socket).ask(control::kStatus);
  CHECK_EQUAL(+control::kOk, +reply.code);
  size_t at = 0;
  CHECK_EQUAL(agent.observed.path(), reply.string(at));
  CHECK_EQUAL("9.0.1", reply.string(at));
  const auto quantities = reply.quantities(at);
  CHECK_EQUAL(static_cast<uint64_t>(getpid()), quantities.at(control::Quantity::kProcessId));
  CHECK_EQUAL(1u, quantities.at(control::Quantity::kStartMode));
  CHECK_EQUAL(2u, quantities.at(control::Quantity::kIdentityRecords));
  CHECK_EQUAL(0u, quantities.at(control::Quantity::kLoadsOnOurThreads));
  CHECK_EQUAL(+tiptoe::layout::kComplete, quantities.at(control::Quantity::kCoverage));
  CHECK_EQUAL(readFile(agent.observed.path()).size(), quantities.at(control::Quantity::kTraceBytes));
}

TEST(status_afterAFactWasLost_tellsThatCoverageEnded) {
  Listening agent;
  agent.observed.clr.modules[0x1000] = {kSomeFile, 0x900, 1, true};
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit full{readFile(agent.observed.path()).size(), before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  agent.observed.loaded(kModuleLoadFinished, 0x1000);
  setrlimit(RLIMIT_FSIZE, &before);
  CHECK_EQUAL(+tiptoe::layout::kEnded, agent.quantity(control::Quantity::kCoverage));
  CHECK(agent.quantity(control::Quantity::kIdentityLost) > 0);
}

TEST(flush_afterACallback_vouchesForItsRecords) {
  Listening agent;
  agent.observed.clr.modules[0x1000] = {kSomeFile, 0x900, 1, true};
  agent.observed.loaded(kModuleLoadFinished, 0x1000);
  const auto flushed = ControlClient(agent.socket).ask(control::kFlush).as<control::FlushAnswer>();
  const ParsedTrace trace = agent.observed.trace();
  CHECK_EQUAL(trace.records.back().header.sequence, +flushed.sequence);
  CHECK(flushed.time > trace.records.back().header.time);
  CHECK_EQUAL(readFile(agent.observed.path()).size(), +flushed.offset);
}

TEST(sampling_setWhileItRuns_isInForceAndStopsAndStartsIt) {
  Listening agent;
  const auto set = [&](uint64_t period, uint64_t duty) {
    const control::Sampling asked{period, duty};
    const Reply reply = ControlClient(agent.socket).ask(control::kSampling, ControlClient::bytesOf(asked));
    return reply.code == control::kOk ? reply.as<control::Sampling>() : control::Sampling{1, 1};
  };
  const auto quantity = [&](control::Quantity which) { return agent.quantity(which); };
  CHECK_EQUAL(0u, quantity(control::Quantity::kSamplePeriod));
  CHECK_EQUAL(1'000'000u, quantity(control::Quantity::kDuty));  // as it was configured
  const control::Sampling begun = set(1'000'000, 500'000);
  CHECK_EQUAL(1'000'000u, +begun.period);
  CHECK_EQUAL(500'000u, +begun.duty);
  const auto giveUp = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (quantity(control::Quantity::kRounds) < 3) {
    CHECK(std::chrono::steady_clock::now() < giveUp);
  }
  CHECK_EQUAL(1'000'000u, quantity(control::Quantity::kSamplePeriod));
  CHECK_EQUAL(500'000u, quantity(control::Quantity::kDuty));
  CHECK_EQUAL(1'000'000u, +set(control::kUnchanged, 400'000).period);
  CHECK_EQUAL(1u, +set(control::kUnchanged, 1'000'001).period);  // refused
  CHECK_EQUAL(0u, +set(0, control::kUnchanged).period);
  while (quantity(control::Quantity::kSamplePeriod) != 0) {
    CHECK(std::chrono::steady_clock::now() < giveUp);
  }
}

TEST(layout_ofALivingClass_isTheRuntimes) {
  Listening agent;
  agent.observed.clr.modules[0x1000] = {kSomeFile, 0x900, 1, true};
  agent.observed.clr.classes[0x2000] = {0x1000, 0x02000002, 0, {}, cor::kOk, {{0x04000001, 8}, {0x04000002, 16}}, 24};
  agent.observed.loaded(kClassLoadFinished, 0x2000);
  const uint64_t recorded = agent.observed.trace().ofType(tiptoe::layout::ClassSeen::kType)[0].header.time;
  const Reply reply = agent.askLayout(0x2000, recorded);
  CHECK_EQUAL(+control::kOk, +reply.code);
  const auto layout = reply.as<control::LayoutAnswer>();
  CHECK_EQUAL(0x1000u, +layout.moduleId);
  CHECK_EQUAL(0x02000002u, +layout.typeDef);
  CHECK_EQUAL(24u, +layout.size);
  CHECK_EQUAL(2u, +layout.fields);
  CHECK_EQUAL(0x04000002u, reply.as<uint32_t>(36));
  CHECK_EQUAL(16u, reply.as<uint32_t>(40));
  CHECK_EQUAL(+control::kOk, +agent.askLayout(0x2000, recorded + 1000).code);
  CHECK_EQUAL(+control::kNotValid, +agent.askLayout(0x2000, recorded - 1).code);
}

// The real CLR would crash at an ID that it never gave out.
TEST(layout_ofWhatNobodyReportedOrWhatHasNone_isRefused) {
  Listening agent;
  agent.observed.clr.classes[0x2000] = {0, 0, 0, {}, cor::kClassIdIsComposite};
  agent.observed.loaded(kClassLoadFinished, 0x2000);
  CHECK_EQUAL(+control::kRefused, +agent.askLayout(0x2000, UINT64_MAX).code);
  for (const uint64_t id : {uint64_t{0}, uint64_t{0x3000}, UINT64_MAX}) {
    CHECK_EQUAL(+control::kNotValid, +agent.askLayout(id, UINT64_MAX).code);
  }
  CHECK_EQUAL(0, agent.observed.clr.violations.load());
}

// Asked all the while: never about a dead class, never answered about one that took its place.
TEST(layout_ofClassesThatAreUnloadedMeanwhile_isOfTheOneAskedForOrRefused) {
  Listening agent;
  constexpr uint64_t kPlugin = 0x7000, kId = 0x2000;
  std::atomic<uint64_t> lease{0};  // since when, and of what size, in the low bits
  std::atomic<bool> over{false};
  std::atomic<int> answered{0}, wrong{0};
  std::thread asking([&] {
    ControlClient client(agent.socket);
    while (!over) {
      const uint64_t leased = lease;
      const control::LayoutRequest request{kId, leased >> 16};
      const Reply reply = client.ask(control::kLayout, ControlClient::bytesOf(request));
      const bool ok = reply.code == control::kOk;
      answered += ok;
      wrong += reply.isNone() || (ok && reply.as<control::LayoutAnswer>().size != (leased & 0xFFFF));
    }
  });
  FakeClr& clr = agent.observed.clr;
  for (uint32_t life = 1; life <= 300; life++) {
    {
      std::lock_guard<std::mutex> locked(clr.lock);
      clr.modules[kPlugin] = {kSomeFile, 0x900, cor::kModuleCollectible, true};
      clr.classes[kId] = {kPlugin, 0x02000002, 0, {}, cor::kOk, {}, life};
    }
    agent.observed.loaded(kModuleLoadFinished, kPlugin);
    agent.observed.loaded(kClassLoadFinished, kId);
    lease = agent.observed.trace().records.back().header.time << 16 | life;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
    agent.observed.call(kModuleUnloadStarted, kPlugin);
    std::lock_guard<std::mutex> locked(clr.lock);
    clr.classes.erase(kId);
  }
  over = true;
  asking.join();
  CHECK(answered > 0);
  CHECK_EQUAL(0, wrong.load());
  CHECK_EQUAL(0, clr.violations.load());
}

TEST(connection_severalRequests_areAnsweredInTheirOrder) {
  Listening agent;
  ControlClient client(agent.socket);
  client.send(ControlClient::request(control::kFlush));
  client.send(ControlClient::request(control::kStatus));
  client.send(ControlClient::request(77));
  CHECK_EQUAL(+control::kFlush, +client.receive().kind);
  CHECK_EQUAL(+control::kStatus, +client.receive().kind);
  const Reply unknown = client.receive();
  CHECK_EQUAL(77, +unknown.kind);
  CHECK_EQUAL(+control::kNotSupported, +unknown.code);
}

TEST(request_thatIsNoRequest_isReportedAndEndsItsConnection) {
  Listening agent;
  const auto codeOf = [&](const Bytes& bytes) {
    ControlClient client(agent.socket);
    client.send(bytes);
    const uint16_t code = client.receive().code;
    return client.receive().isNone() ? +code : -1;
  };
  CHECK_EQUAL(+control::kMalformed, codeOf(Bytes(16, 'x')));
  CHECK_EQUAL(+control::kMalformed, codeOf(ControlClient::request(control::kStatus, Bytes(65, 0))));
  Bytes newer = ControlClient::request(control::kStatus);
  newer[4] = 2;
  CHECK_EQUAL(+control::kAnotherVersion, codeOf(newer));
}

TEST(request_withMorePayloadThanIsKnown_isAnsweredAndWithLessIsNot) {
  Listening agent;
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kFlush, Bytes(64, 1)));
  CHECK_EQUAL(+control::kMalformed, +agent.ask(control::kLayout, Bytes(15, 1)));
}

TEST(request_inPieces_isPutTogether) {
  Listening agent;
  ControlClient client(agent.socket);
  for (const uint8_t byte : ControlClient::request(control::kFlush, Bytes(3, 0))) {
    client.send({byte});
  }
  CHECK_EQUAL(+control::kOk, +client.receive().code);
}

TEST(peerThatTakesNoAnswer_askingForEver_holdsUpNobody) {
  Listening agent;
  ControlClient silent(agent.socket);
  CHECK(silent.sendWhileThereIsRoom(ControlClient::request(control::kStatus)) > 10);
  CHECK(secondsOf([&] { CHECK_EQUAL(+control::kOk, +agent.ask(control::kFlush)); }) < 1.5);
}

TEST(flood_ofConnections_isServedToTheLast) {
  Listening agent;
  const size_t before = openDescriptors().size();
  for (int round = 0; round < 300; round++) {
    ControlClient left(agent.socket);
    ControlClient asked(agent.socket);
    asked.send(ControlClient::request(control::kStatus));
  }
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 32; i++) {
    threads.emplace_back([&] { answered += agent.ask(control::kStatus) == control::kOk; });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK_EQUAL(32, answered.load());
  CHECK(openDescriptors().size() <= before + control::Server::kMostPeers);
}

TEST(randomBytes_fromManyConnections_changeNothing) {
  Listening agent;
  std::mt19937 random(5);
  for (int round = 0; round < 3000; round++) {
    ControlClient client(agent.socket);
    Bytes bytes = ControlClient::request(static_cast<uint16_t>(random() % 9), Bytes(random() % 70, 0));
    if (bytes[6] == control::kDetach) {
      bytes[6] = 0;
    }
    for (int i = static_cast<int>(random() % 4); i > 0; i--) {
      const size_t place = random() % bytes.size();
      bytes[place] = place / 2 == 3 ? bytes[place] : static_cast<uint8_t>(random());
    }
    bytes.resize(random() % 3 == 0 ? random() % bytes.size() : bytes.size());
    client.send(bytes);
    if (random() % 2 == 0 && bytes.size() >= 16) {
      client.receiveWithin(0.001);
    }
  }
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kStatus));
  CHECK_EQUAL(0, agent.observed.clr.violations.load());
}

TEST(socket_whileTheAgentLives_isItsUsersAloneAndThenGone) {
  Listening agent;
  struct stat about;
  CHECK_EQUAL(0, lstat(agent.socket.c_str(), &about));
  CHECK(S_ISSOCK(about.st_mode));
  CHECK_EQUAL(0600u, about.st_mode & 07777);
  agent.observed.shutdown();
  CHECK(lstat(agent.socket.c_str(), &about) != 0);
  CHECK(!ControlClient(agent.socket).isConnected());
}

TEST(socket_whosePlaceSomethingElseTook_leavesThat) {
  Listening agent;
  unlink(agent.socket.c_str());
  std::ofstream(agent.socket) << "another's";
  agent.observed.shutdown();
  CHECK_EQUAL(9u, readFile(agent.socket).size());
}

// The socket is opened to all, as only its own user or root could do; clients are checked all the same. When this test
// is not root's it cannot become another user, and is the agent's own user.
TEST(connection_ofAnotherUser_isRefusedWhateverItAsks) {
  Listening agent;
  chmod(std::filesystem::path(agent.socket).parent_path().c_str(), 0711);
  chmod(agent.socket.c_str(), 0666);
  const std::set<int> before = openDescriptors();
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    const bool another = setuid(kNobody) == 0 && geteuid() == kNobody;
    ControlClient client(agent.socket);
    client.send(ControlClient::request(control::kDetach, Bytes(65, 0)));  // too long
    _exit(client.receive().code == (another ? control::kNotPermitted : control::kMalformed) ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQUAL(0, status);
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kStatus));
  CHECK(areLeft(before));
}

// As long as all keep their time, a newcomer gets no place.
TEST(connections_beyondThePlacesOfTheBusy_leaveNoDescriptor) {
  Listening agent;
  const std::set<int> before = openDescriptors();
  for (int round = 0; round < 5; round++) {
    std::vector<std::unique_ptr<ControlClient>> clients;
    for (size_t i = 0; i < 2 * control::Server::kMostPeers; i++) {
      clients.push_back(std::make_unique<ControlClient>(agent.socket));
      clients.back()->send(Bytes(5, 0x54));  // a request begins
    }
  }
  CHECK(areLeft(before));
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kStatus));
}

TEST(socket_whereSomethingIsOrMayNotBe_isNotMade) {
  TemporaryFolder folder;
  std::ofstream(folder.file("taken")) << "another's";
  CHECK(!listens(folder.file("taken")));
  CHECK_EQUAL(9u, readFile(folder.file("taken")).size());
  std::filesystem::create_symlink(folder.file("target"), folder.file("link"));
  CHECK(!listens(folder.file("link")));
  CHECK(!std::filesystem::exists(folder.file("target")));
  CHECK(!listens(folder.file(std::string(108, 'x'))));
  CHECK(!listens(folder.file(std::string(1000, 'x'))));
  CHECK(!listens(folder.file("no/such/folder")));
  CHECK(!listens("relative"));

  std::filesystem::create_directory(folder.file("open"));
  chmod(folder.file("open").c_str(), 0750);
  CHECK(!listens(folder.file("open") + "/socket"));
  chmod(folder.file("open").c_str(), 0700);
  CHECK(listens(folder.file("open") + "/socket"));
  std::filesystem::create_directory_symlink(folder.file("open"), folder.file("way"));
  CHECK(!listens(folder.file("way") + "/socket"));
}

TEST(socketPath_withAPlaceholder_getsTheProcessId) {
  TemporaryFolder folder;
  Observed observed;
  setenv("TIPTOE_CONTROL", folder.file("%p-key").c_str(), 1);
  observed.initialize();
  unsetenv("TIPTOE_CONTROL");
  CHECK(ControlClient(folder.file(std::to_string(getpid()) + "-key")).isConnected());
}

TEST(descriptors_ofTheAgent_areNotHandedAcrossExec) {
  const std::set<int> before = openDescriptors();
  Listening agent;
  ControlClient client(agent.socket);
  client.ask(control::kStatus);
  size_t checked = 0;
  for (const int descriptor : openDescriptors()) {
    const int flags = fcntl(descriptor, F_GETFD);
    if (before.count(descriptor) == 0 && flags >= 0) {
      CHECK((flags & FD_CLOEXEC) != 0);
      checked++;
    }
  }
  CHECK(checked >= 5);  // the trace, the folder, the socket, a wake-up, a connection
}

// The parent asks: what the child opens itself would get those numbers.
TEST(descriptors_inAProgramWithoutStandardStreams_haveOtherNumbers) {
  TemporaryFolder folder;
  const std::string socket = folder.file("1-test");
  int started[2], end[2];
  CHECK(pipe(started) == 0 && pipe(end) == 0);
  const pid_t child = fork();
  if (child == 0) {
    for (int stream = 0; stream <= STDERR_FILENO; stream++) {
      close(stream);
    }
    close(end[1]);
    setenv("TIPTOE_CONTROL", socket.c_str(), 1);
    int taken = 0;
    {
      Observed observed;
      observed.initialize();
      char byte = 0;
      taken = write(started[1], &byte, 1) == 1 && read(end[0], &byte, 1) == 0 ? 0 : 10;
      for (int stream = 0; stream <= STDERR_FILENO; stream++) {
        taken += fcntl(stream, F_GETFD) >= 0;
      }
    }
    _exit(taken);
  }
  close(started[1]);
  char byte = 0;
  CHECK_EQUAL(1, static_cast<int>(read(started[0], &byte, 1)));
  {
    ControlClient client(socket);
    CHECK_EQUAL(+control::kOk, +client.ask(control::kFlush).code);
    close(end[1]);
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_EQUAL(0, status);
  }
  close(started[0]);
  close(end[0]);
}

TEST(agent_thatCameAndLeft_leavesNoDescriptor) {
  const std::set<int> before = openDescriptors();
  for (int i = 0; i < 20; i++) {
    Listening agent;
    CHECK_EQUAL(+control::kOk, +agent.ask(control::kStatus));
  }
  CHECK(before == openDescriptors());
}

// The child has copies of the agent's descriptors and none of its threads.
TEST(fork_withoutExec_leavesTheParentItsSocketAndItsConnections) {
  Listening agent;
  ControlClient client(agent.socket);
  CHECK_EQUAL(+control::kOk, +client.ask(control::kStatus).code);
  int pipe[2];
  CHECK_EQUAL(0, ::pipe(pipe));
  const pid_t child = fork();
  if (child == 0) {
    char end;
    close(pipe[1]);
    _exit(read(pipe[0], &end, 1) == 0 ? 0 : 1);  // lives until the parent lets it go
  }
  close(pipe[0]);
  CHECK_EQUAL(+control::kOk, +client.ask(control::kStatus).code);
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kFlush));
  agent.observed.shutdown();
  CHECK(client.receive().isNone());
  CHECK(!ControlClient(agent.socket).isConnected());
  close(pipe[1]);
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQUAL(0, status);
}

// As the runtime does in exit(), and as a thread does that ends there. The parent's trace and socket are not the
// child's, and of the agent's threads it has none to wait for.
TEST(fork_thatShutsDownItsCopyOfTheRuntime_leavesTheParentsTraceAndSocket) {
  Listening agent;
  agent.observed.clr.modules[0x1000] = {kSomeFile, 0x900, 1, true};
  agent.observed.clr.classes[0x2000] = {0x1000, 0x02000002, 0, {}, cor::kOk};
  const Bytes before = readFile(agent.observed.path());
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    agent.observed.loaded(kModuleLoadFinished, 0x1000);
    agent.observed.loaded(kClassLoadFinished, 0x2000);
    agent.observed.call(kThreadDestroyed, uint64_t{0x5000});
    agent.observed.call(kModuleUnloadStarted, uint64_t{0x1000});
    agent.observed.shutdown();
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQUAL(0, status);
  CHECK(before == readFile(agent.observed.path()));
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kStatus));
  agent.observed.shutdown();
  const ParsedTrace trace = agent.observed.trace();
  CHECK_EQUAL(3u, trace.records.size());
  CHECK_EQUAL(+tiptoe::layout::TraceEnded::kType, +trace.records.back().header.type);
}

CHECK_MAIN
