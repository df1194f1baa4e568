// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import dev.tiptoe.bridge.com.Hresult;

/**
 * Thrown when a COM method, or a step on the way to it, fails. The message names the method and the
 * failure.
 */
public final class ComException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int hresult;

  /** Creates an exception for {@code method}, which failed with {@code hresult}. */
  public ComException(String method, int hresult) {
    super(message(method, hresult));
    this.hresult = hresult;
  }

  ComException(String method, int hresult, Throwable cause) {
    super(message(method, hresult), cause);
    this.hresult = hresult;
  }

  /** Returns the method's HRESULT. */
  public int hresult() {
    return hresult;
  }

  private static String message(String method, int hresult) {
    return method + ": " + Hresult.describe(hresult);
  }
}
