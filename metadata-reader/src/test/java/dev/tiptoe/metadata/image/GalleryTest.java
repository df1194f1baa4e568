// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.AttributeDecoder;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.attribute.EnumResolver;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.testdata.gallery.Exhibit;
import dev.tiptoe.testdata.gallery.Gallery;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every odd image opens and can be read to its end, and damage gives only the format's exception.
 * System.Reflection.Metadata is the witness for the right results, in {@code proof}.
 */
class GalleryTest {

  /** Exhibits with tens of thousands of rows, which the witness reads. */
  static final Set<String> LARGE = Set.of("methods-65535", "methods-65536");

  static List<Exhibit> exhibits() {
    return Gallery.all().stream().filter(exhibit -> !LARGE.contains(exhibit.name())).toList();
  }

  @ParameterizedTest
  @MethodSource("exhibits")
  void exhibit_readToItsEnd_throwsNothingElse(Exhibit exhibit) {
    read(exhibit);
  }

  /** Reads all files of an exhibit to their ends. */
  static void read(Exhibit exhibit) {
    exhibit
        .files()
        .forEach(
            (name, file) -> {
              Image image = Image.of(name, file.buffer());
              assertTrue(Everything.of(image, damage -> {}) >= 0);
              AttributeDecoder attributes = new AttributeDecoder(EnumResolver.NONE);
              each(image.rows(CustomAttribute.TABLE, CustomAttribute::new), attributes::decode);
              each(image.rows(Constant.TABLE, Constant::new), ConstantValue::of);
              each(image.rows(Field.TABLE, Field::new), row -> Signature.of(row.signature()));
              each(image.methodDefs(), row -> Signature.of(row.signature()));
              each(image.methodDefs(), GalleryTest::instructions);
            });
  }

  private static long instructions(MethodDef method) {
    long size = 0;
    if (Body.of(method) instanceof MethodBody body) {
      for (var instruction : body.instructions()) {
        size += instruction.opcode().size();
      }
    }
    return size;
  }

  private static <T extends Row> void each(List<T> rows, Function<T, ?> read) {
    for (T row : rows) {
      try {
        assertTrue(!read.apply(row).toString().isEmpty());
      } catch (MetadataFormatException e) {
        assertTrue(e.offset() >= 0, e.getMessage());
      }
    }
  }
}
