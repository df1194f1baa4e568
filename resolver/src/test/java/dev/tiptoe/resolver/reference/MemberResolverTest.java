// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static dev.tiptoe.testdata.image.SignatureBlobs.array;
import static dev.tiptoe.testdata.image.SignatureBlobs.byRef;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.field;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.genericMethod;
import static dev.tiptoe.testdata.image.SignatureBlobs.instantiation;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.methodParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.required;
import static dev.tiptoe.testdata.image.SignatureBlobs.sentinel;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.MemberResolution.Ambiguous;
import dev.tiptoe.resolver.reference.MemberResolution.ArrayMethod;
import dev.tiptoe.resolver.reference.MemberResolution.Resolved;
import dev.tiptoe.resolver.reference.MemberResolution.Unresolved;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemberResolverTest {

  private static final int INSTANCE = 0x20;
  private static final int VARARG = 0x05;
  private static final int VIRTUAL = 0x40;
  private static final int INTERFACE = 0x20;
  private static final byte[] VOID = primitive(SignatureBlobs.VOID);
  private static final byte[] INT = primitive(SignatureBlobs.I4);
  private static final byte[] STRING = primitive(SignatureBlobs.STRING);

  /** The modules loaded beside the three. */
  private final Map<String, ImageBuilder> others = new LinkedHashMap<>();

  /** A core library that defines what arrays and value types derive from. */
  private final ImageBuilder core = ImageBuilder.assembly("Core", "1.0.0.0");

  private final int object = core.typeDef("System", "Object");
  private final int toStringMethod = virtual(core, "ToString", method(INSTANCE, STRING));
  private final int getType = core.method("GetType", method(INSTANCE, VOID));
  private final int valueType = core.typeDef("System", "ValueType", object);
  private final int systemArray = core.typeDef("System", "Array", object);
  private final int getLength = core.method("GetLength", method(INSTANCE, INT, INT));
  private final int int32 = core.typeDef("System", "Int32", valueType);

  /** A library that derives from it, and an app that refers to both. */
  private final ImageBuilder lib = ImageBuilder.assembly("Lib", "1.0.0.0");

  private final int libObject = lib.typeRef(lib.assemblyRef("Core", "1.0.0.0"), "System", "Object");
  private final ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
  private final int toLib = app.assemblyRef("Lib", "1.0.0.0");

  private static int virtual(ImageBuilder image, String name, byte... signature) {
    int method = image.method(name, signature);
    image.set(method, "Flags", VIRTUAL);
    return method;
  }

  private MemberResolution resolve(int token) {
    TestModules modules = new TestModules();
    modules.load("Core.dll", core);
    modules.load("Lib.dll", lib);
    others.forEach(modules::load);
    Image from = modules.load("App.dll", app);
    return modules.member(from, token);
  }

  /** Where a member is, such as {@code 0x06000001 of Lib.dll}. */
  private String resolved(int token) {
    return assertInstanceOf(Resolved.class, resolve(token)).why();
  }

  private MemberResolution.Reason reason(int token) {
    return assertInstanceOf(Unresolved.class, resolve(token)).reason();
  }

  private static String lib(int token) {
    return new Token(token) + " of Lib.dll";
  }

  private static String core(int token) {
    return new Token(token) + " of Core.dll";
  }

  private int typeRef(String name) {
    return app.typeRef(toLib, "N", name);
  }

  // By name and signature.

  @Test
  void method_ofATypeRef_isTheOneOfThatSignature() {
    lib.typeDef("N", "T", libObject);
    lib.method("M", method(INSTANCE, VOID, INT));
    int wanted = lib.method("M", method(INSTANCE, VOID, STRING));
    lib.method("M", method(VOID, STRING));
    assertEquals(
        lib(wanted), resolved(app.memberRef(typeRef("T"), "M", method(INSTANCE, VOID, STRING))));
  }

  @Test
  void field_ofATypeRef_isTheOneOfThatSignature() {
    lib.typeDef("N", "T", libObject);
    lib.field("F", field(STRING));
    int wanted = lib.field("F", field(INT));
    assertEquals(lib(wanted), resolved(app.memberRef(typeRef("T"), "F", field(INT))));
  }

  @Test
  void method_ofAnotherReturnTypeOrArity_isNoSuchMember() {
    lib.typeDef("N", "T", libObject);
    lib.method("M", method(VOID));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(typeRef("T"), "M", genericMethod(1, VOID))));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(typeRef("T"), "M", method(INT))));
  }

  /** A type that one module forwards and another defines is one type. */
  @Test
  void signatures_ofTwoModules_areComparedThroughForwarders() {
    int parameter = lib.typeDef("N", "P", libObject);
    lib.typeDef("N", "T", libObject);
    int wanted = lib.method("M", method(VOID, szArray(classType(parameter))));
    ImageBuilder facade = ImageBuilder.assembly("Facade", "1.0.0.0");
    facade.exportedType(facade.assemblyRef("Lib", "1.0.0.0"), "N", "P");
    others.put("Facade.dll", facade);
    int forwarded = app.typeRef(app.assemblyRef("Facade", "1.0.0.0"), "N", "P");
    assertEquals(
        lib(wanted),
        resolved(app.memberRef(typeRef("T"), "M", method(VOID, szArray(classType(forwarded))))));
  }

  @Test
  void signatures_withAClassForAValueType_differ() {
    int parameter = lib.typeDef("N", "P", libObject);
    lib.typeDef("N", "T", libObject);
    lib.method("M", method(VOID, valueType(parameter)));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(typeRef("T"), "M", method(VOID, classType(typeRef("P"))))));
  }

  @Test
  void signatures_differingInModifiersAlone_differ() {
    int modifier = lib.typeDef("N", "Volatile", libObject);
    lib.typeDef("N", "T", libObject);
    int demanding = lib.field("F", field(required(modifier, INT)));
    int gentle = lib.field("F", field(optional(modifier, INT)));
    int plain = lib.field("F", field(INT));
    int type = typeRef("T");
    int to = typeRef("Volatile");
    assertEquals(lib(gentle), resolved(app.memberRef(type, "F", field(optional(to, INT)))));
    assertEquals(lib(demanding), resolved(app.memberRef(type, "F", field(required(to, INT)))));
    assertEquals(lib(plain), resolved(app.memberRef(type, "F", field(INT))));
  }

  @Test
  void arrays_ofOtherBounds_differ() {
    lib.typeDef("N", "T", libObject);
    int wanted = lib.field("F", field(array(INT, 2, new int[] {3})));
    int type = typeRef("T");
    int[] sizes = {3};
    assertEquals(lib(wanted), resolved(app.memberRef(type, "F", field(array(INT, 2, sizes)))));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(type, "F", field(array(INT, 2)))));
  }

  // Base types.

  @Test
  void method_ofABaseType_isFoundThere() {
    lib.typeDef("N", "T", libObject);
    int reference = app.memberRef(typeRef("T"), "GetType", method(INSTANCE, VOID));
    Resolved answer = assertInstanceOf(Resolved.class, resolve(reference));
    assertEquals(core(getType), answer.why());
    assertEquals(
        new Defined(new TypeKey(new ModuleID(1), new Token(object)), List.of()),
        answer.declaringType());
  }

  @Test
  void constructor_ofABaseType_isNotInherited() {
    int base = lib.typeDef("N", "Base", libObject);
    lib.method(".ctor", method(INSTANCE, VOID));
    lib.typeDef("N", "T", base);
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(typeRef("T"), ".ctor", method(INSTANCE, VOID))));
  }

  @Test
  void field_ofABaseType_isNotInherited() {
    int base = lib.typeDef("N", "Base", libObject);
    lib.field("F", field(INT));
    lib.typeDef("N", "T", base);
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(typeRef("T"), "F", field(INT))));
  }

  @Test
  void interface_thatDerives_isSearchedAlone() {
    int base = lib.typeDef("N", "IBase");
    lib.set(base, "Flags", INTERFACE);
    virtual(lib, "M", method(INSTANCE, VOID));
    int derived = lib.typeDef("N", "IDerived");
    lib.set(derived, "Flags", INTERFACE);
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(typeRef("IDerived"), "M", method(INSTANCE, VOID))));
  }

  /** Its virtual methods are in the value type's own table, the others are not looked for. */
  @Test
  void valueType_hasTheVirtualMethodsOfItsBaseTypesOnly() {
    int toValueType = lib.typeRef(lib.assemblyRef("Core", "1.0.0.0"), "System", "ValueType");
    lib.typeDef("N", "S", toValueType);
    int type = typeRef("S");
    assertEquals(
        core(toStringMethod), resolved(app.memberRef(type, "ToString", method(INSTANCE, STRING))));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(type, "GetType", method(INSTANCE, VOID))));
  }

  @Test
  void method_thatOnlyHidesAVirtualOne_isFoundThroughItsOwnTypeAlone() {
    int root = lib.typeDef("N", "Root", libObject);
    int virtual = virtual(lib, "M", method(INSTANCE, VOID));
    int middle = lib.typeDef("N", "Middle", root);
    int hiding = lib.method("M", method(INSTANCE, VOID));
    lib.typeDef("N", "Leaf", middle);
    byte[] signature = method(INSTANCE, VOID);
    assertEquals(lib(virtual), resolved(app.memberRef(typeRef("Leaf"), "M", signature)));
    assertEquals(lib(hiding), resolved(app.memberRef(typeRef("Middle"), "M", signature)));
  }

  /** {@code Derived<T> : Base<T[]>}: {@code M(U)} of the base is {@code M(T[])} to its user. */
  @Test
  void method_ofAGenericBaseType_isComparedWithItsArgumentsPutIn() {
    int base = lib.typeDef("N", "Base`1", libObject);
    int wanted = lib.method("M", method(INSTANCE, VOID, typeParameter(0)));
    int spec = lib.typeSpec(generic(classType(base), szArray(typeParameter(0))));
    lib.typeDef("N", "Derived`1", spec);
    int closed = app.typeSpec(generic(classType(typeRef("Derived`1")), INT));
    int right = app.memberRef(closed, "M", method(INSTANCE, VOID, szArray(typeParameter(0))));
    int wrong = app.memberRef(closed, "M", method(INSTANCE, VOID, typeParameter(0)));
    Resolved answer = assertInstanceOf(Resolved.class, resolve(right));
    assertEquals(lib(wanted), answer.why());
    Defined declaring = assertInstanceOf(Defined.class, answer.declaringType());
    assertEquals(new Token(base), declaring.definition().typeDef());
    Defined element = new Defined(new TypeKey(new ModuleID(1), new Token(int32)), List.of());
    assertEquals(List.of(new RuntimeType.Array(element, 1, true)), declaring.typeArguments());
    assertEquals(MemberResolution.Reason.NO_SUCH_MEMBER, reason(wrong));
  }

  @Test
  void method_behindABaseTypeThatIsNotLoaded_namesIt() {
    int gone = lib.typeRef(lib.assemblyRef("Gone", "1.0.0.0"), "N", "Base");
    lib.typeDef("N", "T", gone);
    MemberResolution answer = resolve(app.memberRef(typeRef("T"), "M", method(INSTANCE, VOID)));
    assertEquals(
        new Unresolved(MemberResolution.Reason.NOT_LOADED, "assembly Gone is not loaded"), answer);
  }

  @Test
  void types_thatDeriveFromEachOther_areCircular() {
    int one = lib.typeDef("N", "One");
    int two = lib.typeDef("N", "Two", one);
    lib.set(one, "Extends", two << 2 & 0x3fffffc);
    assertEquals(
        MemberResolution.Reason.CIRCULAR,
        reason(app.memberRef(typeRef("Two"), "M", method(INSTANCE, VOID))));
  }

  /** Sixty base types, each of which doubles its argument: 2^60 parts, if they were put in. */
  @Test
  void baseTypes_thatDoubleTheirArguments_endInAnAnswer() {
    int pair = lib.typeDef("N", "Pair`2", libObject);
    int base = lib.typeDef("N", "Base`1", libObject);
    lib.method("M", method(INSTANCE, VOID, typeParameter(0)));
    for (int i = 0; i < 60; i++) {
      byte[] doubled = generic(classType(pair), typeParameter(0), typeParameter(0));
      base = lib.typeDef("N", "Level" + i, lib.typeSpec(generic(classType(base), doubled)));
    }
    int levels = app.typeSpec(generic(classType(typeRef("Level59")), INT));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(levels, "M", method(INSTANCE, VOID, INT))));
  }

  // Parents.

  @Test
  void method_ofAModuleRef_isTheGlobalOneOfThatModule() {
    ImageBuilder part = ImageBuilder.netmodule("part.netmodule");
    int wanted = part.method("Global", method(VOID));
    others.put("part.netmodule", part);
    int reference = app.memberRef(app.moduleRef("part.netmodule"), "Global", method(VOID));
    assertEquals(new Token(wanted) + " of part.netmodule", resolved(reference));
  }

  @Test
  void method_ofAModuleThatIsNotLoaded_namesIt() {
    int reference = app.memberRef(app.moduleRef("gone.netmodule"), "Global", method(VOID));
    assertEquals(MemberResolution.Reason.NOT_LOADED, reason(reference));
  }

  /** Arguments that a call adds behind the sentinel are its own. */
  @Test
  void call_ofAVarargMethod_isComparedUpToTheSentinel() {
    lib.typeDef("N", "T", libObject);
    int wanted = lib.method("Print", method(VARARG, VOID, STRING));
    int type = typeRef("T");
    byte[] call = method(VARARG, VOID, STRING, sentinel(INT), INT);
    byte[] other = method(VARARG, VOID, INT, sentinel(INT), INT);
    assertEquals(lib(wanted), resolved(app.memberRef(type, "Print", call)));
    assertEquals(lib(wanted), resolved(app.memberRef(type, "Print", method(VARARG, VOID, STRING))));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER, reason(app.memberRef(type, "Print", other)));
  }

  @Test
  void call_ofAVarargMethodOfItsOwnModule_isThatMethod() {
    app.typeDef("N", "Own");
    int own = app.method("Print", method(VARARG, VOID, STRING));
    int right = app.memberRef(own, "Print", method(VARARG, VOID, STRING, sentinel(INT)));
    int wrong = app.memberRef(own, "Print", method(VARARG, VOID, INT, sentinel(INT)));
    assertEquals(new Token(own) + " of App.dll", resolved(right));
    assertEquals(MemberResolution.Reason.NO_SUCH_MEMBER, reason(wrong));
  }

  @Test
  void arrayMethods_areThoseThatTheRuntimeMakes() {
    int matrix = app.typeSpec(array(STRING, 2));
    assertEquals(
        ArrayMethod.GET, member(app.memberRef(matrix, "Get", method(INSTANCE, STRING, INT, INT))));
    assertEquals(
        ArrayMethod.SET,
        member(app.memberRef(matrix, "Set", method(INSTANCE, VOID, INT, INT, STRING))));
    assertEquals(
        ArrayMethod.ADDRESS,
        member(app.memberRef(matrix, "Address", method(INSTANCE, byRef(STRING), INT, INT))));
    assertEquals(
        ArrayMethod.CONSTRUCTOR,
        member(app.memberRef(matrix, ".ctor", method(INSTANCE, VOID, INT, INT, INT, INT))));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(matrix, "Get", method(INSTANCE, STRING, INT))));
  }

  @Test
  void constructors_ofAVectorOfVectors_takeOneLengthOrTwo() {
    int jagged = app.typeSpec(szArray(szArray(INT)));
    byte[] two = method(INSTANCE, VOID, INT, INT);
    byte[] three = method(INSTANCE, VOID, INT, INT, INT);
    assertEquals(ArrayMethod.CONSTRUCTOR, member(app.memberRef(jagged, ".ctor", two)));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER, reason(app.memberRef(jagged, ".ctor", three)));
  }

  @Test
  void array_derivesFromSystemArray() {
    int matrix = app.typeSpec(array(STRING, 2));
    int reference = app.memberRef(matrix, "GetLength", method(INSTANCE, INT, INT));
    Resolved answer = assertInstanceOf(Resolved.class, resolve(reference));
    assertEquals(core(getLength), answer.why());
    assertEquals(new Token(systemArray), ((Defined) answer.declaringType()).definition().typeDef());
  }

  @Test
  void parameter_asAParent_hasNoMembersOfItsOwn() {
    int parameter = app.typeSpec(typeParameter(0));
    assertEquals(
        MemberResolution.Reason.NO_SUCH_MEMBER,
        reason(app.memberRef(parameter, "M", method(INSTANCE, VOID))));
  }

  private MemberResolution.Member member(int token) {
    return assertInstanceOf(Resolved.class, resolve(token)).member();
  }

  // MethodSpecs.

  @Test
  void methodSpec_hasItsTypeArguments() {
    lib.typeDef("N", "T", libObject);
    int wanted = lib.method("Make", genericMethod(1, methodParameter(0)));
    int make = app.memberRef(typeRef("T"), "Make", genericMethod(1, methodParameter(0)));
    int spec = app.methodSpec(make, instantiation(szArray(INT)));
    Resolved answer = assertInstanceOf(Resolved.class, resolve(spec));
    assertEquals(lib(wanted), answer.why());
    Defined element = new Defined(new TypeKey(new ModuleID(1), new Token(int32)), List.of());
    assertEquals(List.of(new RuntimeType.Array(element, 1, true)), answer.methodArguments());
  }

  @Test
  void methodSpec_ofAnotherArity_isDamage() {
    app.typeDef("N", "Own");
    int own = app.method("Make", genericMethod(1, VOID));
    assertEquals(
        MemberResolution.Reason.DAMAGED, reason(app.methodSpec(own, instantiation(INT, INT))));
  }

  // Types that are not known.

  @Test
  void member_ofATypeThatMayBeTwo_isAmbiguous() {
    lib.typeDef("N", "T", libObject);
    lib.method("M", method(VOID));
    ImageBuilder second = ImageBuilder.assembly("Lib", "1.0.0.0").mvid(new UUID(1, 2));
    second.typeDef("N", "T");
    second.method("M", method(VOID));
    others.put("second.dll", second);
    MemberResolution answer = resolve(app.memberRef(typeRef("T"), "M", method(VOID)));
    assertEquals(2, assertInstanceOf(Ambiguous.class, answer).candidates().size());
  }

  @Test
  void method_withATypeThatIsNotLoaded_isNotGuessed() {
    int there = lib.typeRef(lib.assemblyRef("Gone", "1.0.0.0"), "N", "P");
    lib.typeDef("N", "T", libObject);
    lib.method("M", method(VOID, classType(there)));
    int here = app.typeRef(app.assemblyRef("Gone", "1.0.0.0"), "N", "P");
    assertEquals(
        MemberResolution.Reason.NOT_LOADED,
        reason(app.memberRef(typeRef("T"), "M", method(VOID, classType(here)))));
  }

  @Test
  void method_ofATypeThatIsNotLoaded_isNotLoaded() {
    int type = app.typeRef(app.assemblyRef("Gone", "1.0.0.0"), "N", "T");
    assertEquals(
        MemberResolution.Reason.NOT_LOADED, reason(app.memberRef(type, "M", method(VOID))));
  }

  @Test
  void signature_thatCannotBeRead_isDamage() {
    lib.typeDef("N", "T", libObject);
    assertEquals(
        MemberResolution.Reason.DAMAGED, reason(app.memberRef(typeRef("T"), "M", (byte) 0x7f)));
    assertEquals(MemberResolution.Reason.DAMAGED, reason(app.memberRef(typeRef("T"), "M")));
  }

  @Test
  void typeSpecs_thatNameEachOtherAsModifiers_endInAnAnswer() {
    lib.typeDef("N", "T", libObject);
    lib.typeSpec(optional(0x1b000001, INT));
    lib.field("F", field(optional(0x1b000001, INT)));
    app.typeSpec(optional(0x1b000001, INT));
    MemberResolution answer =
        resolve(app.memberRef(typeRef("T"), "F", field(optional(0x1b000001, INT))));
    assertEquals(
        MemberResolution.Reason.CIRCULAR, assertInstanceOf(Unresolved.class, answer).reason());
  }

  /** The first thousands take part; how many there are does not matter to the others. */
  @Test
  void overloads_withoutNumber_areNotAllCompared() {
    lib.typeDef("N", "T", libObject);
    for (int i = 0; i < Overloads.MOST + 10; i++) {
      lib.method("M", method(VOID, INT));
    }
    lib.method("M", method(VOID, STRING));
    int last = app.memberRef(typeRef("T"), "M", method(VOID, STRING));
    Unresolved answer = assertInstanceOf(Unresolved.class, resolve(last));
    assertEquals(MemberResolution.Reason.NO_SUCH_MEMBER, answer.reason());
    assertTrue(answer.detail().endsWith("among the first 4096"), answer.detail());
  }
}
