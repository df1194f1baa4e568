// SPDX-License-Identifier: Apache-2.0

#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace hostile {
namespace {

constexpr char kMagic[14] = "DOTNET_IPC_V1";
constexpr size_t kHeader = 20;
constexpr uint8_t kServer = 0xff;
constexpr uint8_t kError = 0xff;
constexpr uint8_t kProfilerSet = 0x03;
constexpr uint8_t kProcessSet = 0x04;
constexpr uint32_t kUnknownCommand = 0x80131385;
constexpr uint32_t kCancelled = 0x80131375;  // CORPROF_E_PROFILER_CANCEL_ACTIVATION
constexpr timeval kPatience = {2, 0};
constexpr int kBacklog = 128;

void put(std::vector<uint8_t>& payload, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) {
    payload.push_back(static_cast<uint8_t>(value >> 8 * i));
  }
}

// As the protocol has it: the count of UTF-16 units with the final NUL, then they.
void put(std::vector<uint8_t>& payload, const std::string& text) {
  put(payload, text.size() + 1, 4);
  for (const char each : text) {
    put(payload, static_cast<uint8_t>(each), 2);
  }
  put(payload, 0, 2);
}

class Reader {
 public:
  explicit Reader(const std::vector<uint8_t>& bytes) : bytes_(bytes) {}

  uint64_t number(size_t size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
      value |= static_cast<uint64_t>(at_ < bytes_.size() ? bytes_[at_] : 0) << 8 * i;
      at_++;
    }
    return value;
  }

  std::string text(size_t count, size_t unit) {
    std::string text;
    for (size_t i = 0; i < count && at_ < bytes_.size(); i++) {
      text.push_back(static_cast<char>(number(unit)));
    }
    return text;
  }

 private:
  const std::vector<uint8_t>& bytes_;
  size_t at_ = 0;
};

AttachRequest parseAttach(const std::vector<uint8_t>& payload) {
  Reader reader(payload);
  reader.number(4);  // timeout
  reader.number(8);  // CLSID
  reader.number(8);
  std::string library = reader.text(reader.number(4), 2);
  library.resize(strlen(library.c_str()));
  return {library, reader.text(reader.number(4), 1)};
}

// When this process started, in clock ticks since the machine did.
std::string startTime() {
  FILE* file = fopen("/proc/self/stat", "re");
  char line[4096] = "";
  if (file == nullptr || fgets(line, sizeof line, file) == nullptr) {
    fail("/proc/self/stat");
  }
  fclose(file);
  // Field 22; the second ends with the last parenthesis.
  const char* at = strrchr(line, ')');
  for (int field = 2; field < 22 && at != nullptr; field++) {
    at = strchr(at + 1, ' ');
  }
  if (at == nullptr) {
    fail("/proc/self/stat is short");
  }
  return std::to_string(strtoull(at + 1, nullptr, 10));
}

std::string temporaryFolder() {
  const char* configured = getenv("TMPDIR");
  return configured != nullptr && configured[0] == '/' ? configured : "/tmp";
}

// Some recognise a runtime by the name of this mapped library.
void mapRuntime(const std::string& folder) {
  const std::string path = folder + "/libcoreclr.so";
  const Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.isOpen() || ftruncate(file.get(), 4096) != 0 ||
      mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, file.get(), 0) == MAP_FAILED) {
    fail("map " + path);
  }
}

sockaddr_un addressOf(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

}  // namespace

std::string AttachRequest::setting(const std::string& name) const {
  const size_t at = ("\n" + settings).find("\n" + name + "=");
  if (at == std::string::npos) {
    return "";
  }
  const size_t begin = at + name.size() + 1;
  return settings.substr(begin, settings.find('\n', begin) - begin);
}

void Asker::sendRaw(const void* bytes, size_t size) const {
  const auto ignored = ::send(connection_.get(), bytes, size, MSG_NOSIGNAL);
  static_cast<void>(ignored);
}

void Asker::send(uint8_t id, const std::vector<uint8_t>& payload) const {
  std::vector<uint8_t> message(kMagic, kMagic + sizeof kMagic);
  put(message, kHeader + payload.size(), 2);
  message.push_back(kServer);
  message.push_back(id);
  put(message, 0, 2);
  message.insert(message.end(), payload.begin(), payload.end());
  sendRaw(message.data(), message.size());
}

void Asker::refuse(uint32_t hresult) const {
  std::vector<uint8_t> payload;
  put(payload, hresult, 4);
  send(kError, payload);
}

bool Asker::receive(void* bytes, size_t size) const {
  for (size_t done = 0; done < size;) {
    const ssize_t got = recv(connection_.get(), static_cast<char*>(bytes) + done, size - done, 0);
    if (got <= 0) {
      return false;
    }
    done += static_cast<size_t>(got);
  }
  return true;
}

void Malice::attach(const AttachRequest&, const Asker& asker) { asker.refuse(kCancelled); }

PretendedRuntime::PretendedRuntime()
    : folder_(temporaryFolder()),
      path_(folder_ + "/dotnet-diagnostic-" + std::to_string(getpid()) + "-" + startTime() + "-socket"),
      listener_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  mapRuntime(folder_);
  const sockaddr_un address = addressOf(path_);
  umask(077);
  if (bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listener_, kBacklog) != 0) {
    fail(path_);
  }
}

PretendedRuntime::~PretendedRuntime() { close(listener_); }

void PretendedRuntime::keepSilent() const {
  while (!isInputOver()) {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    poll(&input, 1, -1);
  }
}

void PretendedRuntime::serve(Malice& malice) {
  while (true) {
    pollfd waited[] = {{STDIN_FILENO, POLLIN, 0}, {listener_, POLLIN, 0}};
    poll(waited, 2, -1);
    if (isInputOver()) {
      return;
    }
    if (waited[1].revents != 0) {
      Asker asker(Descriptor(accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)));
      if (asker.connection_.isOpen()) {
        setsockopt(asker.connection_.get(), SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
        setsockopt(asker.connection_.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
        answer(asker, malice);
      }
    }
  }
}

void PretendedRuntime::fillQueue() {
  listen(listener_, 0);
  const sockaddr_un address = addressOf(path_);
  while (true) {
    Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      return;
    }
    queued_.push_back(std::move(connection));
  }
}

void PretendedRuntime::answer(Asker& asker, Malice& malice) {
  uint8_t header[kHeader];
  if (!asker.receive(header, sizeof header)) {
    return;
  }
  const size_t size = header[14] | header[15] << 8;
  const uint8_t set = header[16];
  const uint8_t id = header[17];
  std::vector<uint8_t> payload(size > kHeader ? size - kHeader : 0);
  if (!asker.receive(payload.data(), payload.size())) {
    return;
  }
  if (set == kProcessSet && (id == 0 || id == 4 || id == 8)) {
    malice.beforeInfo();
    asker.answer(info(id));
    malice.afterInfo();
  } else if (set == kProfilerSet && id == 1) {
    malice.attach(parseAttach(payload), asker);
  } else {
    asker.refuse(kUnknownCommand);
  }
}

std::vector<uint8_t> PretendedRuntime::info(uint8_t form) const {
  std::vector<uint8_t> payload;
  if (form == 8) {
    put(payload, 1, 4);
  }
  put(payload, static_cast<uint64_t>(getpid()), 8);
  put(payload, 0x0123456789abcdef, 8);
  put(payload, 0x0123456789abcdef, 8);
  put(payload, "Pretended.dll");
  put(payload, "Linux");
  put(payload, "x64");
  if (form != 0) {
    put(payload, "Pretended");
    put(payload, "9.0.1");
  }
  if (form == 8) {
    put(payload, "linux-x64");
  }
  return payload;
}

}  // namespace hostile
