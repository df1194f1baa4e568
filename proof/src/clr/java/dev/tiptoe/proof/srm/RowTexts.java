// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;

/**
 * The texts about the rows of a table, in the notation of {@code MetadataDump}.
 *
 * @param table its number
 * @param view of its rows
 * @param fields of a row's line
 */
record RowTexts<T extends Row>(int table, Row.View<T> view, Function<T, List<?>> fields) {

  private static final UUID NO_GUID = new UUID(0, 0);

  void of(Image image, Lines lines) {
    for (T row : image.rows(table, view)) {
      lines.row(row.token(), () -> fields.apply(row));
    }
  }

  static String flags(int flags) {
    return "0x" + Integer.toHexString(flags);
  }

  static String number(OptionalInt number) {
    return number.isPresent() ? Integer.toUnsignedString(number.getAsInt()) : "";
  }

  static UUID guid(Optional<UUID> guid) {
    return guid.orElse(NO_GUID);
  }

  static Object orNone(Optional<? extends Row> row) {
    return row.isPresent() ? row.get() : "-";
  }

  /** A blob: its length and hash. */
  static String hash(Bytes blob) {
    return blob.length() == 0 ? "" : blob.length() + ":" + Fnv1a.of(blob);
  }
}
