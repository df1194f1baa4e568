// SPDX-License-Identifier: Apache-2.0
//
// The answer to one request, as bytes that grow: OK until something is refused.

#pragma once

#include <string.h>

#include "base/buffer.h"
#include "control/protocol.h"

namespace tiptoe::control {

class Answer {
 public:
  // Begins anew, for a request of this kind.
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

  // Drops what was said; says what is wrong instead.
  void refuse(Code code, const char* why) {
    begin(header().kind);
    header().code = code;
    string(why);
  }

  // To be called when all is said, and before it is sent.
  void end() {
    if (bytes_.refused() || bytes_.size() > kLongestAnswer) {
      refuse(kTooLarge, "the answer is too large, or there is no memory for it");
    }
    header().length = static_cast<uint32_t>(bytes_.size() - sizeof(Header));
  }

  // It was sent, or will not be: it keeps no memory for it.
  void release() { bytes_.release(); }

  uint16_t code() const { return reinterpret_cast<const Header*>(bytes_.data())->code; }
  const uint8_t* data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  Header& header() { return *reinterpret_cast<Header*>(bytes_.data()); }

  Buffer<uint8_t, 1024> bytes_;
};

}  // namespace tiptoe::control
