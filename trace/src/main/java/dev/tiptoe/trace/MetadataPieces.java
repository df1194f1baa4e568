// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.ModuleID;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/**
 * Assembles the copy of a module's metadata from its pieces. An agent writes one copy after the
 * other, each from its beginning to its end.
 *
 * <p>A piece that does not continue the current copy ends it, and the copy is dropped. Mutable, not
 * thread-safe; holds the bytes of the pieces, {@value #MOST} at most.
 */
final class MetadataPieces {

  /** The longest copy of an agent. */
  static final int MOST = RecordLayout.LONGEST_METADATA;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private ModuleID module = new ModuleID(0);
  private int number;
  private long size;

  /** Adds a piece. Returns the whole copy when it is the last one. */
  Optional<Bytes> add(ModuleID of, int copy, long length, long offset, Bytes piece) {
    if (offset == 0) {
      bytes.reset();
      module = of;
      number = copy;
      size = length;
    }
    boolean continues =
        module.equals(of) && number == copy && size == length && offset == bytes.size();
    if (!continues || piece.length() == 0 || size > MOST || piece.length() > size - offset) {
      forget();
      return Optional.empty();
    }
    bytes.writeBytes(piece.copy(0, piece.length()));
    if (bytes.size() < size) {
      return Optional.empty();
    }
    Bytes whole = Bytes.of("metadata of " + of, bytes.toByteArray());
    forget();
    return Optional.of(whole);
  }

  private void forget() {
    bytes.reset();
    module = new ModuleID(0);
    size = 0;
  }
}
