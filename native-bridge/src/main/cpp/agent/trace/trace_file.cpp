// SPDX-License-Identifier: Apache-2.0

#include "trace/trace_file.h"

#include <errno.h>
#include <string.h>

#include "trace/crc32c.h"

namespace tiptoe {
namespace {

// A system that takes only a part of every append would otherwise fill the file with fragments.
constexpr int kTries = 4;

void seal(layout::RecordHeader* record) {
  constexpr size_t kChecked = offsetof(layout::RecordHeader, length);
  record->crc = crc32c(reinterpret_cast<const uint8_t*>(record) + kChecked, record->length - kChecked);
}

}  // namespace

TraceFile::~TraceFile() {
  if (file_ >= 0) {
    os::close(file_);
  }
}

int TraceFile::create(const char* path, layout::FileHeader header) {
  file_ = os::createNew(path);
  if (file_ < 0) {
    return -file_;
  }
  began_ = system_.monotonicNanos();
  header.crc = crc32c(&header, offsetof(layout::FileHeader, crc));
  const auto* bytes = reinterpret_cast<const uint8_t*>(&header);
  for (size_t done = 0; done < sizeof header;) {
    const int64_t written = system_.append(file_, bytes + done, sizeof header - done);
    if (written <= 0 && written != -EINTR) {
      os::remove(path);
      return written == 0 ? EIO : static_cast<int>(-written);
    }
    done += written > 0 ? static_cast<size_t>(written) : 0;
  }
  return 0;
}

int TraceFile::append(layout::RecordHeader* record) {
  seal(record);
  return appendSealed(record);
}

// Counts the whole records that one append took; the rest are appended one by one.
size_t TraceFile::append(Batch& batch) {
  batch.forEach(seal);
  const Octets all = batch.octets();
  const int64_t written = all.size != 0 ? system_.append(file_, all.items, all.size) : 0;
  size_t end = 0;
  size_t missing = 0;
  batch.forEach([&](const layout::RecordHeader* record) {
    end += record->length;
    missing += written < static_cast<int64_t>(end) && appendSealed(record) != 0;
  });
  return missing;
}

int TraceFile::appendSealed(const layout::RecordHeader* record) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(record);
  for (int tries = 0; tries < kTries;) {
    const int64_t written = system_.append(file_, bytes, record->length);
    if (written == record->length) {
      return 0;
    }
    if (written == -EINTR) {
      continue;
    }
    if (written < 0) {
      return static_cast<int>(-written);
    }
    tries++;
  }
  return EIO;
}

layout::FileHeader headerOfNow() {
  layout::FileHeader header{};
  memcpy(header.magic, layout::kMagic, sizeof header.magic);
  header.major = layout::kMajor;
  header.minor = layout::kMinor;
  header.headerLength = sizeof header;
  header.began = os::wallNanos();
  header.pid = os::processId();
  header.pointerSize = sizeof(void*);
  os::randomBytes(header.traceId, sizeof header.traceId);
  return header;
}

}  // namespace tiptoe
