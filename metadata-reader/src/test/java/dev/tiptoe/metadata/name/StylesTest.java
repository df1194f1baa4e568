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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The clr, csharp and docid styles, construct by construct. */
class StylesTest {

  private static final byte[] VOID_TYPE = primitive(VOID);
  private static final byte[] INT = primitive(I4);
  private static final byte[] TEXT = primitive(STRING);
  private static final int CONST = 0x01000004;

  /** The rows that {@link #module} begins with. */
  private static final int OUTER = 0x02000002;

  private static final int INNER = 0x02000003;
  private static final int LIST = 0x01000001;
  private static final int ENUMERATOR = 0x01000002;
  private static final int NULLABLE = 0x01000003;

  private final List<MetadataFormatException> damages = new ArrayList<>();
  private ImageBuilder builder = new ImageBuilder();

  @BeforeEach
  void module() {
    builder = ImageBuilder.assembly("Lib", "1.0.0.0");
    int outer = builder.typeDef("N", "Outer`1");
    int inner = builder.nested(outer, "Inner`1");
    int library = builder.assemblyRef("System.Runtime", "9.0.0.0");
    int list = builder.typeRef(library, "System.Collections.Generic", "List`1");
    builder.typeRef(list, "", "Enumerator");
    builder.typeRef(library, "System", "Nullable`1");
    builder.typeRef(library, "System.Runtime.CompilerServices", "IsConst");
    builder.typeRef(library, "System.Runtime.InteropServices", "InAttribute");
    builder.genericParam(outer, 0, "T");
    builder.genericParam(inner, 0, "T");
    builder.genericParam(inner, 1, "U");
  }

  private String name(NameStyle style, int token) {
    return new Names(Given.image(builder), style).of(new Token(token), damages::add);
  }

  private void assertNames(int token, String clr, String csharp, String docid) {
    assertEquals(clr, name(NameStyle.CLR, token));
    assertEquals(csharp, name(NameStyle.CSHARP, token));
    assertEquals(docid, name(NameStyle.DOCID, token));
    assertEquals(List.of(), damages);
  }

  static Stream<Arguments> types() {
    return Stream.of(
        arguments(INT, "int32", "int", "System.Int32"),
        arguments(primitive(0x03), "wchar", "char", "System.Char"),
        arguments(primitive(0x05), "unsigned int8", "byte", "System.Byte"),
        arguments(primitive(0x16), "refany", "TypedReference", "System.TypedReference"),
        arguments(primitive(0x18), "int", "nint", "System.IntPtr"),
        arguments(TEXT, "class System.String", "string", "System.String"),
        arguments(typeParameter(1), "!1", "U", "`1"),
        arguments(methodParameter(0), "!!0", "!!0", "``0"),
        arguments(pointer(VOID_TYPE), "void*", "void*", "System.Void*"),
        arguments(szArray(szArray(INT)), "int32[][]", "int[][]", "System.Int32[][]"),
        arguments(szArray(array(INT, 2)), "int32[,][]", "int[][,]", "System.Int32[0:,0:][]"),
        arguments(array(INT, 1), "int32[]", "int[*]", "System.Int32[0:]"),
        arguments(
            array(INT, 3, new int[] {4, 5}, 0, 1),
            "int32[,2...8,]",
            "int[,,]",
            "System.Int32[0:,0:,0:]"),
        arguments(
            array(INT, 1, new int[] {4}, -1), "int32[127...132]", "int[*]", "System.Int32[0:]"),
        arguments(
            generic(classType(LIST), INT),
            "class System.Collections.Generic.List`1<int32>",
            "List<int>",
            "System.Collections.Generic.List{System.Int32}"),
        arguments(
            generic(valueType(ENUMERATOR), szArray(TEXT)),
            "value class Enumerator<class System.String[]>",
            "List<string[]>.Enumerator",
            "System.Collections.Generic.List{System.String[]}.Enumerator"),
        arguments(
            szArray(generic(classType(INNER), INT, generic(classType(OUTER), TEXT))),
            "class Inner`1<int32,class N.Outer`1<class System.String>>[]",
            "Outer<int>.Inner<Outer<string>>[]",
            "N.Outer{System.Int32}.Inner{N.Outer{System.String}}[]"),
        arguments(
            szArray(generic(classType(LIST), szArray(INT))),
            "class System.Collections.Generic.List`1<int32[]>[]",
            "List<int[]>[]",
            "System.Collections.Generic.List{System.Int32[]}[]"),
        arguments(
            array(generic(classType(LIST), szArray(INT)), 2),
            "class System.Collections.Generic.List`1<int32[]>[,]",
            "List<int[]>[,]",
            "System.Collections.Generic.List{System.Int32[]}[0:,0:]"),
        arguments(
            szArray(szArray(generic(classType(INNER), array(INT, 2), TEXT, szArray(TEXT)))),
            "class Inner`1<int32[,],class System.String,class System.String[]>[][]",
            "Outer<int[,]>.Inner<string, string[]>[][]",
            "N.Outer{System.Int32[0:,0:]}.Inner{System.String,System.String[]}[][]"),
        arguments(
            szArray(generic(valueType(NULLABLE), INT)),
            "value class System.Nullable`1<int32>[]",
            "int?[]",
            "System.Nullable{System.Int32}[]"),
        arguments(
            functionPointer(method(VOID_TYPE, INT, byRef(INT))),
            "fnptr void(int32,int32&)",
            "delegate*<int, ref int, void>",
            ""),
        arguments(
            pointer(functionPointer(method(0x09, optional(0x01000006, INT)))),
            "fnptr optional_modifier CallConvCdecl int32()*",
            "delegate* unmanaged[Cdecl]<int>*",
            "*"),
        arguments(
            functionPointer(method(required(0x01000005, byRef(INT)))),
            "fnptr required_modifier System.Runtime.InteropServices.InAttribute int32&()",
            "delegate*<ref readonly int>",
            ""),
        arguments(
            functionPointer(method(VOID_TYPE, required(0x01000005, byRef(INT)))),
            "fnptr void(required_modifier System.Runtime.InteropServices.InAttribute int32&)",
            "delegate*<in int, void>",
            ""),
        arguments(
            functionPointer(method(0x02, VOID_TYPE)),
            "fnptr unmanaged stdcall void()",
            "delegate* unmanaged[Stdcall]<void>",
            ""),
        arguments(
            pointer(optional(CONST, INT)),
            "optional_modifier System.Runtime.CompilerServices.IsConst int32*",
            "int*",
            "System.Int32*"),
        arguments(pinned(TEXT), "class System.String pinned", "string", "System.String"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void method_withAnyTypes_isNamedByTheStyle(byte[] type, String clr, String csharp, String docid) {
    builder.typeRef(0x23000001, "", "CallConvCdecl");
    assertNames(
        builder.method("M", method(0x20, type, type, INT)),
        "N.Outer`1+Inner`1::M instance " + clr + "  (" + clr + ",int32)",
        "Outer<T>.Inner<U>.M(" + csharp + ", int)",
        "M:N.Outer`1.Inner`1.M(" + docid + ",System.Int32)");
  }

  @Test
  void method_thatIsGeneric_hasItsParameters() {
    int method = builder.method("M", genericMethod(1, methodParameter(0), typeParameter(0)));
    builder.genericParam(method, 0, "X");
    assertNames(
        method,
        "N.Outer`1+Inner`1::M generic !!0  (!0)",
        "Outer<T>.Inner<U>.M<X>(T)",
        "M:N.Outer`1.Inner`1.M``1(`0)");
    assertNames(
        builder.methodSpec(method, instantiation(szArray(INT))),
        "N.Outer`1+Inner`1::M generic !!0  (!0)[System.Int32[]]",
        "Outer<T>.Inner<U>.M<int[]>(T)",
        "M:N.Outer`1.Inner`1.M``1(`0)");
  }

  @Test
  void method_withVarargs_saysSo() {
    assertNames(
        builder.method("M", method(0x05, VOID_TYPE, INT)),
        "N.Outer`1+Inner`1::M vararg void  (int32)",
        "Outer<T>.Inner<U>.M(int, __arglist)",
        "M:N.Outer`1.Inner`1.M(System.Int32,)");
    assertEquals(
        "N.Outer`1+Inner`1::M vararg void  (int32,...,class System.String)",
        name(
            NameStyle.CLR,
            builder.memberRef(0x06000001, "M", method(0x05, VOID_TYPE, INT, sentinel(TEXT)))));
    assertEquals(
        "N.Outer`1+Inner`1::M vararg void  (...,int32)",
        name(
            NameStyle.CLR,
            builder.memberRef(0x06000001, "M", method(0x05, VOID_TYPE, sentinel(INT)))));
  }

  /** Arguments added by a call are not the method's. */
  @Test
  void memberRef_toAVarargMethod_hasTheIdOfTheMethod() {
    int some = builder.method("Some", method(0x05, VOID_TYPE, INT));
    int none = builder.method("None", method(0x05, VOID_TYPE));
    int call = builder.memberRef(some, "Some", method(0x05, VOID_TYPE, INT, sentinel(TEXT), TEXT));
    int other = builder.memberRef(none, "None", method(0x05, VOID_TYPE, sentinel(INT)));
    for (NameStyle style : List.of(NameStyle.DOCID, NameStyle.CSHARP)) {
      assertEquals(name(style, some), name(style, call));
      assertEquals(name(style, none), name(style, other));
    }
  }

  @Test
  void constructors_haveTheNameOfTheirType() {
    assertNames(
        builder.method(".ctor", method(0x20, VOID_TYPE, TEXT)),
        "N.Outer`1+Inner`1::.ctor instance void  (class System.String)",
        "Outer<T>.Inner<U>.Inner(string)",
        "M:N.Outer`1.Inner`1.#ctor(System.String)");
    assertNames(
        builder.method(".cctor", method(VOID_TYPE)),
        "N.Outer`1+Inner`1::.cctor void  ()",
        "Outer<T>.Inner<U>.static Inner()",
        "M:N.Outer`1.Inner`1.#cctor");
  }

  @Test
  void finalizer_isTheOverriddenFinalizeAlone() {
    int finalizer = builder.method("Finalize", method(0x20, VOID_TYPE));
    builder.set(finalizer, "Flags", 0x44);
    assertEquals("Outer<T>.Inner<U>.~Inner()", name(NameStyle.CSHARP, finalizer));
    builder.set(finalizer, "Flags", 0x144);
    assertEquals("Outer<T>.Inner<U>.~Inner()", name(NameStyle.CSHARP, finalizer));
    builder.set(INNER, "Extends", ImageBuilder.index(Table.TYPE_DEF, "Extends", LIST));
    assertEquals("Outer<T>.Inner<U>.Finalize()", name(NameStyle.CSHARP, finalizer));
    builder.set(finalizer, "Flags", 0x04);
    assertEquals("Outer<T>.Inner<U>.Finalize()", name(NameStyle.CSHARP, finalizer));
  }

  @Test
  void operators_haveTheirSigns() {
    byte[] inner = classType(OUTER);
    assertNames(
        builder.method("op_Addition", method(inner, inner, INT)),
        "N.Outer`1+Inner`1::op_Addition class N.Outer`1  (class N.Outer`1,int32)",
        "Outer<T>.Inner<U>.operator +(Outer<T>, int)",
        "M:N.Outer`1.Inner`1.op_Addition(N.Outer`1,System.Int32)");
    assertNames(
        builder.method("op_Implicit", method(INT, TEXT)),
        "N.Outer`1+Inner`1::op_Implicit int32  (class System.String)",
        "Outer<T>.Inner<U>.implicit operator int(string)",
        "M:N.Outer`1.Inner`1.op_Implicit(System.String)~System.Int32");
    assertEquals(
        "Outer<T>.Inner<U>.explicit operator checked int(string)",
        name(NameStyle.CSHARP, builder.method("op_CheckedExplicit", method(INT, TEXT))));
  }

  @Test
  void parametersByReference_sayHow() {
    int method =
        builder.method("M", method(VOID_TYPE, byRef(INT), byRef(INT), byRef(INT), byRef(INT)));
    int attribute = builder.typeRef(0x23000001, "N", "IsReadOnlyAttribute");
    int location = builder.typeRef(0x23000001, "N", "RequiresLocationAttribute");
    int readOnly = builder.memberRef(attribute, ".ctor", method(0x20, VOID_TYPE));
    int requires = builder.memberRef(location, ".ctor", method(0x20, VOID_TYPE));
    builder.row(Table.PARAM, 2, 2, builder.string("second"));
    int third = builder.row(Table.PARAM, 1, 3, builder.string("third"));
    int fourth = builder.row(Table.PARAM, 1, 4, builder.string("fourth"));
    attribute(third, readOnly);
    attribute(fourth, requires);
    assertNames(
        method,
        "N.Outer`1+Inner`1::M void  (int32&,int32&,int32&,int32&)",
        "Outer<T>.Inner<U>.M(ref int, out int, in int, ref readonly int)",
        "M:N.Outer`1.Inner`1.M(System.Int32@,System.Int32@,System.Int32@,System.Int32@)");
  }

  private void attribute(int parent, int constructor) {
    builder.row(
        Table.CUSTOM_ATTRIBUTE,
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", parent),
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
        0);
  }

  @Test
  void method_thatImplementsExplicitly_hasTheInterface() {
    int library = 0x23000001;
    int comparable = builder.typeRef(library, "System", "IComparable`1");
    int ofInt = builder.typeSpec(generic(classType(comparable), typeParameter(0)));
    String raw = "System.IComparable<T>.CompareTo";
    int method = builder.method(raw, method(0x20, INT, typeParameter(0)));
    assertEquals("Outer<T>.Inner<U>." + raw + "(T)", name(NameStyle.CSHARP, method));
    int declaration = builder.memberRef(ofInt, "CompareTo", method(0x20, INT, typeParameter(0)));
    builder.row(
        Table.METHOD_IMPL,
        INNER & 0xffffff,
        ImageBuilder.index(Table.METHOD_IMPL, "MethodBody", method),
        ImageBuilder.index(Table.METHOD_IMPL, "MethodDeclaration", declaration));
    assertNames(
        method,
        "N.Outer`1+Inner`1::" + raw + " instance int32  (!0)",
        "Outer<T>.Inner<U>.IComparable<T>.CompareTo(T)",
        "M:N.Outer`1.Inner`1.System#IComparable{T}#CompareTo(`0)");
    assertNames(
        declaration,
        "System.IComparable`1[!0]::CompareTo instance int32  (!0)",
        "IComparable<!0>.CompareTo(!0)",
        "M:System.IComparable`1.CompareTo(`0)");
  }

  @Test
  void propertiesAndEvents_areNamedWithTheirAccessors() {
    int getter = builder.method("get_Item", method(0x20, TEXT, INT));
    int adder = builder.method("add_Changed", method(0x20, VOID_TYPE, TEXT));
    builder.set(getter, "Flags", 0x800).set(adder, "Flags", 0x800);
    int type = builder.blob((byte) 0x28, (byte) 1, (byte) STRING, (byte) I4);
    int property = builder.row(Table.PROPERTY, 0, builder.string("Item"), type);
    builder.row(Table.PROPERTY_MAP, INNER & 0xffffff, 1);
    int handler = ImageBuilder.index(Table.EVENT, "EventType", LIST);
    int event = builder.row(Table.EVENT, 0, builder.string("Changed"), handler);
    builder.row(Table.EVENT_MAP, INNER & 0xffffff, 1);
    semantics(8, adder, event);
    semantics(2, getter, property);
    assertNames(
        property,
        "N.Outer`1+Inner`1::Item instance class System.String  (int32)",
        "Outer<T>.Inner<U>.this[int]",
        "P:N.Outer`1.Inner`1.Item(System.Int32)");
    assertEquals("Outer<T>.Inner<U>.this[int].get", name(NameStyle.CSHARP, getter));
    assertEquals("Outer<T>.Inner<U>.Changed.add", name(NameStyle.CSHARP, adder));
    assertNames(
        event,
        "N.Outer`1+Inner`1::Changed System.Collections.Generic.List`1",
        "Outer<T>.Inner<U>.Changed",
        "E:N.Outer`1.Inner`1.Changed");
    assertEquals(
        "N.Outer`1+Inner`1::Item(System.Int32):System.String",
        name(NameStyle.REFLECTION, property));
    assertEquals(
        "N.Outer`1+Inner`1::Changed:System.Collections.Generic.List`1",
        name(NameStyle.REFLECTION, event));
  }

  private void semantics(int kind, int method, int association) {
    int encoded = ImageBuilder.index(Table.METHOD_SEMANTICS, "Association", association);
    builder.row(Table.METHOD_SEMANTICS, kind, method & 0xffffff, encoded);
  }

  @Test
  void types_areNamedAsFarAsTheyAreKnown() {
    assertNames(INNER, "N.Outer`1+Inner`1", "Outer<T>.Inner<U>", "T:N.Outer`1.Inner`1");
    assertNames(
        LIST, "System.Collections.Generic.List`1", "List<>", "T:System.Collections.Generic.List`1");
    assertNames(
        builder.typeSpec(generic(classType(LIST), byRef(INT))),
        "System.Collections.Generic.List`1[System.Int32&]",
        "List<ref int>",
        "T:System.Collections.Generic.List{System.Int32@}");
    int library = 0x23000001;
    int number = builder.typeRef(library, "System", "Int32");
    assertNames(number, "System.Int32", "int", "T:System.Int32");
    // Not the core library's, since this module is not that library.
    assertEquals("Int32", name(NameStyle.CSHARP, builder.typeDef("System", "Int32")));
    int local = builder.typeDef("N", "<File1>F" + "0123456789ABCDEF".repeat(4) + "__Local");
    assertEquals("Local", name(NameStyle.CSHARP, local));
    assertEquals("T:N.Local", name(NameStyle.DOCID, local));
    int odd = builder.typeDef("N", "A+B,C[D]&*\\E");
    assertEquals("N.A\\+B\\,C\\[D\\]\\&\\*\\\\E", name(NameStyle.CLR, odd));
  }

  /** Without their namespaces they would look the same. */
  @Test
  void types_ofOneNameInTwoNamespaces_haveTheirNamespaces() {
    int library = 0x23000001;
    int mine = builder.typeDef("A.B", "Svc`1");
    int run = builder.method("Run", method(0x20, classType(mine)));
    int make = builder.method(".ctor", method(0x20, VOID_TYPE));
    builder.genericParam(mine, 0, "T");
    int inner = builder.nested(mine, "Inner");
    builder.genericParam(inner, 0, "T");
    int theirs = builder.typeRef(library, "C", "Svc`1");
    int global = builder.typeDef("", "Svc`1");
    int other = builder.typeDef("A.B", "Svc");
    assertEquals("A.B.Svc<T>", name(NameStyle.CSHARP, mine));
    assertEquals("A.B.Svc<T>.Run()", name(NameStyle.CSHARP, run));
    assertEquals("A.B.Svc<T>.Svc()", name(NameStyle.CSHARP, make));
    assertEquals("A.B.Svc<T>.Inner", name(NameStyle.CSHARP, inner));
    assertEquals("C.Svc<>", name(NameStyle.CSHARP, theirs));
    assertEquals("Svc<>", name(NameStyle.CSHARP, global));
    assertEquals("Svc", name(NameStyle.CSHARP, other));
    assertEquals(
        "Outer<C.Svc<A.B.Svc<int>>[]>",
        name(
            NameStyle.CSHARP,
            builder.typeSpec(
                generic(
                    classType(OUTER),
                    szArray(generic(classType(theirs), generic(classType(mine), INT)))))));
    Names names = new Names(Given.image(builder), NameStyle.CSHARP);
    assertEquals(
        List.of(true, true, true, true, false, false),
        Stream.of(mine, run, inner, theirs, other, LIST)
            .map(token -> names.isQualified(new Token(token)))
            .toList());
    assertTrue(new Names(Given.image(builder), NameStyle.CLR).isQualified(new Token(LIST)));
    assertThrows(IllegalArgumentException.class, () -> names.isQualified(new Token(library)));
  }

  /** A nested type has the name of the type around it, and what has a keyword is not its name. */
  @Test
  void types_ofOneNameThatAreDistinguishedAnyway_haveNoNamespace() {
    builder.nested(builder.typeDef("A", "Shop"), "Till");
    int till = builder.typeDef("B", "Till");
    int own = builder.typeDef("B", "String");
    int string = builder.typeRef(0x23000001, "System", "String");
    int again = builder.typeRef(0x23000001, "B", "Till");
    assertEquals("Shop.Till", name(NameStyle.CSHARP, till - 1));
    assertEquals("Till", name(NameStyle.CSHARP, till));
    assertEquals("Till", name(NameStyle.CSHARP, again));
    assertEquals("String", name(NameStyle.CSHARP, own));
    assertEquals("string", name(NameStyle.CSHARP, string));
    builder.typeDef("C", "String");
    assertEquals("B.String", name(NameStyle.CSHARP, own));
    assertEquals("string", name(NameStyle.CSHARP, string));
  }

  /** F# has a type of the same name for the code of the file. */
  @Test
  void types_inANamespaceThatNobodyWrote_aloneHaveIt() {
    int written = builder.typeDef("Tests", "Shop");
    int ofFile = builder.typeDef("<StartupCode$Tests>.$Tests", "Shop");
    assertEquals("Shop", name(NameStyle.CSHARP, written));
    assertEquals("<StartupCode$Tests>.$Tests.Shop", name(NameStyle.CSHARP, ofFile));
    assertEquals("Till", name(NameStyle.CSHARP, builder.typeDef("<StartupCode$Tests>", "Till")));
  }

  @Test
  void types_thatOnlyTheirFilesDistinguishInTwoNamespaces_haveTheirNamespaces() {
    String hash = "0123456789ABCDEF".repeat(4);
    int local = builder.typeDef("A", "<File1>F" + hash + "__Local");
    int other = builder.typeDef("B", "Local");
    assertEquals("A.Local", name(NameStyle.CSHARP, local));
    assertEquals("B.Local", name(NameStyle.CSHARP, other));
  }

  @Test
  void members_ofInstantiations_haveTheirArgumentsForParameters() {
    int list = builder.typeSpec(generic(classType(LIST), szArray(INT)));
    assertNames(
        builder.memberRef(list, "Add", method(0x20, VOID_TYPE, typeParameter(0))),
        "System.Collections.Generic.List`1[System.Int32[]]::Add instance void  (!0)",
        "List<int[]>.Add(int[])",
        "M:System.Collections.Generic.List`1.Add(`0)");
    assertNames(
        builder.memberRef(list, ".ctor", method(0x20, VOID_TYPE)),
        "System.Collections.Generic.List`1[System.Int32[]]::.ctor instance void  ()",
        "List<int[]>.List()",
        "M:System.Collections.Generic.List`1.#ctor");
    assertNames(
        builder.memberRef(list, "_size", field(INT)),
        "System.Collections.Generic.List`1[System.Int32[]]::_size int32",
        "List<int[]>._size",
        "F:System.Collections.Generic.List`1._size");
    int convert = builder.memberRef(list, "To", genericMethod(1, VOID_TYPE, methodParameter(0)));
    assertEquals(
        "List<int[]>.To<string>(string)",
        name(NameStyle.CSHARP, builder.methodSpec(convert, instantiation(TEXT))));
  }

  @Test
  void fields_areNamed() {
    assertNames(
        builder.field("F", field(typeParameter(0))),
        "N.Outer`1+Inner`1::F !0",
        "Outer<T>.Inner<U>.F",
        "F:N.Outer`1.Inner`1.F");
  }

  @Test
  void partsOfAMethod_makeItsName() {
    int method = builder.method("M", method(0x20, VOID_TYPE, INT));
    Names clr = new Names(Given.image(builder), NameStyle.CLR);
    Token token = new Token(method);
    assertEquals("N.Outer`1+Inner`1", clr.declaringType(token));
    assertEquals("M instance void  (int32)", clr.member(token));
    assertEquals("instance void  (int32)", clr.signature(token));
    Names csharp = new Names(Given.image(builder), NameStyle.CSHARP);
    assertEquals("(int)", csharp.signature(token));
    assertEquals("M(int)", csharp.member(token));
    Names docid = new Names(Given.image(builder), NameStyle.DOCID);
    assertEquals("(System.Int32)", docid.signature(token));
  }

  @ParameterizedTest
  @EnumSource(NameStyle.class)
  void partsOfARow_thatIsNoMethodDef_areRefused(NameStyle style) {
    builder.method("M", method(VOID_TYPE));
    Names names = new Names(Given.image(builder), style);
    for (int token : new int[] {OUTER - 1, LIST, 0x0a000001, 0}) {
      Token other = new Token(token);
      assertThrows(IllegalArgumentException.class, () -> names.member(other));
      assertThrows(IllegalArgumentException.class, () -> names.signature(other));
      assertThrows(IllegalArgumentException.class, () -> names.declaringType(other));
    }
  }

  @ParameterizedTest
  @CsvSource({"REFLECTION, +X", "CLR, +X", "CSHARP, .X", "DOCID, T:.X"})
  void type_insideATypeWithoutAName_isSetOff(NameStyle style, String expected) {
    assertEquals(expected, name(style, builder.nested(builder.typeDef("", ""), "X")));
  }

  @Test
  void damagedSignatures_keepTheName() {
    int method = builder.method("M", (byte) 0, (byte) 2, (byte) VOID);
    assertEquals("N.Outer`1+Inner`1::M ?", name(NameStyle.CLR, method));
    assertEquals("Outer<T>.Inner<U>.M(?)", name(NameStyle.CSHARP, method));
    assertEquals("M:N.Outer`1.Inner`1.M(?)", name(NameStyle.DOCID, method));
    int spec = builder.typeSpec((byte) 0x1d);
    int member = builder.memberRef(spec, "M", (byte) 0x06);
    assertEquals("?::M ?", name(NameStyle.CLR, member));
    assertEquals("?.M", name(NameStyle.CSHARP, member));
    assertEquals("F:?.M", name(NameStyle.DOCID, member));
    assertEquals(8 - 1, damages.size());
    // A damaged name leaves nothing behind for the next.
    Names names = new Names(Given.image(builder), NameStyle.CSHARP);
    for (int i = 0; i < 3; i++) {
      assertEquals("?", names.of(new Token(spec)));
      assertEquals("Outer<T>.Inner<U>.M(?)", names.of(new Token(method)));
      assertEquals("Outer<T>", names.of(new Token(OUTER)));
    }
  }

  @Test
  void setter_whoseSignatureIsDamaged_mayBeOneOfAnyKind() {
    int setter = builder.method("set_P", (byte) 0x20);
    builder.set(setter, "Flags", 0x800);
    int type = builder.blob((byte) 0x28, (byte) 0, (byte) I4);
    int property = builder.row(Table.PROPERTY, 0, builder.string("P"), type);
    builder.row(Table.PROPERTY_MAP, INNER & 0xffffff, 1);
    semantics(1, setter, property);
    assertEquals("Outer<T>.Inner<U>.P.?", name(NameStyle.CSHARP, setter));
    assertEquals(1, damages.size());
    assertEquals("Outer<T>.Inner<U>.P", name(NameStyle.CSHARP, property));
  }

  @Test
  void finalizer_whoseSignatureIsNowhere_keepsItsName() {
    int finalizer = builder.method("Finalize", method(0x20, VOID_TYPE));
    builder.set(finalizer, "Flags", 0x44);
    builder.set(finalizer, "Signature", 0x7fff);
    assertEquals("Outer<T>.Inner<U>.Finalize(?)", name(NameStyle.CSHARP, finalizer));
    assertEquals(1, damages.size());
  }

  /** All methods of an image could claim one long run, which would be read for each of them. */
  @Test
  void parameterRows_moreThanParametersAndAReturnValue_areNotLookedAt() {
    int method = builder.method("M", method(VOID_TYPE, byRef(INT), byRef(INT)));
    builder.row(Table.PARAM, 0, 0, 0);
    builder.row(Table.PARAM, 0, 7, 0);
    builder.row(Table.PARAM, 2, 1, 0);
    builder.row(Table.PARAM, 2, 2, 0);
    assertEquals("Outer<T>.Inner<U>.M(out int, ref int)", name(NameStyle.CSHARP, method));
  }

  @Test
  void rowsWithoutADocumentationId_haveNone() {
    Names names = new Names(Given.image(builder), NameStyle.DOCID);
    assertThrows(IllegalArgumentException.class, () -> names.of(new Token(0x23000001)));
    assertThrows(IllegalArgumentException.class, () -> names.of(new Token(0x2a000001)));
    assertEquals("U", name(NameStyle.CSHARP, 0x2a000003));
  }

  /** Names of a megabyte whose every character needs a backslash, or that are nested deeply. */
  @Test
  void hostileNames_areRefusedSoon() {
    builder.set(OUTER, "TypeName", builder.string(",".repeat(900_000)));
    int deep = builder.typeDef("N", "x".repeat(60_000));
    for (int i = 0; i < 1000; i++) {
      deep = builder.typeDef("", "");
      builder.set(deep, "TypeName", builder.string("x".repeat(60_000)));
      builder.nest(deep, deep - 1);
    }
    int nested = deep;
    for (NameStyle style : NameStyle.values()) {
      Names names = new Names(Given.image(builder), style);
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> assertThrows(MetadataFormatException.class, () -> names.of(new Token(nested))));
    }
    assertThrows(MetadataFormatException.class, () -> name(NameStyle.CLR, OUTER));
    byte[][] arguments = new byte[5000][];
    Arrays.fill(arguments, classType(OUTER));
    int spec = builder.typeSpec(generic(classType(LIST), arguments));
    for (NameStyle style : NameStyle.values()) {
      assertTrue(name(style, spec).endsWith("?"), style::toString);
    }
  }
}
