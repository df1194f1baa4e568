// SPDX-License-Identifier: Apache-2.0
//
// The control socket under a flood of connections: whose questions are answered, which connections are closed, and what
// it costs the program.
//
// Where these tests are root's, the program and its flood are another user's and root asks. Where they are not they
// cannot become another user, and all are the same user's.

#include <thread>
#include <vector>

#include "check.h"
#include "control_client.h"
#include "control_flood.h"
#include "listening.h"

using namespace check;
namespace control = tiptoe::control;

namespace {

constexpr uid_t kAnother = 65534;
constexpr size_t kPlaces = control::Server::kMostPeers;
constexpr double kSoon = 2.5;  // seconds; half of what the clients in src/site/reference/control-protocol.md wait

void becomeAnother() {
  if (geteuid() == 0 && setresuid(kAnother, kAnother, kAnother) != 0) {
    _exit(1);
  }
}

// An agent in a process of its own, which is another user's.
class Program {
 public:
  Program()
      : opened_(pipe(pipe_)), child_([this] {
          becomeAnother();
          runAgent();
        }) {
    close(pipe_[1]);
    char path[108] = {};
    if (read(pipe_[0], path, sizeof path - 1) > 0) {
      path_ = path;
    }
  }
  ~Program() {
    kill(child_.process(), SIGTERM);
    child_.wait();
    close(pipe_[0]);
  }

  const std::string& path() const { return path_; }
  double cpuSeconds() const { return cpuSecondsOf(child_.process(), "tiptoe-control"); }

 private:
  // Runs until it is stopped.
  void runAgent() {
    sigset_t end;
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    sigprocmask(SIG_BLOCK, &end, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    Listening agent;
    [[maybe_unused]] const ssize_t written = write(pipe_[1], agent.socket.c_str(), agent.socket.size());
    int signal = 0;
    sigwait(&end, &signal);
  }

  int pipe_[2];
  int opened_;
  std::string path_;
  Child child_;
};

class Flood {
 public:
  Flood(const std::string& path, Flooder::Kind kind) {
    for (int i = 0; i < 3; i++) {
      flooders_.push_back(std::make_unique<Child>([&] {
        becomeAnother();
        Child::dieWithParent();
        Flooder(path, kind).run();
      }));
    }
  }

 private:
  std::vector<std::unique_ptr<Child>> flooders_;
};

// Asks until there is an answer, as often as the connection is closed; how many seconds that takes.
double secondsToAnswer(const std::string& path) {
  const auto giveUp = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  return secondsOf([&] {
    while (ControlClient(path).ask(control::kFlush).code != control::kOk && std::chrono::steady_clock::now() < giveUp) {
    }
  });
}

// Questions, a hundred times a second; and what the agent's thread needs of a processor meanwhile.
void checkUnder(Flooder::Kind kind) {
  Program program;
  Flood flood(program.path(), kind);
  const double before = program.cpuSeconds();
  const double seconds = secondsOf([&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (std::chrono::steady_clock::now() < end) {
      CHECK(secondsToAnswer(program.path()) < kSoon);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  const double share = (program.cpuSeconds() - before) / seconds;
  CHECK(share > 0);
  // A tenth for accepting and one for the flood's requests, what was saved at first, and the questions.
  CHECK(share < 0.3);
}

}  // namespace

TEST(question_amongSilentConnectionsWithoutEnd_isAnsweredAtOnceAndCheap) { checkUnder(Flooder::kSilent); }

TEST(question_amongHalfRequestsWithoutEnd_isAnsweredAtOnceAndCheap) { checkUnder(Flooder::kSlow); }

TEST(question_amongConnectionsThatComeAndGo_isAnsweredAtOnceAndCheap) { checkUnder(Flooder::kLeaving); }

TEST(question_amongConnectionsThatTakeNoAnswers_isAnsweredAtOnceAndCheap) { checkUnder(Flooder::kNotReading); }

TEST(question_amongRequestsWithoutEnd_isAnsweredAtOnceAndCheap) { checkUnder(Flooder::kTalking); }

TEST(connection_silentDuringAFlood_isClosedOnlyIfItIsOfTheSameUser) {
  Program program;
  ControlClient kept(program.path());
  CHECK_EQUAL(+control::kOk, +kept.ask(control::kFlush).code);
  Flood flood(program.path(), Flooder::kSilent);
  for (size_t i = 0; i < 2 * kPlaces; i++) {
    CHECK(secondsToAnswer(program.path()) < kSoon);
  }
  const bool another = geteuid() == 0;
  CHECK_EQUAL(another, kept.ask(control::kFlush).code == control::kOk);
}

TEST(question_afterMoreSilentConnectionsThanPlaces_isAnsweredAtOnce) {
  Listening agent;
  std::vector<std::unique_ptr<ControlClient>> silent;
  for (size_t i = 0; i < 3 * kPlaces; i++) {
    silent.push_back(std::make_unique<ControlClient>(agent.socket));
  }
  CHECK(secondsOf([&] { CHECK_EQUAL(+control::kOk, +agent.ask(control::kFlush)); }) < 5);
  CHECK(silent.front()->receive().isNone());
}

// They are closed when they are slow, well before their time is up.
TEST(question_afterHalfRequestsInAllPlaces_isAnsweredSoon) {
  Listening agent;
  std::vector<std::unique_ptr<ControlClient>> halves;
  for (size_t i = 0; i < kPlaces; i++) {
    halves.push_back(std::make_unique<ControlClient>(agent.socket));
    halves.back()->send({0x54});
  }
  CHECK(secondsToAnswer(agent.socket) < 1.5);
  agent.observed.shutdown();
  CHECK(halves.front()->receive().isNone());
  CHECK_EQUAL(3u, agent.observed.trace().records.size());
}

TEST(newConnection_whereAllPlacesAreTaken_takesThatOfTheOneIdleTheLongest) {
  Listening agent;
  std::vector<std::unique_ptr<ControlClient>> clients;
  for (size_t i = 0; i < kPlaces; i++) {
    clients.push_back(std::make_unique<ControlClient>(agent.socket));
    CHECK_EQUAL(+control::kOk, +clients.back()->ask(control::kFlush).code);
  }
  CHECK_EQUAL(+control::kOk, +clients.front()->ask(control::kFlush).code);  // the second is the oldest now
  CHECK_EQUAL(+control::kOk, +agent.ask(control::kFlush));
  CHECK(clients[1]->receive().isNone());
  for (size_t i = 0; i < kPlaces; i++) {
    CHECK_EQUAL(i != 1, clients[i]->ask(control::kFlush).code == control::kOk);
  }
}

TEST(request_inPiecesWhileConnectionsCome_isAnswered) {
  Listening agent;
  const Bytes request = ControlClient::request(control::kFlush);
  ControlClient slow(agent.socket);
  slow.send({request.begin(), request.begin() + 5});
  std::vector<std::unique_ptr<ControlClient>> clients;
  for (size_t i = 0; i < 2 * kPlaces; i++) {
    clients.push_back(std::make_unique<ControlClient>(agent.socket));
    CHECK_EQUAL(+control::kOk, +clients.back()->ask(control::kFlush).code);
  }
  slow.send({request.begin() + 5, request.end()});
  CHECK_EQUAL(+control::kOk, +slow.receive().code);
}

CHECK_MAIN
