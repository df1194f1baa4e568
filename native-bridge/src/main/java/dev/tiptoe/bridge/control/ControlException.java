// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.io.IOException;

/** An agent could not be asked, or refused; the message says what is wrong, in one line. */
public final class ControlException extends IOException {

  private static final long serialVersionUID = 1;

  /** What kind of thing went wrong. */
  public enum Reason {
    /** There is no such process. */
    NO_PROCESS,
    /** The process has no agent that listens. */
    NO_AGENT,
    /** The process belongs to somebody else: its own user may ask its agent, and root. */
    NO_PERMISSION,
    /** The answer did not come in time. */
    TIMED_OUT,
    /** The connection was lost before the answer was whole. */
    LOST,
    /** What came is no answer: it is not our agent, or another version. */
    NO_ANSWER,
    /** This agent, or its runtime, cannot do that. */
    NOT_SUPPORTED,
    /** The ID is not known, or may mean something else by now. */
    NOT_VALID,
    /** The agent or its runtime said no. */
    REFUSED,
    /** The agent is busy with something that excludes it. */
    BUSY
  }

  private final Reason reason;

  ControlException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** The kind of thing. */
  public Reason reason() {
    return reason;
  }
}
