// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

/** Thrown when a message is not accepted. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient SenderRefusal refusal;

  /** Creates an exception without a stack trace: senders can cause many. */
  public RefusedException(SenderRefusal refusal) {
    super(refusal.text(), null, false, false);
    this.refusal = refusal;
  }

  /** Returns the answer for the sender. */
  public SenderRefusal refusal() {
    return refusal;
  }
}
