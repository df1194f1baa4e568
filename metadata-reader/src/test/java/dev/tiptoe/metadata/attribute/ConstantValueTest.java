// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.ConstantValue.Null;
import dev.tiptoe.metadata.attribute.ConstantValue.Text;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConstantValueTest {

  private static final int FIELD_1 = 0x04000001;

  private static ConstantValue value(int elementType, String hex) {
    ImageBuilder builder = ImageBuilder.netmodule("a.netmodule");
    int parent = ImageBuilder.index(Table.CONSTANT, "Parent", FIELD_1);
    int blob = builder.blob(HexFormat.of().parseHex(hex));
    builder.row(Table.CONSTANT, elementType, parent, blob);
    return ConstantValue.of(new Constant(Given.image(builder), 1));
  }

  static Stream<Arguments> scalars() {
    return Stream.of(
        arguments(0x02, "00", false, "false"),
        arguments(0x02, "01", true, "true"),
        arguments(0x02, "80", true, "true"),
        arguments(0x03, "4100", 'A', "'A'"),
        arguments(0x03, "00d8", '\ud800', "'\ud800'"),
        arguments(0x04, "ff", (byte) -1, "-1"),
        arguments(0x05, "ff", 255, "255"),
        arguments(0x06, "0080", (short) -32768, "-32768"),
        arguments(0x07, "ffff", 65535, "65535"),
        arguments(0x08, "00000080", Integer.MIN_VALUE, "-2147483648"),
        arguments(0x09, "ffffffff", 0xffffffffL, "4294967295"),
        arguments(0x0a, "ffffffffffffff7f", Long.MAX_VALUE, "9223372036854775807"),
        arguments(0x0b, "ffffffffffffffff", -1L, "18446744073709551615"),
        arguments(0x0c, "0000c0bf", -1.5f, "-1.5"),
        arguments(0x0d, "000000000000f83f", 1.5, "1.5"),
        arguments(0x0d, "182d4454fb210940", Math.PI, "3.141592653589793"));
  }

  @ParameterizedTest
  @MethodSource("scalars")
  void constant_ofEachScalar_hasItsValue(int type, String hex, Object java, String text) {
    Scalar scalar = (Scalar) value(type, hex);
    assertEquals(type, scalar.type().code());
    assertEquals(java, scalar.toJava());
    assertEquals(text, scalar.toString());
    assertEquals(scalar, value(type, hex));
    assertEquals(scalar, value(type, hex + "00"), "what follows is not looked at");
  }

  /** Bits are compared, so a NaN equals itself and zero is not minus zero. */
  @Test
  void scalar_ofAFloat_isItsBits() {
    assertEquals(value(0x0c, "0000c07f"), value(0x0c, "0000c07f"));
    assertTrue(!value(0x0c, "00000000").equals(value(0x0c, "00000080")));
    assertEquals("NaN", value(0x0c, "0100c07f").toString());
  }

  @ParameterizedTest
  @CsvSource({"0x02", "0x04", "0x07", "0x08", "0x0c"})
  void scalar_ofMoreBitsThanItsType_dropsThem(String type) {
    PrimitiveType of = PrimitiveType.of(Integer.decode(type)).orElseThrow();
    int bits = 8 * Scalar.size(of);
    assertEquals(new Scalar(of, -1), new Scalar(of, (1L << bits) - 1));
    assertEquals(new Scalar(of, 5), new Scalar(of, 5 | 1L << bits));
  }

  @Test
  void scalar_ofWhatIsNone_cannotBeMade() {
    assertThrows(IllegalArgumentException.class, () -> new Scalar(PrimitiveType.STRING, 0));
    assertThrows(IllegalArgumentException.class, () -> new Scalar(PrimitiveType.I, 0));
  }

  @Test
  void constant_ofAString_isItsCharacters() {
    assertEquals(new Text(""), value(0x0e, ""));
    assertEquals(new Text("A\0\ud800"), value(0x0e, "4100000000d8"));
    assertEquals(new Text("A"), value(0x0e, "410042"), "an odd byte is no character");
    assertEquals("\"A\"", value(0x0e, "4100").toString());
  }

  @Test
  void constant_ofAReference_isNull() {
    assertEquals(Null.NULL, value(0x12, "00000000"));
    assertEquals("null", Null.NULL.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "0x02, ''", "0x03, 41", "0x08, 000000", "0x0d, 00000000000000", "0x12, 000000",
    "0x12, 01000000", "0x01, 00", "0x11, 00000000", "0x18, 0000000000000000", "0x1c, 00000000",
    "0x16, 00", "0xff, 00", "0x00, 00"
  })
  void constant_thatIsNone_isDamageOfItsRow(String type, String hex) {
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> value(Integer.decode(type), hex));
    assertTrue(e.reason().startsWith("0x0b000001: "), e.reason());
  }
}
