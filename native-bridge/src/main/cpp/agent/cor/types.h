// SPDX-License-Identifier: Apache-2.0
//
// The types and constants of the CLR's COM interfaces, as it is built on Unix: names, sizes, codes and flags.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace tiptoe::cor {

using HRESULT = int32_t;
using BOOL = int32_t;
using USHORT = uint16_t;
using ULONG = uint32_t;
using DWORD = uint32_t;
using WCHAR = char16_t;

using AppDomainID = uint64_t;
using AssemblyID = uint64_t;
using ModuleID = uint64_t;
using ClassID = uint64_t;
using FunctionID = uint64_t;
using ThreadID = uint64_t;
using ObjectID = uint64_t;
using GCHandleID = uint64_t;
using ReJITID = uint64_t;
using ProcessID = uint64_t;
using COR_PRF_FRAME_INFO = uintptr_t;
static_assert(sizeof(uintptr_t) == sizeof(uint64_t), "an ID is as wide as a pointer");

using mdToken = uint32_t;
using mdTypeDef = mdToken;
using mdMethodDef = mdToken;
using mdFieldDef = mdToken;
using CorElementType = uint32_t;

struct COR_PRF_FUNCTION {
  FunctionID functionId;
  ReJITID reJitId;
};

struct COR_PRF_CODE_INFO {
  uintptr_t startAddress;
  size_t size;
};

struct COR_DEBUG_IL_TO_NATIVE_MAP {
  ULONG ilOffset;
  ULONG nativeStartOffset;
  ULONG nativeEndOffset;
};
static_assert(sizeof(COR_DEBUG_IL_TO_NATIVE_MAP) == 12, "an array of them is handed over");

struct COR_FIELD_OFFSET {
  mdFieldDef field;
  ULONG offset;
};

struct COR_PRF_GC_GENERATION_RANGE {
  int32_t generation;  // COR_PRF_GC_GENERATION
  ObjectID start;
  uintptr_t length;
  uintptr_t reserved;
};
static_assert(sizeof(COR_PRF_GC_GENERATION_RANGE) == 32, "an array of them is handed over");

struct COR_PRF_NONGC_HEAP_RANGE {
  ObjectID start;
  uintptr_t length;
  uintptr_t reserved;
};
static_assert(sizeof(COR_PRF_NONGC_HEAP_RANGE) == 24, "an array of them is handed over");

struct Guid {
  uint32_t data1;
  uint16_t data2;
  uint16_t data3;
  uint8_t data4[8];

  bool operator==(const Guid& other) const { return memcmp(this, &other, sizeof *this) == 0; }
};
static_assert(sizeof(Guid) == 16, "compared and written as bytes");

// Not pure virtual: that would need a part of the C++ runtime.
struct Unknown {
  virtual HRESULT QueryInterface(const Guid&, void**) { return static_cast<HRESULT>(0x80004002); }
  virtual ULONG AddRef() { return 1; }
  virtual ULONG Release() { return 1; }
};

constexpr Guid kIidUnknown = {0x00000000, 0x0000, 0x0000, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};

constexpr HRESULT code(uint32_t value) { return static_cast<HRESULT>(value); }
constexpr bool succeeded(HRESULT result) { return result >= 0; }
constexpr bool failed(HRESULT result) { return result < 0; }

constexpr HRESULT kOk = 0;
constexpr HRESULT kFalse = 1;
constexpr HRESULT kFail = code(0x80004005);
constexpr HRESULT kNotImplemented = code(0x80004001);
constexpr HRESULT kNoInterface = code(0x80004002);
constexpr HRESULT kPointer = code(0x80004003);
constexpr HRESULT kOutOfMemory = code(0x8007000E);
constexpr HRESULT kInvalidArgument = code(0x80070057);
constexpr HRESULT kClassNotAvailable = code(0x80040111);
constexpr HRESULT kNoAggregation = code(0x80040110);
constexpr HRESULT kDataIncomplete = code(0x80131351);
constexpr HRESULT kClassIdIsArray = code(0x80131365);
constexpr HRESULT kClassIdIsComposite = code(0x80131366);
constexpr HRESULT kFunctionIsParameterized = code(0x8013135D);
constexpr HRESULT kProfilerDetaching = code(0x80131367);
constexpr HRESULT kRuntimeUninitialized = code(0x80131371);
constexpr HRESULT kProfilerNotYetInitialized = code(0x80131373);
constexpr HRESULT kCancelActivation = code(0x80131375);
constexpr HRESULT kSuspensionInProgress = code(0x80131388);

// Returns an errno as an HRESULT: a failure with the customer bit set, so that it cannot be confused with another's
// code.
constexpr HRESULT ofErrno(int error) { return code(0xA0040000u | static_cast<uint32_t>(error & 0xFFFF)); }

// The same for errors of the control socket.
constexpr HRESULT ofControlErrno(int error) { return code(0xA0050000u | static_cast<uint32_t>(error & 0xFFFF)); }

// COR_PRF_MONITOR and COR_PRF_HIGH_MONITOR: the events that the agent enables. All may be set after attach, and none is
// immutable, so none prevents a detach.
constexpr DWORD kMonitorClassLoads = 0x00000002;
constexpr DWORD kMonitorModuleLoads = 0x00000004;
constexpr DWORD kMonitorAssemblyLoads = 0x00000008;
constexpr DWORD kMonitorAppDomainLoads = 0x00000010;
constexpr DWORD kMonitorJitCompilation = 0x00000020;
constexpr DWORD kMonitorThreads = 0x00000200;
constexpr DWORD kEnableStackSnapshot = 0x10000000;
constexpr DWORD kHighMonitorDynamicFunctionUnloads = 0x00000004;

// COR_PRF_MODULE_FLAGS: the module lies in a file; was compiled ahead of time; has no image; may be unloaded; its image
// is laid out in memory as in the file.
constexpr DWORD kModuleDisk = 0x00000001;
constexpr DWORD kModuleNgen = 0x00000002;
constexpr DWORD kModuleDynamic = 0x00000004;
constexpr DWORD kModuleCollectible = 0x00000008;
constexpr DWORD kModuleFlatLayout = 0x00000020;

// These are enabled only during a heap walk.
constexpr DWORD kMonitorSuspends = 0x00010000;
constexpr DWORD kHighBasicGc = 0x00000010;

// COR_PRF_SUSPEND_REASON and COR_PRF_GC_REASON.
constexpr DWORD kSuspendForGc = 1;
constexpr DWORD kGcInduced = 1;

// COR_PRF_MISC: the values used in place of an ID where there is none.
constexpr uint64_t kParentUnknown = 0xFFFFFFFD;
constexpr uint64_t kGlobalClass = 0xFFFFFFFE;
constexpr uint64_t kGlobalModule = 0xFFFFFFFF;

}  // namespace tiptoe::cor
