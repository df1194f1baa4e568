// SPDX-License-Identifier: Apache-2.0
//
// The callback interface has its methods where the runtime looks for them.

#include "check.h"
#include "cor/class_factory.h"
#include "cor/profiler_callback.h"

using namespace tiptoe::cor;

namespace {

// In the Itanium C++ ABI a pointer to a virtual member function is its offset in the vtable, plus one.
template <typename Method>
size_t slotOf(Method method) {
  static_assert(sizeof method == 2 * sizeof(uintptr_t), "another ABI");
  uintptr_t parts[2];
  memcpy(parts, &method, sizeof parts);
  return (parts[0] - 1) / sizeof(void*);
}

}  // namespace

TEST(callback_firstAndLastMethodOfEachInterface_areInTheirSlots) {
  CHECK_EQUAL(0u, slotOf(&ProfilerCallback::QueryInterface));
  CHECK_EQUAL(2u, slotOf(&ProfilerCallback::Release));
  CHECK_EQUAL(3u, slotOf(&ProfilerCallback::Initialize));
  CHECK_EQUAL(71u, slotOf(&ProfilerCallback::ExceptionCLRCatcherExecute));
  CHECK_EQUAL(72u, slotOf(&ProfilerCallback::ThreadNameChanged));
  CHECK_EQUAL(79u, slotOf(&ProfilerCallback::HandleDestroyed));
  CHECK_EQUAL(80u, slotOf(&ProfilerCallback::InitializeForAttach));
  CHECK_EQUAL(82u, slotOf(&ProfilerCallback::ProfilerDetachSucceeded));
  CHECK_EQUAL(83u, slotOf(&ProfilerCallback::ReJITCompilationStarted));
  CHECK_EQUAL(88u, slotOf(&ProfilerCallback::SurvivingReferences2));
  CHECK_EQUAL(89u, slotOf(&ProfilerCallback::ConditionalWeakTableElementReferences));
  CHECK_EQUAL(90u, slotOf(&ProfilerCallback::GetAssemblyReferences));
  CHECK_EQUAL(91u, slotOf(&ProfilerCallback::ModuleInMemorySymbolsUpdated));
  CHECK_EQUAL(92u, slotOf(&ProfilerCallback::DynamicMethodJITCompilationStarted));
  CHECK_EQUAL(93u, slotOf(&ProfilerCallback::DynamicMethodJITCompilationFinished));
  CHECK_EQUAL(94u, slotOf(&ProfilerCallback::DynamicMethodUnloaded));
}

TEST(classFactory_methods_areInTheirSlots) {
  CHECK_EQUAL(3u, slotOf(&ClassFactory::CreateInstance));
  CHECK_EQUAL(4u, slotOf(&ClassFactory::LockServer));
}

CHECK_MAIN
