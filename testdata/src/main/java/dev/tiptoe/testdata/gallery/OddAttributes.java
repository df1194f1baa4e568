// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.OBJECT;
import static dev.tiptoe.testdata.image.SignatureBlobs.STRING;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.field;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Values of attributes and constants that compilers do not write, and damaged ones. */
final class OddAttributes {

  private static final int HAS_THIS = 0x20;
  private static final byte[] INT = primitive(I4);

  private OddAttributes() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of("odd-attributes", "values that are right and rare", rare()),
        Exhibit.of(
            "damaged-attributes", "values that are not what the constructor takes", damaged()),
        Exhibit.of("attribute-bomb", "an array that claims to be as long as can be", bomb()),
        Exhibit.of("odd-constants", "constants of every type, and of wrong sizes", constants()));
  }

  private static final class Attributes {
    final ImageBuilder builder = ImageBuilder.assembly("Attributes", "1.0.0.0");
    final int library = builder.assemblyRef("System.Runtime", "9.0.0.0");
    final int enumType = builder.typeRef(library, "System", "Enum");
    final int systemType = builder.typeRef(library, "System", "Type");
    final int attribute = builder.typeRef(library, "System", "ObsoleteAttribute");
    final int missing = builder.typeRef(builder.assemblyRef("Missing", "1.0.0.0"), "N", "Enum");
    final int own;

    Attributes() {
      own = builder.typeDef("N", "Own", enumType);
      builder.field("value__", field(primitive(0x05)));
    }

    /** On this module: the value, in hexadecimal, for a constructor of these parameters. */
    void value(String hexadecimal, byte[]... parameters) {
      value(
          builder.memberRef(attribute, ".ctor", method(HAS_THIS, primitive(1), parameters)),
          hexadecimal);
    }

    void value(int constructor, String hexadecimal) {
      builder.row(
          Table.CUSTOM_ATTRIBUTE,
          ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", Table.MODULE.token(1)),
          ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
          builder.blob(HexFormat.of().parseHex(hexadecimal.replace(" ", ""))));
    }
  }

  private static ImageBuilder rare() {
    Attributes given = new Attributes();
    byte[] own = valueType(given.own);
    given.value("0100 07 0000", own);
    given.value("0100 02000000 07 08 0000", szArray(own));
    given.value("0100 ff 0000", primitive(STRING));
    given.value("0100 00 0000", primitive(STRING));
    given.value("0100 03 610062 0000", primitive(STRING));
    given.value("0100 ff 0000", classType(given.systemType));
    given.value("0100 06 4e2e4f776e20 0000", classType(given.systemType));
    given.value("0100 ffffffff 0000", szArray(primitive(OBJECT)));
    given.value("0100 55 054e2e4f776e 07 0000", primitive(OBJECT));
    given.value("0100 1d 51 02000000 08 05000000 0e ff 0000", primitive(OBJECT));
    given.value("0100 1d 55 054e2e4f776e 01000000 07 0000", primitive(OBJECT));
    given.value("0100 50 ff 0000", primitive(OBJECT));
    given.value("0100 02 0000", primitive(0x02));
    given.value("0100 02d8 0000", primitive(0x03));
    given.value("0100 0100 53 51 01 46 08 05000000");
    given.value("0100 0200 54 02 00 01 53 1d 0e 01 47 02000000 01 61 ff");
    given.value("0100 0000 ff ff ff");
    int spec = given.builder.typeSpec(generic(classType(given.attribute), own));
    byte[] takesParameter = method(HAS_THIS, primitive(1), typeParameter(0));
    given.value(given.builder.memberRef(spec, ".ctor", takesParameter), "0100 07 0000");
    return given.builder;
  }

  private static ImageBuilder damaged() {
    Attributes given = new Attributes();
    given.value("");
    given.value("01");
    given.value("0200 0000");
    given.value("0100");
    given.value("0100 00");
    given.value("0100 0100");
    given.value("0100 0000", INT);
    given.value("0100 0000", valueType(given.missing));
    given.value("0100 00010000 0000", szArray(INT));
    given.value("0100 feffffff 0000", szArray(INT));
    given.value("0100 05 61 0000", primitive(STRING));
    given.value("0100 1d1d1d1d 0000", primitive(OBJECT));
    given.value("0100 55 034e2e58 07 0000", primitive(OBJECT));
    given.value("0100 12 00 0000", primitive(OBJECT));
    given.value("0100 0100 52 08 0146 00000000");
    given.value("0100 0200 53 08 0146 00000000");
    given.value("0100 0100 53 08 ff 00000000");
    given.value("0100 00 0000", szArray(szArray(INT)));
    given.value("0100 00000000 0000", primitive(0x18));
    given.value(given.builder.memberRef(given.attribute, ".ctor", field(INT)), "0100 0000");
    given.value(given.builder.memberRef(given.attribute, ".ctor", method(INT)), "0100 0000");
    return given.builder;
  }

  private static ImageBuilder bomb() {
    Attributes given = new Attributes();
    given.value("0100 ffffff7f 0000", szArray(INT));
    given.value("0100 1d 51 ffffff7f 0000", primitive(OBJECT));
    return given.builder;
  }

  private static ImageBuilder constants() {
    ImageBuilder builder = ImageBuilder.assembly("Constants", "1.0.0.0");
    builder.typeDef("N", "Type");
    String[] values = {
      "02 01",
      "02 07",
      "03 00d8",
      "04 80",
      "05 ff",
      "06 0080",
      "07 ffff",
      "08 00000080",
      "09 ffffffff",
      "0a 0000000000000080",
      "0b ffffffffffffffff",
      "0c 010000ff",
      "0d 010000000000f87f",
      "0e",
      "0e 6100",
      "0e 610062",
      "0e 00d8",
      "12 00000000",
      "12 01000000",
      "12",
      "08 01",
      "08 0100000002",
      "02",
      "0a 00000000",
      "1c 00000000",
      "00 00",
      "0f 00000000",
      "ff 00",
    };
    for (int i = 0; i < values.length; i++) {
      byte[] bytes = HexFormat.of().parseHex(values[i].replace(" ", ""));
      builder.field("f" + i, field(INT));
      builder.row(
          Table.CONSTANT,
          bytes[0] & 0xff,
          ImageBuilder.index(Table.CONSTANT, "Parent", Table.FIELD.token(i + 1)),
          builder.blob(Arrays.copyOfRange(bytes, 1, bytes.length)));
    }
    return builder;
  }
}
