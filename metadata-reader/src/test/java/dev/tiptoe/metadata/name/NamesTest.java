// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The reflection style's grammar, rule by rule, on undamaged rows. */
class NamesTest {

  private static final byte[] VOID_TYPE = primitive(VOID);
  private static final byte[] INT = primitive(I4);
  private static final byte[] TEXT = primitive(STRING);

  /** The rows that {@link #module} begins with. */
  private static final int OUTER = 0x02000002;

  private static final int INNER = 0x02000003;
  private static final int LIST = 0x01000001;
  private static final int ENUMERATOR = 0x01000002;
  private static final int MODIFIER = 0x01000003;
  private static final int INT_ARRAY = 0x1b000001;

  private ImageBuilder builder = new ImageBuilder();

  @BeforeEach
  void module() {
    builder = ImageBuilder.assembly("Lib", "1.0.0.0");
    int outer = builder.typeDef("N", "Outer`1");
    builder.nested(outer, "Inner");
    int library = builder.assemblyRef("System.Runtime", "9.0.0.0");
    int list = builder.typeRef(library, "System.Collections.Generic", "List`1");
    builder.typeRef(list, "", "Enumerator");
    builder.typeRef(library, "", "IsConst");
    builder.typeSpec(szArray(INT));
  }

  private String name(int token) {
    return new Names(Given.image(builder))
        .of(
            new Token(token),
            damage -> {
              throw damage;
            });
  }

  @Test
  void type_withoutAName_isThereBeforeThePlus() {
    int outer = builder.typeDef("", "");
    int inner = builder.nested(outer, "");
    int innermost = builder.nested(inner, "X");
    assertEquals("++X", name(innermost));
    assertEquals("+", name(inner));
    assertEquals("", name(outer));
    assertEquals("++X", new Names(Given.image(builder), NameStyle.CLR).of(new Token(innermost)));
  }

  static Stream<Arguments> types() {
    return Stream.of(
        arguments("N.Outer`1", classType(OUTER)),
        arguments("N.Outer`1+Inner", valueType(INNER)),
        arguments("System.Collections.Generic.List`1", classType(LIST)),
        arguments("System.Collections.Generic.List`1+Enumerator", valueType(ENUMERATOR)),
        arguments("IsConst", classType(MODIFIER)),
        arguments("System.Int32[]", classType(INT_ARRAY)),
        arguments("System.Int32", INT),
        arguments("System.TypedReference", primitive(0x16)),
        arguments("!0", typeParameter(0)),
        arguments("!!12", methodParameter(12)),
        arguments("System.Int32[]", szArray(INT)),
        arguments("System.Int32[][]", szArray(szArray(INT))),
        arguments("System.Int32[*]", array(INT, 1)),
        arguments("System.Int32[,]", array(INT, 2)),
        arguments("System.Int32[,,,]", array(INT, 4, new int[] {3, 3}, 1, -1)),
        arguments("System.Int32[,][]", szArray(array(INT, 2))),
        arguments("System.Int32&", byRef(INT)),
        arguments("System.Void*", pointer(VOID_TYPE)),
        arguments("System.Int32**[]&", byRef(szArray(pointer(pointer(INT))))),
        arguments("System.Collections.Generic.List`1<System.Int32>", generic(classType(LIST), INT)),
        arguments(
            "System.Collections.Generic.List`1+Enumerator<N.Outer`1<!0,System.String[]>&>[]",
            szArray(
                generic(
                    valueType(ENUMERATOR),
                    byRef(generic(classType(OUTER), typeParameter(0), szArray(TEXT)))))),
        arguments("method System.Void()", functionPointer(method(VOID_TYPE))),
        arguments(
            "method System.Int32&(System.String,System.Int32[])*",
            pointer(functionPointer(method(byRef(INT), TEXT, szArray(INT))))),
        arguments(
            "method method System.Void()(method System.Int32(!0))",
            functionPointer(
                method(
                    functionPointer(method(VOID_TYPE)),
                    functionPointer(method(INT, typeParameter(0)))))),
        arguments(
            "method System.Void(System.String,System.Int32)",
            functionPointer(method(0x05, VOID_TYPE, TEXT, sentinel(INT)))),
        arguments("System.Int32", optional(MODIFIER, INT)),
        arguments("System.Int32", required(INT_ARRAY, INT)),
        arguments("System.Int32&", byRef(required(MODIFIER, INT))),
        arguments("System.Int32&", required(MODIFIER, optional(OUTER, byRef(INT)))),
        arguments("System.Int32*", pointer(optional(MODIFIER, INT))),
        arguments("System.Int32", pinned(INT)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void typeSpec_ofAnyForm_isNamedByTheGrammar(String expected, byte[] type) {
    assertEquals(expected, name(builder.typeSpec(type)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void method_withAnyTypes_isNamedByTheGrammar(String expected, byte[] type) {
    int method = builder.method("M", method(0x20, type, type, INT, type));
    assertEquals(
        "N.Outer`1+Inner::M(" + expected + ",System.Int32," + expected + "):" + expected,
        name(method));
  }

  @ParameterizedTest
  @MethodSource("types")
  void field_ofAnyType_isNamedByTheGrammar(String expected, byte[] type) {
    assertEquals("N.Outer`1+Inner::F:" + expected, name(builder.field("F", field(type))));
  }

  @Test
  void method_withoutParameters_hasEmptyParentheses() {
    assertEquals(
        "N.Outer`1+Inner::.cctor():System.Void", name(builder.method(".cctor", method(VOID_TYPE))));
  }

  @Test
  void method_thatIsGeneric_hasItsArity() {
    int method = builder.method("M", genericMethod(2, methodParameter(1), methodParameter(0)));
    assertEquals("N.Outer`1+Inner::M`2(!!0):!!1", name(method));
    assertEquals(
        "N.Outer`1+Inner::M`2(!!0):!!1<System.Int32,System.String[]>",
        name(builder.methodSpec(method, instantiation(INT, szArray(TEXT)))));
  }

  @Test
  void method_ofTheModule_hasItsPseudoType() {
    ImageBuilder alone = ImageBuilder.netmodule("a.netmodule");
    int method = alone.method("Main", method(VOID_TYPE));
    Names names = new Names(Given.image(alone));
    assertEquals("<Module>::Main():System.Void", names.of(new Token(method)));
    assertEquals("Main():System.Void", names.member(new Token(method)));
    assertEquals("<Module>", names.declaringType(new Token(method)));
  }

  @Test
  void types_ofEveryTable_haveTheirFullName() {
    int target = builder.assemblyRef("Target", "1.0.0.0");
    int exported = builder.exportedType(target, "N", "Moved");
    assertEquals("N.Moved", name(exported));
    assertEquals("N.Moved+Part", name(builder.exportedType(exported, "", "Part")));
    assertEquals("N.Outer`1+Inner", name(INNER));
    assertEquals("System.Collections.Generic.List`1+Enumerator", name(ENUMERATOR));
    assertEquals("<Module>", name(0x02000001));
  }

  /** A nested type's namespace is printed where a file has one, against the rule. */
  @Test
  void nestedType_withANamespace_keepsIt() {
    int odd = builder.typeDef("Odd", "Type");
    builder.nest(odd, OUTER);
    assertEquals("N.Outer`1+Odd.Type", name(odd));
  }

  @Test
  void memberRef_onEveryKindOfParent_hasItsType() {
    byte[] signature = method(VOID_TYPE);
    int own = builder.method("Vararg", method(0x05, VOID_TYPE, TEXT));
    int module = builder.moduleRef("other.netmodule");
    int instance = builder.typeSpec(generic(classType(LIST), INT));
    assertEquals("N.Outer`1::M():System.Void", name(builder.memberRef(OUTER, "M", signature)));
    assertEquals(
        "System.Collections.Generic.List`1::M():System.Void",
        name(builder.memberRef(LIST, "M", signature)));
    assertEquals(
        "System.Collections.Generic.List`1<System.Int32>::M():System.Void",
        name(builder.memberRef(instance, "M", signature)));
    assertEquals("<Module>::M():System.Void", name(builder.memberRef(module, "M", signature)));
    assertEquals(
        "N.Outer`1+Inner::Vararg(System.String,System.Int32):System.Void",
        name(builder.memberRef(own, "Vararg", method(0x05, VOID_TYPE, TEXT, sentinel(INT)))));
    assertEquals(
        "System.Collections.Generic.List`1::F:!0",
        name(builder.memberRef(LIST, "F", field(typeParameter(0)))));
  }

  @Test
  void methodSpec_ofAMemberRef_addsItsArguments() {
    int empty = builder.memberRef(LIST, "Empty", genericMethod(1, szArray(methodParameter(0))));
    assertEquals(
        "System.Collections.Generic.List`1::Empty`1():!!0[]<N.Outer`1+Inner>",
        name(builder.methodSpec(empty, instantiation(valueType(INNER)))));
  }

  @Test
  void references_toAssembliesAndModules_haveTheirNames() {
    assertEquals(
        "System.Runtime, Version=9.0.0.0, Culture=neutral, PublicKeyToken=null", name(0x23000001));
    assertEquals("native.so", name(builder.moduleRef("native.so")));
  }

  @Test
  void names_withAnyCharacters_areWrittenAsTheyAre() {
    int odd = builder.typeDef("a::b", "<>c__\"\né😀");
    assertEquals("a::b.<>c__\"\né😀", name(odd));
    int invalid = builder.typeDef("", "");
    builder.set(invalid, "TypeName", builder.string(new byte[] {'x', (byte) 0xff}));
    assertEquals("x\uFFFD", name(invalid));
  }

  @Test
  void tables_thatAreNameable_areThoseWhoseRowsAreCalledSomething() {
    Set<Integer> nameable =
        Set.of(
            0x00, 0x01, 0x02, 0x04, 0x06, 0x08, 0x0a, 0x14, 0x17, 0x1a, 0x1b, 0x20, 0x23, 0x26,
            0x27, 0x28, 0x2a, 0x2b);
    Names names = new Names(Given.image(builder));
    for (int table = 0; table < 0x80; table++) {
      boolean expected = nameable.contains(table);
      assertEquals(expected, NameStyle.REFLECTION.isNameable(table));
      Token absent = Token.of(table, 0xffff);
      RuntimeException refusal =
          assertThrows(RuntimeException.class, () -> names.of(absent), absent.toString());
      assertEquals(
          expected ? MetadataFormatException.class : IllegalArgumentException.class,
          refusal.getClass());
    }
  }
}
