// SPDX-License-Identifier: Apache-2.0

#include "identity/code_describer.h"

#include "os/os.h"
#include "trace/layout.h"

namespace tiptoe {
namespace {

using os::Locked;
using Slots = Clr::Slots;

static_assert(sizeof(cor::COR_PRF_CODE_INFO) == sizeof(layout::CodePiece), "written as the CLR gives it");
static_assert(sizeof(cor::COR_DEBUG_IL_TO_NATIVE_MAP) == sizeof(layout::IlMapping), "written as the CLR gives it");

// a longer map does not fit into a record with all else
constexpr size_t kLongestMap = 80'000;

// Asks for a list, and once more when the room was too small: the CLR either reports that or reports the whole count.
template <typename Items, typename Ask>
bool fill(Items& items, Ask ask) {
  cor::ULONG count = 0;
  for (int attempt = 0; attempt < 2; attempt++) {
    const auto capacity = static_cast<cor::ULONG>(items.capacity());
    const cor::HRESULT result = ask(capacity, &count, items.data());
    if (count <= capacity) {
      items.rewind(0);
      return cor::succeeded(result) && items.extend(count) != nullptr;
    }
    if (!items.reserve(count)) {
      return false;
    }
  }
  return false;
}

}  // namespace

void CodeDescriber::compiled(cor::FunctionID function, Batch& records) {
  ofRejit(function, 0, Age::kNew, records);
}

void CodeDescriber::compiledDynamic(cor::FunctionID function, Batch& records) {
  Starts starts;
  fill(starts, [&](cor::ULONG capacity, cor::ULONG* count, uintptr_t* room) {
    return clr_.ask(&Slots::GetNativeCodeStartAddresses, function, cor::ReJITID{0}, capacity, count, room);
  });
  for (size_t i = 0; i < starts.size(); i++) {
    if (starts[i] != 0) {
      describe(function, 0, starts[i], function, Age::kNew, records);
    }
  }
}

void CodeDescriber::met(cor::FunctionID function, Batch& records) {
  ofRejit(function, 0, Age::kUnknown, records);
  Buffer<cor::ReJITID, 8> rejits;
  fill(rejits, [&](cor::ULONG capacity, cor::ULONG* count, cor::ReJITID* room) {
    return clr_.ask(&Slots::GetReJITIDs, function, capacity, count, room);
  });
  for (size_t i = 0; i < rejits.size(); i++) {
    if (rejits[i] != 0) {
      ofRejit(function, rejits[i], Age::kUnknown, records);
    }
  }
}

void CodeDescriber::forgetAll() {
  Locked locked(lock_);
  described_.clear();
}

// Describes the code for a ReJITID. A function without code, such as an abstract one or one that the runtime provides,
// has none.
void CodeDescriber::ofRejit(cor::FunctionID function, cor::ReJITID rejit, Age age, Batch& records) {
  Starts starts;
  fill(starts, [&](cor::ULONG capacity, cor::ULONG* count, uintptr_t* room) {
    return clr_.ask(&Slots::GetNativeCodeStartAddresses, function, rejit, capacity, count, room);
  });
  for (size_t i = 0; i < starts.size(); i++) {
    if (starts[i] != 0 && isNew(function, starts[i])) {
      const uint64_t home = map_ != nullptr ? describer_->homeOfCode(function) : Known::kLasts;
      describe(function, rejit, starts[i], home, age, records);
    }
  }
}

void CodeDescriber::unloaded(cor::ModuleID module) {
  if (unwind::CodeMap* map = map_; map != nullptr) {
    images_->unloaded(module);
    map->unloaded(module, os::monotonicNanos());
    map->unloaded(Known::kSeveral, os::monotonicNanos());
  }
}

void CodeDescriber::describe(cor::FunctionID function, cor::ReJITID rejit, uintptr_t start, uint64_t home, Age age,
                             Batch& records) {
  Pieces pieces;
  const bool lies = fill(pieces, [&](cor::ULONG capacity, cor::ULONG* count, cor::COR_PRF_CODE_INFO* room) {
    return clr_.ask(&Slots::GetCodeInfo4, start, capacity, count, room);
  });
  if (!lies || pieces.size() == 0) {
    return;
  }
  publish(home, pieces, age);
  Map map;
  const bool mapped = fill(map, [&](cor::ULONG capacity, cor::ULONG* count, cor::COR_DEBUG_IL_TO_NATIVE_MAP* room) {
    return clr_.ask(&Slots::GetILToNativeMapping3, start, capacity, count, room);
  });
  layout::CodeSeen seen{};
  seen.functionId = function;
  seen.rejit = static_cast<uint32_t>(rejit);
  records.add(seen, Span<cor::COR_PRF_CODE_INFO>{pieces.data(), pieces.size()},
              Span<cor::COR_DEBUG_IL_TO_NATIVE_MAP>{map.data(), mapped && map.size() <= kLongestMap ? map.size() : 0});
}

// Code that is published before it first runs is known in every sample of it.
void CodeDescriber::publish(uint64_t home, const Pieces& pieces, Age age) {
  unwind::CodeMap* map = map_;
  for (size_t i = 0; map != nullptr && i < pieces.size(); i++) {
    const cor::COR_PRF_CODE_INFO& piece = pieces[i];
    const bool compiled = age == Age::kNew || !images_->contain(piece.startAddress);
    if (compiled && piece.size <= UINT32_MAX) {
      map->compiled(home, piece.startAddress, static_cast<uint32_t>(piece.size),
                    age == Age::kNew ? os::monotonicNanos() : 0);
    }
  }
}

bool CodeDescriber::isNew(cor::FunctionID function, uintptr_t start) {
  Locked locked(lock_);
  return described_.add((start * 0x9E3779B97F4A7C15) ^ function);
}

}  // namespace tiptoe
