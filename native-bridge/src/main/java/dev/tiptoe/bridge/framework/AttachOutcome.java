// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.framework;

import dev.tiptoe.bridge.com.ComException;
import java.util.OptionalInt;

/** How an attach ended. Immutable. */
public sealed interface AttachOutcome {

  /**
   * The profiler is in the process, and its {@code InitializeForAttach} succeeded.
   *
   * @param runtime the version of the CLR that took it, such as {@code v4.0.30319}
   */
  record Attached(String runtime) implements AttachOutcome {

    @Override
    public String toString() {
      return "attached to " + runtime;
    }
  }

  /**
   * The profiler is not in the process; after {@link RefusalReason#TIMED_OUT} it may still come.
   *
   * @param reason why not
   * @param detail what was asked and what it answered, in words
   * @param hresult what it answered, where that was a failure
   */
  record Refused(RefusalReason reason, String detail, OptionalInt hresult)
      implements AttachOutcome {

    static Refused of(RefusalReason reason, String detail) {
      return new Refused(reason, detail, OptionalInt.empty());
    }

    static Refused of(RefusalReason reason, ComException failure) {
      String detail = String.valueOf(failure.getMessage());
      return new Refused(reason, detail, OptionalInt.of(failure.hresult()));
    }

    @Override
    public String toString() {
      return reason + " (" + detail + ")";
    }
  }
}
