// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.socket.UnreachableException;
import java.io.IOException;

/** Thrown when an agent cannot be reached or refuses; the message has the cause in one line. */
public final class ControlException extends IOException {

  private static final long serialVersionUID = 1;

  /** The kinds of failures. */
  public enum Reason {
    /** There is no such process. */
    NO_PROCESS,
    /** No agent listens in the process. */
    NO_AGENT,
    /** The agent cannot be connected with, or it is not known whether one listens. */
    UNREACHABLE,
    /** The process belongs to another user; only its own user and root may send requests. */
    NO_PERMISSION,
    /** The answer did not come in time. */
    TIMED_OUT,
    /** The connection was lost before the answer was complete. */
    LOST,
    /** The answer is malformed: its sender is not an agent, or one of another version. */
    NO_ANSWER,
    /** This agent, or its runtime, does not support the request. */
    NOT_SUPPORTED,
    /** The ID is not known, or may have changed its meaning. */
    NOT_VALID,
    /** The agent or its runtime refused. */
    REFUSED,
    /** The agent is busy with something that excludes it. */
    BUSY
  }

  private final Reason reason;

  ControlException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Returns the exception for a connection that failed. */
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

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }
}
