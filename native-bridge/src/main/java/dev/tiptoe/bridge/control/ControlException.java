// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.socket.UnreachableException;
import java.io.IOException;

/**
 * Thrown when an agent cannot be reached or refuses; the message says what is wrong, in one line.
 */
public final class ControlException extends IOException {

  private static final long serialVersionUID = 1;

  /** What kind of thing went wrong. */
  public enum Reason {
    /** There is no such process. */
    NO_PROCESS,
    /** The process has no agent that listens. */
    NO_AGENT,
    /** It cannot be told whether an agent listens, or it cannot be connected with. */
    UNREACHABLE,
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

  /** What a connection that failed means for a question. */
  static ControlException of(UnreachableException problem) {
    return switch (problem.reason()) {
      case NO_PROCESS -> new ControlException(Reason.NO_PROCESS, problem.inWords());
      case NO_PERMISSION -> new ControlException(Reason.NO_PERMISSION, problem.inWords());
      case NOT_THERE, NOBODY -> new ControlException(Reason.NO_AGENT, problem.inWords());
      case ANOTHER_PROCESS, FAILED -> new ControlException(Reason.UNREACHABLE, problem.inWords());
      case TIMED_OUT -> new ControlException(Reason.TIMED_OUT, "the agent did not answer in time");
      case HUNG_UP ->
          new ControlException(
              Reason.LOST, "the agent closed the connection: " + problem.inWords());
      case INTERRUPTED ->
          new ControlException(Reason.LOST, "the thread that asked was interrupted");
    };
  }

  /** The kind of thing. */
  public Reason reason() {
    return reason;
  }
}
