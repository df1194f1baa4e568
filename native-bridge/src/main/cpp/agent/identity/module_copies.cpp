// SPDX-License-Identifier: Apache-2.0

#include "identity/module_copies.h"

#include "cor/metadata_emit.h"
#include "identity/loaded_image.h"
#include "os/os.h"
#include "trace/crc32c.h"

namespace tiptoe {
namespace {

using os::Locked;
using os::monotonicNanos;
using Slots = Clr::Slots;

constexpr uint64_t kPatience = 2'000'000'000;
constexpr size_t kMostBytes = 64 << 20;         // of one copy
constexpr uint64_t kMostInAll = 512 << 20;      // of all copies
constexpr size_t kChunk = 64 << 10;             // one append, for which others may have to wait
constexpr uint64_t kLeastPause = 20'000'000;    // between two copies of what grows
constexpr uint64_t kPausePerByte = 1'000;       // 1 MB/s
constexpr size_t kSlack = 64 << 10;             // that a module may grow by while it is saved
constexpr int kTries = 4;

// Holds an interface while it lives.
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

// Whether the system lets a process read its own memory in the way that survives everything.
bool mayLook() {
  const int here = 1;
  int seen = 0;
  return os::readMemory(reinterpret_cast<uint64_t>(&here), &seen, sizeof seen);
}

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
    Locked locked(lock_);
    growing_.add(module->moduleId);
    return;
  }
  // The members of a bundle count as modules on disk, and have a name where others have a path.
  const auto* size = reinterpret_cast<const uint8_t*>(module) + sizeof *module;
  uint32_t bytes;
  memcpy(&bytes, size, sizeof bytes);
  const auto* path = reinterpret_cast<const char16_t*>(size + sizeof bytes);
  if (!os::exists(path, bytes / sizeof *path)) {
    Locked locked(lock_);
    due(first_, module->moduleId);
  }
}

void ModuleCopies::grown(cor::ModuleID module) {
  Locked locked(lock_);
  if (growing_.contains(module)) {
    due(everCopied_.contains(module) ? again_ : first_, module);
  }
}

void ModuleCopies::due(IdSet& set, cor::ModuleID module) {
  set.add(module);
  startWhenDue();
  changed_.wakeAll();
}

void ModuleCopies::startWhenDue() {
  if (state_ == kOff && !stopping_ && first_.size() + again_.size() != 0) {
    const bool started = thread_.start<ModuleCopies, &ModuleCopies::run>("tiptoe-modules", this);
    state_ = started ? kRunning : kOff;
  }
}

void ModuleCopies::unloaded(cor::ModuleID module) {
  Locked locked(lock_);
  growing_.remove(module);
  first_.remove(module);
  again_.remove(module);
  everCopied_.remove(module);
}

void ModuleCopies::resume() {
  Locked locked(lock_);
  stopping_ = false;
  if (state_ == kEnded) {
    thread_.join();
    state_ = kOff;
  }
  startWhenDue();
}

bool ModuleCopies::stop() {
  {
    Locked locked(lock_);
    stopping_ = true;
    last_ = first_.size() + again_.size();
    changed_.wakeAll();
    const uint64_t giveUp = monotonicNanos() + kPatience;
    while (state_ == kRunning) {
      if (!changed_.waitUntil(locked, giveUp) && state_ == kRunning) {
        return false;
      }
    }
    if (state_ == kOff) {
      return true;
    }
    state_ = kOff;
  }
  thread_.join();
  return true;
}

void ModuleCopies::run() {
  OurTurn ours;
  do {
    while (waitForWork()) {
      Gate::User user(at_.gate);
      const cor::ModuleID module = next();
      if (module != 0) {
        copy(module);
      }
    }
  } while (!isOver());
}

bool ModuleCopies::isOver() {
  Locked locked(lock_);
  if (stopping_) {
    state_ = kEnded;
    changed_.wakeAll();
  }
  return stopping_;
}

// False when it is time to end, and as many were copied as were due then: more may become due all the time.
bool ModuleCopies::waitForWork() {
  Locked locked(lock_);
  while (!stopping_) {
    if (first_.size() != 0) {
      return true;
    }
    if (again_.size() == 0) {
      changed_.wait(locked);
    } else if (!changed_.waitUntil(locked, nextAgain_)) {
      return true;
    }
  }
  return last_ != 0 && last_-- != 0;
}

// A module that is due, and is so no longer; 0 when it was unloaded meanwhile.
cor::ModuleID ModuleCopies::next() {
  Locked locked(lock_);
  cor::ModuleID module = 0;
  IdSet& set = first_.size() != 0 ? first_ : again_;
  set.forEach([&](uint64_t id) { module = id; });
  set.remove(module);
  everCopied_.add(module);
  return module;
}

void ModuleCopies::copy(cor::ModuleID module) {
  bool growing;
  {
    Locked locked(lock_);
    growing = growing_.contains(module);
  }
  Bytes bytes;
  copy(module, growing, bytes);
  Locked locked(lock_);
  const uint64_t pause = bytes.size() * kPausePerByte;
  nextAgain_ = monotonicNanos() + (pause > kLeastPause ? pause : kLeastPause);
}

void ModuleCopies::copy(cor::ModuleID module, bool growing, Bytes& bytes) {
  size_t size = 0;
  const cor::HRESULT result = growing ? save(module, bytes, size) : read(module, bytes, size);
  if (result == cor::kFalse) {
    return;  // it is not in memory either
  }
  if (cor::failed(result)) {
    at_.faults.other("the metadata of a module without a file cannot be copied");
    return;
  }
  if (!growing || bytes.size() != size || isNews(module, bytes)) {
    append(module, bytes, size);
  }
}

// The runtime's own bytes, which stay where they are for as long as the module does. (Its metadata interfaces know them
// too, but .NET 9 dies when it is asked for those of a module that was loaded from bytes.)
cor::HRESULT ModuleCopies::read(cor::ModuleID module, Bytes& bytes, size_t& size) {
  const uint8_t* base = nullptr;
  cor::DWORD flags = 0;
  Name name;
  const cor::HRESULT result = Clr::name(name, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return at_.clr.ask(&Slots::GetModuleInfo2, module, &base, capacity, length, text,
                       static_cast<cor::AssemblyID*>(nullptr), &flags);
  });
  if (cor::failed(result)) {
    return result;
  }
  LoadedImage image(base, (flags & cor::kModuleFlatLayout) != 0 ? LoadedImage::kFlat : LoadedImage::kMapped);
  if (!image.find()) {
    return mayLook() ? cor::kFalse : cor::kDataIncomplete;
  }
  size = image.size();
  const bool fits = size <= kMostBytes && total_ + size <= kMostInAll;
  return !fits || image.read(bytes) ? cor::kOk : cor::kDataIncomplete;
}

// Saving takes the module's own lock, which its makers take too, and changes no token.
cor::HRESULT ModuleCopies::save(cor::ModuleID module, Bytes& bytes, size_t& size) {
  Held<cor::MetaDataEmit> emit;
  cor::HRESULT result =
      at_.clr.ask(&Slots::GetModuleMetaData, module, cor::kOpenForWriting, cor::kIidMetaDataEmit, emit.place());
  if (cor::failed(result) || emit.get() == nullptr) {
    return cor::failed(result) ? result : cor::kDataIncomplete;
  }
  cor::DWORD length = 0;
  result = emit.get()->slots->GetSaveSize(emit.get(), cor::kAccurate, &length);
  // A module only grows: when it is as long afterwards as it was before, what was saved is that long too.
  for (int tries = 0; tries < kTries && cor::succeeded(result); tries++) {
    size = length;
    bytes.clear();
    if (size > kMostBytes || total_ + size > kMostInAll) {
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

// Whether the bytes differ from those of the last copy. Forgets the copies of what was unloaded.
bool ModuleCopies::isNews(cor::ModuleID module, const Bytes& bytes) {
  const Copied now{module, crc32c(bytes.data(), bytes.size()), static_cast<uint32_t>(bytes.size())};
  bool same = false;
  size_t kept = 0;
  Locked locked(lock_);
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

// A copy that is too large is told by its size alone.
void ModuleCopies::append(cor::ModuleID module, const Bytes& bytes, size_t size) {
  total_ += bytes.size();
  layout::ModuleMetadata copy{};
  copy.moduleId = module;
  copy.number = ++number_;
  copy.size = size;
  do {
    const size_t left = bytes.size() - copy.offset;
    const size_t length = left < kChunk ? left : kChunk;
    Batch batch;
    batch.add(copy, Octets{bytes.data() + copy.offset, length});
    at_.lane.append(batch);
    copy.offset += length;
  } while (copy.offset < bytes.size());
}

}  // namespace tiptoe
