// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import java.util.Map;

/** A message for the back end, which does not change any more. */
public final class Export {

  private final byte[] bytes;
  private final int length;
  private final boolean compressed;
  private final Map<String, String> headers;

  /**
   * Creates a message.
   *
   * @param bytes an ExportProfilesServiceRequest, of which the first {@code length} bytes count
   * @param compressed whether it is sent with gzip
   * @param headers what is passed on of its sender's headers
   */
  public Export(byte[] bytes, int length, boolean compressed, Map<String, String> headers) {
    this.bytes = bytes;
    this.length = length;
    this.compressed = compressed;
    this.headers = headers;
  }

  /** Returns the bytes, with others behind them. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the number of bytes that count. */
  public int length() {
    return length;
  }

  /** Returns whether it is sent with gzip. */
  public boolean isCompressed() {
    return compressed;
  }

  /** Returns what is passed on of its sender's headers. */
  public Map<String, String> headers() {
    return headers;
  }
}
