// SPDX-License-Identifier: Apache-2.0

#include "check.h"
#include "os/libraries_linux.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

using namespace tiptoe;

namespace {

struct Kept {
  os::Library library;
  std::string path;
  std::string buildId;
};

std::vector<Kept> all() {
  std::vector<Kept> all;
  os::forEachLibrary([&](const os::Library& library) {
    const auto* id = reinterpret_cast<const char*>(library.buildId.items);
    all.push_back({library, library.path, std::string(id != nullptr ? id : "", library.buildId.size)});
  });
  return all;
}

int ownFunction() { return 1; }

const Kept* containing(const std::vector<Kept>& all, const void* address) {
  const auto at = reinterpret_cast<uint64_t>(address);
  const auto found = std::find_if(all.begin(), all.end(), [=](const Kept& each) {
    return each.library.start <= at && at < each.library.end;
  });
  return found != all.end() ? &*found : nullptr;
}

// Returns whether a file has these bytes.
bool contains(const std::string& path, const std::string& bytes) {
  std::ifstream in(path, std::ios::binary);
  const std::string all((std::istreambuf_iterator<char>(in)), {});
  return all.find(bytes) != std::string::npos;
}

}  // namespace

TEST(libraries_programAndLibc_areListedWithTheirFiles) {
  const std::vector<Kept> listed = all();
  const Kept* program = containing(listed, reinterpret_cast<void*>(&ownFunction));
  // No sanitizer replaces this function of libc by its own.
  const Kept* libc = containing(listed, reinterpret_cast<void*>(&gnu_get_libc_version));
  CHECK(program != nullptr && libc != nullptr);
  CHECK(program->path.find("libraries_test") != std::string::npos);
  CHECK(libc->path.find("libc.so") != std::string::npos);
  CHECK(libc->library.unwindHeader > libc->library.start && libc->library.unwindHeader < libc->library.end);
  CHECK(libc->library.unwindHeaderBytes > 0);
  CHECK(libc->buildId.size() >= 8 && contains(libc->path, libc->buildId));
  CHECK(program->buildId.empty() || contains(program->path, program->buildId));
}

TEST(libraries_closedAfterTheyKeptThemselves_areStillMapped) {
  for (const bool keeps : {false, true}) {
    void* library = dlopen(TIPTOE_KEPT, RTLD_NOW | RTLD_LOCAL);
    CHECK(library != nullptr);
    const auto keep = reinterpret_cast<bool (*)()>(dlsym(library, "keep"));
    CHECK(keep != nullptr);
    CHECK(!keeps || keep());
    CHECK_EQUAL(0, dlclose(library));
    const std::vector<Kept> listed = all();
    CHECK(keeps == std::any_of(listed.begin(), listed.end(), [](const Kept& each) { return each.path == TIPTOE_KEPT; }));
  }
  CHECK(os::keepLibrary());  // of the program itself
}

TEST(libraries_loadedAndUnloaded_changeTheCounts) {
  const char* kLibrary = "libresolv.so.2";
  const os::LoaderCounts before = os::loaderCounts();
  CHECK(before == os::loaderCounts());
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != nullptr);
  const os::LoaderCounts between = os::loaderCounts();
  CHECK(between != before);
  const std::vector<Kept> with = all();
  CHECK(std::any_of(with.begin(), with.end(), [=](const Kept& each) {
    return each.path.find(kLibrary) != std::string::npos;
  }));
  CHECK_EQUAL(0, dlclose(library));
  CHECK(os::loaderCounts() != between);
}

CHECK_MAIN
