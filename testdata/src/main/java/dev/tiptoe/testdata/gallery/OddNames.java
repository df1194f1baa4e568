// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.List;

/**
 * Names that no language has: empty, enormous, ill-formed, full of characters with a meaning
 * elsewhere.
 */
final class OddNames {

  private static final byte[] VOID =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  private static final List<String> WELL_FORMED =
      List.of(
          "",
          " ",
          "\t\n\r\u0001\u007f\u0085",
          "\\",
          "a.b.c",
          "..",
          "a+b",
          "a,b",
          "a[b]",
          "a`1`2",
          "`",
          "a`99999999999",
          "a::b",
          "<>",
          "a\"b'c",
          "a\u202eb\u200f",
          "\ud83d\ude00\ud840\udc00",
          "e\u0301",
          "\ufeff\ufffe",
          "con",
          "x".repeat(5_000));

  private OddNames() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of("odd-names", "names of odd characters", named()),
        Exhibit.of("ill-formed-names", "names that are no UTF-8", illFormed()));
  }

  private static ImageBuilder named() {
    ImageBuilder builder = ImageBuilder.assembly("Odd Names, Version=1 \\ \"", "1.0.0.0");
    for (String name : WELL_FORMED) {
      int type = builder.typeDef(name, name);
      builder.field(name, SignatureBlobs.field(SignatureBlobs.classType(type)));
      builder.method(name, VOID);
      builder.nested(type, name);
    }
    return builder;
  }

  private static ImageBuilder illFormed() {
    ImageBuilder builder = ImageBuilder.assembly("IllFormed", "1.0.0.0");
    int[][] names = {
      {0x80},
      {0xff, 0xfe},
      {'a', 0xc3},
      {0xc0, 0xaf},
      {0xe0, 0x80, 0xaf},
      {0xed, 0xa0, 0x80},
      {0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80},
      {0xf0, 0x9f, 0x98},
      {0xf4, 0x90, 0x80, 0x80},
      {0xf8, 0x88, 0x80, 0x80, 0x80},
      {0xe2, 0x98, 'a', 0x83},
    };
    for (int[] name : names) {
      byte[] bytes = new byte[name.length];
      for (int i = 0; i < name.length; i++) {
        bytes[i] = (byte) name[i];
      }
      int type = builder.typeDef("N", "");
      builder.set(type, "TypeName", builder.string(bytes));
    }
    return builder;
  }
}
