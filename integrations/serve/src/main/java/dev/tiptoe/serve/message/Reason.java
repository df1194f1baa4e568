// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

import java.util.Locale;

/** The reason why the proxy does not accept a message, with its codes of gRPC and HTTP. */
public enum Reason {
  /** It cannot be read. */
  DAMAGED(3, 400),
  /** It is larger than the limit. */
  TOO_LARGE(8, 413),
  /** There is no memory for it now. */
  BUSY(8, 429),
  /** The back end did not take it in time. */
  AWAY(14, 503),
  /** The proxy is being stopped. */
  STOPPING(14, 503),
  /** It did not arrive in time. */
  SLOW(4, 408),
  /** The sender has not the token. */
  UNAUTHENTICATED(16, 401),
  /** It is for a service or a path that is not here. */
  UNKNOWN(12, 404),
  /** It is in a form that is not read, such as JSON. */
  FORM(3, 415),
  /** The back end has refused it for good. */
  REFUSED(13, 500),
  /** A mistake of the proxy. */
  INTERNAL(13, 500);

  private final int code;
  private final int status;

  Reason(int code, int status) {
    this.code = code;
    this.status = status;
  }

  /** Returns the code of gRPC. */
  public int code() {
    return code;
  }

  /** Returns the status of HTTP. */
  public int status() {
    return status;
  }

  /** Returns the name in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
