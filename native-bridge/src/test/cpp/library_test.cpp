// SPDX-License-Identifier: Apache-2.0
//
// The shipped library as the runtime takes it: loaded, asked for its class by CLSID, unloaded.
//   library_test LIBRARY

#include "check.h"
#include "cor/class_factory.h"
#include "cor/profiler_callback.h"

#include <dlfcn.h>

using namespace tiptoe::cor;

namespace {

using DllGetClassObject = HRESULT(const Guid&, const Guid&, void**);

constexpr Guid kClsid = {0x8F0E2C4A, 0x6B7D, 0x4E51, {0x9A, 0x3C, 0xD1, 0xF5, 0xB2, 0xE7, 0xA9, 0x46}};

const char* path;

struct Library {
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  ~Library() { dlclose(handle); }

  template <typename Function>
  Function* find(const char* name) {
    return reinterpret_cast<Function*>(dlsym(handle, name));
  }
};

}  // namespace

TEST(library_askedForTheAgent_makesOne) {
  Library library;
  CHECK(library.handle != nullptr);
  void* object = nullptr;
  CHECK_EQUAL(kOk, library.find<DllGetClassObject>("DllGetClassObject")(kClsid, kIidClassFactory, &object));
  auto* factory = static_cast<ClassFactory*>(object);
  CHECK_EQUAL(kOk, factory->CreateInstance(nullptr, kProfilerCallbackIids[2], &object));
  auto* agent = static_cast<ProfilerCallback*>(object);
  CHECK_EQUAL(kNoAggregation, factory->CreateInstance(agent, kIidUnknown, &object));
  CHECK_EQUAL(kNoInterface, factory->CreateInstance(nullptr, kIidClassFactory, &object));
  CHECK(object == nullptr);
  CHECK_EQUAL(0u, agent->Release());
  factory->Release();
  CHECK_EQUAL(kOk, library.find<HRESULT()>("DllCanUnloadNow")());
}

TEST(library_askedForAnythingElse_hasNothing) {
  Library library;
  auto* get = library.find<DllGetClassObject>("DllGetClassObject");
  Guid other = kClsid;
  other.data4[7]++;
  void* object = &other;
  CHECK_EQUAL(kClassNotAvailable, get(other, kIidClassFactory, &object));
  CHECK(object == nullptr);
  CHECK_EQUAL(kNoInterface, get(kClsid, kProfilerCallbackIids[0], &object));
  CHECK_EQUAL(kPointer, get(kClsid, kIidClassFactory, nullptr));
}

// A second load that finds the first still mapped would hide a library that cannot leave.
TEST(library_closed_isUnmapped) {
  { Library library; }
  CHECK(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == nullptr);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: library_test LIBRARY\n");
    return 2;
  }
  path = argv[1];
  return check::runAll();
}
