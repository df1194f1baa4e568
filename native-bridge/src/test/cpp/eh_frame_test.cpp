// SPDX-License-Identifier: Apache-2.0
//
// The rows of libraries, against those that readelf interprets: of this program's own libraries, and of all that are
// named as arguments.

#include "unwind/eh_frame.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "check.h"
#include "elf_file.h"
#include "loaded_libraries.h"
#include "os/os.h"
#include "temporary.h"
#include "unwind/native_code.h"

using namespace tiptoe;
using namespace tiptoe::unwind;

namespace {

std::vector<std::string> named;

const std::map<std::string, Register> kRegisterNames = {
    {"rbx", kRbx}, {"rbp", kRbp}, {"r12", kR12}, {"r13", kR13}, {"r14", kR14}, {"r15", kR15},
    {"rsp", kRsp}, {"r10", kR10}, {"rax", kRax}, {"rcx", kRcx}, {"rdx", kRdx}, {"rsi", kRsi},
    {"rdi", kRdi}, {"r8", kR8},   {"r9", kR9},   {"r11", kR11}};

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> found;
  for (std::string word; in >> word;) {
    found.push_back(word);
  }
  return found;
}

// What readelf writes for a rule: the CFA, and the columns it has for the function.
std::string written(const Rule& rule, const std::vector<std::string>& columns) {
  std::string text;
  switch (rule.kind) {
    case Rule::kAtRegister:
      for (const auto& [name, number] : kRegisterNames) {
        text = number == rule.cfaRegister ? name : text;
      }
      text += (rule.offset < 0 ? "" : "+") + std::to_string(rule.offset);
      break;
    case Rule::kNoCode:
      return "no code";
    case Rule::kUnsupported:
      return "unsupported";
    default:
      text = "exp";
  }
  for (const std::string& column : columns) {
    const auto known = kRegisterNames.find(column);
    for (size_t i = 0; known != kRegisterNames.end() && i < kPreservedCount; i++) {
      if (kPreserved[i] == known->second && rule.kind != Rule::kSignal) {
        text += " " + column + (rule.saved[i] == Rule::kKept   ? "=u"
                                : rule.saved[i] == Rule::kLost ? "=lost"
                                                               : "=c" + std::to_string(rule.saved[i] * 8));
      }
    }
    if (column == "ra") {
      text += rule.kind == Rule::kFirst ? " ra=u" : rule.kind == Rule::kSignal ? " ra=exp" : " ra=c-8";
    }
  }
  return text;
}

// The same of a row of readelf's. Where a value is found by an expression, ours is lost.
std::string expected(const std::vector<std::string>& row, const std::vector<std::string>& columns, const Rule& ours) {
  std::string text = row[1];
  const bool exotic = row.back() != "c-8" && row.back() != "u" && row.back() != "exp";
  if (exotic || (row.back() == "exp" && text != "exp")) {
    return "unsupported";
  }
  if (row.back() == "u") {
    return written(ours, columns).find("ra=u") != std::string::npos ? written(ours, columns) : "ra=u";
  }
  for (size_t i = 0; i < columns.size(); i++) {
    const std::string& value = row[2 + i];
    if (columns[i] == "ra") {
      text += " ra=" + value;
    } else if (kRegisterNames.count(columns[i]) != 0 && row.back() != "exp") {
      const bool preserved = written(ours, {columns[i]}).find(columns[i] + "=") != std::string::npos;
      const bool direct = value == "u" || value == "s" || value[0] == 'c';
      text += preserved ? " " + columns[i] + "=" + (value == "s" ? "u" : direct ? value : "lost") : "";
    }
  }
  return text;
}

struct Compared {
  size_t rows = 0;
  size_t different = 0;
  size_t unsupported = 0;
  std::string first;
};

Compared compare(const std::string& path, const RowTable& rows) {
  Compared result;
  FILE* readelf = popen(("LC_ALL=C readelf --wide --debug-dump=frames-interp '" + path + "' 2>/dev/null").c_str(), "r");
  std::vector<std::string> columns;
  std::vector<std::string> cieColumns;
  bool inFrames = false;
  bool inCie = false;
  uint64_t end = 0;  // of the function
  char* buffer = nullptr;
  size_t capacity = 0;
  while (getline(&buffer, &capacity, readelf) > 0) {
    const std::string line(buffer);
    const std::vector<std::string> found = words(line);
    if (line.find("Contents of the ") == 0) {
      inFrames = line.find(".eh_frame section") != std::string::npos;
    } else if (found.size() > 3 && (found[3] == "CIE" || found[3] == "FDE")) {
      inCie = found[3] == "CIE";
      const size_t range = line.find("..");
      end = range == std::string::npos ? 0 : strtoull(line.c_str() + range + 2, nullptr, 16);
    } else if (found.size() > 2 && found[0] == "LOC") {
      columns.assign(found.begin() + 2, found.end());
    } else if (inFrames && !inCie && found.size() == columns.size() + 2 && found[0].size() == 16) {
      const uint64_t location = strtoull(found[0].c_str(), nullptr, 16);
      if (location >= end) {
        continue;  // such a row is for no instruction
      }
      const size_t row = rows.rowOf(static_cast<uint32_t>(location));
      result.rows++;
      const Rule& rule = row == RowTable::kNoRow ? Rule{} : rows.ruleAt(row);
      const std::string ours = written(rule, columns);
      const std::string theirs = expected(found, columns, rule);
      result.unsupported += ours == "unsupported";
      const bool same = ours == theirs || (ours == "unsupported" && found[1] == "exp");
      if (!same && result.different++ == 0) {
        result.first = line + " ours: " + ours + ", readelf's: " + theirs;
      }
    }
  }
  free(buffer);
  pclose(readelf);
  return result;
}

// Fails for a library of which a row is not as readelf has it, or more than one in a thousand are not understood.
std::string problemOf(const std::string& path) {
  const ElfFile file(path);
  EhFrameHeader header;
  RowTable rows;
  if (file.header.bytes.size == 0 || !header.read(file.fixed())) {
    return path + ": its .eh_frame_hdr is not read";
  }
  const size_t failed = readRows(header, file.table(), file.frames, 0, file.end, rows);
  rows.complete();
  const Compared result = compare(path, rows);
  printf("     %s: %zu rows of readelf's, %zu ours with %zu rules in %zu bytes, %zu different, %zu not understood\n",
         path.c_str(), result.rows, rows.size(), rows.ruleCount(), rows.retained(), result.different,
         result.unsupported);
  if (failed != 0) {
    return path + ": " + std::to_string(failed) + " functions are not read";
  }
  if (result.rows == 0 || result.different != 0) {
    return path + ": " + std::to_string(result.different) + " of " + std::to_string(result.rows) + " rows differ: " +
           result.first;
  }
  return 1000 * result.unsupported > result.rows + 1000 ? path + ": too little is understood" : "";
}

// Bytes that end right before a page that cannot be read.
class BeforeUnmapped {
 public:
  explicit BeforeUnmapped(size_t size) : size_(size), pages_((size + 4095) / 4096 * 4096) {
    memory_ = static_cast<uint8_t*>(
        mmap(nullptr, pages_ + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + pages_, 4096, PROT_NONE);
  }
  BeforeUnmapped(const BeforeUnmapped&) = delete;
  BeforeUnmapped& operator=(const BeforeUnmapped&) = delete;
  ~BeforeUnmapped() { munmap(memory_, pages_ + 4096); }

  uint8_t* bytes() { return memory_ + pages_ - size_; }

 private:
  size_t size_;
  size_t pages_;
  uint8_t* memory_;
};

}  // namespace

TEST(rows_ofThisProgramsLibraries_areThoseOfReadelf) {
  size_t seen = 0;
  for (const LoadedLibrary& library : loadedLibraries()) {
    if (library.path.empty() || library.path[0] == '/') {
      const std::string path =
          library.path.empty() ? std::filesystem::read_symlink("/proc/self/exe").string() : library.path;
      CHECK_EQUAL(std::string(), problemOf(path));
      seen++;
    }
  }
  CHECK(seen >= 3);  // the program, libc and ld.so
}

TEST(rows_ofNamedLibraries_areThoseOfReadelf) {
  for (const std::string& path : named) {
    CHECK_EQUAL(std::string(), problemOf(path));
  }
}

TEST(rows_ofTheVdso_areThoseOfReadelf) {
  const auto* vdso = reinterpret_cast<const char*>(getauxval(AT_SYSINFO_EHDR));
  CHECK(vdso != nullptr);
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(vdso);
  const size_t size = header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr);
  const check::TemporaryFolder folder;
  const std::string path = folder.file("vdso");
  std::ofstream(path, std::ios::binary).write(vdso, static_cast<std::streamsize>(size));
  CHECK_EQUAL(std::string(), problemOf(path));
}

TEST(rows_ofLibrariesInMemory_areThoseOfTheirFiles) {
  NativeCode code;
  update(code, 1);
  CHECK_EQUAL(size_t{0}, code.unreadable());
  for (const LoadedLibrary& library : loadedLibraries()) {
    if (library.path.find("libc.so") == std::string::npos) {
      continue;
    }
    const ElfFile file(library.path);
    EhFrameHeader header;
    RowTable rows;
    CHECK(header.read(file.fixed()));
    readRows(header, file.table(), file.frames, 0, file.end, rows);
    CHECK(rows.complete());
    for (size_t i = 0; i < rows.size(); i++) {
      const NativeCode::Found found = code.find(library.bias + rows.offsetAt(i), 1);
      CHECK(found.inLibrary && found.rule != nullptr);
      CHECK(memcmp(found.rule, &rows.ruleAt(i), sizeof(Rule)) == 0);
      if (i + 1 < rows.size()) {
        CHECK_EQUAL(library.bias + rows.offsetAt(i + 1), found.rowEnd);
      }
    }
  }
}

TEST(update_afterALibraryIsLoaded_findsItsRows) {
  NativeCode code;
  update(code, 1);
  const size_t before = code.libraries();
  void* library = dlopen("libanl.so.1", RTLD_NOW);
  library = library != nullptr ? library : dlopen("libutil.so.1", RTLD_NOW);
  CHECK(library != nullptr);
  update(code, 2);
  CHECK(code.libraries() > before);
  dlclose(library);
  update(code, 3);
  CHECK_EQUAL(before, code.libraries());
}

TEST(update_withAnotherLibraryInTheSamePlace_doesNotServeThePast) {
  LibraryRange range = loadedLibraries()[1].range;
  NativeCode code;
  code.update({&range, 1}, 0, 10);
  CHECK(code.find(range.start, 5).inLibrary);
  range.identity++;
  code.update({&range, 1}, 12, 20);
  CHECK(!code.find(range.start, 15).inLibrary);  // it may be of either
  CHECK(code.find(range.start, 20).inLibrary);
}

TEST(update_withALibraryThatWasNotThere_doesNotServeThePast) {
  const LibraryRange range = loadedLibraries()[1].range;
  NativeCode code;
  code.update({}, 0, 10);
  code.update({&range, 1}, 12, 20);
  CHECK(!code.find(range.start, 11).inLibrary);
  CHECK(code.find(range.start, 12).inLibrary);
}

TEST(find_outsideOfLibraries_findsNone) {
  NativeCode code;
  CHECK(!code.find(4096, 1).inLibrary);
  update(code, 1);
  CHECK(!code.find(0, 1).inLibrary);
  CHECK(!code.find(UINT64_MAX, 1).inLibrary);
  CHECK(!code.find(reinterpret_cast<uint64_t>(&code), 1).inLibrary);
}

TEST(readRows_withDamagedSections_readsNothingOutside) {
  std::mt19937_64 random(18);
  for (const LoadedLibrary& library : loadedLibraries()) {
    if (library.path.find("ld-linux") == std::string::npos) {
      continue;
    }
    const ElfFile file(library.path);
    BeforeUnmapped header(file.header.bytes.size);
    for (int round = 0; round < 300; round++) {
      const size_t size = round % 3 == 0 ? random() % file.frames.bytes.size : file.frames.bytes.size;
      BeforeUnmapped frames(size);
      memcpy(header.bytes(), file.header.bytes.items, file.header.bytes.size);
      memcpy(frames.bytes(), file.frames.bytes.items, size);
      for (unsigned i = 0; i < 1u << (round % 12); i++) {
        frames.bytes()[random() % (size + (size == 0))] = static_cast<uint8_t>(random());
        if (round % 2 == 0) {
          header.bytes()[EhFrameHeader::kFixed + random() % (file.header.bytes.size - EhFrameHeader::kFixed)] ^=
              static_cast<uint8_t>(1u << random() % 8);
        }
      }
      EhFrameHeader read;
      CHECK(read.read({file.header.address, {header.bytes(), EhFrameHeader::kFixed}}));
      RowTable rows;
      const size_t fixed = EhFrameHeader::kFixed;
      readRows(read, {file.header.address + fixed, {header.bytes() + fixed, file.header.bytes.size - fixed}},
               {file.frames.address, {frames.bytes(), size}}, 0, file.end, rows);
      CHECK(rows.complete());
      for (size_t i = 1; i < rows.size(); i++) {
        CHECK(rows.offsetAt(i) > rows.offsetAt(i - 1) && rows.offsetAt(i) <= file.end);
      }
    }
  }
}

TEST(readRows_withOneLongDescriptionForAll_isBounded) {
  // a CIE without instructions, and an FDE whose instructions are 64 KiB of DW_CFA_advance_loc
  std::vector<uint8_t> frames = {16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0x78, 16, 0x0C, 7, 8, 0x90, 1, 0, 0};
  const uint32_t fde = static_cast<uint32_t>(frames.size());
  const uint32_t size = 1 << 16;
  const auto append = [&](uint64_t value, size_t count) {
    for (size_t i = 0; i < count; i++) {
      frames.push_back(static_cast<uint8_t>(value >> 8 * i));
    }
  };
  append(size, 4);
  append(fde + 4, 4);
  append(0x1000, 8);
  append(1 << 20, 8);
  frames.resize(frames.size() + size - 20, 0x41);
  std::vector<uint8_t> table;
  const uint32_t entries = 1 << 16;
  for (uint32_t i = 0; i < entries; i++) {
    for (const uint32_t value : {0x1000u, fde}) {
      for (size_t k = 0; k < 4; k++) {
        table.push_back(static_cast<uint8_t>(value >> 8 * k));
      }
    }
  }
  const uint8_t fixed[EhFrameHeader::kFixed] = {1, 0x1B, 3, 0x3B, 0, 0, 0, 0, 0, 0, 1, 0};
  EhFrameHeader header;
  CHECK(header.read({0, {fixed, sizeof fixed}}));
  CHECK_EQUAL(entries, header.entries());
  RowTable rows;
  const uint64_t begin = os::monotonicNanos();
  const Section allFrames{0, {frames.data(), frames.size()}};
  CHECK(readRows(header, {12, {table.data(), table.size()}}, allFrames, 0, 1 << 24, rows) > 0);
  CHECK(os::monotonicNanos() - begin < 5'000'000'000);
}

int main(int count, char** arguments) {
  named.assign(arguments + 1, arguments + count);
  return check::runAll();
}
