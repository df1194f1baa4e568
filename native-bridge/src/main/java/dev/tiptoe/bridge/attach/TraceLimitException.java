// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import java.io.IOException;

/** Thrown when a trace has reached its maximum size. */
public final class TraceLimitException extends IOException {

  private static final long serialVersionUID = 1;

  TraceLimitException(long size, long limit) {
    super("the trace has " + size + " bytes, and may have " + limit);
  }
}
