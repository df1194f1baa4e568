// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

/** Thrown where a name is not of the known grammar or exceeds a bound. Has no stack trace. */
final class NotUnderstood extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotUnderstood(String reason) {
    super(reason, null, false, false);
  }
}
