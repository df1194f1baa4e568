// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.com.Hresult;
import java.time.Duration;

/** How an attach ended. Immutable, but for what {@link Attached} carries. */
public sealed interface AttachOutcome {

  /** One line for a reader. */
  String words();

  /**
   * The agent is in the process and has begun its trace.
   *
   * @param attachment the trace, and the way to end it
   */
  record Attached(Attachment attachment) implements AttachOutcome {
    @Override
    public String words() {
      return "attached";
    }
  }

  /** A profiler, this agent or another, is in the process already, or has not quite left it. */
  record AlreadyActive() implements AttachOutcome {
    @Override
    public String words() {
      return "a profiler is already active in it";
    }
  }

  /**
   * The runtime, or the agent in it, refused.
   *
   * @param hresult what it said
   */
  record Refused(int hresult) implements AttachOutcome {

    private static final int NOT_YET_AVAILABLE = 0x8013135b;
    private static final int PROFILER_NOT_ATTACHABLE = 0x80131368;
    private static final int RUNTIME_UNINITIALIZED = 0x80131371;
    private static final int CANCEL_ACTIVATION = 0x80131375;
    private static final int DEBUGGING_DISABLED = 0x80131378;
    private static final int NOT_SUPPORTED = 0x80131515;
    private static final int MODULE_NOT_FOUND = 0x8007007e;

    /** The agent's own facility: it could not create its trace, and that is the errno. */
    private static final int NO_TRACE = 0xa0040000;

    @Override
    public String words() {
      return "refused: " + meaning() + Hresult.describe(hresult);
    }

    private String meaning() {
      return switch (hresult) {
        case NOT_YET_AVAILABLE -> "the runtime has not started yet: ";
        case PROFILER_NOT_ATTACHABLE -> "not attachable, the agent does not allow it: ";
        case RUNTIME_UNINITIALIZED -> "the runtime is not up, or is shutting down: ";
        case CANCEL_ACTIVATION ->
            "the agent found a reason not to stay, see the program's own" + " standard error: ";
        case DEBUGGING_DISABLED -> "profilers are switched off for this process: ";
        case NOT_SUPPORTED -> "this runtime takes no profilers after its start: ";
        case MODULE_NOT_FOUND ->
            "the runtime cannot load the agent's library (a folder that is"
                + " mounted noexec, perhaps): ";
        default ->
            (hresult & 0xffff0000) == NO_TRACE
                ? "the agent cannot create its trace, " + noTrace(hresult & 0xffff) + ": "
                : "";
      };
    }

    /** The errno of Linux in words, where it is one that a file may well meet. */
    private static String noTrace(int errno) {
      return switch (errno) {
        case 2 -> "the process sees no such folder";
        case 13 -> "the process's user may not write there";
        case 17 -> "something is there already";
        case 23, 24 -> "too many files are open";
        case 28 -> "the disk is full";
        case 30 -> "the file system is read-only";
        case 122 -> "the user's quota is used up";
        default -> "errno " + errno;
      };
    }
  }

  /**
   * This user may not.
   *
   * @param what was not permitted
   */
  record NoPermission(String what) implements AttachOutcome {
    @Override
    public String words() {
      return "no permission: " + what + " (the process's own user may, and root)";
    }
  }

  /**
   * There is no such process, or it ended meanwhile.
   *
   * @param pid its number
   */
  record NoSuchProcess(long pid) implements AttachOutcome {
    @Override
    public String words() {
      return "there is no process " + pid;
    }
  }

  /**
   * The process is none that the agent can be attached to.
   *
   * @param reason why
   * @param detail what that was seen by
   */
  record NotAttachable(Reason reason, String detail) implements AttachOutcome {

    /** Why not. */
    public enum Reason {
      /** No CLR runs in it. */
      NOT_DOTNET("no CLR runs in it"),
      /** Diagnostics are switched off for it. */
      DIAGNOSTICS_OFF("diagnostics are switched off for it"),
      /** Its runtime listens nowhere that we know. */
      NO_SOCKET("its runtime has no diagnostics socket"),
      /** What answers at its socket does not speak the protocol. */
      BAD_ANSWER("its diagnostics socket gives no proper answer"),
      /** The agent supports glibc only. */
      MUSL("musl is not supported"),
      /** The agent supports x64 only. */
      ARCHITECTURE("its architecture is not supported"),
      /** The agent supports .NET Core 3.1 and later. */
      TOO_OLD("its runtime is too old");

      private final String words;

      Reason(String words) {
        this.words = words;
      }

      /** The reason as a phrase. */
      public String words() {
        return words;
      }
    }

    @Override
    public String words() {
      return detail.isEmpty() ? reason.words() : reason.words() + " (" + detail + ")";
    }
  }

  /**
   * The runtime gave no answer, and no trace was begun. It may still carry the attach out: nothing
   * can take it back.
   *
   * @param after how long it was waited for
   */
  record TimedOut(Duration after) implements AttachOutcome {
    @Override
    public String words() {
      return "the runtime did not answer within " + after.toMillis() + " ms";
    }
  }
}
