// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.io.IOException;

/**
 * Thrown when a process, or one of its sockets or files, cannot be reached; the message says what
 * is wrong, in one line.
 */
public final class UnreachableException extends IOException {

  private static final long serialVersionUID = 1;

  /** What kind of thing went wrong. */
  public enum Reason {
    /** The process has ended, or its number belongs to a later one. */
    NO_PROCESS,
    /** This user may not. */
    NO_PERMISSION,
    /** There is no such socket or file. */
    NOT_THERE,
    /** There is a socket, and nobody listens. */
    NOBODY,
    /** The time was over. */
    TIMED_OUT,
    /** The other end closed the connection. */
    HUNG_UP,
    /** A process that was not meant listens there. */
    ANOTHER_PROCESS,
    /** The thread was interrupted; it still is. */
    INTERRUPTED,
    /** Anything else. */
    FAILED
  }

  private final Reason reason;

  /** An exception with these words. */
  public UnreachableException(Reason reason, String words) {
    super(words);
    this.reason = reason;
  }

  /** The kind of thing. */
  public Reason reason() {
    return reason;
  }

  /** The words. */
  public String inWords() {
    return String.valueOf(getMessage());
  }
}
