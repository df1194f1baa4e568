// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.heap.BlobHeap;
import dev.tiptoe.metadata.table.Cells;
import dev.tiptoe.metadata.table.Tables;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Finds the methods or fields of an image by their type, name and signature.
 *
 * <p>Members with unreadable signatures are left out. Immutable; six bytes a row, and four more if
 * any member occurs twice.
 */
final class MemberIndex {

  private final Image image;
  private final int table;
  private final int signature;
  private final IntUnaryOperator owners;
  private final NameIndex index;

  /**
   * Builds the index.
   *
   * @param owners returns the type of a member; {@link NameIndex#UNKNOWN} when it is not known
   * @param name the column of a member's name
   * @param signature the column of its signature
   */
  MemberIndex(Image image, int table, IntUnaryOperator owners, int name, int signature) {
    this.image = image;
    this.table = table;
    this.signature = signature;
    this.owners = owners;
    Tables tables = image.tables();
    Cells names = tables.cells(table, name);
    int[] rows = IntStream.rangeClosed(1, tables.whole(table)).toArray();
    index = new NameIndex(image.strings(), rows, this::key, null, names);
  }

  /**
   * Returns the first member of that name and, byte for byte, that signature; 0 when there is none.
   */
  int find(int type, String name, Bytes asked) {
    int key = key(type, asked);
    int member = SoughtType.of("", name).map(text -> text.in(index, key)).orElse(0);
    while (member != 0 && !(owners.applyAsInt(member) == type && signature(member).sameAs(asked))) {
      member = index.next(member);
    }
    return member;
  }

  /** Returns the key of a member beside its name. */
  private int key(int member) {
    int type = owners.applyAsInt(member);
    if (type == NameIndex.UNKNOWN) {
      return NameIndex.UNKNOWN;
    }
    try {
      return key(type, signature(member));
    } catch (MetadataFormatException e) {
      return NameIndex.UNKNOWN;
    }
  }

  private static int key(int type, Bytes signature) {
    return (31 * type + BlobHeap.hash(signature)) & Integer.MAX_VALUE;
  }

  private Bytes signature(int member) {
    return image.blobs().get(image.tables().cell(table, member, signature));
  }
}
