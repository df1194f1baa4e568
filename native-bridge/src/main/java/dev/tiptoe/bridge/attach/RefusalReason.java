// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import java.util.Map;

/** The reasons why no profiler, the agent or another, was attached to a process. */
public enum RefusalReason {
  /** No process has that ID, or it has ended. */
  NO_SUCH_PROCESS("there is no such process"),

  /** This user may not look at the process, open it, or connect with it. */
  NO_PERMISSION("no permission"),

  /**
   * To attach to the .NET Framework: this machine has no version 4, or this JVM cannot reach it.
   */
  UNAVAILABLE("there is no .NET Framework 4 here"),

  /** No CLR runs in it, or none of the expected kind. */
  NO_RUNTIME("no CLR runs in it"),

  /** Its CLR is older than the first version that supports attaching. */
  RUNTIME_TOO_OLD("its runtime is too old"),

  /** Its CLR is not compatible with the CLR of this machine that attaches. */
  INCOMPATIBLE("its CLR is of another version than ours"),

  /** It has another architecture than the agent, or another bitness than this JVM. */
  ARCHITECTURE("its architecture is not supported"),

  /** The agent supports glibc only. */
  MUSL("musl is not supported"),

  /** Diagnostics, or profilers, are switched off for it. */
  DIAGNOSTICS_OFF("diagnostics are switched off for it"),

  /** No socket of its runtime was found. */
  NO_SOCKET("its runtime has no diagnostics socket"),

  /** Its diagnostics socket answers in another protocol. */
  BAD_ANSWER("its diagnostics socket gives an invalid answer"),

  /** The process does not answer, for example because it is about to end. */
  UNREACHABLE("it does not respond"),

  /** Its CLR has not started, or is about to end; a later try may succeed. */
  NOT_READY("its runtime is not ready"),

  /** Its CLR accepts profilers only at its start. */
  ONLY_AT_START("its runtime accepts no profilers after its start"),

  /** A profiler is in it, or is being attached or detached. */
  ALREADY_ACTIVE("a profiler is already active in it"),

  /** The profiler has no {@code InitializeForAttach}, or refuses in it. */
  NOT_ATTACHABLE("the profiler does not allow it"),

  /** Its CLR cannot load the profiler's library. */
  NOT_LOADABLE("its runtime cannot load the profiler (its folder is mounted noexec, perhaps)"),

  /** The profiler was loaded and cancelled its activation. */
  CANCELLED("the profiler cancelled its activation, see the program's own standard error"),

  /** The agent was loaded, could not create its trace, and was unloaded again. */
  NO_TRACE("the agent cannot create its trace"),

  /**
   * The agent was loaded, could not create its control socket, and was unloaded again: without the
   * socket it could never be detached.
   */
  NO_CONTROL("the agent cannot create its control socket"),

  /**
   * There was no answer, or the CLR has not loaded the profiler yet and may still do so. A later
   * try may succeed.
   */
  TIMED_OUT("its runtime did not load the profiler in time"),

  /** The thread that attached was interrupted. */
  INTERRUPTED("interrupted"),

  /** Another failure, perhaps of the profiler itself, or an unexpected answer. */
  FAILED("the attach failed");

  /**
   * The facilities of the agent's own HRESULTs, for files it could not create; the low 16 bits are
   * an errno.
   */
  private static final Map<Integer, RefusalReason> BY_FACILITY =
      Map.of(0xa0040000, NO_TRACE, 0xa0050000, NO_CONTROL);

  private static final Map<Integer, RefusalReason> BY_CODE =
      Map.ofEntries(
          Map.entry(0x80070005, NO_PERMISSION), // E_ACCESSDENIED
          Map.entry(0x8007007e, NOT_LOADABLE), // ERROR_MOD_NOT_FOUND
          Map.entry(0x80070522, NO_PERMISSION), // ERROR_PRIVILEGE_NOT_HELD
          Map.entry(0x800705b4, TIMED_OUT), // ERROR_TIMEOUT
          Map.entry(0x8013135b, NOT_READY), // CORPROF_E_NOT_YET_AVAILABLE
          Map.entry(0x80131368, NOT_ATTACHABLE), // CORPROF_E_PROFILER_NOT_ATTACHABLE
          Map.entry(0x8013136a, ALREADY_ACTIVE), // CORPROF_E_PROFILER_ALREADY_ACTIVE
          Map.entry(0x8013136b, INCOMPATIBLE), // CORPROF_E_PROFILEE_INCOMPATIBLE_WITH_TRIGGER
          Map.entry(0x8013136c, UNREACHABLE), // CORPROF_E_IPC_FAILED
          Map.entry(0x8013136d, NO_SUCH_PROCESS), // CORPROF_E_PROFILEE_PROCESS_NOT_FOUND
          Map.entry(0x80131371, NOT_READY), // CORPROF_E_RUNTIME_UNINITIALIZED
          Map.entry(0x80131375, CANCELLED), // CORPROF_E_PROFILER_CANCEL_ACTIVATION
          Map.entry(0x80131378, DIAGNOSTICS_OFF), // CORPROF_E_DEBUGGING_DISABLED
          Map.entry(0x80131379, TIMED_OUT), // CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC
          Map.entry(0x80131515, ONLY_AT_START)); // COR_E_NOTSUPPORTED

  private final String words;

  RefusalReason(String words) {
    this.words = words;
  }

  /** Returns the reason for a failure with that HRESULT. */
  public static RefusalReason of(int hresult) {
    RefusalReason known = BY_CODE.getOrDefault(hresult, FAILED);
    return BY_FACILITY.getOrDefault(hresult & 0xffff0000, known);
  }

  /** Returns whether the same request may succeed a little later. */
  public boolean isTransient() {
    return this == TIMED_OUT || this == NOT_READY;
  }

  /** Returns the reason as text that follows the name of a process. */
  @Override
  public String toString() {
    return words;
  }
}
