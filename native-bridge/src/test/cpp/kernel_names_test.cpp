// SPDX-License-Identifier: Apache-2.0
//
// The names of the kernel's functions: from lists that are written here, and from the kernel's own where it shows it.

#include "check.h"
#include "os/kernel_symbols_linux.h"
#include "os/os.h"
#include "parsed_trace.h"
#include "sampling/kernel_names.h"
#include "temporary.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace tiptoe;

namespace {

struct Patience : os::PerfPatience {
  bool over = false;
  bool isOver() const override { return over; }
};

// A list, and the names that are found in it.
struct Rig {
  check::TemporaryFolder folder;
  std::string list = folder.file("kallsyms");
  TraceFile file;
  IdentityLane identity{file};
  KernelNames names{identity, list.c_str()};
  Patience patience;

  explicit Rig(const std::string& lines) {
    file.create(folder.file("a").c_str(), headerOfNow());
    std::ofstream(list, std::ios::binary) << lines;
  }

  // Returns the functions as "address+size name".
  std::vector<std::string> functions() {
    std::vector<std::string> all;
    const check::ParsedTrace trace(check::readFile(folder.file("a")));
    for (const check::Record& record : trace.ofType(layout::KernelFunctionSeen::kType)) {
      const auto seen = record.as<layout::KernelFunctionSeen>();
      char text[64];
      snprintf(text, sizeof text, "%llx+%llx ", static_cast<unsigned long long>(seen.start),
               static_cast<unsigned long long>(seen.size));
      std::string name;
      for (const char16_t unit : record.string(sizeof(layout::KernelFunctionSeen))) {
        name += static_cast<char>(unit);
      }
      all.push_back(text + name);
    }
    return all;
  }

  std::vector<std::string> functionsAt(const std::vector<uint64_t>& addresses) {
    for (const uint64_t address : addresses) {
      names.met(address);
    }
    names.finish(patience);
    return functions();
  }
};

using Strings = std::vector<std::string>;

constexpr char kLines[] =
    "ffffffff81000000 T _text\n"
    "ffffffff81000000 T startup_64\n"
    "ffffffff81000000 T __startup\n"
    "ffffffffc0000000 t ext4_readdir\t[ext4]\n"
    "ffffffff81000040 t a_function\n"
    "ffffffff81000050 d data\n"
    "ffffffff81000060 W weak\n"
    "ffffffffc0000010 t ext4_end\t[ext4]\n";

}  // namespace

TEST(names_ofAListWithoutOrder_areThoseOfTheNearestFunctionBefore) {
  Rig rig(kLines);
  CHECK(rig.functionsAt({0xffffffffc0000008, 0xffffffff81000041, 0xffffffff8100005f, 0xffffffff81000003,
                         0xffffffff81000000, 0xffffffff81000060}) ==
        (Strings{"ffffffff81000000+40 startup_64", "ffffffff81000040+20 a_function",
                 "ffffffff81000060+40000 weak", "ffffffffc0000000+10 ext4_readdir [ext4]"}));
}

TEST(names_beforeTheFirstAndBehindTheLastFunction_areNotKnown) {
  Rig rig(kLines);
  CHECK(rig.functionsAt({0xffffffff80ffffff, 0xffffffffc0000011}).empty());
}

// As that of BPF programs, which are at some distance from the functions of modules.
TEST(codeThatTheListLacks_hasNoName_andIsNotLookedForAgain) {
  Rig rig(kLines);
  CHECK(rig.functionsAt({0xffffffff81040061}).empty());
  std::ofstream(rig.list, std::ios::binary | std::ios::app) << "ffffffff81040060 t came_later\n";
  CHECK(rig.functionsAt({0xffffffff81040061}).empty());
  CHECK(rig.functionsAt({0xffffffff81040062}) == (Strings{"ffffffff81040060+40000 came_later"}));
  CHECK(rig.functionsAt({0xffffffff81040063}).size() == 1);
}

TEST(codeThatTheListLacks_takesNoRoomFromFunctions) {
  Rig rig(kLines);
  for (uint64_t i = 0; i < 10; i++) {
    std::vector<uint64_t> addresses;
    for (uint64_t j = 0; j < 1'000; j++) {
      addresses.push_back(0xffffffff90000000 + 1'000 * i + j);
    }
    CHECK(rig.functionsAt(addresses).empty());
  }
  CHECK(rig.functionsAt({0xffffffff81000041}) == (Strings{"ffffffff81000040+20 a_function"}));
}

// A pipe that still has a writer ends with an error.
TEST(listThatFailsInTheMiddle_givesNoNames_andIsReadAgain) {
  Rig rig("");
  unlink(rig.list.c_str());
  CHECK(mkfifo(rig.list.c_str(), 0600) == 0);
  const int writer = open(rig.list.c_str(), O_RDWR);
  CHECK(write(writer, kLines, sizeof kLines - 1) == sizeof kLines - 1);
  CHECK(rig.functionsAt({0xffffffff81000041}).empty());
  close(writer);
  unlink(rig.list.c_str());
  std::ofstream(rig.list, std::ios::binary) << kLines;
  CHECK(rig.functionsAt({}) == (Strings{"ffffffff81000040+20 a_function"}));
}

TEST(names_areRecordedOnce) {
  Rig rig(kLines);
  rig.functionsAt({0xffffffff81000041});
  rig.functionsAt({0xffffffff81000041, 0xffffffff81000042});
  CHECK(rig.functionsAt({0xffffffff81000001}) ==
        (Strings{"ffffffff81000040+20 a_function", "ffffffff81000000+40 startup_64"}));
}

TEST(list_ofZeros_isNotReadAgain) {
  Rig rig("0000000000000000 T _text\n0000000000000000 T a_function\n");
  CHECK(rig.functionsAt({0xffffffff81000041}).empty());
  std::ofstream(rig.list, std::ios::binary) << kLines;
  CHECK(rig.functionsAt({0xffffffff81000041}).empty());
}

TEST(list_thatIsNone_orHasNoEnd_givesNoNames) {
  Rig missing("");
  unlink(missing.list.c_str());
  CHECK(missing.functionsAt({0xffffffff81000041}).empty());

  Rig pipe("");
  unlink(pipe.list.c_str());
  CHECK(mkfifo(pipe.list.c_str(), 0600) == 0);
  CHECK(pipe.functionsAt({0xffffffff81000041}).empty());

  Rig endless("");
  unlink(endless.list.c_str());
  CHECK(symlink("/dev/zero", endless.list.c_str()) == 0);
  CHECK(endless.functionsAt({0xffffffff81000041}).empty());
}

TEST(list_withLinesOfAnyForm_givesThoseThatAreWhole) {
  std::string lines = "\n \nffffffff81000000\nffffffff81000000 T\nffffffff81000000 T \nT name\n"
                      "fffffffff81000000 T too_long\nffffffff8100000g T no_digit\n";
  lines += "ffffffff81000001 T " + std::string(20'000, 'x') + "\n";
  lines += "ffffffff81000040 T " + std::string(300, 'y') + "\n";
  lines += "ffffffff81000050 T " + std::string(300, 'z') + "\t[ext4]\n";
  Rig rig(lines + std::string("ffffffff81000060 T \xff\xfe\nffffffff81000070 T end"));
  CHECK(rig.functionsAt({0xffffffff81000041, 0xffffffff81000051}) ==
        (Strings{"ffffffff81000040+10 " + std::string(127, 'y'),
                 "ffffffff81000050+10 " + std::string(120, 'z') + " [ext4]"}));
}

TEST(list_ofRandomBytes_endsAndRecordsWhatItSeemsToSay) {
  std::mt19937 random(7);
  for (int run = 0; run < 200; run++) {
    std::string lines;
    for (int i = 0; i < 3'000; i++) {
      lines += "0123456789abcdef \t\nTt[]x\xf0"[random() % 28];
    }
    Rig rig(lines);
    std::vector<uint64_t> addresses;
    for (int i = 0; i < 50; i++) {
      addresses.push_back(random() % (run % 2 == 0 ? 1 << 16 : UINT32_MAX) + 1);
    }
    for (const std::string& function : rig.functionsAt(addresses)) {
      CHECK(function.find('+') != std::string::npos);
    }
  }
}

TEST(addresses_beyondTheMost_areLeftForTheNextTime) {
  std::string lines;
  for (uint64_t i = 0; i <= 3'000; i++) {
    char line[64];
    snprintf(line, sizeof line, "%llx t f%llu\n", static_cast<unsigned long long>(0xffffffff81000000 + 16 * i),
             static_cast<unsigned long long>(i));
    lines += line;
  }
  Rig rig(lines);
  std::vector<uint64_t> addresses;
  for (uint64_t i = 0; i < 3'000; i++) {
    addresses.push_back(0xffffffff81000000 + 16 * ((i * 7) % 3'000) + 3);
  }
  CHECK(rig.functionsAt(addresses).size() == 2'048);
  CHECK(rig.functionsAt(addresses).size() == 3'000);
}

TEST(patienceThatIsOver_leavesTheRestUndone) {
  std::string lines;
  for (int i = 0; i < 10'000; i++) {
    lines += "ffffffff81000000 T a_function\n";
  }
  Rig rig(lines + kLines);
  rig.patience.over = true;
  CHECK(rig.functionsAt({0xffffffff81000041}).empty());
  rig.patience.over = false;
  CHECK(rig.functionsAt({}).size() == 1);
}

// The list is read a piece at a time, and addresses that come meanwhile wait for the next time.
TEST(work_gathersAddressesFirst_andReadsInPieces) {
  Rig rig(kLines);
  rig.names.met(0xffffffff81000041);
  rig.names.work();
  CHECK(rig.functions().empty());
  const uint64_t limit = os::monotonicNanos() + 20'000'000'000;
  while (rig.functions().empty() && os::monotonicNanos() < limit) {
    os::sleep(10'000'000);
    rig.names.work();
  }
  CHECK(rig.functions() == (Strings{"ffffffff81000040+20 a_function"}));
  rig.names.met(0xffffffff81000061);
  rig.names.work();
  CHECK(rig.functions().size() == 1);
}

// Where the kernel shows its list, every fiftieth function is found at an address inside of it, with its own name or
// that of another symbol at the same address.
TEST(namesOfTheKernelItself_areThoseOfItsList) {
  os::KernelSymbols symbols;
  std::vector<std::pair<uint64_t, std::string>> code;
  if (symbols.open() != 0) {
    return;  // no such list here
  }
  while (symbols.read([&](const os::KernelSymbol& symbol) {
    if (symbol.isCode && symbol.address != 0) {
      code.emplace_back(symbol.address, std::string(symbol.name, symbol.length));
    }
  })) {
  }
  std::sort(code.begin(), code.end());
  Rig rig("");
  KernelNames names(rig.identity);
  std::vector<std::string> expected;
  for (size_t i = 0; i + 1 < code.size() && expected.size() < 1'000; i++) {
    const bool alone = (i == 0 || code[i - 1].first != code[i].first) && code[i + 1].first > code[i].first + 1;
    if (i % 50 == 0 && alone) {
      names.met(code[i].first + 1);
      char text[64];
      const uint64_t size = std::min<uint64_t>(code[i + 1].first - code[i].first, 256 << 10);
      snprintf(text, sizeof text, "%llx+%llx ", static_cast<unsigned long long>(code[i].first),
               static_cast<unsigned long long>(size));
      expected.push_back(text + code[i].second.substr(0, 127));
    }
  }
  names.finish(rig.patience);
  CHECK(rig.functions() == expected);
}

CHECK_MAIN
