// SPDX-License-Identifier: Apache-2.0

#include "identity/module_copies.h"

#include "cor/metadata_emit.h"
#include "identity/mapped_image.h"
#include "os/os.h"
#include "trace/crc32c.h"
#include "trace/layout.h"

namespace tiptoe {
namespace {

using os::Locked;
using os::monotonicNanos;
using Slots = Clr::Slots;

constexpr size_t kMostBytes = layout::kLongestMetadata;
constexpr size_t kMostHeld = 4 << 20;           // of a copy that is saved while the gate is held
constexpr uint64_t kMostInAll = 512 << 20;      // of all copies
constexpr size_t kChunk = 64 << 10;             // of one append, for which others may have to wait
constexpr uint64_t kLeastPause = 20'000'000;    // between two copies of modules that grow
constexpr uint64_t kPausePerByte = 1'000;       // 1 MB/s
constexpr size_t kSlack = 64 << 10;             // by which a module may grow while it is saved
constexpr int kTries = 4;

// Holds an interface while it lives, and releases it then.
template <typename Interface>
class Held {
 public:
  Held() = default;
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    if (object_ != nullptr) {
      get()->slots->Release(get());
    }
  }

  Interface* get() const { return static_cast<Interface*>(object_); }
  void** place() { return &object_; }

 private:
  void* object_ = nullptr;
};

}  // namespace

void ModuleCopies::note(const layout::RecordHeader* record) {
  if (record->type == layout::ModuleLoaded::kType) {
    loaded(reinterpret_cast<const layout::ModuleLoaded*>(record));
  } else if (record->type == layout::ClassSeen::kType) {
    grown(reinterpret_cast<const layout::ClassSeen*>(record)->moduleId);
  } else if (record->type == layout::FunctionSeen::kType) {
    grown(reinterpret_cast<const layout::FunctionSeen*>(record)->moduleId);
  }
}

void ModuleCopies::loaded(const layout::ModuleLoaded* module) {
  if ((module->flags & cor::kModuleDynamic) != 0) {
    Locked locked(worker_.lock());
    growing_.add(module->moduleId);
    if ((module->flags & cor::kModuleCollectible) == 0) {
      lasting_.add(module->moduleId);
    }
    return;
  }
  // The members of a bundle are flagged as modules on disk, and have a name in place of a path.
  const auto* size = reinterpret_cast<const uint8_t*>(module) + sizeof *module;
  uint32_t bytes;
  memcpy(&bytes, size, sizeof bytes);
  const auto* path = reinterpret_cast<const char16_t*>(size + sizeof bytes);
  if (!os::exists(path, bytes / sizeof *path)) {
    Locked locked(worker_.lock());
    enlist(locked, first_, module->moduleId);
  }
}

void ModuleCopies::grown(cor::ModuleID module) {
  Locked locked(worker_.lock());
  if (growing_.contains(module)) {
    enlist(locked, everCopied_.contains(module) ? again_ : first_, module);
  }
}

void ModuleCopies::enlist(Locked& locked, IdSet& set, cor::ModuleID module) {
  set.add(module);
  startWhenDue(locked);
  worker_.wake(locked);
}

// Starts the thread when a module is due. When the system has no thread now, there may be one when the next is due.
void ModuleCopies::startWhenDue(Locked& locked) {
  if (first_.size() + again_.size() != 0) {
    worker_.start<ModuleCopies, &ModuleCopies::run>(locked, "tiptoe-modules", this);
  }
}

void ModuleCopies::unloaded(cor::ModuleID module) {
  Locked locked(worker_.lock());
  copying_ = copying_ == module ? 0 : copying_;
  growing_.remove(module);
  lasting_.remove(module);
  first_.remove(module);
  again_.remove(module);
  everCopied_.remove(module);
}

void ModuleCopies::resume() {
  worker_.resume();
  Locked locked(worker_.lock());
  startWhenDue(locked);
}

bool ModuleCopies::stop() {
  {
    Locked locked(worker_.lock());
    worker_.stop(locked);
    last_ = first_.size() + again_.size();
  }
  return worker_.join(monotonicNanos() + os::Worker::kPatience);
}

void ModuleCopies::run() {
  OurTurn ours;
  while (waitForWork()) {
    copy(next());
  }
}

// Waits for a module that is due. Returns false when it is time to end and all that were due then are copied: more may
// become due all the time.
bool ModuleCopies::waitForWork() {
  Locked locked(worker_.lock());
  while (!worker_.stopping()) {
    if (first_.size() != 0) {
      return true;
    }
    if (again_.size() == 0) {
      worker_.wait(locked);
    } else if (!worker_.waitUntil(locked, nextAgain_)) {
      return true;
    }
  }
  return last_ != 0 && last_-- != 0;
}

// Takes a module out of those that are due.
ModuleCopies::Due ModuleCopies::next() {
  Locked locked(worker_.lock());
  cor::ModuleID module = 0;
  IdSet& set = first_.size() != 0 ? first_ : again_;
  set.forEach([&](uint64_t id) { module = id; });
  set.remove(module);
  everCopied_.add(module);
  copying_ = module;
  return {module, growing_.contains(module), lasting_.contains(module)};
}

void ModuleCopies::copy(const Due& due) {
  recorded_ = 0;
  const cor::HRESULT result = due.growing ? copySaved(due) : copyImage(due.module);
  if (cor::failed(result)) {
    at_.faults.other("the metadata of a module without a file cannot be copied");
  }
  Locked locked(worker_.lock());
  copying_ = 0;
  const uint64_t pause = recorded_ * kPausePerByte;
  nextAgain_ = monotonicNanos() + (pause > kLeastPause ? pause : kLeastPause);
}

// Returns whether the module that is being copied is still loaded. To be called inside the gate, where the answer stays
// true.
bool ModuleCopies::lives(cor::ModuleID module) {
  Locked locked(worker_.lock());
  return module != 0 && copying_ == module;
}

// Copies the runtime's own bytes, reading them in a way that survives when there are none. (The metadata interfaces
// give them too, but .NET 9 crashes when asked for those of a module that was loaded from bytes.) Returns kFalse where
// there is nothing to copy.
cor::HRESULT ModuleCopies::copyImage(cor::ModuleID module) {
  Octets metadata;
  const cor::HRESULT result = findImage(module, metadata);
  if (result != cor::kOk) {
    return result;
  }
  const bool fits = metadata.size <= kMostBytes && total_ + metadata.size <= kMostInAll;
  return append(module, metadata.size, fits ? metadata.size : 0, [&](size_t offset, size_t length) {
    piece_.clear();
    uint8_t* room = piece_.extend(length);
    const auto address = reinterpret_cast<uint64_t>(metadata.items) + offset;
    return room != nullptr && os::readMemory(address, room, length) ? room : nullptr;
  });
}

cor::HRESULT ModuleCopies::findImage(cor::ModuleID module, Octets& metadata) {
  Gate::User user(at_.gate);
  if (!lives(module)) {
    return cor::kFalse;
  }
  MappedImage image;
  const cor::HRESULT result = MappedImage::of(at_.clr, module, image);
  metadata = image.metadata();
  return cor::failed(result) ? result : metadata.size != 0 ? cor::kOk : cor::kFalse;
}

cor::HRESULT ModuleCopies::copySaved(const Due& due) {
  Bytes bytes;
  size_t size = 0;
  const cor::HRESULT result = save(due, bytes, size);
  if (result != cor::kOk || (bytes.size() == size && !isNews(due.module, bytes))) {
    return result;
  }
  return append(due.module, size, bytes.size(), [&](size_t offset, size_t) { return bytes.data() + offset; });
}

// A module that is never unloaded needs no gate, so no thread waits while the runtime saves it.
cor::HRESULT ModuleCopies::save(const Due& due, Bytes& bytes, size_t& size) {
  if (due.lasting) {
    return save(due.module, kMostBytes, bytes, size);
  }
  Gate::User user(at_.gate);
  return lives(due.module) ? save(due.module, kMostHeld, bytes, size) : cor::kFalse;
}

// Saving takes the module's own lock, which the program's threads take when they add to the module, and changes no
// token.
cor::HRESULT ModuleCopies::save(cor::ModuleID module, size_t most, Bytes& bytes, size_t& size) {
  Held<cor::MetaDataEmit> emit;
  cor::HRESULT result =
      at_.clr.ask(&Slots::GetModuleMetaData, module, cor::kOpenForWriting, cor::kIidMetaDataEmit, emit.place());
  if (cor::failed(result) || emit.get() == nullptr) {
    return cor::failed(result) ? result : cor::kDataIncomplete;
  }
  cor::DWORD length = 0;
  result = emit.get()->slots->GetSaveSize(emit.get(), cor::kAccurate, &length);
  // A module only grows: when its size is the same before and after saving, the saved bytes are complete.
  for (int tries = 0; tries < kTries && cor::succeeded(result); tries++) {
    size = length;
    bytes.clear();
    if (size > most || total_ + size > kMostInAll) {
      return result;
    }
    uint8_t* room = bytes.extend(size + kSlack);
    if (room == nullptr) {
      return cor::kOutOfMemory;
    }
    memset(room, 0, size + kSlack);
    const cor::HRESULT saved = emit.get()->slots->SaveToMemory(emit.get(), room, static_cast<cor::ULONG>(size + kSlack));
    result = emit.get()->slots->GetSaveSize(emit.get(), cor::kAccurate, &length);
    if (cor::succeeded(result) && length == size) {
      bytes.rewind(cor::succeeded(saved) ? size : 0);
      return saved;
    }
  }
  bytes.clear();
  return cor::failed(result) ? result : cor::kDataIncomplete;
}

// Returns whether the bytes differ from those of the last copy. Forgets the copies of modules that were unloaded.
bool ModuleCopies::isNews(cor::ModuleID module, const Bytes& bytes) {
  const Copied now{module, crc32c(bytes.data(), bytes.size()), static_cast<uint32_t>(bytes.size())};
  bool same = false;
  size_t kept = 0;
  Locked locked(worker_.lock());
  for (size_t i = 0; i < copied_.size(); i++) {
    const Copied before = copied_[i];
    if (before.module == module) {
      same = before.crc == now.crc && before.size == now.size;
    } else if (growing_.contains(before.module)) {
      copied_[kept++] = before;
    }
  }
  copied_.rewind(kept);
  copied_.push(now);
  return !same;
}

// Appends a copy in pieces, which read(offset, length) gives. Of a copy that is too large only the size is recorded.
template <typename Read>
cor::HRESULT ModuleCopies::append(cor::ModuleID module, size_t size, size_t copied, Read read) {
  total_ += copied;
  recorded_ = copied;
  layout::ModuleMetadata copy{};
  copy.moduleId = module;
  copy.number = ++number_;
  copy.size = size;
  do {
    const size_t left = copied - copy.offset;
    const size_t length = left < kChunk ? left : kChunk;
    Gate::User user(at_.gate);
    if (!lives(module)) {
      return cor::kFalse;
    }
    const uint8_t* piece = length != 0 ? read(copy.offset, length) : nullptr;
    if (length != 0 && piece == nullptr) {
      return cor::kDataIncomplete;
    }
    Batch batch;
    batch.add(copy, Octets{piece, length});
    at_.lane.append(batch);
    copy.offset += length;
  } while (copy.offset < copied);
  return cor::kOk;
}

}  // namespace tiptoe
