// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Finds the bytes in a bundle's executable that lead to its manifest: an offset, and behind it a
 * signature, the SHA-256 of {@code .net core bundle}. Stateless.
 *
 * <p>Source: the host's bundle_marker.cpp.
 */
final class BundleMarker {

  private static final byte[] SIGNATURE =
      HexFormat.of().parseHex("8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae");

  /** How far the signature can be moved on for each byte below its last. */
  private static final int[] MOVE = moves();

  private static final int OFFSET = 8;
  private static final int MARKER = OFFSET + SIGNATURE.length;

  /** The number of bytes searched at once. */
  private static final int PART = 1 << 20;

  private static final int MANIFEST_HEADER = 12;

  /** The marker is among the data of the host, which has some 10 MB including the whole runtime. */
  private static final int LARGEST_HOST = 64 << 20;

  private BundleMarker() {}

  private static int[] moves() {
    int[] moves = new int[256];
    Arrays.fill(moves, SIGNATURE.length);
    for (int i = 0; i < SIGNATURE.length - 1; i++) {
      moves[SIGNATURE[i] & 0xff] = SIGNATURE.length - 1 - i;
    }
    return moves;
  }

  /**
   * Returns the offset of the manifest; -1 when the file is not a bundle.
   *
   * <p>An executable that could become a bundle has the signature behind an offset of 0, and the
   * tool that makes bundles contains it as plain data, so only an offset that leads into the file
   * counts.
   */
  static int findManifest(Bytes file) {
    int host = Math.min(file.length(), LARGEST_HOST);
    int manifest = -1;
    // A marker that crosses the end of one part is found in the next.
    for (int at = 0; manifest < 0 && at < host; at += PART - MARKER) {
      manifest = find(file.sliceUpTo(at, Math.min(PART, host - at)).inMemory(), file.length());
    }
    return manifest;
  }

  private static int find(Bytes part, int fileLength) {
    int at = OFFSET;
    int last = part.length() - SIGNATURE.length;
    while (at <= last) {
      int move = MOVE[part.u8(at + SIGNATURE.length - 1)];
      if (isAt(part, at)) {
        long manifest = part.i64(at - OFFSET);
        if (manifest > 0 && manifest <= fileLength - MANIFEST_HEADER) {
          return (int) manifest;
        }
      }
      at += move;
    }
    return -1;
  }

  /**
   * Compares backwards by Horspool's rule: usually one byte of 32 is read, never more than all 32.
   */
  private static boolean isAt(Bytes file, int at) {
    for (int i = SIGNATURE.length - 1; i >= 0; i--) {
      if ((byte) file.u8(at + i) != SIGNATURE[i]) {
        return false;
      }
    }
    return true;
  }
}
