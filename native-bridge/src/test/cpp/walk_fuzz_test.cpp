// SPDX-License-Identifier: Apache-2.0
//
// walk_fuzz_test [SECONDS]: walks over stacks, registers, code and images made at random, half a second long by
// default. Under a sanitizer nothing outside of what was given may be read; everywhere a walk must end, and be whole
// only when it ended in a function of which the compiler says that it has no caller.

#include <stdlib.h>
#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "check.h"
#include "loaded_libraries.h"
#include "os/os.h"
#include "unwind/walker.h"

using namespace tiptoe;
using namespace tiptoe::unwind;

namespace {

double seconds = 0.5;

// Pieces of prologues, epilogues, funclets and stubs, of which random code is made.
const std::vector<std::vector<uint8_t>> kPieces = {
    {0x55},
    {0x53},
    {0x41, 0x57},
    {0x41, 0x5F},
    {0x5B},
    {0x5D},
    {0xC3},
    {0xC9},
    {0x48, 0x83, 0xEC, 0x18},
    {0x48, 0x83, 0xC4, 0x18},
    {0x48, 0x81, 0xEC, 0, 0x10, 0, 0},
    {0x48, 0x81, 0xC4, 0xF8, 0xFF, 0xFF, 0xFF},
    {0x48, 0x8D, 0x6C, 0x24, 0x20},
    {0x48, 0x8D, 0x65, 0xF0},
    {0x48, 0x8B, 0xEC},
    {0x48, 0x8B, 0x45, 0x00, 0x50},
    {0x4C, 0x89, 0xBC, 0x24, 0xB8, 0, 0, 0},
    {0x48, 0x8B, 0x2F, 0x48, 0x89, 0x2C, 0x24, 0x48, 0x8D, 0x6D, 0x50},
    {0x48, 0x8D, 0x05, 0x10, 0x20, 0, 0},
    {0x0F, 0xB6, 0xC0},
    {0xFF, 0x25, 1, 2, 3, 4},
    {0x48, 0xFF, 0xE0},
    {0xFF, 0x15, 1, 2, 3, 4},
    {0x4C, 0x8D, 0x9C, 0x24, 0, 0, 0xFF, 0xFF, 0xE8, 1, 2, 3, 4, 0x49, 0x8B, 0xE3},
    {0x90},
};

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  uint64_t below(uint64_t end) { return engine_() % end; }
  uint64_t any() { return engine_(); }
  bool one(uint64_t of) { return below(of) == 0; }

 private:
  std::mt19937_64 engine_;
};

void fillWithCode(Random& random, uint8_t* to, size_t size) {
  for (size_t at = 0; at < size;) {
    const std::vector<uint8_t>& piece = kPieces[random.below(kPieces.size())];
    for (size_t i = 0; i < piece.size() && at < size; i++) {
      to[at++] = random.one(40) ? static_cast<uint8_t>(random.any()) : piece[i];
    }
  }
}

template <typename Number>
void put(uint8_t* to, size_t offset, Number value) {
  memcpy(to + offset, &value, sizeof value);
}

constexpr size_t kImage = 0x4000;

// An image whose functions, unwind information and code are random.
void fillImage(Random& random, uint8_t* to) {
  memset(to, 0, kImage);
  to[0] = 'M';
  to[1] = 'Z';
  put<uint32_t>(to, 0x3C, 0x80);
  put<uint32_t>(to, 0x80, 0x4550);
  put<uint16_t>(to, 0x80 + 6, 1);
  put<uint16_t>(to, 0x80 + 20, 240);
  put<uint16_t>(to, 0x80 + 24, 0x20B);
  put<uint32_t>(to, 0x80 + 24 + 56, kImage);
  put<uint32_t>(to, 0x80 + 24 + 112 + 14 * 8, 0x1000);
  const size_t section = 0x80 + 24 + 240;
  put<uint32_t>(to, section + 8, kImage - 0x1000);
  put<uint32_t>(to, section + 12, 0x1000);
  put<uint32_t>(to, section + 16, kImage - 0x1000);
  put<uint32_t>(to, 0x1000 + 64, 0x1080);
  put<uint32_t>(to, 0x1080, 0x00525452);
  put<uint32_t>(to, 0x1080 + 12, 1);
  put<uint32_t>(to, 0x1080 + 16, 102);
  put<uint32_t>(to, 0x1080 + 20, 0x1100);
  const auto count = static_cast<uint32_t>(1 + random.below(60));
  put<uint32_t>(to, 0x1080 + 24, 12 * count);
  for (size_t i = 0x1400; i < 0x2000; i++) {
    to[i] = random.one(2) ? static_cast<uint8_t>(random.below(6)) : static_cast<uint8_t>(random.any());
  }
  fillWithCode(random, to + 0x2000, kImage - 0x2000);
  uint32_t begin = 0x2000;
  for (uint32_t i = 0; i < count; i++) {
    const auto size = static_cast<uint32_t>(random.below(300));
    const auto unwind = static_cast<uint32_t>(random.one(20) ? random.any() : 0x1400 + random.below(0xC00));
    put<uint32_t>(to, 0x1100 + 12 * i, begin);
    put<uint32_t>(to, 0x1100 + 12 * i + 4, begin + (random.one(30) ? static_cast<uint32_t>(random.any()) : size));
    put<uint32_t>(to, 0x1100 + 12 * i + 8, unwind);
    if (unwind < kImage) {
      to[unwind] = random.one(10) ? to[unwind] : 1;
      to[unwind + 2] = static_cast<uint8_t>(random.below(8));
    }
    begin += size;
  }
}

}  // namespace

TEST(walk_overRandomStacks_endsAndIsWholeOnlyAtAFirstFunction) {
  constexpr size_t kCode = 1 << 16;
  auto* memory = static_cast<uint8_t*>(
      mmap(nullptr, kCode + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + kCode, 4096, PROT_NONE);
  auto* image = static_cast<uint8_t*>(
      mmap(nullptr, kImage + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(image + kImage, 4096, PROT_NONE);
  NativeCode libraries;
  update(libraries, 1);
  const std::vector<LoadedLibrary> loaded = loadedLibraries();
  const auto frames = std::make_unique<Frames>();
  const uint64_t until = os::monotonicNanos() + static_cast<uint64_t>(seconds * 1e9);
  uint64_t walks = 0;
  uint64_t deep = 0;
  uint64_t whole = 0;
  for (uint64_t seed = 1; os::monotonicNanos() < until; seed++) {
    Random random(seed);
    CodeMap methods;
    fillWithCode(random, memory, kCode);
    fillImage(random, image);
    std::vector<uint64_t> addresses = {0, 1, 4095, 4096, UINT64_MAX, UINT64_MAX - 7};
    for (size_t at = 0; at + 400 < kCode; at += 1 + random.below(400)) {
      const auto size = static_cast<uint32_t>(1 + random.below(390));
      methods.compiled(1 + random.below(50), reinterpret_cast<uint64_t>(memory) + at, size, random.below(3));
      addresses.push_back(reinterpret_cast<uint64_t>(memory) + at + random.below(size + 1));
    }
    addresses.push_back(reinterpret_cast<uint64_t>(memory) + kCode - random.below(8));
    methods.mapped(image, 0);
    for (int i = 0; i < 40; i++) {
      addresses.push_back(reinterpret_cast<uint64_t>(image) + 0x2000 + random.below(0x2010));
      const LoadedLibrary& library = loaded[random.below(loaded.size())];
      addresses.push_back(library.range.start + random.below(library.range.end - library.range.start));
    }
    methods.takeOver();
    auto walker = std::make_unique<Walker>(methods, libraries, os::readMemory);
    for (int round = 0; round < 300; round++) {
      const uint64_t base = random.one(10) ? random.any() & ~uint64_t{7} : 0x7F0000000000 + 8 * random.below(100);
      std::vector<uint64_t> stack(random.below(400));
      for (uint64_t& word : stack) {
        word = random.one(3) ? base + 8 * random.below(stack.size() + 2) : addresses[random.below(addresses.size())];
      }
      // on the heap, without room to spare: a sanitizer sees every read that goes beyond
      Interruption interruption{};
      interruption.time = random.below(4);
      const size_t odd = stack.empty() ? 0 : random.below(8);
      interruption.stack = {base, {reinterpret_cast<const uint8_t*>(stack.data()), 8 * stack.size() - odd}};
      for (uint64_t& value : interruption.registers.values) {
        value = random.one(4) ? random.any() : base + 8 * random.below(stack.size() + 1);
      }
      interruption.registers[kRsp] = random.one(10) ? random.any() : base;
      interruption.registers[kRip] = addresses[random.below(addresses.size())];
      walker->walk(interruption, *frames);
      walks++;
      deep += frames->count > 2;
      whole += frames->whole();
      CHECK(frames->count >= 1 && frames->count <= Frames::kMost);
      CHECK_EQUAL(interruption.registers[kRip], frames->addresses[0]);
      CHECK(frames->count <= stack.size() + 1);  // each step takes a word at least
      if (frames->whole()) {
        const uint64_t last = frames->addresses[frames->count - 1];
        const NativeCode::Found found = libraries.find(frames->count == 1 ? last : last - 1, 4);
        CHECK(found.rule != nullptr && found.rule->kind == Rule::kFirst);
      } else {
        CHECK_EQUAL(frames->addresses[frames->count - 1], frames->brokeAt);
      }
    }
  }
  printf("     %llu walks, %llu of more than two frames, %llu whole\n", static_cast<unsigned long long>(walks),
         static_cast<unsigned long long>(deep), static_cast<unsigned long long>(whole));
  CHECK(walks > 300);
  CHECK(deep > walks / 20);
  munmap(memory, kCode + 4096);
  munmap(image, kImage + 4096);
}

int main(int count, char** arguments) {
  if (count > 1) {
    seconds = atof(arguments[1]);
  }
  return check::runAll();
}
