// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.IOException;

/**
 * Thrown when a file of a query is damaged; the message has the file, the offset in it and the
 * reason.
 */
final class DamagedProfileException extends IOException {

  private static final long serialVersionUID = 1;

  DamagedProfileException(String message) {
    super(message);
  }

  /** The reason is in the file, and not in the program that found it. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public Throwable fillInStackTrace() {
    return this;
  }
}
