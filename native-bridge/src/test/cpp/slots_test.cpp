// SPDX-License-Identifier: Apache-2.0
//
// The interfaces have their methods where the runtime has them, with parameters of the same sizes.

#include "check.h"
#include "cor/class_factory.h"
#include "cor/heap_info.h"
#include "cor/probe_info.h"
#include "cor/profiler_callback.h"
#include "cor/profiler_info.h"
#include "profiling_interfaces.h"

#include <type_traits>

using namespace tiptoe::cor;

namespace {

struct Interface {
  const char* name;
  size_t lastSlot;
  Guid iid;
};

constexpr Interface kCallbacks[] = {TIPTOE_CALLBACK_INTERFACES};
constexpr Interface kInfos[] = {TIPTOE_INFO_INTERFACES};

constexpr size_t kFirstSlot = 3;  // behind those of IUnknown

// In the Itanium C++ ABI a pointer to a virtual member function is its offset in the vtable, plus one.
template <typename Method>
size_t slotOf(Method method) {
  static_assert(sizeof method == 2 * sizeof(uintptr_t), "another ABI");
  uintptr_t parts[2];
  memcpy(parts, &method, sizeof parts);
  return (parts[0] - 1) / sizeof(void*);
}

template <typename... Parameters>
std::string sizes() {
  std::string all;
  ((all += std::to_string(std::is_reference_v<Parameters> ? sizeof(void*) : sizeof(Parameters))), ...);
  return all;
}
template <typename Object, typename... Parameters>
std::string sizesOf(HRESULT (Object::*)(Parameters...)) {
  return sizes<Parameters...>();
}
template <typename Object, typename... Parameters>
std::string sizesOf(HRESULT (*)(Object*, Parameters...)) {
  return sizes<Parameters...>();
}

// What a structure of slots has under a name: where, and with which parameters. Nothing when it has no such name.
struct Found {
  bool named = false;
  size_t slot = 0;
  std::string sizes;
};

// A function for each name, which is chosen where the structure has that name; see METHOD below.
#define METHOD(number, name, parameters)                                                     \
  template <typename Slots>                                                                  \
  auto find_##name(int) -> decltype(std::declval<Slots>().name, Found{}) {                   \
    return {true, offsetof(Slots, name) / sizeof(void*), sizesOf(decltype(Slots::name){})}; \
  }                                                                                          \
  template <typename Slots>                                                                  \
  Found find_##name(long) {                                                                  \
    return {};                                                                               \
  }
TIPTOE_INFO_METHODS(METHOD)
TIPTOE_ENUMERATOR_METHODS(METHOD)
#undef METHOD

void compare(const char* name, size_t slot, const std::string& sizes, const Found& found) {
  if (found.named && (found.slot != slot || found.sizes != sizes)) {
    check::fail(__FILE__, __LINE__, std::string(name) + " is in slot " + std::to_string(found.slot) + " with (" +
                                        found.sizes + "), not in " + std::to_string(slot) + " with (" + sizes + ")");
  }
}

// Returns how many of the calls of ICorProfilerInfo a structure of slots names, and checks these.
template <typename Slots>
size_t namedInfoSlots() {
  size_t count = 0;
#define METHOD(number, name, parameters)                         \
  {                                                              \
    const Found found = find_##name<Slots>(0);                   \
    compare(#name, number, parameters, found);                     \
    count += found.named;                                        \
  }
  TIPTOE_INFO_METHODS(METHOD)
#undef METHOD
  return count;
}

template <size_t kCount>
bool areInARow(const Interface (&interfaces)[kCount], size_t methods) {
  for (size_t i = 1; i < kCount; i++) {
    if (interfaces[i].lastSlot <= interfaces[i - 1].lastSlot) {
      return false;
    }
  }
  return interfaces[kCount - 1].lastSlot == methods + kFirstSlot - 1;
}

}  // namespace

TEST(table_ofInterfaces_isWithoutGaps) {
  size_t next = kFirstSlot;
#define METHOD(number, name, parameters) CHECK_EQUAL(next++, size_t{number});
  TIPTOE_CALLBACK_METHODS(METHOD)
  CHECK(areInARow(kCallbacks, next - kFirstSlot));
  next = kFirstSlot;
  TIPTOE_INFO_METHODS(METHOD)
  CHECK(areInARow(kInfos, next - kFirstSlot));
#undef METHOD
}

TEST(callback_everyMethod_isInItsSlotWithItsParameters) {
  CHECK_EQUAL(0u, slotOf(&ProfilerCallback::QueryInterface));
  CHECK_EQUAL(1u, slotOf(&ProfilerCallback::AddRef));
  CHECK_EQUAL(2u, slotOf(&ProfilerCallback::Release));
#define METHOD(number, name, parameters) \
  compare(#name, number, parameters, {true, slotOf(&ProfilerCallback::name), sizesOf(&ProfilerCallback::name)});
  TIPTOE_CALLBACK_METHODS(METHOD)
#undef METHOD
}

TEST(callback_everyInterface_isGivenByItsIid) {
  CHECK_EQUAL(sizeof kCallbacks / sizeof *kCallbacks, sizeof kProfilerCallbackIids / sizeof *kProfilerCallbackIids);
  for (size_t i = 0; i < sizeof kCallbacks / sizeof *kCallbacks; i++) {
    CHECK(kCallbacks[i].iid == kProfilerCallbackIids[i]);
  }
}

// Of a newer runtime: the agent is the profiler, and not one that is only notified.
TEST(callback_askedWhetherItIsOnlyNotified_isNot) {
  ProfilerCallback callback;
  BOOL only = 1;
  CHECK_EQUAL(kOk, callback.LoadAsNotificationOnly(&only));
  CHECK_EQUAL(0, static_cast<int>(only));
}

TEST(info_everyNamedCall_isInItsSlotWithItsParameters) {
  CHECK_EQUAL(28u, namedInfoSlots<ProfilerInfoSlots>());
  CHECK_EQUAL(5u, namedInfoSlots<HeapSlots>());
  CHECK_EQUAL(1u, namedInfoSlots<ProbeSlots>());
  const Interface& info10 = kInfos[9];
  CHECK_EQUAL(std::string("ICorProfilerInfo10"), std::string(info10.name));
  CHECK(info10.iid == kIidProfilerInfo10);
  const Interface& info14 = kInfos[13];
  CHECK_EQUAL(std::string("ICorProfilerInfo14"), std::string(info14.name));
  CHECK(info14.iid == kIidProfilerInfo14);
  CHECK((info14.lastSlot + 1) * sizeof(void*) >= sizeof(HeapSlots));
  CHECK_EQUAL((info10.lastSlot + 1) * sizeof(void*), sizeof(ProfilerInfoSlots));
}

TEST(enumerator_everyCall_isInItsSlotWithItsParameters) {
  size_t named = 0;
#define METHOD(number, name, parameters)                                                \
  {                                                                                     \
    const Found found = find_##name<EnumeratorSlots<ModuleID>>(0);                      \
    compare(#name, number, parameters, found);                                            \
    named += found.named;                                                               \
  }
  TIPTOE_ENUMERATOR_METHODS(METHOD)
#undef METHOD
  CHECK_EQUAL(5u, named);
}

TEST(classFactory_methods_areInTheirSlots) {
  CHECK_EQUAL(3u, slotOf(&ClassFactory::CreateInstance));
  CHECK_EQUAL(4u, slotOf(&ClassFactory::LockServer));
}

CHECK_MAIN
