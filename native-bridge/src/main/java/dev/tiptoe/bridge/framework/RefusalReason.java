// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.framework;

import java.util.Map;

/** Why a profiler was not attached. */
public enum RefusalReason {
  /** This machine has no .NET Framework 4, or this JVM cannot reach it. */
  UNAVAILABLE("there is no .NET Framework 4 here"),

  /** No process has that ID. */
  NO_SUCH_PROCESS("there is no such process"),

  /** This user may not open that process, or lacks a privilege. */
  NO_PERMISSION("this user may not attach to the process"),

  /** A JVM of 64 bits attaches to processes of 64 bits, one of 32 to those of 32. */
  OTHER_BITNESS("the process has not the bitness of this JVM"),

  /** It runs no CLR of the .NET Framework, or no longer; perhaps it runs .NET (Core). */
  NO_RUNTIME("the process runs no CLR of the .NET Framework"),

  /** All its CLRs are older than version 4, the first that lets profilers attach. */
  RUNTIME_TOO_OLD("the CLR of the process is older than version 4"),

  /** Its CLR and the one of this machine that attaches do not fit together. */
  INCOMPATIBLE("the CLR of the process is of another version than ours"),

  /** Its CLR has not started, or is about to end; asking again may help. */
  NOT_READY("the CLR of the process is not ready"),

  /** A profiler is in it, or coming, or leaving. */
  ALREADY_ACTIVE("a profiler is already active in the process"),

  /** The profiler has no {@code InitializeForAttach}. */
  NOT_ATTACHABLE("the profiler does not support attach"),

  /**
   * The CLR did not come to loading the profiler, or waited in vain for a concurrent garbage
   * collection; asking again may help.
   */
  TIMED_OUT("the process did not take the profiler in time"),

  /** The process did not answer, as when it is about to end. */
  UNREACHABLE("the process cannot be talked to"),

  /** Something else failed, the profiler itself perhaps; or was answered as it must not be. */
  FAILED("the attach failed");

  /** {@code CORPROF_E_PROFILEE_PROCESS_NOT_FOUND}. */
  static final int PROCESS_NOT_FOUND = 0x8013136d;

  private static final Map<Integer, RefusalReason> BY_CODE =
      Map.ofEntries(
          Map.entry(0x80070002, NO_RUNTIME), // ERROR_FILE_NOT_FOUND
          Map.entry(0x80070005, NO_PERMISSION), // E_ACCESSDENIED
          Map.entry(0x8007012b, OTHER_BITNESS), // ERROR_PARTIAL_COPY
          Map.entry(0x80070522, NO_PERMISSION), // ERROR_PRIVILEGE_NOT_HELD
          Map.entry(0x800705b4, TIMED_OUT), // ERROR_TIMEOUT
          Map.entry(0x8013135b, NOT_READY), // CORPROF_E_NOT_YET_AVAILABLE
          Map.entry(0x80131368, NOT_ATTACHABLE), // CORPROF_E_PROFILER_NOT_ATTACHABLE
          Map.entry(0x8013136a, ALREADY_ACTIVE), // CORPROF_E_PROFILER_ALREADY_ACTIVE
          Map.entry(0x8013136b, INCOMPATIBLE), // CORPROF_E_PROFILEE_INCOMPATIBLE_WITH_TRIGGER
          Map.entry(0x8013136c, UNREACHABLE), // CORPROF_E_IPC_FAILED
          Map.entry(PROCESS_NOT_FOUND, NO_SUCH_PROCESS),
          Map.entry(0x80131371, NOT_READY), // CORPROF_E_RUNTIME_UNINITIALIZED
          Map.entry(0x80131379, TIMED_OUT)); // CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC

  private final String words;

  RefusalReason(String words) {
    this.words = words;
  }

  /** What a failure with that code means. */
  static RefusalReason of(int hresult) {
    return BY_CODE.getOrDefault(hresult, FAILED);
  }

  /** Whether the same request may succeed a little later. */
  public boolean isTransient() {
    return this == TIMED_OUT || this == NOT_READY;
  }

  /** In words. */
  @Override
  public String toString() {
    return words;
  }
}
