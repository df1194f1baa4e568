// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

/** A COM method failed; the message names it and says how. */
public final class ComException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int hresult;

  /** The failure of {@code method} with {@code hresult}. */
  public ComException(String method, int hresult) {
    super(method + ": " + Hresult.describe(hresult));
    this.hresult = hresult;
  }

  /** What the method answered. */
  public int hresult() {
    return hresult;
  }
}
