// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.HexFormat;

/** The hash of that name, of 64 bits, as 16 hexadecimal digits: bytes that differ have another. */
final class Fnv1a {

  private static final long BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Fnv1a() {}

  static String of(Bytes bytes) {
    long hash = BASIS;
    for (int i = 0; i < bytes.length(); i++) {
      hash = (hash ^ bytes.u8(i)) * PRIME;
    }
    return HexFormat.of().toHexDigits(hash);
  }
}
