// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.VOID;
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
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.required;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of rows that are damaged, that name themselves, or that would grow without bound. */
class DamagedNamesTest {

  private static final byte[] VOID_TYPE = primitive(VOID);
  private static final byte[] INT = primitive(I4);
  private static final int SZARRAY = 0x1d;
  private static final int A = 0x02000002;

  private final List<MetadataFormatException> damages = new ArrayList<>();
  private ImageBuilder builder = new ImageBuilder();

  @BeforeEach
  void module() {
    builder = ImageBuilder.netmodule("a.netmodule");
    builder.typeDef("", "A");
  }

  private String name(int token) {
    return new Names(Given.image(builder)).of(new Token(token), damages::add);
  }

  private String name(NameStyle style, int token) {
    return new Names(Given.image(builder), style).of(new Token(token), damages::add);
  }

  private void assertOneDamage() {
    assertEquals(1, damages.size(), damages.toString());
  }

  private void assertRefused(int token) {
    Names names = new Names(Given.image(builder));
    assertThrows(MetadataFormatException.class, () -> names.of(new Token(token)));
  }

  @Test
  void method_whoseSignatureEndsEarly_keepsItsName() {
    assertEquals("A::M(?):?", name(builder.method("M", (byte) 0, (byte) 2, (byte) VOID)));
    assertOneDamage();
  }

  @Test
  void method_withoutASignature_keepsItsName() {
    assertEquals("A::M(?):?", name(builder.method("M")));
    assertOneDamage();
  }

  @Test
  void method_thatIsGenericAndDamaged_hasNoArityEither() {
    assertEquals("A::M(?):?", name(builder.method("M", (byte) 0x10, (byte) 3, (byte) 1)));
    assertOneDamage();
  }

  @Test
  void method_whoseSignatureIsAField_keepsItsName() {
    assertEquals("A::M(?):?", name(builder.method("M", field(INT))));
  }

  @Test
  void method_whoseSignatureLiesOutsideTheHeap_keepsItsName() {
    int method = builder.method("M", method(VOID_TYPE));
    builder.set(method, "Signature", 0x7fff);
    assertEquals("A::M(?):?", name(method));
    assertOneDamage();
  }

  @Test
  void method_whoseParameterTypeIsNoRow_keepsItsName() {
    assertEquals("A::M(?):?", name(builder.method("M", method(classType(0x02000063)))));
    assertEquals("A::N(?):?", name(builder.method("N", method(classType(0x1b000063)))));
  }

  @Test
  void method_withMoreBytesThanItNeeds_isNamed() {
    byte[] longer = Arrays.copyOf(method(VOID_TYPE), 10);
    assertEquals("A::M():System.Void", name(builder.method("M", longer)));
    assertEquals(List.of(), damages);
  }

  @Test
  void field_whoseSignatureIsDamaged_keepsItsName() {
    assertEquals("A::F:?", name(builder.field("F", (byte) 6)));
    assertOneDamage();
    assertEquals("A::G:?", name(builder.field("G", method(VOID_TYPE))));
  }

  @Test
  void memberRef_whoseSignatureIsDamaged_keepsItsName() {
    assertEquals("A::M(?):?", name(builder.memberRef(A, "M")));
    assertOneDamage();
  }

  @Test
  void memberRef_whoseParentIsDamaged_keepsItsSignature() {
    int spec = builder.typeSpec((byte) SZARRAY);
    assertEquals("?::M():System.Void", name(builder.memberRef(spec, "M", method(VOID_TYPE))));
    assertOneDamage();
    assertEquals("?::M():System.Void", name(builder.memberRef(0x01000063, "M", method(VOID_TYPE))));
  }

  @Test
  void methodSpec_whoseInstantiationIsDamaged_keepsItsMethod() {
    int method = builder.method("M", genericMethod(1, methodParameter(0)));
    assertEquals("A::M`1():!!0<?>", name(builder.methodSpec(method, (byte) 0x0a, (byte) 2)));
    assertOneDamage();
    assertEquals("A::M`1():!!0<?>", name(builder.methodSpec(method)));
  }

  @Test
  void typeSpec_thatIsDamaged_isUnknown() {
    assertEquals("?", name(builder.typeSpec((byte) 0x00)));
    assertOneDamage();
  }

  @Test
  void name_thatLiesOutsideTheHeap_isRefused() {
    int method = builder.method("M", method(VOID_TYPE));
    builder.set(method, "Name", 0x7fff);
    assertRefused(method);
    builder.set(A, "TypeName", 0x7fff);
    assertRefused(A);
  }

  @Test
  void method_thatNoTypeHas_isRefused() {
    int method = builder.method("M", method(VOID_TYPE));
    builder.set(0x02000001, "MethodList", 2).set(A, "MethodList", 2);
    assertRefused(method);
  }

  @Test
  void typeSpec_thatNamesItself_isUnknown() {
    int self = builder.typeSpec(szArray(classType(0x1b000001)));
    assertEquals("?", name(self));
    assertOneDamage();
    assertEquals("A::M(?):?", name(builder.method("M", method(classType(self)))));
    assertEquals("?::M():System.Void", name(builder.memberRef(self, "M", method(VOID_TYPE))));
  }

  @Test
  void typeSpecs_thatNameEachOther_areUnknown() {
    int first = builder.typeSpec(classType(0x1b000002));
    int second = builder.typeSpec(generic(classType(A), classType(first), classType(first)));
    assertEquals("?", name(first));
    assertEquals("?", name(second));
  }

  /** Each of them doubles the name of the one before: 2^60 characters in a few hundred bytes. */
  @Test
  void typeSpecs_thatDoubleEachOther_areUnknown() {
    int last = builder.typeSpec(INT);
    for (int i = 0; i < 60; i++) {
      last = builder.typeSpec(generic(classType(A), classType(last), classType(last)));
    }
    assertEquals("?", name(last));
    int chain = builder.typeSpec(functionPointer(method(classType(last), classType(last))));
    assertEquals("?", name(chain));
  }

  /** As deep as one signature may be, in each of many that name each other. */
  @Test
  void typeSpecs_thatAreDeepAndNameEachOther_areUnknownAndNoOverflow() {
    int last = builder.typeSpec(INT);
    for (int i = 0; i < 100; i++) {
      last = builder.typeSpec(nested(SZARRAY, 190, classType(last)));
    }
    assertEquals("?", name(last));
    assertOneDamage();
    assertTrue(name(0x1b000002).endsWith("[][]"));
  }

  @Test
  void typeSpecs_inAShortChain_areNamed() {
    int last = builder.typeSpec(INT);
    for (int i = 0; i < 90; i++) {
      last = builder.typeSpec(szArray(classType(last)));
    }
    assertEquals("System.Int32" + "[]".repeat(90), name(last));
  }

  /** A row of each kind that has a signature, with that in its place. */
  static Stream<Arguments> signedRows() {
    byte[] rich =
        generic(classType(A), szArray(INT), functionPointer(method(byRef(INT), classType(A))));
    return Stream.of(NameStyle.values())
        .flatMap(
            style ->
                Stream.of(
                    arguments(style, Signed.METHOD, method(0x20, rich, byRef(rich), rich)),
                    arguments(style, Signed.FINALIZER, method(0x20, VOID_TYPE)),
                    arguments(style, Signed.SETTER, method(0x20, required(A, VOID_TYPE), rich)),
                    arguments(style, Signed.CONVERSION, method(rich, rich)),
                    arguments(style, Signed.EXPLICIT, method(0x20, rich, rich)),
                    arguments(style, Signed.PROPERTY, propertyOf(rich, INT, rich)),
                    arguments(style, Signed.FIELD, field(rich)),
                    arguments(style, Signed.MEMBER_REF, method(0x20, rich, rich)),
                    arguments(style, Signed.METHOD_SPEC, instantiation(rich, INT)),
                    arguments(style, Signed.TYPE_SPEC, rich),
                    arguments(style, Signed.PARENT, rich)));
  }

  private static byte[] propertyOf(byte[] type, byte[]... parameters) {
    byte[] signature = method(type, parameters);
    signature[0] = 0x28;
    return signature;
  }

  /** A kind of row that has a signature. */
  private enum Signed {
    METHOD,
    FINALIZER,
    SETTER,
    CONVERSION,
    EXPLICIT,
    PROPERTY,
    FIELD,
    MEMBER_REF,
    METHOD_SPEC,
    TYPE_SPEC,
    PARENT
  }

  private int row(Signed kind, byte[] signature) {
    return switch (kind) {
      case METHOD -> builder.method("Name", signature);
      case FINALIZER -> flagged(builder.method("Finalize", signature), 0x44);
      case SETTER -> setter(signature);
      case CONVERSION -> builder.method("op_Implicit", signature);
      case EXPLICIT -> implementing(builder.method("A.Name", signature));
      case PROPERTY -> property(builder.method("set_Name", method(VOID_TYPE)), signature);
      case FIELD -> builder.field("Name", signature);
      case MEMBER_REF -> builder.memberRef(A, "Name", signature);
      case METHOD_SPEC -> builder.methodSpec(genericMethodRow(), signature);
      case TYPE_SPEC -> builder.typeSpec(signature);
      case PARENT -> builder.memberRef(builder.typeSpec(signature), "Name", method(VOID_TYPE));
    };
  }

  private int flagged(int method, int flags) {
    builder.set(method, "Flags", flags);
    return method;
  }

  private int genericMethodRow() {
    return builder.method("Name", genericMethod(2, methodParameter(0)));
  }

  private int implementing(int method) {
    int body = ImageBuilder.index(Table.METHOD_IMPL, "MethodBody", method);
    builder.row(Table.METHOD_IMPL, A & 0xffffff, body, body);
    return method;
  }

  private int setter(byte[] signature) {
    int setter = flagged(builder.method("set_Name", signature), 0x800);
    property(setter, propertyOf(INT));
    return setter;
  }

  private int property(int setter, byte[] signature) {
    int name = builder.string("Name");
    int property = builder.row(Table.PROPERTY, 0, name, builder.blob(signature));
    builder.row(Table.PROPERTY_MAP, A & 0xffffff, 1);
    int association = ImageBuilder.index(Table.METHOD_SEMANTICS, "Association", property);
    builder.row(Table.METHOD_SEMANTICS, 1, setter & 0xffffff, association);
    return property;
  }

  /** Each reported damage is shown: a question mark for each unreadable part. */
  @ParameterizedTest
  @MethodSource("signedRows")
  void row_whoseSignatureIsCutAnywhere_showsWhatItReports(
      NameStyle style, Signed kind, byte[] signature) {
    for (int length = 0; length <= signature.length; length++) {
      module();
      damages.clear();
      int token = row(kind, Arrays.copyOf(signature, length));
      int healthy = builder.method("Healthy", method(VOID_TYPE, INT));
      Names names = new Names(Given.image(builder), style);
      String expected = names.of(new Token(healthy));
      String name = names.of(new Token(token), damages::add);
      assertEquals(damages.isEmpty(), name.indexOf('?') < 0, name + damages);
      assertTrue(length == signature.length || !damages.isEmpty() || isNotRead(style, kind), name);
      assertTrue(
          kind == Signed.TYPE_SPEC || name.matches(".*(Name|Finalize|op_|~|plicit|this).*"), name);
      assertEquals(expected, names.of(new Token(healthy)), "the name after " + name);
    }
  }

  /** Where a style does not show all that stands in a signature. */
  private static boolean isNotRead(NameStyle style, Signed kind) {
    return switch (kind) {
      case SETTER, FIELD -> style == NameStyle.CSHARP || style == NameStyle.DOCID;
      case METHOD_SPEC, PARENT -> style == NameStyle.DOCID;
      default -> false;
    };
  }

  @Test
  void types_thatEncloseEachOther_areRefused() {
    int b = builder.typeDef("", "B");
    builder.nest(A, b);
    builder.nest(b, A);
    int self = builder.typeDef("", "Self");
    builder.nest(self, self);
    assertRefused(A);
    assertRefused(b);
    assertRefused(self);
    assertRefused(builder.typeRef(0x01000001, "", "Ref"));
    assertRefused(builder.exportedType(0x27000001, "", "Export"));
    assertEquals("<Module>", name(0x02000001));
  }

  @Test
  void types_nestedAsDeepAsTheClrAllows_areNamed() {
    int last = A;
    for (int i = 0; i < 1024; i++) {
      last = builder.nested(last, "N");
    }
    assertEquals("A" + "+N".repeat(1024), name(last));
    assertRefused(builder.nested(last, "N"));
  }

  /** The text of a function pointer is removed again, but writing it takes its time. */
  @ParameterizedTest
  @EnumSource(NameStyle.class)
  void signature_thatNamesALongNameInFunctionPointers_isUnknown(NameStyle style) {
    builder.set(A, "TypeName", builder.string("x".repeat(1 << 12)));
    int other = builder.typeDef("", "B");
    byte[][] pointers = new byte[5000][];
    Arrays.fill(pointers, functionPointer(method(required(A, classType(A)))));
    int method = builder.method("M", method(VOID_TYPE, generic(classType(other), pointers)));
    assertTrue(name(style, method).contains("?"));
    assertOneDamage();
  }

  /** One inside the other: each level takes the name of the one before and puts it elsewhere. */
  @Test
  void signature_thatMovesALongNameOften_isUnknown() {
    builder.set(A, "TypeName", builder.string("x".repeat(1 << 14)));
    byte[] pointer = classType(A);
    for (int i = 0; i < 150; i++) {
      pointer = functionPointer(method(pointer));
    }
    assertEquals("?", name(NameStyle.CSHARP, builder.typeSpec(pointer)));
    assertOneDamage();
  }

  @Test
  void signature_thatNamesALongNameOften_isUnknown() {
    builder.set(A, "TypeName", builder.string("x".repeat(1 << 12)));
    byte[][] arguments = new byte[5000][];
    Arrays.fill(arguments, classType(A));
    assertEquals("?", name(builder.typeSpec(generic(classType(A), arguments))));
    assertOneDamage();
  }

  /** Where a MethodImpl names a MemberRef, the parent of that may be a method: of a vararg call. */
  @ParameterizedTest
  @EnumSource(NameStyle.class)
  void method_thatImplementsOneOfAVarargCall_isNamed(NameStyle style) {
    int called = builder.method("Called", method(VOID_TYPE));
    int method = builder.method("A.M", method(VOID_TYPE));
    int declaration = builder.memberRef(called, "M", method(VOID_TYPE));
    builder.row(
        Table.METHOD_IMPL,
        A & 0xffffff,
        ImageBuilder.index(Table.METHOD_IMPL, "MethodBody", method),
        ImageBuilder.index(Table.METHOD_IMPL, "MethodDeclaration", declaration));
    assertTrue(name(style, method).contains("M"));
    assertEquals("A.A.M()", name(NameStyle.CSHARP, method));
  }

  /** The two low bits of a type's token are a table, and 3 is none. */
  @ParameterizedTest
  @EnumSource(NameStyle.class)
  void setter_whoseModifierIsInNoTable_isNamed(NameStyle style) {
    byte[] signature = method(0x20, required(A, VOID_TYPE), INT);
    signature[3] = 3;
    assertTrue(name(style, setter(signature)).contains("Name"));
    assertTrue(!damages.isEmpty());
  }

  /** Enough that more than half of the names are refused; the witness has more. */
  private static final int MANY = 10_000;

  /** So many methods that share a signature of thousands of parts, and a healthy one. */
  private void longNames(int count) {
    byte[][] parameters = new byte[4000][];
    Arrays.fill(parameters, INT);
    int signature = builder.blob(method(VOID_TYPE, parameters));
    int name = builder.string("Long");
    builder.method("Healthy", method(VOID_TYPE));
    for (int i = 0; i < count; i++) {
      builder.row(Table.METHOD_DEF, 0, 0, 0, name, signature, 1);
    }
  }

  /** Each is within its bounds; together they would be gigabytes. */
  @ParameterizedTest
  @EnumSource(NameStyle.class)
  void names_thatAreLongInAllRows_areMadeForTheFirstOfThem(NameStyle style) {
    longNamesAreMadeForTheFirst(style, MANY);
  }

  /** Asks for the names of so many rows. */
  void longNamesAreMadeForTheFirst(NameStyle style, int count) {
    longNames(count);
    Names names = new Names(Given.image(builder), style);
    String first = names.of(new Token(0x06000002), damages::add);
    assertEquals(List.of(), damages);
    String healthy = names.of(new Token(0x06000001));
    for (int rid = 3; rid <= count; rid++) {
      names.of(new Token(0x06000000 | rid), damages::add);
    }
    assertTrue(damages.size() > count / 2, () -> damages.size() + " of " + count);
    assertTrue(damages.get(0).reason().contains("behind too many long names"));
    int refused = damages.size();
    names.of(new Token(0x06000000 | count), damages::add);
    assertEquals(refused + 1, damages.size(), "what was refused is refused again");
    assertEquals(healthy, names.of(new Token(0x06000001)), "short names are made for ever");
    assertEquals(first, names.of(new Token(0x06000002)), "and so is what was made before");
  }

  @Test
  void name_askedForAgainAndAgain_isCountedOnce() {
    longNames(MANY);
    Names names = new Names(Given.image(builder));
    String first = names.of(new Token(0x06000002));
    for (int i = 0; i < 1000; i++) {
      assertEquals(first, names.of(new Token(0x06000002)));
    }
    assertEquals(first, names.of(new Token(0x06000003), damages::add));
    assertEquals(List.of(), damages);
  }

  @Test
  void names_thatAreNoNames_areRefusedInEachStyle() {
    int name = builder.string("x".repeat((1 << 16) + 1));
    int method = builder.method("M", method(VOID_TYPE));
    builder.set(method, "Name", name);
    int type = builder.typeDef("", "T");
    builder.set(type, "TypeName", name);
    builder.set(Table.MODULE.token(1), "Name", name);
    for (NameStyle style : NameStyle.values()) {
      Names names = new Names(Given.image(builder), style);
      for (int token : new int[] {method, type, Table.MODULE.token(1)}) {
        if (style.isNameable(token >>> 24)) {
          assertThrows(MetadataFormatException.class, () -> names.of(new Token(token)));
        }
      }
    }
  }
}
