// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.io.IOException;

/**
 * Thrown when a process, or one of its sockets or files, cannot be reached; the message has the
 * cause in one line.
 */
public final class UnreachableException extends IOException {

  private static final long serialVersionUID = 1;

  /** The kinds of failures. */
  public enum Reason {
    /** The process has ended, or its number belongs to a later one. */
    NO_PROCESS,
    /** This user has no permission. */
    NO_PERMISSION,
    /** There is no such socket or file. */
    NOT_THERE,
    /** There is a socket, and no process listens. */
    NOBODY,
    /** The time was over. */
    TIMED_OUT,
    /** The other end closed the connection. */
    HUNG_UP,
    /** Another process than the expected one listens there. */
    ANOTHER_PROCESS,
    /** The thread was interrupted; it still is. */
    INTERRUPTED,
    /** Anything else. */
    FAILED
  }

  private final Reason reason;

  /** Creates an exception with a message. */
  public UnreachableException(Reason reason, String words) {
    super(words);
    this.reason = reason;
  }

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }

  /** Returns the message. */
  public String inWords() {
    return String.valueOf(getMessage());
  }
}
