// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

/** The outcome of an attach of the agent. Immutable, but for what {@link Attached} carries. */
public sealed interface AttachOutcome {

  /** One line for a reader. */
  String inWords();

  /**
   * The agent is in the process and has begun its trace.
   *
   * @param attachment the trace, and the way to end it
   */
  record Attached(Attachment attachment) implements AttachOutcome {
    @Override
    public String inWords() {
      return "attached";
    }
  }

  /**
   * The agent is not in the process; after {@link RefusalReason#TIMED_OUT} it may still come:
   * nothing can take an attach back.
   *
   * @param refusal why not
   */
  record Refused(Refusal refusal) implements AttachOutcome {

    /** Why not. */
    public RefusalReason reason() {
      return refusal.reason();
    }

    @Override
    public String inWords() {
      return refusal.inWords();
    }
  }
}
