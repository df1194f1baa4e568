// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodImpl;
import java.util.Optional;

/**
 * Finds the methods that implement others by a MethodImpl row. The index is built on first use. Not
 * thread-safe.
 *
 * @ecma II.22.27
 */
final class Implementations {

  private final Image image;

  /** The first row of each MethodDef; empty before the first use. */
  private int[] rows = {};

  Implementations(Image image) {
    this.image = image;
  }

  /** Returns the row with the method that a method implements. */
  Optional<MethodImpl> of(MethodDef method) {
    if (rows.length == 0) {
      rows = read();
    }
    int row = method.rid() < rows.length ? rows[method.rid()] : 0;
    return row == 0 ? Optional.empty() : Optional.of(new MethodImpl(image, row));
  }

  private int[] read() {
    int[] all = new int[image.tables().whole(MethodDef.TABLE) + 1];
    for (int rid = image.tables().whole(MethodImpl.TABLE); rid > 0; rid--) {
      Token body = new MethodImpl(image, rid).body();
      if (body.table() == MethodDef.TABLE && body.rid() < all.length) {
        all[body.rid()] = rid;
      }
    }
    return all;
  }
}
