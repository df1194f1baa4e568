// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import java.nio.file.NoSuchFileException;

/**
 * Thrown when a file of a query cannot be read; the message has the reason. DuckDB shows stack
 * traces and causes to its users, so it has neither.
 */
final class UnreadableProfileException extends Exception {

  private static final long serialVersionUID = 1;

  UnreadableProfileException(Exception cause) {
    super(reason(cause), null, false, false);
  }

  private static String reason(Exception cause) {
    String message = cause.getMessage();
    if (message == null) {
      return cause.toString();
    }
    return cause instanceof NoSuchFileException ? message + ": there is no such file" : message;
  }
}
