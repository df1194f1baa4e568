// SPDX-License-Identifier: Apache-2.0
//
// tiptoe-proxy PID START_TIME
//
// Acts in the file system of an observed process, with the rights of its user, for a caller that may have more rights:
// finds and connects with its sockets, puts the agent where the process can load it, and reads what the agent writes.
// The caller's rights are used only before the first request is read, to open the process's folder in /proc and its
// root, and to change the user. The proxy ends with its standard input.
//
// The page src/site/how-it-works/security.md describes the trust between the parts.

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "agent_file.h"
#include "agents_trace.h"
#include "bytes.h"
#include "connection.h"
#include "control_sockets.h"
#include "diagnostics_socket.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"
#include "protocol.h"
#include "rights.h"
#include "root_connector.h"
#include "temporary_folders.h"

namespace tiptoe::border {
namespace {

constexpr size_t kDigest = 64;
constexpr size_t kPrelude = sizeof(Request) + sizeof(uint32_t);

bool readAll(void* bytes, size_t count) {
  for (size_t had = 0; had < count;) {
    const ssize_t more = read(STDIN_FILENO, static_cast<uint8_t*>(bytes) + had, count - had);
    if (more == 0 || (more < 0 && errno != EINTR)) {
      return false;
    }
    had += more > 0 ? static_cast<size_t>(more) : 0;
  }
  return true;
}

void writeAll(const uint8_t* bytes, size_t count) {
  for (size_t written = 0; written < count;) {
    const ssize_t more = write(STDOUT_FILENO, bytes + written, count - written);
    if (more < 0 && errno != EINTR) {
      _exit(1);
    }
    written += more > 0 ? static_cast<size_t>(more) : 0;
  }
}

// Sends the result of a request.
void say(const Outcome& outcome, const Bytes& payload) {
  const uint8_t* bytes = payload.data();
  size_t count = payload.size();
  if (!outcome.isDone()) {
    bytes = reinterpret_cast<const uint8_t*>(outcome.words());
    count = strlen(outcome.words());
  }
  Bytes header;
  header.put(static_cast<uint32_t>(sizeof(Reason) + count));
  header.put(outcome.reason());
  writeAll(header.data(), header.size());
  writeAll(bytes, count);
}

// The payload of a request, read front to back. Missing bytes read as 0.
class Payload {
 public:
  Payload(const uint8_t* bytes, size_t size) : bytes_(bytes), size_(size) {}

  template <typename Number>
  Number number() {
    Number number = 0;
    if (size_ >= sizeof number) {
      memcpy(&number, take(sizeof number), sizeof number);
    }
    return number;
  }

  const uint8_t* take(size_t count) {
    const uint8_t* taken = bytes_;
    bytes_ += count;
    size_ -= count;
    return taken;
  }

  const uint8_t* bytes() const { return bytes_; }
  size_t size() const { return size_; }

 private:
  const uint8_t* bytes_;
  size_t size_;
};

class Proxy {
 public:
  Proxy(const ObservedProcess& process, const RootConnector& root)
      : process_(process), root_(root), temporary_(process) {}

  Outcome carryOut(Request request, Payload payload, const Moment& moment, Bytes& answer) {
    switch (request) {
      case Request::kConnectToRuntime:
        return connectToRuntime(process_, moment, connection_);
      case Request::kConnectToAgent:
        return connectToAgent(process_, root_, moment, connection_);
      case Request::kSend:
        return connection_.send(payload.bytes(), payload.size(), moment);
      case Request::kReceive:
        return receive(payload.number<uint32_t>(), moment, answer);
      case Request::kHangUp:
        connection_.close();
        return Outcome::done();
      case Request::kPutAgent:
        return put(payload, moment, answer);
      case Request::kNewControlPath:
        return newControlPath(process_, moment, answer);
      case Request::kClearControlSockets:
        return clearControlSockets(process_, payload.number<uint64_t>(), moment);
      case Request::kBeginTrace:
        return beginTrace(answer);
      case Request::kReadTrace: {
        const uint64_t offset = payload.number<uint64_t>();
        const uint32_t most = payload.number<uint32_t>();
        return trace_.read(process_, offset, most < kLongestPiece ? most : kLongestPiece, answer);
      }
      case Request::kEndTrace:
        trace_.end();
        return Outcome::done();
    }
    return Outcome::of(Reason::kFailed, "unknown request");
  }

 private:
  Outcome receive(uint32_t count, const Moment& moment, Bytes& answer) {
    return count <= kLongestPiece ? connection_.receive(count, moment, answer)
                                  : Outcome::of(Reason::kFailed, "the answer would be too long");
  }

  // The agent and the trace lie in the same folder.
  Outcome openFolder() { return folder_.isOpen() ? Outcome::done() : temporary_.openSafely(folder_); }

  Outcome put(Payload payload, const Moment& moment, Bytes& answer) {
    if (payload.size() < kDigest) {
      return Outcome::of(Reason::kFailed, "no library");
    }
    Outcome outcome = openFolder();
    if (!outcome.isDone()) {
      return outcome;
    }
    char digest[kDigest + 1] = "";
    memcpy(digest, payload.take(kDigest), kDigest);
    return putAgent(process_, folder_, digest, payload.bytes(), payload.size(), moment, answer);
  }

  Outcome beginTrace(Bytes& answer) {
    Outcome outcome = openFolder();
    if (outcome.isDone()) {
      trace_.begin(folder_);
      answer.append(folder_.path(), strlen(folder_.path()));
      answer.append("/", 1);
      answer.append(trace_.name(), strlen(trace_.name()));
    }
    return outcome;
  }

  const ObservedProcess& process_;
  const RootConnector& root_;
  TemporaryFolders temporary_;
  Folder folder_;
  Connection connection_;
  AgentsTrace trace_;
};

// Gives this process a name that lists of processes show: it was started from a descriptor, by a path that ends with a
// number. The argument is not made longer.
void takeName(char* argument) {
  constexpr char kName[] = "tiptoe-proxy";
  prctl(PR_SET_NAME, kName, 0, 0, 0);
  const size_t room = strlen(argument);
  memset(argument, 0, room);
  memcpy(argument, kName, room < sizeof kName ? room : sizeof kName - 1);
}

// Detaches this process from the terminal. Signals of a terminal or of the caller's process group are not meant for
// this process, which ends with its standard input; and a process that acts as another user should have no terminal.
void leaveTheTerminal() {
  setsid();
  constexpr int kSent[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
  for (const int number : kSent) {
    signal(number, SIG_IGN);
  }
}

int serve(const ObservedProcess& process, const RootConnector& root) {
  Proxy proxy(process, root);
  Bytes request;
  Bytes answer;
  uint32_t length;
  while (readAll(&length, sizeof length)) {
    request.clear();
    if (length < kPrelude || length > kLongestRequest || !readAll(request.extend(length), length)) {
      return 1;
    }
    Payload payload(request.data(), request.size());
    const Request kind = static_cast<Request>(payload.number<uint8_t>());
    const Moment moment = Moment::in(payload.number<uint32_t>());
    answer.clear();
    const Outcome outcome = proxy.carryOut(kind, payload, moment, answer);
    say(outcome, answer);
  }
  return 0;
}

}  // namespace
}  // namespace tiptoe::border

int main(int argc, char** argv) {
  using namespace tiptoe::border;
  if (argc != 3) {
    return 2;
  }
  takeName(argv[0]);
  leaveTheTerminal();
  ObservedProcess process;
  Outcome outcome = process.open(static_cast<pid_t>(strtol(argv[1], nullptr, 10)), strtoull(argv[2], nullptr, 10));
  RootConnector root;
  outcome = outcome.isDone() ? root.start(process) : outcome;
  outcome = outcome.isDone() ? actAsUserOf(process) : outcome;
  Bytes hello;
  hello.put(process.ownPid());
  hello.put(process.user());
  hello.put(static_cast<uint8_t>(process.sharesOurFiles() ? 1 : 0));
  say(outcome, hello);
  return outcome.isDone() ? serve(process, root) : 1;
}
