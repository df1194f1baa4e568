// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.com.Hresult;
import java.io.IOException;
import java.util.OptionalInt;

/**
 * A diagnostics port that did not do what it was asked: what was asked, of which port, and why it
 * failed.
 */
public final class DiagnosticsException extends IOException {

  private static final long serialVersionUID = 1;

  /** The ways to fail. */
  public enum Reason {
    /** Nobody listens there: the process has ended, or never listened. */
    NOBODY,
    /** This user may not speak to it. */
    NO_PERMISSION,
    /** No answer came in time. */
    SILENT,
    /** It hung up before its answer was complete. */
    HUNG_UP,
    /** The answer is none that the protocol knows. */
    MALFORMED,
    /** The runtime said no. */
    REFUSED
  }

  private final String what;
  private final String where;
  private final Reason reason;
  private final int hresult;

  private DiagnosticsException(
      String what, String where, Reason reason, int hresult, String words) {
    super(where + ": " + what + ": " + words);
    this.what = what;
    this.where = where;
    this.reason = reason;
    this.hresult = hresult;
  }

  /** An exception for every reason but {@link Reason#REFUSED}. */
  static DiagnosticsException of(Reason reason, String what, String where, String words) {
    return new DiagnosticsException(what, where, reason, 0, words);
  }

  /** The exception for what the runtime refused. */
  static DiagnosticsException refused(String what, String where, int hresult) {
    return new DiagnosticsException(
        what, where, Reason.REFUSED, hresult, Hresult.describe(hresult));
  }

  /** The command that failed. */
  public String what() {
    return what;
  }

  /** The port. */
  public String where() {
    return where;
  }

  /** The way it failed. */
  public Reason reason() {
    return reason;
  }

  /** What the runtime said; empty unless it {@linkplain Reason#REFUSED refused}. */
  public OptionalInt hresult() {
    return reason == Reason.REFUSED ? OptionalInt.of(hresult) : OptionalInt.empty();
  }
}
