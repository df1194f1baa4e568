// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Recognises PDBs for Windows and reads their identity. Stateless.
 *
 * <p>Source: LLVM, "The MSF File Format" and "The PDB Info Stream".
 */
final class WindowsPdb {

  private static final String MAGIC = "Microsoft C/C++ MSF 7.00\r\n\u001aDS\0\0\0";

  private static final int BLOCK_SIZE = 32;
  private static final int DIRECTORY_MAP = 52;
  private static final int HEADER = 56;

  private WindowsPdb() {}

  /** Returns whether a file is a PDB for Windows. */
  static boolean isAt(Bytes file) {
    byte[] magic = MAGIC.getBytes(StandardCharsets.ISO_8859_1);
    return file.length() >= HEADER && file.regionEquals(0, Bytes.of("", magic), 0, magic.length);
  }

  /**
   * Returns the identity; empty when it is another file.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is damaged
   */
  static Optional<Identity> identity(Bytes file) {
    if (!isAt(file)) {
      return Optional.empty();
    }
    int blockSize = file.i32(BLOCK_SIZE);
    if (blockSize < 512 || blockSize > 1 << 16) {
      throw file.damaged(BLOCK_SIZE, "blocks of " + blockSize + " bytes");
    }
    int map = block(file, blockSize, file.i32(DIRECTORY_MAP));
    int streams = word(file, blockSize, map, 0);
    int first = word(file, blockSize, map, 1);
    // Behind the count and the sizes are the blocks of the first stream, then of the second.
    long info = 1L + streams + (first == -1 ? 0 : (first + blockSize - 1L) / blockSize);
    if (streams < 2 || info > Integer.MAX_VALUE) {
      throw file.damaged(map, "a PDB for Windows without its stream of information");
    }
    int at = block(file, blockSize, word(file, blockSize, map, (int) info));
    return Optional.of(new Identity.WindowsPdb(file.guid(at + 12), file.i32(at + 8)));
  }

  /** Returns a number in the directory, whose blocks are listed at {@code map}. */
  private static int word(Bytes file, int blockSize, int map, int index) {
    long place = 4L * index;
    long entry = map + place / blockSize * 4;
    int at = block(file, blockSize, file.i32((int) Math.min(Integer.MAX_VALUE - 4, entry)));
    return file.i32(at + (int) (place % blockSize));
  }

  private static int block(Bytes file, int blockSize, int number) {
    long at = Integer.toUnsignedLong(number) * blockSize;
    if (at > file.length()) {
      throw file.damaged(file.length(), "block " + Integer.toUnsignedString(number) + " of a PDB");
    }
    return (int) at;
  }
}
