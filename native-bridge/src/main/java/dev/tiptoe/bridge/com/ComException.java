// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

/** A COM method or what leads to one failed; the message names it and says how. */
public final class ComException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int hresult;

  /** The failure of {@code method} with {@code hresult}. */
  public ComException(String method, int hresult) {
    super(message(method, hresult));
    this.hresult = hresult;
  }

  ComException(String method, int hresult, Throwable cause) {
    super(message(method, hresult), cause);
    this.hresult = hresult;
  }

  /** What the method answered. */
  public int hresult() {
    return hresult;
  }

  private static String message(String method, int hresult) {
    return method + ": " + Hresult.describe(hresult);
  }
}
