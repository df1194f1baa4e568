// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.table.TableSchema;
import dev.tiptoe.testdata.Corpus;
import java.util.Map;
import java.util.function.Consumer;

/** Reads every signature to its end. */
public final class SignaturesCheck implements Corpus.Check<Image> {

  private static final int TYPE_SPEC = 0x1b;

  /** The tables with signatures, and in which column. */
  private static final Map<Integer, String> COLUMNS =
      Map.of(
          0x04,
          "Signature",
          0x06,
          "Signature",
          0x0a,
          "Signature",
          0x11,
          "Signature",
          0x17,
          "Type",
          TYPE_SPEC,
          "Signature",
          0x2b,
          "Instantiation");

  private int signatures;

  @Override
  public void visit(Image image) {
    COLUMNS.forEach(
        (table, column) ->
            forEachBlob(
                image,
                table,
                TableSchema.ECMA_335.columnOf(table, column),
                blob -> {
                  signatures++;
                  read(table, blob);
                }));
  }

  @Override
  public void end(boolean all) {
    assertTrue(signatures > (all ? 500_000 : 5_000), signatures + " signatures");
  }

  private static void forEachBlob(Image image, int table, int column, Consumer<Bytes> each) {
    for (int rid = 1; rid <= image.metadata().tables().count(table); rid++) {
      each.accept(image.metadata().blobs().get(image.metadata().tables().cell(table, rid, column)));
    }
  }

  private static void read(int table, Bytes blob) {
    Cursor cursor = new Cursor(blob);
    SignatureReader reader = new SignatureReader(cursor);
    Object signature = table == TYPE_SPEC ? reader.type() : reader.signature();
    assertTrue(cursor.atEnd(), signature.toString());
  }
}
