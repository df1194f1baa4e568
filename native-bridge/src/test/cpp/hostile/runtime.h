// SPDX-License-Identifier: Apache-2.0
//
// A process that pretends to be a .NET runtime: it listens where a runtime does, answers as a runtime does, and maps a
// file of that name.

#pragma once

#include <stdint.h>

#include <optional>
#include <string>
#include <vector>

#include "posix.h"

namespace hostile {

// The arguments of AttachProfiler.
struct AttachRequest {
  std::string library;
  std::string settings;

  // The value of a line NAME=value of the settings; empty without it.
  std::string setting(const std::string& name) const;
};

// One that has connected, and what it may be sent.
class Asker {
 public:
  explicit Asker(Descriptor connection) : connection_(std::move(connection)) {}

  void answer(const std::vector<uint8_t>& payload) const { send(0x00, payload); }
  void refuse(uint32_t hresult) const;
  void sendRaw(const void* bytes, size_t size) const;

 private:
  friend class PretendedRuntime;

  void send(uint8_t id, const std::vector<uint8_t>& payload) const;
  bool receive(void* bytes, size_t size) const;

  Descriptor connection_;
};

// The attack. Called on the thread of the runtime.
class Malice {
 public:
  virtual ~Malice() = default;

  // Before ProcessInfo is answered, and after.
  virtual void beforeInfo() {}
  virtual void afterInfo() {}

  // Answers an AttachProfiler.
  virtual void attach(const AttachRequest& request, const Asker& asker);
};

// Mutable, for one thread.
class PretendedRuntime {
 public:
  // Listens at dotnet-diagnostic-PID-START-socket in TMPDIR, without one in /tmp.
  PretendedRuntime();
  ~PretendedRuntime();
  PretendedRuntime(const PretendedRuntime&) = delete;
  PretendedRuntime& operator=(const PretendedRuntime&) = delete;

  const std::string& folder() const { return folder_; }
  const std::string& socket() const { return path_; }

  // Accepts no connection until the standard input ends.
  void keepSilent() const;

  // Answers until the standard input ends.
  void serve(Malice& malice);

  // Takes no connection any more for which there is no room already.
  void fillQueue();

 private:
  void answer(Asker& asker, Malice& malice);
  std::vector<uint8_t> info(uint8_t form) const;

  std::string folder_;
  std::string path_;
  int listener_;
  std::vector<Descriptor> queued_;
};

}  // namespace hostile
