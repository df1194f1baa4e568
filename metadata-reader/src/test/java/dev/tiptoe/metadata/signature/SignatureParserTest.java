// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.STRING;
import static dev.tiptoe.testdata.image.SignatureBlobs.VOID;
import static dev.tiptoe.testdata.image.SignatureBlobs.array;
import static dev.tiptoe.testdata.image.SignatureBlobs.byRef;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.functionPointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.methodParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.nested;
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.pinned;
import static dev.tiptoe.testdata.image.SignatureBlobs.pointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.required;
import static dev.tiptoe.testdata.image.SignatureBlobs.sentinel;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.parser.MethodHead;
import dev.tiptoe.metadata.parser.SignatureParser;
import dev.tiptoe.metadata.parser.SignatureSkipper;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureParserTest {

  private static final int TYPE_REF = 0x01000001;
  private static final int TYPE_DEF = 0x02000002;
  private static final int TYPE_SPEC = 0x1b000003;

  private static final int SZARRAY = 0x1d;
  private static final int DEEPEST = 200;

  /** Every form of a type that II.23.2.12 and its neighbours allow, with the visitor's calls. */
  static Stream<Arguments> types() {
    byte[] int32 = primitive(I4);
    byte[] string = primitive(STRING);
    byte[] list = classType(TYPE_REF);
    return Stream.of(
        arguments("class:0x02000002", classType(TYPE_DEF)),
        arguments("class:0x01000001", classType(TYPE_REF)),
        arguments("class:0x1b000003", classType(TYPE_SPEC)),
        arguments("valuetype:0x02000002", valueType(TYPE_DEF)),
        arguments("valuetype:0x02ffffff", valueType(0x02ffffff)),
        arguments("!0", typeParameter(0)),
        arguments("!300", typeParameter(300)),
        arguments("!!1", methodParameter(1)),
        arguments("System.Int32 []", szArray(int32)),
        arguments("System.Int32 [] []", szArray(szArray(int32))),
        arguments("System.Int32 *", pointer(int32)),
        arguments("System.Void *", pointer(primitive(VOID))),
        arguments("System.Int32 &", byRef(int32)),
        arguments("System.Int32 * [] &", byRef(szArray(pointer(int32)))),
        arguments("System.Int32 [*]", array(int32, 1)),
        arguments("System.Int32 [,]", array(int32, 2)),
        arguments("System.Int32 [" + ",".repeat(31) + "]", array(int32, 32)),
        arguments(
            "System.Int32 [0...4,-3...16380,-8193...]",
            array(int32, 3, new int[] {5, 0x4000}, 0, -3, -0x2001)),
        arguments("System.Int32 [-1...5] [,]", array(array(int32, 1, new int[] {7}, -1), 2)),
        arguments("class:0x01000001 <1 0: System.Int32 >", generic(list, int32)),
        arguments(
            "class:0x01000001 <2 0: valuetype:0x02000002 <1 0: !0 > [] 1: !!0 & >",
            generic(
                list,
                szArray(generic(valueType(TYPE_DEF), typeParameter(0))),
                byRef(methodParameter(0)))),
        arguments(
            "class:0x02000002 modopt:0x01000001 <1 0: System.Int32 >",
            generic(optional(TYPE_REF, classType(TYPE_DEF)), int32)),
        arguments("method System.Void (0 )", functionPointer(method(primitive(VOID)))),
        arguments(
            "method System.Int32 & (2 0: System.String 1: System.Int32 [] ) *",
            pointer(functionPointer(method(byRef(int32), string, szArray(int32))))),
        arguments(
            "method:0x5 System.Void (2 0: System.String ... 1: System.Int32 )",
            functionPointer(method(0x05, primitive(VOID), string, sentinel(int32)))),
        arguments(
            "method:0x1 System.Void (1 ... 0: System.Int32 )",
            functionPointer(method(0x01, primitive(VOID), sentinel(int32)))),
        arguments(
            "method method System.Void (0 ) (1 0: method System.Int32 (0 ) )",
            functionPointer(
                method(functionPointer(method(primitive(VOID))), functionPointer(method(int32))))),
        arguments("System.Int32 modopt:0x01000001", optional(TYPE_REF, int32)),
        arguments("System.Int32 modreq:0x02000002", required(TYPE_DEF, int32)),
        arguments("System.Int32 modreq:0x1b000003", required(TYPE_SPEC, int32)),
        arguments(
            "System.Int32 modopt:0x02000002 modreq:0x01000001 *",
            pointer(required(TYPE_REF, optional(TYPE_DEF, int32)))),
        arguments("System.Int32 & modopt:0x01000001", optional(TYPE_REF, byRef(int32))),
        arguments("System.Int32 modopt:0x01000001 &", byRef(optional(TYPE_REF, int32))),
        arguments("System.Int32 modopt:0x01000001 []", szArray(optional(TYPE_REF, int32))),
        arguments(
            "class:0x01000001 <1 0: System.Int32 modopt:0x02000002 >",
            generic(list, optional(TYPE_DEF, int32))),
        arguments("System.Int32 & pinned", pinned(byRef(int32))),
        arguments(
            "System.Int32 & pinned modopt:0x01000001", optional(TYPE_REF, pinned(byRef(int32)))));
  }

  @ParameterizedTest
  @MethodSource("types")
  void type_ofAnyForm_isReportedInOrder(String calls, byte[] signature) {
    assertEquals(calls, CallLog.of(signature));
  }

  @ParameterizedTest
  @MethodSource("types")
  void type_ofAnyFormCutShort_isDamage(String calls, byte[] signature) {
    for (int length = 0; length < signature.length; length++) {
      byte[] cut = Arrays.copyOf(signature, length);
      assertThrows(MetadataFormatException.class, () -> CallLog.of(cut), calls);
    }
  }

  /** II.23.1.16: the types that take one byte. */
  @ParameterizedTest
  @CsvSource({
    "0x01, Void",
    "0x02, Boolean",
    "0x03, Char",
    "0x04, SByte",
    "0x05, Byte",
    "0x06, Int16",
    "0x07, UInt16",
    "0x08, Int32",
    "0x09, UInt32",
    "0x0a, Int64",
    "0x0b, UInt64",
    "0x0c, Single",
    "0x0d, Double",
    "0x0e, String",
    "0x16, TypedReference",
    "0x18, IntPtr",
    "0x19, UIntPtr",
    "0x1c, Object",
  })
  void primitive_ofEveryCode_hasItsSystemName(String code, String name) {
    assertEquals("System." + name, CallLog.of((byte) (int) Integer.decode(code)));
  }

  @Test
  void type_ofEveryOtherFirstByte_isDamage() {
    String begins =
        "01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 18 19 1b 1c 1d 1e 1f"
            + " 20 45";
    for (int first = 0; first <= 0xff; first++) {
      if (!begins.contains(HexFormat.of().toHexDigits((byte) first))) {
        byte[] signature = {(byte) first, 0x08, 0x08, 0x08, 0x08};
        MetadataFormatException e =
            assertThrows(MetadataFormatException.class, () -> CallLog.of(signature));
        assertEquals(0, e.offset());
      }
    }
  }

  /** Signatures that the grammar allows and the meaning does not. */
  @ParameterizedTest
  @CsvSource({
    "a class of an unused tag, 1207",
    "a class that is nil, 1200",
    "a value type that is nil, 1102",
    "a class with a rid that no token has, 12dfffffff",
    "a modifier that is nil, 200008",
    "an array of rank 0, 1408000000",
    "an array of rank 33, 1408210000",
    "an array of more sizes than dimensions, 140802030101010000",
    "an array of more lower bounds than dimensions, 140801000200000000",
    "an array of half a billion sizes, 140801DFFFFFFF",
    "an instantiation of a primitive, 15080108",
    "an instantiation of a primitive with a modifier, 152009080108",
    "an instantiation of half a billion arguments, 151209DFFFFFFF",
    "a vararg with two sentinels, 1b050201410e410e",
    "a sentinel where no call adds anything, 1b000201410e0e",
    "a sentinel behind the last argument of a vararg, 1b0002011b05010108410e",
    "an address in a process, 210102030405060708",
    "a modifier by its address in a process, 2201010203040506070808",
    "a pointer to a field, 1b0608",
  })
  void type_thatMeansNothing_isDamage(String what, String hex) {
    assertThrows(
        MetadataFormatException.class, () -> CallLog.of(HexFormat.of().parseHex(hex)), what);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0f, 0x10, SZARRAY, 0x45})
  void type_asDeepAsAllowed_isReadAndOneDeeperIsDamage(int wrapper) {
    int most = DEEPEST - 1;
    assertEquals("System.Int32", CallLog.of(nested(wrapper, most, primitive(I4))).split(" ", 2)[0]);
    assertThrows(
        MetadataFormatException.class, () -> CallLog.of(nested(wrapper, most + 1, primitive(I4))));
  }

  @Test
  void type_wrappedAMillionTimes_isDamageAndNoOverflow() {
    for (int wrapper : new int[] {0x0f, 0x10, 0x14, 0x15, 0x1b, SZARRAY, 0x20, 0x45}) {
      byte[] deep = nested(wrapper, 1_000_000, primitive(I4));
      assertThrows(MetadataFormatException.class, () -> CallLog.of(deep));
    }
  }

  @Test
  void type_ofMorePartsThanAllowed_isDamage() {
    byte[][] parts = new byte[100_000][];
    Arrays.fill(parts, primitive(I4));
    byte[] most = generic(classType(TYPE_REF), Arrays.copyOf(parts, 99_998));
    assertEquals("class:0x01000001", CallLog.of(most).split(" ", 2)[0]);
    byte[] more = generic(classType(TYPE_REF), Arrays.copyOf(parts, 99_999));
    assertThrows(MetadataFormatException.class, () -> CallLog.of(more));
  }

  @Test
  void depthAndParts_ofASignatureThatAnotherNames_countTogether() {
    Cursor outer = new Cursor(Given.bytes(nested(SZARRAY, 150, classType(TYPE_SPEC))));
    SignatureParser parser = new SignatureParser(outer);
    byte[] inner = nested(SZARRAY, 60, primitive(I4));
    SignatureParser inside = parser.inside(new Cursor(Given.bytes(inner)));
    CallLog naming = new CallLog(token -> inside.type(SignatureSkipper.INSTANCE));
    assertThrows(MetadataFormatException.class, () -> parser.type(naming));
    new SignatureParser(new Cursor(Given.bytes(inner))).type(SignatureSkipper.INSTANCE);
  }

  @ParameterizedTest
  @CsvSource({
    "0001, 0x00, 0, 1",
    "2000, 0x20, 0, 0",
    "0502, 0x05, 0, 2",
    "0900, 0x09, 0, 0",
    "0b01, 0x0b, 0, 1",
    "300203, 0x30, 2, 3",
    "108100C0004000, 0x10, 0x100, 0x4000",
  })
  void methodHead_ofAnyConvention_hasItsCounts(
      String hex, String convention, String arity, String parameters) {
    MethodHead head = parser(hex).methodHead();
    assertEquals(
        new MethodHead(
            Integer.decode(convention), Integer.decode(arity), Integer.decode(parameters)),
        head);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "06", "0600", "0700", "0800", "0a00", "0c00", "0f00", "10", "1001"})
  void methodHead_ofSomethingElse_isDamage(String hex) {
    assertThrows(MetadataFormatException.class, () -> parser(hex).methodHead());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "07", "0a"})
  void fieldHead_ofSomethingElse_isDamage(String hex) {
    assertThrows(MetadataFormatException.class, () -> parser(hex).fieldHead());
  }

  @Test
  void fieldHead_withFlags_isAccepted() {
    Cursor cursor = new Cursor(Given.bytes(0x26, I4));
    new SignatureParser(cursor).fieldHead();
    assertEquals(1, cursor.position());
  }

  @Test
  void instantiationHead_ofAMethodSpec_hasItsCount() {
    assertEquals(3, parser("0a03").instantiationHead());
    assertThrows(MetadataFormatException.class, () -> parser("0603").instantiationHead());
    assertThrows(MetadataFormatException.class, () -> parser("0a").instantiationHead());
  }

  @Test
  void sentinel_whereThereIsOne_isPassedOver() {
    Cursor cursor = new Cursor(Given.bytes(0x41, I4));
    SignatureParser parser = new SignatureParser(cursor);
    MethodHead vararg = new MethodHead(0x05, 0, 1);
    assertFalse(parser.skipSentinel(new MethodHead(0x00, 0, 1)), "none may be here");
    assertEquals(0, cursor.position());
    assertTrue(parser.skipSentinel(vararg));
    assertEquals(1, cursor.position());
    assertFalse(parser.skipSentinel(vararg), "none is here");
    assertEquals(1, cursor.position());
    cursor.u8();
    assertFalse(parser.skipSentinel(vararg), "nothing is here");
    assertEquals(2, cursor.position());
  }

  private static SignatureParser parser(String hex) {
    return new SignatureParser(new Cursor(Given.bytes(HexFormat.of().parseHex(hex))));
  }
}
