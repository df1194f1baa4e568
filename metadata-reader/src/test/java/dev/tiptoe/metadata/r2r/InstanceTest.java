// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static dev.tiptoe.metadata.given.GivenCode.code;
import static dev.tiptoe.metadata.given.GivenCode.nameAt;
import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.OBJECT;
import static dev.tiptoe.testdata.image.SignatureBlobs.STRING;
import static dev.tiptoe.testdata.image.SignatureBlobs.array;
import static dev.tiptoe.testdata.image.SignatureBlobs.byRef;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.functionPointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.nested;
import static dev.tiptoe.testdata.image.SignatureBlobs.pointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static dev.tiptoe.testdata.image.ZapSignatures.canon;
import static dev.tiptoe.testdata.image.ZapSignatures.inModule;
import static dev.tiptoe.testdata.image.ZapSignatures.memberRef;
import static dev.tiptoe.testdata.image.ZapSignatures.methodOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.GivenCode;
import dev.tiptoe.metadata.given.GivenCode.Port;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.ZapSignatures;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Instantiated methods: their signatures, and the modules these refer to. */
class InstanceTest {

  private static final int BEGIN = ReadyToRunBuilder.CODE;
  private static final UUID MVID = new UUID(0x0123456789abcdefL, 0x1122334455667788L);

  private final Port port = new Port();
  private final ReadyToRunBuilder builder = new ReadyToRunBuilder(Processor.AMD64_LINUX);

  private ReadyToRun of(byte[] signature) {
    builder.instance(signature, builder.function(0x40));
    return code(builder.build(port.image));
  }

  private String name(byte[] signature) {
    ReadyToRun code = of(signature);
    assertEquals(List.of(), code.damage());
    return nameAt(code, BEGIN);
  }

  static List<Arguments> types() {
    byte[] object = primitive(OBJECT);
    return List.of(
        Arguments.of(primitive(I4), "System.Int32"),
        Arguments.of(canon(), "System.__Canon"),
        Arguments.of(szArray(canon()), "System.__Canon[]"),
        Arguments.of(array(object, 3), "System.Object[,,]"),
        Arguments.of(array(object, 1), "System.Object[*]"),
        Arguments.of(pointer(primitive(SignatureBlobs.VOID)), "System.Void*"),
        Arguments.of(byRef(object), "System.Object&"),
        Arguments.of(valueType(0x02000002), "Port.Ship"),
        Arguments.of(generic(classType(0x02000003), object), "Port.Fleet`1<System.Object>"),
        Arguments.of(typeParameter(2), "!2"),
        Arguments.of(SignatureBlobs.methodParameter(1), "!!1"),
        Arguments.of(
            functionPointer(method(object, primitive(STRING), primitive(I4))),
            "method System.Object(System.String,System.Int32)"),
        Arguments.of(SignatureBlobs.optional(0x02000002, object), "System.Object"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void typeArgument_ofAnyForm_isNamed(byte[] type, String expected) {
    assertEquals(
        "Port.Fleet`1<" + expected + ">::Add(!0):System.Void",
        name(methodOf(generic(classType(port.fleet), type), port.add)));
  }

  @Test
  void method_genericItself_isNamedWithItsArguments() {
    int pick = port.image.method("Pick", SignatureBlobs.genericMethod(2, primitive(I4)));
    assertEquals(
        "Port.Fleet`1::Pick`2():System.Int32<System.Int32,System.__Canon>",
        name(ZapSignatures.method(pick, primitive(I4), canon())));
  }

  @Test
  void method_genericOfAGenericType_isNamedWithBoth() {
    int pick = port.image.method("Pick", SignatureBlobs.genericMethod(1, primitive(I4)));
    byte[] owner = generic(classType(port.fleet), primitive(STRING));
    assertEquals(
        "Port.Fleet`1<System.String>::Pick`1():System.Int32<System.Object>",
        name(methodOf(owner, pick, primitive(OBJECT))));
  }

  /** The arguments are the signature's again, whatever module the generic type is of. */
  @Test
  void type_ofAnotherModule_doesNotTakeItsArgumentsThere() {
    port.image.assemblyRef("Sea", "1.0.0.0");
    byte[] wave = inModule(1, generic(classType(0x02000002), classType(port.ship)));
    assertEquals(
        "Port.Fleet`1<Sea!0x02000002<Port.Ship>>::Add(!0):System.Void",
        name(methodOf(generic(classType(port.fleet), wave), port.add)));
  }

  @Test
  void type_insideAnArrayOfAnotherModule_isOfThatModule() {
    port.image.assemblyRef("Sea", "1.0.0.0");
    byte[] waves = inModule(1, szArray(classType(0x02000002)));
    assertEquals(
        "Port.Fleet`1<Sea!0x02000002[]>::Add(!0):System.Void",
        name(methodOf(generic(classType(port.fleet), waves), port.add)));
  }

  @Test
  void owner_ofAnotherModule_takesTheMethodsTokenThere() {
    port.image.assemblyRef("Sea", "1.0.0.0");
    byte[] owner = inModule(1, generic(classType(0x02000009), primitive(I4)));
    assertEquals("Sea!0x02000009<System.Int32>::0x06000007", name(methodOf(owner, 0x06000007)));
  }

  @Test
  void owner_ofAnotherModuleThatIsAtHand_isNamedFromIt() {
    port.image.assemblyRef("Sea", "1.0.0.0");
    Port sea = new Port();
    Image image = Given.image(sea.image);
    byte[] owner = inModule(1, generic(classType(sea.fleet), primitive(I4)));
    ReadyToRun code = of(methodOf(owner, sea.add));
    ReadyToRunNames names =
        new ReadyToRunNames(
            code,
            assembly -> {
              assertEquals("Sea", assembly.reference().name());
              return Optional.of(image);
            });
    assertEquals(
        "Port.Fleet`1<System.Int32>::Add(!0):System.Void", names.of(code.methods().get(0)));
  }

  /** A TypeRef has the owner's name, but not the module of the method's token. */
  @Test
  void owner_byReference_leavesTheMethodItsToken() {
    int sea = port.image.assemblyRef("Sea", "1.0.0.0");
    int list = port.image.typeRef(sea, "Sea", "List`1");
    assertEquals(
        "Sea.List`1<System.Int32>::0x06000003",
        name(methodOf(generic(classType(list), primitive(I4)), port.add)));
  }

  /** {@code String.Join<int>}: the method's token is that of the module that has the primitives. */
  @Test
  void owner_primitive_isOfTheSystemModule() {
    port.image.assemblyRef("System.Private.CoreLib", "9.0.0.0");
    ReadyToRun code = of(methodOf(primitive(STRING), 0x06000123, primitive(I4)));
    assertEquals("System.String::0x06000123<System.Int32>", nameAt(code, BEGIN));
    ModuleOverride module = code.module(code.methods().get(0).module());
    assertEquals(
        "System.Private.CoreLib",
        assertInstanceOf(ModuleOverride.Assembly.class, module).reference().name());
  }

  @Test
  void owner_primitiveInTheSystemModuleItself_isItsOwn() {
    port.image.typeDef("System", "Object");
    int join = port.image.method("Join", GivenCode.NOTHING);
    assertEquals(
        "System.String::Join():System.Void<System.Int32>",
        name(methodOf(primitive(STRING), join, primitive(I4))));
  }

  @Test
  void owner_primitiveWithoutASystemModule_leavesTheMethodItsToken() {
    assertEquals(
        "System.String::0x06000001<System.Int32>",
        name(methodOf(primitive(STRING), 0x06000001, primitive(I4))));
  }

  /** Index 2 is the manifest from version 6.3 on, and its first assembly before. */
  @ParameterizedTest
  @CsvSource({"9,2,3", "6,3,3", "6,2,2", "3,1,2"})
  void moduleOverride_behindTheModulesReferences_isTheManifests(int major, int minor, int index) {
    port.image.assemblyRef("Sea", "1.0.0.0");
    ImageBuilder manifest = ImageBuilder.netmodule("manifest");
    manifest.assemblyRef("Lake", "2.0.0.0");
    builder.version(major, minor).manifest(manifest).mvid(MVID);
    ReadyToRun code = of(methodOf(inModule(index, classType(0x02000002)), 0x06000001));
    assertEquals("Lake!0x02000002::0x06000001", nameAt(code, BEGIN));
    assertEquals(
        "Sea", assertInstanceOf(ModuleOverride.Assembly.class, code.module(1)).reference().name());
    ModuleOverride.Assembly lake =
        assertInstanceOf(ModuleOverride.Assembly.class, code.module(index));
    assertEquals(Optional.of(MVID), lake.mvid());
    assertThrows(MetadataFormatException.class, () -> code.module(index + 1));
    assertEquals(
        "Port",
        assertInstanceOf(ModuleOverride.Own.class, code.module(0))
            .image()
            .assembly()
            .orElseThrow()
            .name());
  }

  @Test
  void memberRef_ofTheManifest_isItsToken() {
    ImageBuilder manifest = ImageBuilder.netmodule("manifest");
    int lake = manifest.assemblyRef("Lake", "2.0.0.0");
    int list = manifest.typeRef(lake, "Lake", "List`1");
    manifest.memberRef(list, "Add", GivenCode.NOTHING);
    builder.manifest(manifest);
    byte[] owner = generic(classType(list), primitive(I4));
    assertEquals("Lake.List`1<System.Int32>::0x0a000001", name(memberRef(1, owner, 0x0a000001)));
  }

  @Test
  void moduleOverride_withoutAManifest_isNone() {
    ReadyToRun code = of(methodOf(inModule(7, classType(0x02000002)), 0x06000001));
    assertThrows(MetadataFormatException.class, () -> nameAt(code, BEGIN));
    assertThrows(MetadataFormatException.class, () -> code.module(Integer.MAX_VALUE));
  }

  /** The compiler needs this where a value type's native layout is meant. */
  @Test
  void valueType_native_isTheValueType() {
    byte[] type = new byte[] {0x3d, 0x11, 0x08};
    assertEquals(
        "Port.Fleet`1<Port.Ship>::Add(!0):System.Void",
        name(methodOf(generic(classType(port.fleet), type), port.add)));
  }

  static List<byte[]> damaged() {
    byte[] fleet = classType(0x02000003);
    return List.of(
        new byte[] {0x08, 0x01},
        new byte[] {(byte) 0x82, 0x00, 0x01},
        new byte[] {0x04, 0x00},
        new byte[] {0x44},
        methodOf(new byte[] {0x00}, 0x06000001),
        methodOf(new byte[] {0x12, 0x00}, 0x06000001),
        methodOf(new byte[] {0x12, 0x07}, 0x06000001),
        methodOf(nested(0x1d, 300, primitive(I4)), 0x06000001),
        methodOf(nested(0x3d, 300, primitive(I4)), 0x06000001),
        methodOf(array(fleet, 0), 0x06000001),
        methodOf(array(fleet, 33), 0x06000001),
        methodOf(generic(fleet, new byte[] {0x41}), 0x06000001));
  }

  @ParameterizedTest
  @MethodSource("damaged")
  void signature_damaged_isPassedOverAndReported(byte[] signature) {
    ReadyToRun code = of(signature);
    assertEquals(1, code.damage().size());
    assertEquals(0, code.methods().size());
  }
}
