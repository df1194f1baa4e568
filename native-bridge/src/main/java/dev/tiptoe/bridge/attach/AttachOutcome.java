// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

/**
 * The outcome of an attach of the agent. Immutable, except for the {@link Attachment} in {@link
 * Attached}.
 */
public sealed interface AttachOutcome {

  /** Returns the outcome as one line of text. */
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
   * The agent is not in the process. After {@link RefusalReason#TIMED_OUT} it may still come,
   * because an attach cannot be taken back.
   *
   * @param refusal the refusal and its reason
   */
  record Refused(Refusal refusal) implements AttachOutcome {

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
