// SPDX-License-Identifier: Apache-2.0
//
// The answer to one request, as bytes that grow. It is OK until refuse() is called.

#pragma once

#include <string.h>

#include "base/buffer.h"
#include "control/protocol.h"

namespace tiptoe::control {

class Answer {
 public:
  // Starts the answer to a request of this kind.
  void begin(uint16_t kind) {
    bytes_.clear();
    Header header{};
    header.mark = kMark;
    header.version = kVersion;
    header.kind = kind;
    put(header);
  }

  template <typename Fixed>
  void put(const Fixed& fixed) {
    bytes_.append(reinterpret_cast<const uint8_t*>(&fixed), sizeof fixed);
  }

  void string(const char* text) { string(text, strlen(text)); }

  void string(const char* text, size_t size) {
    put(static_cast<uint32_t>(size));
    bytes_.append(reinterpret_cast<const uint8_t*>(text), size);
  }

  // Replaces the answer by an error with a message.
  void refuse(Code code, const char* why) {
    begin(header().kind);
    header().code = code;
    string(why);
  }

  // Completes the answer. To be called before it is sent.
  void end() {
    if (bytes_.refused() || bytes_.size() > kLongestAnswer) {
      refuse(kTooLarge, "the answer is too large, or there is no memory for it");
    }
    header().length = static_cast<uint32_t>(bytes_.size() - sizeof(Header));
  }

  // Frees the memory, after the answer was sent or dropped.
  void release() { bytes_.release(); }

  uint16_t code() const { return reinterpret_cast<const Header*>(bytes_.data())->code; }
  const uint8_t* data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  Header& header() { return *reinterpret_cast<Header*>(bytes_.data()); }

  Buffer<uint8_t, 1024> bytes_;
};

}  // namespace tiptoe::control
