// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.io.IOException;
import java.util.OptionalInt;

/**
 * Thrown when a command to a diagnostics port fails. It has the command, the port and the reason.
 */
public final class DiagnosticsException extends IOException {

  private static final long serialVersionUID = 1;

  /** The kinds of failures. */
  public enum Reason {
    /** Nothing listens there: the process has ended, or never listened. */
    NOBODY,
    /** This user has no permission to connect. */
    NO_PERMISSION,
    /** Another process than the expected one listens there. */
    ANOTHER_PROCESS,
    /** It cannot be reached; the process may have ended. */
    UNREACHABLE,
    /** The calling thread was interrupted; it still is. */
    INTERRUPTED,
    /** No answer came in time. */
    SILENT,
    /** It closed the connection before its answer was complete. */
    HUNG_UP,
    /** The answer does not follow the protocol. */
    MALFORMED,
    /** The runtime refused. */
    REFUSED
  }

  private final String what;
  private final String where;
  private final Reason reason;
  private final int hresult;

  private DiagnosticsException(
      String what, String where, Reason reason, int hresult, String words) {
    super(where.isEmpty() ? words : where + ": " + what + ": " + words);
    this.what = what;
    this.where = where;
    this.reason = reason;
    this.hresult = hresult;
  }

  /** Returns an exception for any reason but {@link Reason#REFUSED}. */
  static DiagnosticsException of(Reason reason, String what, String where, String words) {
    return new DiagnosticsException(what, where, reason, 0, words);
  }

  /**
   * Returns the exception for a connection that failed; {@code where} is empty if there was none
   * yet.
   */
  static DiagnosticsException of(UnreachableException problem, String what, String where) {
    Reason reason =
        switch (problem.reason()) {
          case NOT_THERE, NOBODY -> Reason.NOBODY;
          case NO_PERMISSION -> Reason.NO_PERMISSION;
          case ANOTHER_PROCESS -> Reason.ANOTHER_PROCESS;
          case NO_PROCESS, FAILED -> Reason.UNREACHABLE;
          case INTERRUPTED -> Reason.INTERRUPTED;
          case TIMED_OUT -> Reason.SILENT;
          case HUNG_UP -> Reason.HUNG_UP;
        };
    return of(reason, what, where, problem.inWords());
  }

  /** Returns the exception for a refusal by the runtime. */
  static DiagnosticsException refused(String what, String where, int hresult) {
    return new DiagnosticsException(
        what, where, Reason.REFUSED, hresult, Hresult.describe(hresult));
  }

  /** Returns the command that failed. */
  public String what() {
    return what;
  }

  /** Returns the port; empty where there was no connection yet. */
  public String where() {
    return where;
  }

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }

  /** Returns the runtime's code; empty unless it {@linkplain Reason#REFUSED refused}. */
  public OptionalInt hresult() {
    return reason == Reason.REFUSED ? OptionalInt.of(hresult) : OptionalInt.empty();
  }
}
