// SPDX-License-Identifier: Apache-2.0

#include "unwind/code_map.h"

#include <sys/mman.h>

#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "check.h"
#include "os/os.h"
#include "unwind/unwind_info.h"
#include "unwind/walker.h"

using namespace tiptoe;
using namespace tiptoe::unwind;

namespace {

// Executable code is only read, so that bytes in data do.
alignas(16) uint8_t code[1 << 16] = {0x55, 0x48, 0x8B, 0xEC};

uint64_t at(size_t offset) { return reinterpret_cast<uint64_t>(code) + offset; }

template <typename Number>
void put(std::vector<uint8_t>& bytes, size_t offset, Number value) {
  memcpy(bytes.data() + offset, &value, sizeof value);
}

// An image with precompiled code: headers in the first page, one section with everything else.
std::vector<uint8_t> image(const std::vector<ReadyToRun::Function>& functions) {
  std::vector<uint8_t> bytes(0x3000);
  bytes[0] = 'M';
  bytes[1] = 'Z';
  put<uint32_t>(bytes, 0x3C, 0x80);
  put<uint32_t>(bytes, 0x80, 0x4550);
  put<uint16_t>(bytes, 0x80 + 6, 1);        // sections
  put<uint16_t>(bytes, 0x80 + 20, 240);     // size of the optional header
  put<uint16_t>(bytes, 0x80 + 24, 0x20B);
  put<uint32_t>(bytes, 0x80 + 24 + 56, 0x3000);
  put<uint32_t>(bytes, 0x80 + 24 + 112 + 14 * 8, 0x1000);
  const size_t section = 0x80 + 24 + 240;
  put<uint32_t>(bytes, section + 8, 0x2000);
  put<uint32_t>(bytes, section + 12, 0x1000);
  put<uint32_t>(bytes, section + 16, 0x2000);
  put<uint32_t>(bytes, 0x1000 + 64, 0x1080);  // ManagedNativeHeader
  put<uint32_t>(bytes, 0x1080, 0x00525452);
  put<uint32_t>(bytes, 0x1080 + 12, 1);
  put<uint32_t>(bytes, 0x1080 + 16, 102);
  put<uint32_t>(bytes, 0x1080 + 20, 0x1100);
  put<uint32_t>(bytes, 0x1080 + 24, static_cast<uint32_t>(12 * (functions.size() + 1)));
  size_t to = 0x1100;
  for (const ReadyToRun::Function& function : functions) {
    put<uint32_t>(bytes, to, function.begin);
    put<uint32_t>(bytes, to + 4, function.end);
    put<uint32_t>(bytes, to + 8, function.unwind);
    to += 12;
  }
  put<uint32_t>(bytes, to, UINT32_MAX);
  return bytes;
}

}  // namespace

TEST(method_afterItIsCompiled_isFoundFromThenOn) {
  CodeMap map;
  map.compiled(7, at(0), 100, 1000);
  CHECK(map.method(at(10), 2000) == nullptr);  // not taken over yet
  CHECK(!map.takeOver());
  const Method* found = map.method(at(10), 1000);
  CHECK(found != nullptr);
  CHECK_EQUAL(uint64_t{7}, found->home);
  CHECK(found->framed);
  CHECK_EQUAL(16, found->rule.offset);
  CHECK(map.method(at(10), 999) == nullptr);
  CHECK(map.method(at(99), 1000) == found);
  CHECK(map.method(at(100), 1000) == nullptr);
  CHECK(map.method(at(0) - 1, 1000) == nullptr);
}

TEST(method_inWhosePlaceAnotherIsCompiled_hasLivedUntilThen) {
  CodeMap map;
  map.compiled(7, at(0), 100, 1000);
  map.takeOver();
  map.compiled(8, at(50), 100, 2000);
  CHECK(map.takeOver());
  CHECK_EQUAL(uint64_t{7}, map.method(at(10), 1999)->home);
  CHECK(map.method(at(10), 2000) == nullptr);
  CHECK_EQUAL(uint64_t{7}, map.method(at(60), 1500)->home);
  CHECK_EQUAL(uint64_t{8}, map.method(at(60), 2000)->home);
  map.forget(2001);
  CHECK_EQUAL(size_t{0}, map.gone());
  CHECK(map.method(at(10), 1999) == nullptr);
}

TEST(method_thatIsReportedAgain_hasLivedSinceItWasCompiled) {
  CodeMap map;
  map.compiled(7, at(0), 100, 1000);
  map.compiled(7, at(0), 100, 0);
  CHECK(!map.takeOver());
  CHECK_EQUAL(uint64_t{1000}, map.method(at(1), 1000)->born);
  CHECK_EQUAL(size_t{1}, map.methods());
}

TEST(method_thatIsUnloaded_isGoneFromThenOn) {
  CodeMap map;
  map.compiled(7, at(0), 100, 1000);
  map.compiled(8, at(200), 100, 1000);
  map.unloaded(7, 2000);
  map.compiled(7, at(400), 100, 3000);  // the same ID is used again
  CHECK(map.takeOver());
  CHECK(map.method(at(10), 1999) != nullptr);
  CHECK(map.method(at(10), 2000) == nullptr);
  CHECK(map.method(at(210), 2000) != nullptr);
  CHECK(map.method(at(410), 3000) != nullptr);
}

TEST(methods_inRandomOrder_areFoundAsASimpleMapFindsThem) {
  std::mt19937 random(3);
  CodeMap map;
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> expected;  // by start: end, function
  for (uint64_t i = 1; i < 4000; i++) {
    const uint64_t start = at(random() % 60000);
    const uint32_t size = 1 + random() % 40;
    map.compiled(i, start, size, i);
    for (auto one = expected.begin(); one != expected.end();) {
      one = one->first < start + size && start < one->second.first ? expected.erase(one) : std::next(one);
    }
    expected[start] = {start + size, i};
    if (i % 64 == 0) {
      map.takeOver();
    }
  }
  map.takeOver();
  CHECK_EQUAL(expected.size(), map.methods());
  for (size_t offset = 0; offset < 60100; offset++) {
    auto next = expected.upper_bound(at(offset));
    const bool known = next != expected.begin() && at(offset) < std::prev(next)->second.first;
    const Method* found = map.method(at(offset), UINT64_MAX - 1);
    CHECK_EQUAL(known ? std::prev(next)->second.second : 0, found != nullptr ? found->home : 0);
  }
}

TEST(methods_ofManyThreads_areAllFound) {
  CodeMap map;
  constexpr uint64_t kEach = 5000;
  std::vector<uint8_t> bytes(4 * kEach * 16);
  const auto base = reinterpret_cast<uint64_t>(bytes.data());
  std::atomic<int> running{4};
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; t++) {
    threads.emplace_back([&, t] {
      for (uint64_t i = 0; i < kEach; i++) {
        map.compiled(t * kEach + i + 1, base + 16 * (i * 4 + t), 16, 1);
      }
      running--;
    });
  }
  while (running != 0) {
    map.takeOver();
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  map.takeOver();
  CHECK_EQUAL(size_t{4 * kEach}, map.methods());
  for (uint64_t i = 0; i < 4 * kEach; i++) {
    CHECK_EQUAL(i % 4 * kEach + i / 4 + 1, map.method(base + 16 * i + 3, 1)->home);
  }
  CHECK_EQUAL(uint64_t{0}, map.lost());
  CHECK(map.retained() < 4 * kEach * 120);
}

TEST(image_whileItIsMapped_isFound) {
  const std::vector<uint8_t> one = image({{0x2000, 0x2010, 0x1800}, {0x2010, 0x2100, 0x1810}});
  const auto base = reinterpret_cast<uint64_t>(one.data());
  CodeMap map;
  map.mapped(one.data(), 100);
  map.takeOver();
  CHECK(map.image(base + 0x2005, 100) != nullptr);
  const ReadyToRun* found = &map.image(base + 0x2005, 100)->code;
  CHECK(map.image(base + 0x2005, 99) == nullptr);
  CHECK(map.image(base + 0x3000, 100) == nullptr);
  ReadyToRun::Function function{};
  CHECK(found->find(0x2005, function));
  CHECK_EQUAL(0x2000u, function.begin);
  CHECK(found->find(0x2010, function));
  CHECK_EQUAL(0x1810u, function.unwind);
  CHECK(!found->find(0x2100, function));
  CHECK(!found->find(0x1FFF, function));
  map.unmapped(one.data(), 200);
  CHECK(map.takeOver());
  CHECK(map.image(base + 0x2005, 100) == nullptr);
}

TEST(image_thatWasUnmappedBeforeItWasTakenOver_isNotRead) {
  void* memory = mmap(nullptr, 0x3000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const std::vector<uint8_t> one = image({{0x2000, 0x2010, 0x1800}});
  memcpy(memory, one.data(), one.size());
  CodeMap map;
  map.mapped(static_cast<const uint8_t*>(memory), 100);
  map.unmapped(static_cast<const uint8_t*>(memory), 200);
  munmap(memory, 0x3000);
  map.takeOver();
  CHECK(map.image(reinterpret_cast<uint64_t>(memory) + 0x2005, 150) == nullptr);
}

TEST(image_withDamagedHeaders_isReadInItsSectionsOnly) {
  std::mt19937_64 random(9);
  const std::vector<uint8_t> one = image({{0x2000, 0x2010, 0x1800}});
  constexpr size_t kSize = 0x3000;
  auto* memory = static_cast<uint8_t*>(
      mmap(nullptr, kSize + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + kSize, 4096, PROT_NONE);
  for (int round = 0; round < 20000; round++) {
    memcpy(memory, one.data(), one.size());
    for (int i = 0; i < 4; i++) {
      const size_t where = random() % 3 == 0 ? 0x1000 + random() % 0x200 : random() % 0x200;
      // the section stays as large as the image is: the runtime has mapped what it says
      const bool ofSection = where >= 0x80 + 24 + 240 && where < 0x80 + 24 + 240 + 40;
      const bool ofImage = where >= 0x80 + 24 + 56 && where < 0x80 + 24 + 60;
      memory[where] = ofSection || ofImage || where == 0x80 + 6 || where == 0x80 + 7 || where == 0x80 + 20 ||
                              where == 0x80 + 21 || (where >= 0x3C && where < 0x40)
                          ? memory[where]
                          : static_cast<uint8_t>(random());
    }
    const ReadyToRun read(memory);
    ReadyToRun::Function function{};
    for (int i = 0; i < 20; i++) {
      if (read.find(static_cast<uint32_t>(random() % 0x4000), function)) {
        UnwindInfo info{};
        readUnwindInfo(read.at(function.unwind, kLongestUnwindInfo), static_cast<uint32_t>(random() % 32), info);
      }
    }
  }
  munmap(memory, kSize + 4096);
}

namespace {

// Two methods with frame pointers: one was interrupted, and the other has called it, with a call that ends at kBehindCall.
constexpr size_t kLeaf = 0x100;
constexpr size_t kCaller = 0x200;
constexpr size_t kBody = 8;
constexpr size_t kBehindCall = 16;
constexpr uint32_t kMethod = 64;

void putMethods() {
  for (const size_t method : {kLeaf, kCaller}) {
    memset(code + method, 0x90, kMethod);
    memcpy(code + method, "\x55\x48\x8B\xEC", 4);  // push rbp; mov rbp,rsp
    memcpy(code + method + kBehindCall - 5, "\xE8\0\0\0\0", 5);
    memcpy(code + method + kMethod - 2, "\x5D\xC3", 2);  // pop rbp; ret
  }
}

struct Walked {
  NativeCode libraries;
  std::unique_ptr<Walker> walker;
  std::unique_ptr<Frames> frames = std::make_unique<Frames>();

  explicit Walked(const CodeMap& map) : walker(std::make_unique<Walker>(map, libraries, os::readMemory)) {}

  // Walks from an address at a time over a stack whose first frame pointer is at its word 0.
  Frames& walk(uint64_t address, uint64_t time, const std::vector<uint64_t>& stack) {
    const uint64_t base = 0x7F0000000000;
    Interruption interruption{};
    interruption.time = time;
    interruption.registers[kRip] = address;
    interruption.registers[kRsp] = base;
    interruption.registers[kRbp] = base;
    interruption.stack = {base, {reinterpret_cast<const uint8_t*>(stack.data()), 8 * stack.size()}};
    walker->walk(interruption, *frames);
    return *frames;
  }
};

// [rbp] of the leaf, its return address, [rbp] of the caller, its return address
std::vector<uint64_t> stackOfMethods() {
  return {0x7F0000000010, at(kCaller + kBehindCall), 0x7F0000000020, 0x123456};
}

}  // namespace

TEST(walk_throughCodeThatIsFreed_endsThereFromThenOn) {
  putMethods();
  CodeMap map;
  map.compiled(0, at(kLeaf), kMethod, 1000);
  map.compiled(7, at(kCaller), kMethod, 1000);
  map.unloaded(7, 2000);
  map.takeOver();
  Walked walked(map);
  CHECK_EQUAL(size_t{3}, walked.walk(at(kLeaf + kBody), 1500, stackOfMethods()).count);
  CHECK_EQUAL(at(kCaller + kBehindCall), walked.frames->addresses[1]);
  CHECK_EQUAL(size_t{2}, walked.walk(at(kLeaf + kBody), 2500, stackOfMethods()).count);
  CHECK(walked.frames->end == End::kUnknownCode);
}

// What lies at its address now is not what ran there then.
TEST(walk_fromALeafInCodeThatIsFreed_hasNoCaller) {
  putMethods();
  CodeMap map;
  map.compiled(7, at(kLeaf), kMethod, 1000);
  map.compiled(0, at(kCaller), kMethod, 1000);
  map.unloaded(7, 2000);
  map.takeOver();
  Walked walked(map);
  for (const size_t offset : {size_t{1}, kBody, size_t{kMethod - 1}}) {
    CHECK_EQUAL(size_t{1}, walked.walk(at(kLeaf + offset), 1500, stackOfMethods()).count);
    CHECK(walked.frames->end == End::kNoRule);
  }
}

TEST(walk_whileCodeIsFreed_trustsNoBytesOfWhatMayBeFreed) {
  putMethods();
  CodeMap map;
  map.compiled(7, at(kLeaf), kMethod, 1000);
  map.compiled(0, at(kCaller), kMethod, 1000);
  map.takeOver();
  map.unloaded(8, 2000);
  Walked walked(map);
  CHECK(walked.walk(at(kLeaf + kBody), 1500, stackOfMethods()).end == End::kNoRule);
  CHECK_EQUAL(size_t{2}, walked.walk(at(kCaller + kBody), 1500, {0x7F0000000010, 0x123456}).count);
  map.takeOver();
  CHECK_EQUAL(size_t{3}, walked.walk(at(kLeaf + kBody), 1500, stackOfMethods()).count);
}

TEST(walk_fromUnknownCodeThatLooksLikeAStub_needsAReturnAddress) {
  putMethods();
  constexpr size_t kStub = 0x300;
  memcpy(code + kStub, "\x48\x8B\xC1\xE9\0\0\0\0", 8);  // mov rax,rcx; jmp
  CodeMap map;
  map.compiled(0, at(kCaller), kMethod, 1000);
  map.takeOver();
  Walked walked(map);
  CHECK_EQUAL(size_t{1}, walked.walk(at(kStub), 1500, {at(kCaller + kBody), 0, 0}).count);
  CHECK(walked.frames->end == End::kUnknownCode);
  CHECK_EQUAL(at(kStub), walked.frames->unknown);
  CHECK_EQUAL(size_t{1}, walked.walk(at(kStub), 999, {at(kCaller + kBehindCall), 0, 0}).count);
  CHECK(walked.walk(at(kStub), 1500, {at(kCaller + kBehindCall), 0, 0}).count >= 2);
  CHECK_EQUAL(at(kStub), walked.frames->unknown);  // the rule of a stub fits, but nobody knows what it is
}

TEST(walk_thatMeetsCodeThatIsNotKnown_saysWhere) {
  putMethods();
  CodeMap map;
  map.compiled(0, at(kLeaf), kMethod, 1000);
  map.takeOver();
  Walked walked(map);
  CHECK(walked.walk(at(kLeaf + kBody), 1500, stackOfMethods()).end == End::kUnknownCode);
  CHECK_EQUAL(at(kCaller + kBehindCall) - 1, walked.frames->unknown);  // the call lies before its return address
  map.compiled(0, at(kCaller), kMethod, 1000);
  map.takeOver();
  walked.walk(at(kLeaf + kBody), 1500, {0x7F0000000010, at(kCaller + kBehindCall), 0x7F0000000020});
  CHECK_EQUAL(uint64_t{0}, walked.frames->unknown);
}

TEST(walk_ofATimeBeforeAnImageWasMapped_doesNotUseWhatWasRememberedOfIt) {
  std::vector<uint8_t> one = image({{0x2000, 0x2100, 0x1800}});
  one[0x1800] = 1;  // unwind information of a function without a frame
  const auto base = reinterpret_cast<uint64_t>(one.data());
  CodeMap map;
  map.mapped(one.data(), 100);
  map.takeOver();
  Walked walked(map);
  CHECK_EQUAL(size_t{2}, walked.walk(base + 0x2005, 150, {0x123456, 0}).count);
  CHECK_EQUAL(size_t{1}, walked.walk(base + 0x2005, 50, {0x123456, 0}).count);
}

namespace {

struct Unwound {
  bool read;
  Register base;
  int32_t offset;
  int16_t rbx;
  int16_t rbp;
};

Unwound unwound(std::vector<uint8_t> bytes, uint32_t offset = UINT32_MAX) {
  UnwindInfo info{};
  const bool read = readUnwindInfo({bytes.data(), bytes.size()}, offset, info);
  return {read, static_cast<Register>(info.rule.cfaRegister), info.rule.offset, info.rule.saved[0], info.rule.saved[1]};
}

}  // namespace

TEST(unwindInfo_ofPushesAndAllocations_tellsTheSize) {
  // push rbp; push rbx; sub rsp,32 (at 1, 2, 6)
  const std::vector<uint8_t> info = {1, 6, 3, 0, 6, 0x32, 2, 0x30, 1, 0x50};
  const Unwound all = unwound(info);
  CHECK(all.read && all.base == kRsp);
  CHECK_EQUAL(56, all.offset);
  CHECK_EQUAL(-3, static_cast<int>(all.rbx));
  CHECK_EQUAL(-2, static_cast<int>(all.rbp));
  CHECK_EQUAL(24, unwound(info, 2).offset);
  CHECK_EQUAL(0, static_cast<int>(unwound(info, 1).rbx));
  CHECK_EQUAL(16, unwound(info, 1).offset);
  CHECK_EQUAL(8, unwound(info, 0).offset);
}

TEST(unwindInfo_withLargeAllocations_tellsTheSize) {
  CHECK_EQUAL(8 + 0x1000 * 8, unwound({1, 7, 2, 0, 7, 0x01, 0x00, 0x10}).offset);
  CHECK_EQUAL(8 + 0x123456 * 8, unwound({1, 7, 3, 0, 7, 0x11, 0xB0, 0xA2, 0x91, 0x00}).offset);
}

TEST(unwindInfo_withAFramePointer_startsThere) {
  // push rbp; sub rsp,64; lea rbp,[rsp+48]
  const std::vector<uint8_t> info = {1, 10, 3, 0x35, 10, 0x03, 5, 0x72, 1, 0x50};
  const Unwound all = unwound(info);
  CHECK(all.read && all.base == kRbp);
  CHECK_EQUAL(32, all.offset);
  CHECK(unwound(info, 9).base == kRsp);
  CHECK_EQUAL(80, unwound(info, 9).offset);
  // the runtime's own operation, for 16 * 0x1000 bytes
  const Unwound large = unwound({1, 10, 6, 0x05, 10, 0x0B, 0x00, 0x10, 0x00, 0x00, 5, 0x01, 0x02, 0x20, 1, 0x50});
  CHECK(large.read && large.base == kRbp);
  CHECK_EQUAL(-0x10000 + 0x2002 * 8 + 16, large.offset);
}

TEST(unwindInfo_thatIsDamaged_isRefused) {
  CHECK(!unwound({}).read);
  CHECK(!unwound({1, 0, 1}).read);
  CHECK(!unwound({2, 0, 0, 0}).read);          // another version
  CHECK(!unwound({0x21, 0, 0, 0}).read);       // chained
  CHECK(!unwound({1, 1, 2, 0, 1, 0x50}).read);  // cut off
  CHECK(!unwound({1, 1, 1, 0, 1, 0x01}).read);  // without its operand
  CHECK(!unwound({1, 1, 1, 0, 1, 0x06}).read);  // an unknown operation
  std::mt19937 random(4);
  for (int i = 0; i < 100000; i++) {
    std::vector<uint8_t> bytes(random() % 40);
    for (uint8_t& byte : bytes) {
      byte = static_cast<uint8_t>(random());
    }
    if (!bytes.empty()) {
      bytes[0] = 1;
    }
    unwound(bytes, random() % 300);
  }
}

CHECK_MAIN
