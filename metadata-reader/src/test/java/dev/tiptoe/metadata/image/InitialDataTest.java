// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static dev.tiptoe.testdata.image.SignatureBlobs.field;
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.pointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitialDataTest {

  private static final byte[] DATA = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  private static final int SIZED = 0x02000002;
  private static final int UNSIZED = 0x02000003;
  private static final int ELSEWHERE = 0x01000001;

  private static Optional<Bytes> data(byte[] type, int size) {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    builder.typeDef("", "Sized");
    builder.typeDef("", "Unsized");
    builder.field("F", field(type));
    builder.row(Table.CLASS_LAYOUT, 1, size, 2);
    builder.row(Table.FIELD_RVA, builder.data(DATA), 1);
    return new Field(Given.image(builder), 1).initialData();
  }

  private static void assertData(int size, Optional<Bytes> data) {
    assertArrayEquals(Arrays.copyOf(DATA, size), data.orElseThrow().copy(0, size));
    assertEquals(size, data.orElseThrow().length());
  }

  @ParameterizedTest
  @CsvSource({
    "0x02, 1", "0x03, 2", "0x04, 1", "0x05, 1", "0x06, 2", "0x07, 2",
    "0x08, 4", "0x09, 4", "0x0a, 8", "0x0b, 8", "0x0c, 4", "0x0d, 8"
  })
  void data_ofAPrimitive_isAsLargeAsThat(int elementType, int size) {
    assertData(size, data(primitive(elementType), 0));
    assertData(size, data(optional(ELSEWHERE, primitive(elementType)), 0));
  }

  @Test
  void data_ofATypeWithASize_isAsLargeAsThat() {
    assertData(11, data(valueType(SIZED), 11));
  }

  @Test
  void data_ofATypeWithoutAWrittenSize_isNoAnswer() {
    assertEquals(Optional.empty(), data(valueType(SIZED), 0));
    assertEquals(Optional.empty(), data(valueType(UNSIZED), 3));
    assertEquals(Optional.empty(), data(valueType(ELSEWHERE), 3));
    assertEquals(Optional.empty(), data(primitive(0x0e), 3));
    assertEquals(Optional.empty(), data(pointer(primitive(0x08)), 3));
  }

  @Test
  void data_thatReachesBehindItsSection_isDamageOfItsRow() {
    MetadataFormatException e =
        assertThrows(
            MetadataFormatException.class, () -> data(valueType(SIZED), Integer.MAX_VALUE));
    assertTrue(e.reason().startsWith("0x1d000001: "), e.reason());
    assertThrows(MetadataFormatException.class, () -> data(valueType(SIZED), -1));
  }
}
