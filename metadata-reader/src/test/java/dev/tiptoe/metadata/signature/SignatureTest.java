// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.STRING;
import static dev.tiptoe.testdata.image.SignatureBlobs.VOID;
import static dev.tiptoe.testdata.image.SignatureBlobs.array;
import static dev.tiptoe.testdata.image.SignatureBlobs.byRef;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.field;
import static dev.tiptoe.testdata.image.SignatureBlobs.functionPointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.genericMethod;
import static dev.tiptoe.testdata.image.SignatureBlobs.instantiation;
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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.StandAloneSig;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.TypeSignature.ByRef;
import dev.tiptoe.metadata.signature.TypeSignature.GeneralArray;
import dev.tiptoe.metadata.signature.TypeSignature.Modified;
import dev.tiptoe.metadata.signature.TypeSignature.Named;
import dev.tiptoe.metadata.signature.TypeSignature.Pinned;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures in images, as the model has them: every form, and the hard ones. */
class SignatureTest {

  private static final byte[] INT = primitive(I4);
  private static final byte[] NOTHING = primitive(VOID);
  private static final int A = 0x01000001;
  private static final int B = 0x02000001;
  private static final int SPEC = 0x1b000001;

  private final ImageBuilder builder = ImageBuilder.netmodule("a.netmodule");

  private Image image() {
    return Given.image(builder);
  }

  private Signature ofField(byte... type) {
    int token = builder.field("F", field(type));
    return Signature.of(new Field(image(), token & 0xffffff).signature());
  }

  private TypeSignature ofSpec(byte... type) {
    int token = builder.typeSpec(type);
    return TypeSignature.of(new TypeSpec(image(), token & 0xffffff).signature());
  }

  private Signature ofMember(byte... signature) {
    int token = builder.memberRef(B, "M", signature);
    return Signature.of(new MemberRef(image(), token & 0xffffff).signature());
  }

  private Signature alone(byte... signature) {
    builder.row(Table.STAND_ALONE_SIG, builder.blob(signature));
    return Signature.of(new StandAloneSig(image(), 1).signature());
  }

  static Stream<Arguments> signatures() {
    byte[] string = primitive(STRING);
    byte[] callback = functionPointer(method(0x09, NOTHING, INT));
    return Stream.of(
        arguments("field System.Int32", field(INT)),
        arguments("field !0[]", field(szArray(typeParameter(0)))),
        arguments("System.Void ()", method(NOTHING)),
        arguments("instance System.Int32 (System.String)", method(0x20, INT, string)),
        arguments(
            "instance explicit System.Int32 (class 0x01000001)", method(0x60, INT, classType(A))),
        arguments("!!0 <1>(!!0&)", genericMethod(1, methodParameter(0), byRef(methodParameter(0)))),
        arguments(
            "vararg System.Void (System.String, ..., System.Int32, System.Int32)",
            method(0x05, NOTHING, string, sentinel(INT), INT)),
        arguments("vararg System.Void (..., System.Int32)", method(0x05, NOTHING, sentinel(INT))),
        arguments("vararg System.Void (System.Int32)", method(0x05, NOTHING, INT)),
        arguments(
            "method unmanaged System.Void (System.Int32) (method System.Void ())",
            method(callback, functionPointer(method(NOTHING)))),
        arguments("<System.Int32, class 0x01000001>", instantiation(INT, classType(A))),
        arguments("instance property System.Int32 ()", new byte[] {0x28, 0, I4}),
        arguments("property System.String (System.Int32)", new byte[] {0x08, 1, STRING, I4}),
        arguments(
            "locals (System.Int32 pinned, System.Int32& pinned, System.TypedReference)",
            new byte[] {0x07, 3, 0x45, I4, 0x45, 0x10, I4, 0x16}),
        arguments("locals ()", new byte[] {0x07, 0}));
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void signature_ofEveryKind_isModelled(String text, byte[] signature) {
    assertEquals(text, ofMember(signature).toString());
    assertEquals(text, alone(signature).toString());
  }

  @Test
  void signature_ofAPropertyRowAndAMethodSpecRow_isModelled() {
    builder.row(Table.PROPERTY, 0, 0, builder.blob((byte) 0x28, (byte) 1, (byte) I4, (byte) I4));
    builder.methodSpec(0x06000001, instantiation(byRef(INT)));
    Image image = image();
    assertEquals(
        new Signature.OfProperty(true, PrimitiveType.I4, List.of(PrimitiveType.I4)),
        Signature.of(new Property(image, 1).signature()));
    assertEquals(
        new Signature.Instantiation(List.of(new ByRef(PrimitiveType.I4))),
        Signature.of(new MethodSpec(image, 1).instantiation()));
  }

  @ParameterizedTest
  @EnumSource(CallingConvention.class)
  void functionPointer_ofEveryConvention_keepsIt(CallingConvention convention) {
    MethodSignature method =
        new MethodSignature(
            convention, false, false, 0, PrimitiveType.VOID, List.of(PrimitiveType.I4), 1);
    assertEquals(
        new TypeSignature.FunctionPointer(method),
        ofSpec(functionPointer(method(convention.code(), NOTHING, INT))));
  }

  /** C++/CLI puts modifiers on both sides of a reference; they are not the same type. */
  @Test
  void modifier_beforeOrBehindByRef_makesDifferentTypes() {
    Token a = new Token(A);
    TypeSignature onReference = new Modified(new ByRef(PrimitiveType.I4), a, false);
    TypeSignature onTarget = new ByRef(new Modified(PrimitiveType.I4, a, false));
    assertEquals(onReference, ofSpec(optional(A, byRef(INT))));
    assertEquals(onTarget, ofSpec(byRef(optional(A, INT))));
    assertNotEquals(onReference, onTarget);
    assertEquals("System.Int32& modopt(0x01000001)", onReference.toString());
    assertEquals("System.Int32 modopt(0x01000001)&", onTarget.toString());
  }

  @Test
  void modifier_whereverATypeStands_isKept() {
    byte[] modified = required(A, optional(SPEC, INT));
    String text = "System.Int32 modopt(0x1b000001) modreq(0x01000001)";
    assertEquals("field " + text, ofField(modified).toString());
    assertEquals(text + " (" + text + ")", ofMember(method(modified, modified)).toString());
    assertEquals(text + "*", ofSpec(pointer(modified)).toString());
    assertEquals(text + "[]", ofSpec(szArray(modified)).toString());
    assertEquals(text + "[,]", ofSpec(array(modified, 2)).toString());
    assertEquals(
        "class 0x01000001<" + text + ">", ofSpec(generic(classType(A), modified)).toString());
    assertEquals(
        "method " + text + " (" + text + ")",
        ofSpec(functionPointer(method(modified, modified))).toString());
    assertEquals(
        new Signature.OfLocals(
            List.of(new Modified(new Pinned(new ByRef(PrimitiveType.I4)), new Token(A), false))),
        alone(concat(new byte[] {0x07, 1}, optional(A, pinned(byRef(INT))))));
  }

  /** A modifier that is a TypeSpec is a row, not looked into; so one may name its own TypeSpec. */
  @Test
  void typeSpec_thatNamesItself_isOneTypeWithAToken() {
    assertEquals(
        new Modified(PrimitiveType.I4, new Token(SPEC), true), ofSpec(required(SPEC, INT)));
    assertEquals(
        new Named(new Token(0x1b000002), true), ofSpec(valueType(0x1b000002)), "it is row 2");
  }

  /** Lower bounds are signed and compressed; at the edges between one, two and four bytes. */
  @ParameterizedTest
  @ValueSource(
      ints = {0, -1, 63, -64, 64, -65, 8191, -8192, 8192, -8193, (1 << 28) - 1, -(1 << 28)})
  void array_withASignedLowerBound_keepsIt(int bound) {
    assertEquals(
        new GeneralArray(PrimitiveType.I4, new ArrayShape(1, List.of(7), List.of(bound))),
        ofSpec(array(INT, 1, new int[] {7}, bound)));
  }

  @Test
  void arrayShape_asText_isThatOfILAsm() {
    assertEquals("[*]", new ArrayShape(1, List.of(), List.of()).toString());
    assertEquals("[0...]", new ArrayShape(1, List.of(), List.of(0)).toString());
    assertEquals("[,,]", new ArrayShape(3, List.of(), List.of()).toString());
    assertEquals("[0...,0...]", new ArrayShape(2, List.of(), List.of(0, 0)).toString());
    assertEquals("[2...4,-1...]", new ArrayShape(2, List.of(3), List.of(2, -1)).toString());
    assertThrows(IllegalArgumentException.class, () -> new ArrayShape(1, List.of(1, 2), List.of()));
  }

  @Test
  void vararg_atACallSite_tellsWhatIsDeclared() {
    byte[] call = method(0x05, NOTHING, INT, sentinel(primitive(STRING)));
    MethodSignature signature = (MethodSignature) ofMember(call);
    assertEquals(1, signature.declared());
    assertEquals(List.of(PrimitiveType.I4, PrimitiveType.STRING), signature.parameters());
    assertEquals(1, ((MethodSignature) ofMember(method(0x05, NOTHING, INT))).declared());
  }

  /** There it adds nothing to its own method, and must not be taken for one of that around it. */
  @Test
  void sentinel_behindTheLastArgumentOfAFunctionPointer_isDamage() {
    byte[] pointer = functionPointer(method(0x05, NOTHING, INT));
    byte[] closed = Arrays.copyOf(pointer, pointer.length + 1);
    closed[pointer.length] = 0x41;
    byte[] around = method(NOTHING, closed, primitive(STRING));
    assertThrows(MetadataFormatException.class, () -> ofMember(around));
    MethodSignature vararg =
        (MethodSignature) ofMember(method(0x05, NOTHING, pointer, sentinel(INT)));
    assertEquals(1, vararg.declared());
  }

  /** Each of these holds itself, or would have to; all end in the format's exception. */
  @Test
  void signature_deeperThanAnyReal_isDamage() {
    for (int wrapper : new int[] {0x0f, 0x10, 0x14, 0x1b, 0x1d, 0x45}) {
      byte[] deep = nested(wrapper, 100_000, INT);
      assertThrows(MetadataFormatException.class, () -> ofSpec(deep));
      assertThrows(MetadataFormatException.class, () -> ofField(deep));
    }
  }

  /** Counts that no blob can keep: nothing is set aside for them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00DFFFFFFF01", // parameters
        "10DFFFFFFFDFFFFFFF01", // generic parameters
        "06151209DFFFFFFF08", // type arguments
        "06140801DFFFFFFF", // sizes
        "0614080100DFFFFFFF", // lower bounds
        "061408DFFFFFFF", // rank
        "061B00DFFFFFFF01", // parameters of a function pointer
        "07DFFFFFFF08", // locals
        "08DFFFFFFF0808", // parameters of a property
        "0ADFFFFFFF08" // type arguments of a method
      })
  void signature_thatClaimsMoreThanItHas_isDamage(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThrows(MetadataFormatException.class, () -> ofMember(bytes));
  }

  /** II.23.1.16 calls them internal to a running process: an address stands behind them. */
  @ParameterizedTest
  @ValueSource(bytes = {0x21, 0x22})
  void elementType_ofARunningProcess_isRefusedByThatName(byte code) {
    MetadataFormatException e =
        assertThrows(
            MetadataFormatException.class, () -> ofField(code, (byte) 0, (byte) 0, (byte) 0));
    assertEquals(
        "0x"
            + Integer.toHexString(code)
            + " holds an address, which only a running process can use",
        e.reason());
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
