// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of files of a kind. They overwrite a fuzzer's bytes, because an input without
 * them is refused at once. Stateless.
 */
final class Magic {

  private Magic() {}

  /** The bytes with {@code magic} in place of as many at their beginning. */
  static byte[] withBeginning(String magic, byte[] bytes) {
    byte[] head = magic.getBytes(StandardCharsets.ISO_8859_1);
    byte[] restored = Arrays.copyOf(bytes, Math.max(head.length, bytes.length));
    System.arraycopy(head, 0, restored, 0, head.length);
    return restored;
  }
}
