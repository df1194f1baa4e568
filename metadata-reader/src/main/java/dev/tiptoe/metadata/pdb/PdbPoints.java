// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads the sequence points of the methods of a PDB. Thread-safe.
 *
 * <p>The methods of a damaged PDB may share their points, so that a few bytes are those of millions
 * of methods. Reading long ones, of more than {@value #SHORT} bytes, is bounded by the size of the
 * PDB: together they may take {@value #FOR_A_BYTE} bytes for each of its own.
 */
public final class PdbPoints {

  /** A point takes three bytes at least, so that these are no more than are searched anyway. */
  static final int SHORT = 3 * PointSearch.STRIDE;

  private static final int FOR_A_BYTE = 4;

  private final Image pdb;
  private final AtomicLong left;
  private final LongAdder bytes = new LongAdder();

  /** Creates a reader. */
  public PdbPoints(Image pdb) {
    this.pdb = pdb;
    this.left = new AtomicLong(FOR_A_BYTE * (long) pdb.bytes().length());
  }

  /**
   * Returns the points of a method; none when it has no source.
   *
   * @throws MetadataFormatException when they are damaged, or behind too many long ones
   */
  public SequencePoints of(Token method) {
    return row(method).map(SequencePoints::of).orElse(SequencePoints.NONE);
  }

  /**
   * Returns a search in the points of a method, which does not keep many.
   *
   * @throws MetadataFormatException when they are damaged, or behind too many long ones
   */
  public PointSearch search(Token method) {
    return row(method).map(PointSearch::of).orElse(PointSearch.NONE);
  }

  /** Returns the bytes of points that were decoded so far. */
  public long bytesRead() {
    return bytes.sum();
  }

  private Optional<MethodDebugInformation> row(Token method) {
    Optional<MethodDebugInformation> row = MethodDebugInformation.of(pdb, method);
    if (row.isPresent()) {
      int length = row.get().sequencePoints().length();
      if (length > SHORT && left.addAndGet(-length) < 0) {
        throw row.get()
            .sequencePoints()
            .damaged(0, "sequence points behind too many long ones")
            .about(row.get().token());
      }
      bytes.add(length);
    }
    return row;
  }
}
