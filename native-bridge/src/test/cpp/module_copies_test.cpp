// SPDX-License-Identifier: Apache-2.0
//
// Copies of the metadata of modules that no file has: whole ones, growing ones, and images that lie.

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "check.h"
#include "identity/mapped_image.h"
#include "observed.h"

using namespace check;
namespace layout = tiptoe::layout;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kOther = 0x1100;
constexpr uint64_t kClass = 0x2000;
constexpr uint32_t kFlat = 0x20;
constexpr uint32_t kDynamic = 0x4;
constexpr uint32_t kCollectible = 0x8;

template <typename Value>
void put(std::vector<uint8_t>& bytes, size_t at, Value value) {
  memcpy(bytes.data() + at, &value, sizeof value);
}

// The smallest image with metadata: one section at RVA 0x2000, at 0x200 in the file.
std::vector<uint8_t> image(const std::string& metadata) {
  std::vector<uint8_t> bytes(0x400 + metadata.size());
  put<uint32_t>(bytes, 0x3C, 0x80);
  put<uint32_t>(bytes, 0x80, 0x4550);
  put<uint16_t>(bytes, 0x86, 1);     // sections
  put<uint16_t>(bytes, 0x94, 0xE0);  // optional header
  put<uint16_t>(bytes, 0x98, 0x10B);
  put<uint32_t>(bytes, 0x98 + 96 + 112, 0x2000);  // CLI header
  put<uint32_t>(bytes, 0x178 + 8, static_cast<uint32_t>(bytes.size() - 0x200));
  put<uint32_t>(bytes, 0x178 + 12, 0x2000);  // section: its size, address, raw size, raw pointer
  put<uint32_t>(bytes, 0x178 + 16, static_cast<uint32_t>(bytes.size() - 0x200));
  put<uint32_t>(bytes, 0x178 + 20, 0x200);
  put<uint32_t>(bytes, 0x208, 0x2200);
  put<uint32_t>(bytes, 0x20C, static_cast<uint32_t>(metadata.size()));
  std::copy(metadata.begin(), metadata.end(), bytes.begin() + 0x400);
  return bytes;
}

std::string metadataOf(size_t size) {
  std::string bytes = "BSJB";
  while (bytes.size() < size) {
    bytes.push_back(static_cast<char>(bytes.size() * 7));
  }
  return bytes;
}

// The copies in a trace, by module and number; each piece has the length.
std::map<std::pair<uint64_t, uint32_t>, std::string> copiesIn(const ParsedTrace& trace) {
  std::map<std::pair<uint64_t, uint32_t>, std::string> copies;
  for (const Record& record : trace.ofType(layout::ModuleMetadata::kType)) {
    const auto piece = record.as<layout::ModuleMetadata>();
    std::string& copy = copies[{piece.moduleId, piece.number}];
    if (piece.offset == copy.size()) {
      copy.append(record.bytes.begin() + sizeof piece + 4, record.bytes.end());
    }
  }
  return copies;
}

// Waits for a copy, within a bound: the end of the agent does not wait for long.
void awaitCopy(const Observed& observed) {
  for (int i = 0; i < 6'000 && observed.trace().ofType(layout::ModuleMetadata::kType).empty(); i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::vector<std::string> copiesAtTheEnd(Observed& observed) {
  observed.shutdown();
  std::vector<std::string> copies;
  for (const auto& [key, copy] : copiesIn(observed.trace())) {
    copies.push_back(copy);
  }
  return copies;
}

}  // namespace

TEST(module_loadedFromBytes_isCopiedOnceInPieces) {
  Observed observed;
  const std::string metadata = metadataOf(200'000);
  observed.clr.modules[kModule] = {u"Made", 0x900, kFlat, true, image(metadata), ""};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  observed.loaded(kClassLoadFinished, kClass);
  const std::vector<std::string> copies = copiesAtTheEnd(observed);
  CHECK_EQUAL(1u, copies.size());
  CHECK(copies[0] == metadata);
  CHECK_EQUAL(4u, observed.trace().ofType(layout::ModuleMetadata::kType).size());
  CHECK_EQUAL(0, observed.clr.violations.load());
}

// A bundle's member counts as a module on disk, precompiled or not, and has a name for a path.
TEST(module_inABundle_isCopied) {
  for (const uint32_t flags : {0x1u, 0x3u}) {
    Observed observed;
    observed.clr.modules[kModule] = {u"Member.dll", 0x900, flags | kFlat, true, image(metadataOf(64)), ""};
    observed.initialize();
    observed.loaded(kModuleLoadFinished, kModule);
    CHECK_EQUAL(1u, copiesAtTheEnd(observed).size());
  }
}

TEST(module_inAFile_isNotCopied) {
  Observed observed;
  observed.clr.modules[kModule] = {kSomeFile, 0x900, 1 | kFlat, true, image(metadataOf(64)), ""};
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  CHECK_EQUAL(0u, copiesAtTheEnd(observed).size());
}

TEST(module_thatLiesNowhere_isNoError) {
  Observed observed;
  observed.clr.modules[kModule] = {u"/gone.dll", 0x900, 1, false, {}, ""};
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  CHECK_EQUAL(0u, copiesAtTheEnd(observed).size());
  CHECK_EQUAL(0u, +observed.trace().records.back().as<layout::TraceEnded>().agentErrors);
}

TEST(module_beingMade_isCopiedWhenAClassOfItIsMetAndAgainWhenItGrew) {
  Observed observed;
  observed.clr.modules[kModule] = {u"Made", 0x900, kDynamic, true, {}, metadataOf(100)};
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  for (uint64_t i = 0; i < 3; i++) {
    {
      std::lock_guard<std::mutex> locked(observed.clr.lock);
      observed.clr.classes[kClass + 8 * i] = {kModule, 0x02000002, 0, {}, cor::kOk};
      observed.clr.modules[kModule].emitted = metadataOf(100 * (i + 1));
    }
    observed.loaded(kClassLoadFinished, kClass + 8 * i);
  }
  const std::vector<std::string> copies = copiesAtTheEnd(observed);
  CHECK(copies.size() >= 1 && copies.size() <= 3);
  CHECK(copies.back() == metadataOf(300));
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(module_thatGrowsWhileItIsSaved_isSavedAgain) {
  Observed observed;
  observed.clr.modules[kModule] = {u"Made", 0x900, kDynamic, true, {}, metadataOf(100)};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  int looks = 0;
  observed.clr.whileSaving = [&] {
    if (looks++ < 3) {
      std::lock_guard<std::mutex> locked(observed.clr.lock);
      observed.clr.modules[kModule].emitted = metadataOf(100 + 100'000 * static_cast<size_t>(looks));
    }
  };
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  observed.loaded(kClassLoadFinished, kClass);
  const std::vector<std::string> copies = copiesAtTheEnd(observed);
  CHECK_EQUAL(1u, copies.size());
  CHECK(copies[0] == metadataOf(300'100));
}

// Comparing costs as much as recording, so a module that did not change is compared no more often than one that did.
TEST(module_thatDidNotGrow_isSavedAgainOnlyAfterAPause) {
  Observed observed;
  observed.clr.modules[kModule] = {u"Made", 0x900, kDynamic, true, {}, metadataOf(100)};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  constexpr int kLooksOfASave = 3;
  std::atomic<int> looks{0};
  std::atomic<uint64_t> looked{0};
  observed.clr.whileSaving = [&] {
    looked = tiptoe::os::monotonicNanos();
    looks++;
  };
  const auto save = [&](int number) {
    observed.loaded(kClassLoadFinished, kClass);
    for (int i = 0; i < 10'000 && looks < number * kLooksOfASave; i++) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return looked.load();
  };
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  save(1);
  const uint64_t unchanged = save(2);
  const uint64_t next = save(3);
  CHECK_EQUAL(3 * kLooksOfASave, looks.load());
  CHECK(next - unchanged >= 20'000'000);
}

// A program that emits types without end does not keep the agent from leaving.
TEST(module_thatGrowsWithoutEnd_isCopiedOnceMoreAtTheEnd) {
  Observed observed;
  observed.clr.modules[kModule] = {u"Made", 0x900, kDynamic, true, {}, metadataOf(100)};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  std::atomic<bool> grows{true};
  observed.clr.whileSaving = [&] {
    if (grows) {
      std::thread([&] { observed.loaded(kClassLoadFinished, kClass); }).join();
    }
  };
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  observed.loaded(kClassLoadFinished, kClass);
  observed.shutdown();
  grows = false;
  CHECK_EQUAL(0u, +observed.trace().records.back().as<layout::TraceEnded>().agentErrors);
}

// For a collectible module, an unload would have to wait for all of it, so a smaller size is too large.
TEST(module_thatIsTooLarge_isReportedByItsSizeAlone) {
  const std::pair<uint32_t, size_t> modules[] = {{kDynamic, (64 << 20) + 1}, {kDynamic | kCollectible, (4 << 20) + 1}};
  for (const auto& [flags, size] : modules) {
    Observed observed;
    observed.clr.modules[kModule] = {u"Made", 0x900, flags, true, {}, std::string(size, 'x')};
    observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
    observed.initialize();
    observed.loaded(kModuleLoadFinished, kModule);
    observed.loaded(kClassLoadFinished, kClass);
    awaitCopy(observed);
    observed.shutdown();
    const std::vector<Record> pieces = observed.trace().ofType(layout::ModuleMetadata::kType);
    CHECK_EQUAL(1u, pieces.size());
    CHECK_EQUAL(size, +pieces[0].as<layout::ModuleMetadata>().size);
    CHECK_EQUAL(0u, pieces[0].count(64));
  }
}

// A collectible module is saved with the gate held, so it lives during the call. An unload comes before the pieces, or
// after them.
TEST(unload_whileAModuleIsSaved_waitsForThatAlone) {
  Observed observed;
  observed.clr.modules[kModule] = {u"Made", 0x900, kDynamic | kCollectible, true, {}, metadataOf(100)};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  std::thread unloader;
  observed.clr.whileSaving = [&] {
    if (!unloader.joinable()) {
      unloader = std::thread([&] {
        observed.call(kModuleUnloadStarted, kModule);
        std::lock_guard<std::mutex> locked(observed.clr.lock);
        observed.clr.modules.erase(kModule);
      });
    }
  };
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  observed.loaded(kClassLoadFinished, kClass);
  const std::vector<std::string> copies = copiesAtTheEnd(observed);
  unloader.join();
  CHECK_EQUAL(0, observed.clr.violations.load());
  CHECK(copies.size() <= 1);
}

// It need not be waited for: the runtime never unloads it.
TEST(unload_whileAModuleThatLastsIsSaved_doesNotWait) {
  Observed observed;
  observed.clr.modules[kModule] = {u"Made", 0x900, kDynamic, true, {}, metadataOf(100)};
  observed.clr.modules[kOther] = {kSomeFile, 0x910, kCollectible, true, {}, ""};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  std::atomic<int> unloads{0};
  observed.clr.whileSaving = [&] {
    if (unloads == 0) {
      std::thread([&] { observed.call(kModuleUnloadStarted, kOther); }).join();
      unloads++;
    }
  };
  observed.initialize();
  observed.loaded(kModuleLoadFinished, kModule);
  observed.loaded(kModuleLoadFinished, kOther);
  observed.loaded(kClassLoadFinished, kClass);
  CHECK_EQUAL(1u, copiesAtTheEnd(observed).size());
  CHECK_EQUAL(1, unloads.load());
}


namespace {

// Only copies; while the second piece is written the module begins to be unloaded.
struct Unloading {
  static Unloading* current;

  TemporaryFolder folder;
  FakeClr fake;
  tiptoe::Faults faults;
  tiptoe::Clr clr{faults};
  tiptoe::TraceFile file{watching()};
  tiptoe::IdentityLane lane{file};
  tiptoe::Gate gate;
  tiptoe::ModuleCopies copies{{clr, faults, gate, lane}};
  int pieces = 0;
  std::thread unloader;
  std::atomic<bool> unloaded{false};

  Unloading() {
    current = this;
    clr.connect(fake.unknown());
    file.create(folder.file("a").c_str(), tiptoe::headerOfNow());
  }
  ~Unloading() { current = nullptr; }

  static tiptoe::TraceSystem watching() {
    tiptoe::TraceSystem system;
    system.append = [](int file, const void* bytes, size_t size) {
      layout::RecordHeader header{};
      memcpy(&header, bytes, std::min(size, sizeof header));
      if (header.type == layout::ModuleMetadata::kType && size != sizeof(layout::FileHeader)) {
        current->pieceWritten();
      }
      return tiptoe::os::append(file, bytes, size);
    };
    return system;
  }

  void pieceWritten() {
    if (++pieces == 2) {
      unloader = std::thread([this] {
        tiptoe::Gate::Closed closed(gate);
        copies.unloaded(kModule);
        unloaded = true;
        std::lock_guard<std::mutex> locked(fake.lock);
        fake.modules.erase(kModule);
      });
    } else if (pieces > 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
};
Unloading* Unloading::current = nullptr;

}  // namespace

TEST(unload_duringACopyInPieces_waitsForOnePieceAndEndsTheCopy) {
  constexpr size_t kPieces = 1000;  // less than a copy may have
  Unloading unloading;
  unloading.fake.modules[kModule] = {u"Made", 0x900, kFlat, true, image(metadataOf(kPieces << 16)), ""};
  tiptoe::Batch loaded;
  layout::ModuleLoaded module{};
  module.moduleId = kModule;
  module.flags = kFlat;
  const std::u16string path = u"Made";
  loaded.add(module, tiptoe::Text{path.data(), path.size()});
  loaded.forEach([&](const layout::RecordHeader* record) { unloading.copies.note(record); });
  for (int i = 0; i < 60'000 && !unloading.unloaded; i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(unloading.unloaded);
  CHECK(unloading.copies.stop());
  unloading.unloader.join();
  CHECK(unloading.pieces >= 2 && unloading.pieces < static_cast<int>(kPieces));
  CHECK_EQUAL(0u, unloading.faults.count());
  CHECK_EQUAL(0, unloading.fake.violations.load());
}

CHECK_MAIN
