// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A copy of bytes, which equals another with the same bytes, and is shown in hex. */
final class Octets {

  private final byte[] bytes;

  private Octets(byte[] bytes) {
    this.bytes = bytes;
  }

  static Octets of(Bytes window) {
    return new Octets(window.copy(0, window.length()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Octets octets && Arrays.equals(bytes, octets.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes " + HexFormat.of().formatHex(bytes);
  }
}
