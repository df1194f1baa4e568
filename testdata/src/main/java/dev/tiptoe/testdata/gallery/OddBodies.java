// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.HexFormat;
import java.util.List;

/** Method bodies that compilers do not write, and damaged ones. */
final class OddBodies {

  /** Header of a fat body: its flags are to be put before the rest. */
  private static final String REST_OF_HEADER = "30 0800 04000000 00000000";

  private static final String FOUR_INSTRUCTIONS = "00 00 00 2a";
  private static final String SMALL_CATCH = "0000 0000 01 0100 01 00000000";
  private static final String FAT_FILTER = "01000000 00000000 01000000 01000000 01000000 02000000";

  private OddBodies() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of("odd-bodies", "bodies that are right and rare", rare()),
        Exhibit.of("damaged-bodies", "bodies that end early, or are none", damaged()),
        Exhibit.of(
            "odd-code", "code with every form of operand, and with what is no opcode", code()));
  }

  private static ImageBuilder rare() {
    ImageBuilder builder = module();
    body(builder, "02");
    body(builder, "06 2a");
    body(builder, "fe" + "00".repeat(62) + "2a");
    body(builder, "03" + REST_OF_HEADER + FOUR_INSTRUCTIONS);
    body(builder, "13" + REST_OF_HEADER + FOUR_INSTRUCTIONS);
    body(builder, "1b" + REST_OF_HEADER + FOUR_INSTRUCTIONS + "01 10 0000" + SMALL_CATCH);
    body(builder, "0b" + REST_OF_HEADER + FOUR_INSTRUCTIONS + "41 1c0000" + FAT_FILTER);
    body(builder, "0b" + REST_OF_HEADER + FOUR_INSTRUCTIONS + "01 04 0000");
    body(builder, "0b" + REST_OF_HEADER + FOUR_INSTRUCTIONS + "01 14 0000" + SMALL_CATCH);
    body(
        builder,
        "0b"
            + REST_OF_HEADER
            + FOUR_INSTRUCTIONS
            + "81 10 0000"
            + SMALL_CATCH
            + "01 10 0000"
            + SMALL_CATCH);
    body(builder, "03" + "30 0000 00000000 00000000");
    body(builder, "03" + "30 ffff 04000000 ffffff11" + FOUR_INSTRUCTIONS);
    for (String kind : List.of("0000", "0100", "0200", "0400", "0800", "0300")) {
      body(
          builder,
          "0b"
              + REST_OF_HEADER
              + FOUR_INSTRUCTIONS
              + "01 10 0000"
              + kind
              + SMALL_CATCH.substring(4));
    }
    return builder;
  }

  private static ImageBuilder damaged() {
    ImageBuilder builder = module();
    int nowhere = builder.method("nowhere", SignatureBlobs.method(SignatureBlobs.primitive(1)));
    builder.set(nowhere, "RVA", 0x00ffff00);
    int negative = builder.method("negative", SignatureBlobs.method(SignatureBlobs.primitive(1)));
    builder.set(negative, "RVA", 0x80000000);
    body(builder, "00");
    body(builder, "01");
    body(builder, "07");
    body(builder, "03" + "20 0800 04000000 00000000" + FOUR_INSTRUCTIONS);
    body(builder, "03" + "30 0800 ffffff7f 00000000");
    body(builder, "03" + "30 0800 ffffffff 00000000");
    body(builder, "0b" + REST_OF_HEADER + FOUR_INSTRUCTIONS + "02 10 0000" + SMALL_CATCH);
    body(builder, "0b" + REST_OF_HEADER + FOUR_INSTRUCTIONS + "41 ffffff" + FAT_FILTER);
    return builder;
  }

  private static ImageBuilder code() {
    ImageBuilder builder = module();
    tiny(builder, "1f 05 26 2a");
    tiny(builder, "20 05000000 26 2a");
    tiny(builder, "21 0500000000000000 26 2a");
    tiny(builder, "22 0000803f 26 23 000000000000f03f 26 2a");
    tiny(builder, "45 00000000 2a");
    tiny(builder, "45 02000000 00000000 01000000 00 2a");
    tiny(builder, "45 ffffffff 2a");
    tiny(builder, "45 0000");
    tiny(builder, "fe 09 0000 fe 01 fe 1a fe 16 01000001 fe 12 04 14 2a");
    tiny(builder, "fe 19 07 fe 1e 2a");
    tiny(builder, "24 2a");
    tiny(builder, "fe ff 2a");
    tiny(builder, "fe");
    tiny(builder, "28 0000");
    tiny(builder, "ff 2a");
    tiny(builder, "f8 2a");
    tiny(builder, "a6 2a");
    return builder;
  }

  private static ImageBuilder module() {
    ImageBuilder builder = ImageBuilder.assembly("Bodies", "1.0.0.0");
    builder.typeDef("N", "Type");
    return builder;
  }

  private static void tiny(ImageBuilder builder, String code) {
    int size = bytes(code).length;
    body(builder, HexFormat.of().toHexDigits((byte) (size << 2 | 2)) + code);
  }

  private static void body(ImageBuilder builder, String hexadecimal) {
    int method =
        builder.method(
            "m" + hexadecimal,
            SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    builder.body(method, bytes(hexadecimal));
  }

  private static byte[] bytes(String hexadecimal) {
    return HexFormat.of().parseHex(hexadecimal.replace(" ", ""));
  }
}
