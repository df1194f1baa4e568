// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static dev.tiptoe.testdata.image.AttributeBlobs.BOXED;
import static dev.tiptoe.testdata.image.AttributeBlobs.TYPE;
import static dev.tiptoe.testdata.image.AttributeBlobs.array;
import static dev.tiptoe.testdata.image.AttributeBlobs.arrayTag;
import static dev.tiptoe.testdata.image.AttributeBlobs.blob;
import static dev.tiptoe.testdata.image.AttributeBlobs.boxed;
import static dev.tiptoe.testdata.image.AttributeBlobs.claimedArray;
import static dev.tiptoe.testdata.image.AttributeBlobs.enumTag;
import static dev.tiptoe.testdata.image.AttributeBlobs.field;
import static dev.tiptoe.testdata.image.AttributeBlobs.nullArray;
import static dev.tiptoe.testdata.image.AttributeBlobs.nullText;
import static dev.tiptoe.testdata.image.AttributeBlobs.number;
import static dev.tiptoe.testdata.image.AttributeBlobs.property;
import static dev.tiptoe.testdata.image.AttributeBlobs.tag;
import static dev.tiptoe.testdata.image.AttributeBlobs.text;
import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.OBJECT;
import static dev.tiptoe.testdata.image.SignatureBlobs.STRING;
import static dev.tiptoe.testdata.image.SignatureBlobs.VOID;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.methodParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.pointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.AttributeArguments.Complete;
import dev.tiptoe.metadata.attribute.AttributeArguments.Incomplete;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttributeDecoderTest {

  private static final byte[] INT = primitive(I4);
  private static final byte[] NONE = {};

  /** An enum of this module, of 16-bit numbers. */
  private static final int COLOR = 0x02000002;

  private static final int SYSTEM_TYPE = 0x01000001;
  private static final int FOREIGN_ENUM = 0x01000002;
  private static final int FOREIGN_NESTED = 0x01000003;
  private static final int STRING_BY_NAME = 0x01000004;

  private final List<String> asked = new ArrayList<>();
  private EnumResolver resolver =
      (from, name) -> {
        asked.add(name.toString());
        return Optional.of(PrimitiveType.U1);
      };
  private ImageBuilder builder = new ImageBuilder();

  @BeforeEach
  void module() {
    builder = ImageBuilder.assembly("Own", "1.0.0.0");
    int core = builder.assemblyRef("Core", "4.0.0.0", (byte) 0xab, (byte) 0xcd);
    builder.typeRef(core, "System", "Type");
    int day = builder.typeRef(core, "N", "Day");
    builder.typeRef(day, "", "Inner");
    builder.typeRef(core, "System", "String");
    builder.typeDef("N", "Color");
    int red = builder.field("Red", (byte) 0x06, (byte) 0x11, (byte) 0x08);
    builder.set(red, "Flags", 0x8056);
    builder.field("value__", (byte) 0x06, (byte) 0x06);
    builder.typeDef("N", "Attribute");
  }

  private AttributeArguments decode(byte[][] parameters, byte[] blob) {
    return decode(COLOR + 1, parameters, blob);
  }

  private AttributeArguments decode(int parent, byte[][] parameters, byte[] blob) {
    int constructor = builder.memberRef(parent, ".ctor", method(0x20, primitive(VOID), parameters));
    int owner = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", COLOR);
    int type = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor);
    builder.row(Table.CUSTOM_ATTRIBUTE, owner, type, builder.blob(blob));
    int last = builder.count(Table.CUSTOM_ATTRIBUTE);
    return new AttributeDecoder(resolver).decode(new CustomAttribute(Given.image(builder), last));
  }

  private static byte[][] of(byte[]... parts) {
    return parts;
  }

  private MetadataFormatException assertDamage(byte[][] parameters, byte[] blob) {
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> decode(parameters, blob));
    assertTrue(e.reason().startsWith("0x0c0000"), e.reason());
    assertEquals(Given.FILE, e.file());
    return e;
  }

  /** A parameter, its value, and how it reads. */
  static Stream<Arguments> values() {
    return Stream.of(
        arguments(primitive(0x02), number(1, 1), "true"),
        arguments(primitive(0x03), number(2, 'x'), "'x'"),
        arguments(primitive(0x04), number(1, -5), "-5"),
        arguments(primitive(0x05), number(1, 0xfb), "251"),
        arguments(primitive(0x06), number(2, -5), "-5"),
        arguments(primitive(0x07), number(2, 0xfffb), "65531"),
        arguments(INT, number(4, -5), "-5"),
        arguments(primitive(0x09), number(4, 0xfffffffbL), "4294967291"),
        arguments(primitive(0x0a), number(8, -5), "-5"),
        arguments(primitive(0x0b), number(8, -5), "18446744073709551611"),
        arguments(primitive(0x0c), number(4, Float.floatToIntBits(1.5f)), "1.5"),
        arguments(primitive(0x0d), number(8, Double.doubleToLongBits(-1.5)), "-1.5"),
        arguments(primitive(STRING), text("h\u00e9"), "\"h\u00e9\""),
        arguments(primitive(STRING), text(""), "\"\""),
        arguments(primitive(STRING), nullText(), "null"),
        arguments(classType(SYSTEM_TYPE), text("N.T, A"), "typeof(N.T, A)"),
        arguments(classType(SYSTEM_TYPE), text("]["), "typeof(][)"),
        arguments(classType(SYSTEM_TYPE), nullText(), "null"),
        arguments(classType(STRING_BY_NAME), text("s"), "\"s\""),
        arguments(optional(SYSTEM_TYPE, INT), number(4, 7), "7"),
        arguments(valueType(COLOR), number(2, -2), "(N.Color)-2"),
        arguments(
            valueType(FOREIGN_ENUM),
            number(1, 200),
            "(N.Day, Core, Version=4.0.0.0, Culture=neutral, PublicKeyToken=abcd)200"),
        arguments(
            valueType(FOREIGN_NESTED),
            number(1, 3),
            "(N.Day+Inner, Core, Version=4.0.0.0, Culture=neutral, PublicKeyToken=abcd)3"),
        arguments(generic(valueType(COLOR), INT), number(2, 9), "(N.Color)9"),
        arguments(szArray(INT), array(number(4, 1), number(4, 2)), "{1, 2}"),
        arguments(szArray(INT), array(), "{}"),
        arguments(szArray(INT), nullArray(), "null"),
        arguments(szArray(primitive(STRING)), array(text("a"), nullText()), "{\"a\", null}"),
        arguments(szArray(classType(SYSTEM_TYPE)), array(text("T")), "{typeof(T)}"),
        arguments(szArray(valueType(COLOR)), array(number(2, 1), number(2, 2)), "{1, 2}"),
        arguments(
            szArray(primitive(OBJECT)),
            array(boxed(tag(I4), number(4, 1)), boxed(tag(STRING), nullText())),
            "{1, null}"),
        arguments(primitive(OBJECT), boxed(tag(0x02), number(1, 0)), "false"),
        arguments(primitive(OBJECT), boxed(tag(TYPE), text("T")), "typeof(T)"),
        arguments(primitive(OBJECT), boxed(enumTag("N.Color"), number(2, 4)), "(N.Color)4"),
        arguments(
            primitive(OBJECT), boxed(enumTag("N.Color, Own"), number(2, 4)), "(N.Color, Own)4"),
        arguments(primitive(OBJECT), boxed(enumTag("X, Y"), number(1, 4)), "(X, Y)4"),
        arguments(
            primitive(OBJECT),
            boxed(arrayTag(tag(STRING)), array(text("a"), text("b"))),
            "{\"a\", \"b\"}"),
        arguments(primitive(OBJECT), boxed(arrayTag(tag(BOXED)), nullArray()), "null"),
        arguments(
            primitive(OBJECT),
            boxed(
                arrayTag(tag(BOXED)),
                array(boxed(arrayTag(enumTag("N.Color")), array(number(2, 1))))),
            "{{1}}"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void fixedArgument_ofEachType_isDecoded(byte[] parameter, byte[] value, String text) {
    AttributeArguments decoded = decode(of(parameter), blob(value));
    assertEquals("[" + text + "]", decoded.fixed().toString());
    assertTrue(decoded instanceof Complete && decoded.named().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("values")
  void fixedArgument_cutAnywhere_isDamage(byte[] parameter, byte[] value, String text) {
    byte[] whole = blob(value);
    for (int length = 0; length < whole.length - 2; length++) {
      assertDamage(of(parameter), Arrays.copyOf(whole, length));
    }
    assertDamage(of(parameter), Arrays.copyOf(whole, whole.length - 1));
    // Without the count of named arguments, as the runtime bears it.
    byte[] bare = Arrays.copyOf(whole, whole.length - 2);
    assertEquals("[" + text + "]", decode(of(parameter), bare).fixed().toString());
  }

  @Test
  void namedArguments_ofBothKinds_areDecodedInOrder() {
    AttributeArguments decoded =
        decode(
            of(INT),
            blob(
                of(number(4, 1)),
                property(tag(STRING), "P", text("p")),
                field(enumTag("N.Color"), "F", number(2, 5)),
                property(arrayTag(tag(TYPE)), "A", array(text("T"))),
                field(tag(BOXED), "O", boxed(tag(I4), number(4, 6)))));
    assertEquals("[P = \"p\", F = (N.Color)5, A = {typeof(T)}, O = 6]", decoded.named().toString());
    assertEquals(
        List.of(
            NamedArgument.Kind.PROPERTY,
            NamedArgument.Kind.FIELD,
            NamedArgument.Kind.PROPERTY,
            NamedArgument.Kind.FIELD),
        decoded.named().stream().map(NamedArgument::kind).toList());
    assertEquals(
        new Value.Boxed(
            new Argument(
                new ArgumentType.OfPrimitive(PrimitiveType.I4), new Scalar(PrimitiveType.I4, 6))),
        decoded.named().get(3).argument().value());
  }

  @Test
  void blob_withoutAnything_isWholeWhereNothingIsWanted() {
    assertEquals(new Complete(List.of(), List.of()), decode(of(), NONE));
    assertEquals(new Complete(List.of(), List.of()), decode(of(), new byte[] {1, 0}));
    assertEquals(new Complete(List.of(), List.of()), decode(of(), blob()));
    assertDamage(of(INT), NONE);
  }

  /** A generic attribute: its constructor is a member of an instantiation. */
  @Test
  void constructor_ofAGenericAttribute_takesItsTypeArguments() {
    int spec =
        builder.typeSpec(generic(classType(COLOR + 1), primitive(STRING), valueType(COLOR), INT));
    AttributeArguments decoded =
        decode(
            spec,
            of(typeParameter(0), typeParameter(1), szArray(typeParameter(2))),
            blob(text("s"), number(2, 3), array(number(4, 9))));
    assertEquals("[\"s\", (N.Color)3, {9}]", decoded.fixed().toString());
  }

  @Test
  void constructor_withATypeParameterThatNobodyGives_isDamage() {
    int spec = builder.typeSpec(generic(classType(COLOR + 1), typeParameter(0)));
    byte[] blob = blob(number(4, 1));
    assertThrows(MetadataFormatException.class, () -> decode(spec, of(typeParameter(1)), blob));
    assertThrows(
        MetadataFormatException.class, () -> decode(spec, of(typeParameter(0)), blob), "itself");
    assertDamage(of(typeParameter(0)), blob);
  }

  @Test
  void constructor_thatIsDefinedHere_isRead() {
    int constructor = builder.method(".ctor", method(0x20, primitive(VOID), INT));
    int owner = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", COLOR);
    int type = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor);
    builder.row(Table.CUSTOM_ATTRIBUTE, owner, type, builder.blob(blob(number(4, 1))));
    CustomAttribute attribute = new CustomAttribute(Given.image(builder), 1);
    assertEquals(
        "[1]", new AttributeDecoder(EnumResolver.NONE).decode(attribute).fixed().toString());
  }

  @Test
  void enum_ofThisModule_isNotAskedFor() {
    decode(
        of(valueType(COLOR), primitive(OBJECT)),
        blob(number(2, 1), boxed(enumTag("N.Color, Own, Version=1.0.0.0"), number(2, 4))));
    assertEquals(List.of(), asked);
    decode(of(primitive(OBJECT)), blob(boxed(enumTag("N.Color, Other"), number(1, 4))));
    assertEquals(List.of("N.Color, Other"), asked);
    decode(of(primitive(OBJECT)), blob(boxed(enumTag("System.DayOfWeek"), number(1, 4))));
    assertEquals(List.of("N.Color, Other", "System.DayOfWeek"), asked);
  }

  @Test
  void enum_thatNobodyKnows_leavesWhatWasBefore() {
    resolver = EnumResolver.NONE;
    byte[][] parameters = of(INT, valueType(FOREIGN_ENUM), INT);
    byte[] blob = blob(number(4, 1), number(4, 2), number(4, 3));
    Incomplete decoded = (Incomplete) decode(parameters, blob);
    assertEquals("[1]", decoded.fixed().toString());
    assertEquals(List.of(), decoded.named());
    assertEquals("N.Day", decoded.unresolved().path().get(0));
  }

  @Test
  void enum_thatNobodyKnowsInANamedArgument_leavesWhatWasBefore() {
    resolver = EnumResolver.NONE;
    byte[] array = array(boxed(tag(I4), number(4, 1)), boxed(enumTag("E, X"), number(1, 1)));
    for (byte[] named :
        of(
            field(enumTag("E, X"), "B", number(1, 1)),
            field(arrayTag(enumTag("E, X")), "B", array(number(1, 1))),
            field(tag(BOXED), "B", boxed(enumTag("E, X"), number(1, 1))),
            field(arrayTag(tag(BOXED)), "B", array))) {
      byte[] blob = blob(of(number(4, 7)), field(tag(I4), "A", number(4, 8)), named);
      Incomplete decoded = (Incomplete) decode(of(INT), blob);
      assertEquals("[7]", decoded.fixed().toString());
      assertEquals("[A = 8]", decoded.named().toString());
      assertEquals("E, X", decoded.unresolved().toString());
    }
  }

  /** A resolver's mistake: no enum is made of strings. */
  @Test
  void enum_thatIsSaidToBeNoScalar_isUnknown() {
    resolver = (from, name) -> Optional.of(PrimitiveType.STRING);
    assertTrue(decode(of(valueType(FOREIGN_ENUM)), blob(text("s"))) instanceof Incomplete);
  }

  @Test
  void parameter_ofATypeThatNoAttributeTakes_isDamage() {
    byte[] blob = blob(number(8, 0));
    for (byte[] parameter :
        of(
            primitive(VOID),
            primitive(0x18),
            pointer(INT),
            methodParameter(0),
            classType(COLOR + 1),
            szArray(szArray(INT)),
            valueType(0x1b000001),
            generic(classType(COLOR + 1), INT))) {
      assertDamage(of(parameter), blob);
    }
  }

  /** Everything that is wrong in the bytes of a blob whose constructor takes an object. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000", // no prolog
        "0100", // no argument
        "0200080000000000", // another prolog
        "01000800000000000000", // bytes behind the last
        "01002a0000", // no type's tag
        "0100010000", // void
        "01001c0000", // the tag of object is another
        "01001d1d08000000000000", // a vector of vectors
        "01001d08ffffff7f", // a vector of two billion
        "01001d08feffffff0000", // more than there are bytes
        "0100550000", // an enum without letters in its name
        "010055ff0000", // an enum without name
        "010055025d5b0000", // an enum whose name is none
        "01000e050000", // a string longer than the blob
        "01000ee0000000", // no compressed length
        "01000800000000ffff", // named arguments that are not there
        "0100080000000001005508", // a named argument of another kind
        "01000800000000010053080141000000", // cut short
        "0100080000000001005308ff00000000", // a field without name
        "0100080000000001005320014100000000" // of no type
      })
  void blob_thatIsDamaged_isSaidToBe(String hex) {
    assertDamage(of(primitive(OBJECT)), HexFormat.of().parseHex(hex));
  }

  /** Each byte boxes another object, or a vector of them. */
  @Test
  void objects_inObjectsWithoutEnd_areDamage() {
    byte[] objects = new byte[100_000];
    Arrays.fill(objects, (byte) BOXED);
    assertDamage(of(primitive(OBJECT)), blob(objects));
    byte[] unit = boxed(arrayTag(tag(BOXED)), claimedArray(1));
    byte[] deep = new byte[unit.length * 10_000];
    for (int at = 0; at < deep.length; at += unit.length) {
      System.arraycopy(unit, 0, deep, at, unit.length);
    }
    assertDamage(of(primitive(OBJECT)), blob(deep));
  }

  @Test
  void parameter_ofATypeInsideSystemType_isDamage() {
    byte[] inside = classType(builder.typeRef(SYSTEM_TYPE, "", "Inside"));
    assertDamage(of(inside), blob(text("N.T")));
  }

  @Test
  void typeRef_insideItself_isDamage() {
    int day = ImageBuilder.index(Table.TYPE_REF, "ResolutionScope", FOREIGN_ENUM);
    builder.set(FOREIGN_ENUM, "ResolutionScope", day);
    assertDamage(of(valueType(FOREIGN_ENUM)), blob(number(4, 0)));
  }

  @Test
  void constructor_thatIsDamaged_isDamageOfTheAttribute() {
    int owner = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", COLOR);
    int type = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", 0x0a000009);
    builder.row(Table.CUSTOM_ATTRIBUTE, owner, type, builder.blob(blob()));
    builder.row(Table.CUSTOM_ATTRIBUTE, owner, 0, builder.blob(blob()));
    for (int rid = 1; rid <= 3; rid++) {
      CustomAttribute attribute = new CustomAttribute(Given.image(builder), rid);
      AttributeDecoder decoder = new AttributeDecoder(resolver);
      assertThrows(MetadataFormatException.class, () -> decoder.decode(attribute));
    }
  }
}
