// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

/** A program, or what runs it, cannot be started; the message says what is missing. */
public final class LaunchException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** An exception with one line for the user. */
  public LaunchException(String message) {
    super(message);
  }
}
