// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import dev.tiptoe.bridge.attach.Refusal;
import dev.tiptoe.bridge.attach.RefusalReason;

/** The outcome of an attach of a profiler to the .NET Framework. Immutable. */
public sealed interface FrameworkAttachOutcome {

  /** Returns the outcome as one line of text. */
  String inWords();

  /**
   * The profiler is in the process, and its {@code InitializeForAttach} succeeded.
   *
   * @param runtime the version of the CLR that took it, such as {@code v4.0.30319}
   */
  record Attached(String runtime) implements FrameworkAttachOutcome {
    @Override
    public String inWords() {
      return "attached to " + runtime;
    }
  }

  /**
   * The profiler is not in the process; after {@link RefusalReason#TIMED_OUT} it may still come.
   *
   * @param refusal the refusal: the call and its result
   */
  record Refused(Refusal refusal) implements FrameworkAttachOutcome {

    /** Returns the reason of the refusal. */
    public RefusalReason reason() {
      return refusal.reason();
    }

    @Override
    public String inWords() {
      return refusal.inWords();
    }
  }
}
