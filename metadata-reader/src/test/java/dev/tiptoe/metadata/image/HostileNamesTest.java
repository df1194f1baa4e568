// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Names made to be looked up slowly. Each of these takes seconds at most; were each name read to
 * its end whenever it is asked for, or could names be made that share a slot, it would take hours.
 */
class HostileNamesTest {

  private static final int ROWS = 10_000;
  private static final int LENGTH = 2 << 20;

  /** Types and references to them, whose names begin at the given offsets, in one long string. */
  private static Image image(String text, IntUnaryOperator offset) {
    ImageBuilder builder = new ImageBuilder().heapSizes(1);
    int name = builder.string(text);
    for (int i = 0; i < ROWS; i++) {
      builder.row(Table.TYPE_REF, 0, name + offset.applyAsInt(i), 0);
      builder.row(Table.TYPE_DEF, 0, name + offset.applyAsInt(i), 0, 0, 1, 1);
    }
    return Given.image(builder);
  }

  private static int found(Image in, Image from, int typeRef) {
    return in.find(SoughtType.of(new TypeRef(from, typeRef))).rid();
  }

  @Test
  void types_thatAllHaveOneLongName_areFound() {
    Image one = image("x".repeat(LENGTH), i -> 0);
    Image other = image("x".repeat(LENGTH), i -> 0);
    for (int rid = 1; rid <= ROWS; rid++) {
      assertEquals(1, found(one, other, rid));
    }
  }

  @Test
  void types_whoseNamesAreEndsOfOneLongString_areFound() {
    Image one = image("x".repeat(LENGTH), i -> 7 * i);
    Image other = image("x".repeat(LENGTH + 3), i -> 7 * i + 3);
    for (int rid = 1; rid <= ROWS; rid++) {
      assertEquals(rid, found(one, other, rid));
    }
  }

  @Test
  void types_whoseLongNamesDifferInTheirMiddle_areNotConfused() {
    ImageBuilder builder = new ImageBuilder().heapSizes(1);
    String half = "x".repeat(5000);
    for (int i = 0; i < 500; i++) {
      builder.typeDef("", half + (char) ('a' + i) + half);
    }
    Image image = Given.image(builder);
    for (int i = 0; i < 500; i++) {
      String name = half + (char) ('a' + i) + half;
      assertEquals(i + 1, image.findType("", name).orElseThrow().rid());
    }
    assertEquals(Optional.empty(), image.findType("", half + '!' + half));
  }

  /**
   * {@code "Aa"} and {@code "BB"} have the same hash in Java, and so has all that is made of them.
   */
  @Test
  void types_whoseNamesCollideInAHashThatIsKnown_areFound() {
    ImageBuilder builder = new ImageBuilder().heapSizes(1);
    for (int i = 0; i < 1 << 16; i++) {
      builder.typeDef("", colliding(i));
    }
    Image image = Given.image(builder);
    for (int i = 0; i < 1 << 16; i++) {
      assertEquals(i + 1, image.findType("", colliding(i)).orElseThrow().rid());
    }
  }

  private static String colliding(int bits) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      name.append((bits >>> i & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  @Test
  void methods_thatAllHaveOneName_areFound() {
    ImageBuilder builder = new ImageBuilder().heapSizes(1);
    builder.typeDef("", "A");
    builder.string("x".repeat(LENGTH));
    for (int i = 0; i < ROWS; i++) {
      builder.row(Table.METHOD_DEF, 0, 0, 0, 3, 0, 1);
    }
    TypeDef type = new TypeDef(Given.image(builder), 1);
    assertEquals(ROWS, type.findMethods("x".repeat(LENGTH)).size());
    assertEquals(ROWS, type.findMethods("x".repeat(LENGTH)).get(ROWS - 1).rid());
  }

  /** A key of megabytes, and thousands of references that share it. */
  @Test
  void assemblyRefs_thatShareAKeyOfMegabytes_areRefused() {
    ImageBuilder builder = new ImageBuilder().heapSizes(4);
    int key = builder.blob(new byte[LENGTH]);
    for (int i = 0; i < ROWS; i++) {
      builder.row(Table.ASSEMBLY_REF, 0, 0, 0, 0, i % 2, key, 0, 0, 0);
    }
    Image image = Given.image(builder);
    for (int rid = 1; rid <= ROWS; rid++) {
      AssemblyRef reference = new AssemblyRef(image, rid);
      assertThrows(MetadataFormatException.class, reference::identity);
    }
  }

  /** Lists that go back to the first method again and again. */
  @Test
  void methods_inManyOverlappingLists_haveTheirOwner() {
    ImageBuilder builder = new ImageBuilder();
    for (int i = 0; i < ROWS; i++) {
      builder.row(Table.TYPE_DEF, 0, 0, 0, 0, 1, i % 2 == 0 ? 1 : ROWS);
      builder.row(Table.METHOD_DEF, 0, 0, 0, 0, 0, 1);
    }
    Image image = Given.image(builder);
    for (int rid = 1; rid < ROWS; rid++) {
      assertEquals(ROWS - 1, new MethodDef(image, rid).declaringType().rid());
    }
  }
}
