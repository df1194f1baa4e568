// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.LocalConstant;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local constants of every type. */
class LocalConstantSigTest {

  private static LocalConstant constant(String hex) {
    ImageBuilder builder = ImageBuilder.netmodule("a");
    int blob = builder.blob(HexFormat.of().parseHex(hex));
    builder.row(Table.LOCAL_CONSTANT, builder.string("c"), blob);
    return new LocalConstant(Given.image(builder), 1);
  }

  /** Type tokens are coded: 05 is TypeRef 1, 04 is TypeDef 1. */
  @ParameterizedTest
  @CsvSource({
    "0201, System.Boolean = true",
    "034100, System.Char = 'A'",
    "04ff, System.SByte = -1",
    "05ff, System.Byte = 255",
    "060080, System.Int16 = -32768",
    "07ffff, System.UInt16 = 65535",
    "08feffffff, System.Int32 = -2",
    "09ffffffff, System.UInt32 = 4294967295",
    "0a0000000000000080, System.Int64 = -9223372036854775808",
    "0bffffffffffffffff, System.UInt64 = 18446744073709551615",
    "0c0000c03f, System.Single = 1.5",
    "0d000000000000f83f, System.Double = 1.5",
    "0e, 'System.String = \"\"'",
    "0e41004200, 'System.String = \"AB\"'",
    "0eff, System.String = null",
    "0eff00, 'System.String = \"\u00ff\"'",
    "1c, System.Object = null",
    "080300000005, valuetype 0x01000001 = 3",
    "05ff04, valuetype 0x02000001 = 255",
    "1205, class 0x01000001 = (0 bytes)",
    "110583cd444271764eb6429d020000, valuetype 0x01000001 = (13 bytes)",
    "20051f040807000000, System.Int32 modreq(0x02000001) modopt(0x01000001) = 7"
  })
  void constant_ofAnyType_hasTypeAndValue(String hex, String text) {
    assertEquals(text, LocalConstantSig.of(constant(hex)).toString());
  }

  @Test
  void constant_ofATypeOfItsOwn_hasTheBytesThatTheCompilerWrote() {
    LocalConstantSig decimal = LocalConstantSig.of(constant("110583cd444271764eb6429d020000"));
    assertTrue(decimal.value().isEmpty());
    assertEquals(0x83, decimal.general().u8(0));
    assertEquals(13, decimal.general().length());
    assertEquals(0, LocalConstantSig.of(constant("0807000000")).general().length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "01", "0f08", "18", "0807", "080300000007", "12", "1f05", "1507"})
  void constant_thatMakesNoSense_isDamageOfItsRow(String hex) {
    LocalConstant constant = constant(hex);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> LocalConstantSig.of(constant));
    assertTrue(e.reason().startsWith("0x34000001: "), e.reason());
  }

  @Test
  void constant_ofEndlessModifiers_isDamage() {
    assertThrows(
        MetadataFormatException.class,
        () -> LocalConstantSig.of(constant("2005".repeat(10_000) + "0807000000")));
  }
}
