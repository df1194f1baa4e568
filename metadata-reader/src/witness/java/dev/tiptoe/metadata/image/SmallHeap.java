// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.zip.Deflater;

/** A program that reads images made to fill the memory; it is run with little of it. */
final class SmallHeap {

  private static final int MOST_ROWS = 0xffffff;

  private SmallHeap() {}

  /** Reads them all, and ends well if none is too much. */
  public static void main(String[] none) {
    everyTableClaimsTheMostRows();
    oneTableClaimsTheMostRows();
    typesHaveLongNamesInsideEachOther();
    typesShareANameThatIsNotLong();
    memberInflatesToMoreThanThereIs();
  }

  /** Sixty megabytes of zeros that are really there, in sixty kilobytes. */
  private static void memberInflatesToMoreThanThereIs() {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    byte[] file = new byte[1 << 17];
    int end = 0x100;
    for (int i = 0; i < 60; i++) {
      deflater.setInput(new byte[1 << 20]);
      end += deflater.deflate(file, end, file.length - end);
    }
    deflater.finish();
    end += deflater.deflate(file, end, file.length - end);
    deflater.end();
    byte[] bundle =
        new BundleBuilder(6, file)
            .entry("Zeros.dll", BundleBuilder.ASSEMBLY, 0x100, 60 << 20, end - 0x100)
            .build();
    try {
      Bundle.of(Given.bytes(bundle)).members().get(0).open();
      throw new AssertionError("there is more memory than was meant");
    } catch (MetadataFormatException e) {
      // Too much, and said so.
    }
  }

  /** Sixteen million rows said to be there cost nothing until they are. */
  private static void everyTableClaimsTheMostRows() {
    ImageBuilder claims = Sample.uncompressed();
    for (Table table : Table.values()) {
      claims.claim(table, MOST_ROWS);
    }
    read(claims);
  }

  private static void oneTableClaimsTheMostRows() {
    for (Table table : Table.values()) {
      read(Sample.module().claim(table, MOST_ROWS));
      read(Sample.uncompressed().claim(table, MOST_ROWS));
    }
  }

  private static void read(ImageBuilder builder) {
    try {
      Everything.of(Given.image(builder), damage -> {});
    } catch (MetadataFormatException e) {
      // Refused at once is as good.
    }
  }

  /** A name of 16 KiB in 4000 types, up to a thousand deep: gigabytes, if all were kept. */
  private static void typesHaveLongNamesInsideEachOther() {
    ImageBuilder builder = ImageBuilder.netmodule("long.netmodule");
    int name = builder.string("x".repeat(1 << 14));
    int outermost = builder.typeDef("", "Outermost");
    int last = outermost;
    for (int i = 0; i < 4000; i++) {
      last = builder.nested(i % 1000 == 0 || i > 2000 ? outermost : last, "");
      builder.set(last, "TypeName", name);
    }
    Names names = new Names(Given.image(builder));
    for (int rid = 1; rid <= builder.count(Table.TYPE_DEF); rid++) {
      try {
        names.of(Token.of(Table.TYPE_DEF.number(), rid));
      } catch (MetadataFormatException e) {
        // Too long, and said so.
      }
    }
  }

  /** A kilobyte that stands once in the file and names 60,000 types: 60 MB, if all were kept. */
  private static void typesShareANameThatIsNotLong() {
    ImageBuilder builder = ImageBuilder.netmodule("shared.netmodule");
    int name = builder.string("x".repeat(1000));
    for (int i = 0; i < 60_000; i++) {
      builder.row(Table.TYPE_REF, 0, name, 0);
    }
    Names names = new Names(Given.image(builder));
    for (int rid = 1; rid <= builder.count(Table.TYPE_REF); rid++) {
      names.of(Token.of(Table.TYPE_REF.number(), rid));
    }
  }
}
