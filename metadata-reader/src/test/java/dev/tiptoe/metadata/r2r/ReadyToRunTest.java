// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static dev.tiptoe.metadata.given.GivenCode.code;
import static dev.tiptoe.metadata.given.GivenCode.nameAt;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.ZapSignatures.methodOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.container.SectionType;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.GivenCode;
import dev.tiptoe.metadata.given.GivenCode.Port;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyToRunTest {

  private static final int BEGIN = ReadyToRunBuilder.CODE;

  private final Port port = new Port();
  private final ReadyToRunBuilder builder = new ReadyToRunBuilder(Processor.AMD64_LINUX);

  private ReadyToRun built() {
    return code(builder.build(port.image));
  }

  private static CodeAt.Method methodAt(ReadyToRun code, int rva) {
    return assertInstanceOf(CodeAt.Method.class, code.methodAt(rva));
  }

  @Test
  void image_withoutNativeCode_hasNone() {
    assertEquals(Optional.empty(), ReadyToRun.of(Given.image(port.image)));
  }

  @ParameterizedTest
  @EnumSource(names = {"AMD64_LINUX", "ARM64", "ARM", "I386", "LOONGARCH64", "RISCV64"})
  void code_ofEachProcessor_isTheMethodsFromItsFirstByteToItsLast(Processor processor) {
    ReadyToRunBuilder on = new ReadyToRunBuilder(processor);
    int sail = on.function(0x40);
    int anchor = on.function(0x100);
    ReadyToRun code =
        code(on.method(port.sail, sail).method(port.anchor, anchor).build(port.image));
    assertEquals(List.of(), code.damage());
    assertEquals("Port.Ship::Sail():System.Void", nameAt(code, BEGIN));
    assertEquals("Port.Ship::Sail():System.Void", nameAt(code, BEGIN + 0x3f));
    assertEquals("Nothing[reason=NO_CODE]", nameAt(code, BEGIN + 0x40));
    assertEquals("Port.Ship::Anchor():System.Void", nameAt(code, on.begin(anchor)));
    assertEquals("Port.Ship::Anchor():System.Void", nameAt(code, on.begin(anchor) + 0xff));
    assertEquals("Nothing[reason=NO_CODE]", nameAt(code, on.begin(anchor) + 0x100));
  }

  @Test
  void code_ofAnUnknownProcessor_isRefused() {
    ReadyToRunBuilder on = new ReadyToRunBuilder(Processor.ALPHA);
    on.method(port.sail, on.function(0x40));
    assertThrows(MetadataFormatException.class, () -> code(on.build(port.image)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 0x2000, 0xfffff, 0x7fffffff, 0x80000000, 0xffffffff})
  void rva_outsideOfAllCode_isNoMethods(int rva) {
    builder.method(port.sail, builder.function(0x40));
    assertEquals(new CodeAt.Nothing(CodeAt.Reason.NO_CODE), built().methodAt(rva));
  }

  /** A handler's code has a runtime function of its own, which no method is listed for. */
  @Test
  void funclet_behindItsMethod_belongsToIt() {
    int sail = builder.function(0x40);
    int funclet = builder.function(0x20);
    int anchor = builder.function(0x10);
    ReadyToRun code =
        code(builder.method(port.sail, sail).method(port.anchor, anchor).build(port.image));
    int rva = builder.begin(funclet) + 4;
    CodeAt.Method found = methodAt(code, rva);
    assertEquals(new Token(port.sail), found.method().method());
    assertEquals(builder.begin(funclet), found.part().begin());
    assertEquals(rva - BEGIN, found.offset());
    assertEquals(
        List.of(new CodeRange(BEGIN, BEGIN + 0x40), found.part()), code.code(found.method()));
  }

  @Test
  void code_beforeTheFirstMethod_isNoMethods() {
    builder.function(0x40);
    ReadyToRun code = code(builder.method(port.sail, builder.function(0x10)).build(port.image));
    assertEquals(new CodeAt.Nothing(CodeAt.Reason.NO_METHOD), code.methodAt(BEGIN));
  }

  /** Hot parts of two methods, then both cold parts, the second one of two functions. */
  @Test
  void coldPart_behindAllOthers_belongsToItsMethod() {
    int sail = builder.function(0x40);
    int funclet = builder.function(0x20);
    int anchor = builder.function(0x10);
    int coldSail = builder.function(0x30);
    int coldAnchor = builder.function(0x50);
    int coldFunclet = builder.function(0x18);
    builder.method(port.sail, sail).method(port.anchor, anchor);
    ReadyToRun code = code(builder.cold(sail, coldSail).cold(anchor, coldAnchor).build(port.image));
    CodeAt.Method inSail = methodAt(code, builder.begin(coldSail) + 8);
    assertEquals(new Token(port.sail), inSail.method().method());
    int hotSize = builder.begin(funclet) + 0x20 - BEGIN;
    assertEquals(hotSize + 8, inSail.offset());
    CodeAt.Method inAnchor = methodAt(code, builder.begin(coldFunclet));
    assertEquals(new Token(port.anchor), inAnchor.method().method());
    assertEquals(
        List.of(builder.begin(anchor), builder.begin(coldAnchor), builder.begin(coldFunclet)),
        code.code(inAnchor.method()).stream().map(CodeRange::begin).toList());
  }

  @Test
  void coldPart_ofNoMethod_isNoMethods() {
    int sail = builder.function(0x40);
    int cold = builder.function(0x30);
    ReadyToRun code = code(builder.method(port.sail, sail).cold(77, cold).build(port.image));
    assertEquals(new CodeAt.Nothing(CodeAt.Reason.NO_METHOD), code.methodAt(builder.begin(cold)));
  }

  @Test
  void code_ofSeveralMethods_isSharedByAllOfThem() {
    int both = builder.function(0x40);
    builder.method(port.sail, both).method(port.anchor, both).method(port.add, builder.function(8));
    ReadyToRun code = built();
    CodeAt.Shared shared = assertInstanceOf(CodeAt.Shared.class, code.methodAt(BEGIN + 2));
    assertEquals(
        List.of(new Token(port.sail), new Token(port.anchor)),
        shared.methods().stream().map(EntryPoint::method).toList());
    assertEquals(2, shared.offset());
    shared.methods().forEach(each -> assertEquals(List.of(shared.part()), code.code(each)));
  }

  @Test
  void methods_listed_areInTheOrderOfTheirCode() {
    int first = builder.function(0x40);
    int second = builder.function(0x40);
    ReadyToRun code =
        code(builder.method(port.sail, second).method(port.anchor, first).build(port.image));
    assertEquals(
        List.of(new Token(port.anchor), new Token(port.sail)),
        code.methods().stream().map(EntryPoint::method).toList());
    assertThrows(IndexOutOfBoundsException.class, () -> code.methods().get(2));
  }

  @Test
  void method_byItsToken_isFoundIfItHasCode() {
    int sail = builder.function(0x40);
    ReadyToRun code = code(builder.method(port.sail, sail).build(port.image));
    EntryPoint found = code.find(0, new Token(port.sail)).orElseThrow();
    assertEquals(new EntryPoint.OfMethodDef(sail, 0, new Token(port.sail)), found);
    assertEquals(List.of(new CodeRange(BEGIN, BEGIN + 0x40)), code.code(found));
    assertEquals(Optional.empty(), code.find(0, new Token(port.anchor)));
    assertEquals(Optional.empty(), code.find(0, new Token(0x06000000)));
    assertEquals(Optional.empty(), code.find(0, new Token(0x06ffffff)));
    assertEquals(Optional.empty(), code.find(0, new Token(port.ship)));
    assertEquals(Optional.empty(), code.find(1, new Token(port.sail)));
  }

  @ParameterizedTest
  @CsvSource({"2,0,true", "3,1,true", "10,1,true", "16,0,true", "1,2,false", "99,0,false"})
  void version_unknown_isNotAnswered(int major, int minor, boolean known) {
    builder.version(major, minor).method(port.sail, builder.function(0x40));
    ReadyToRun code = built();
    assertEquals(known, code.isKnownVersion());
    assertEquals(major, code.header().majorVersion());
    assertEquals(minor, code.header().minorVersion());
    assertEquals(
        known ? "Port.Ship::Sail():System.Void" : "Nothing[reason=UNKNOWN_VERSION]",
        nameAt(code, BEGIN));
    assertEquals(known ? 1 : 0, code.methods().size());
  }

  @Test
  void component_ofACompositeImage_saysWhereItsCodeIs() {
    ReadyToRun code = code(builder.flags(0x20).owner("framework.r2r.dll").build(port.image));
    assertEquals(Optional.of("framework.r2r.dll"), code.ownerComposite());
    assertEquals(new CodeAt.InComposite("framework.r2r.dll"), code.methodAt(BEGIN));
  }

  @Test
  void entry_thatIsDamaged_isPassedOverAndReported() {
    int sail = builder.function(0x40);
    builder.method(port.sail, 4711).method(port.anchor, sail);
    ReadyToRun code = built();
    assertEquals("Port.Ship::Anchor():System.Void", nameAt(code, BEGIN));
    assertEquals(1, code.damage().size());
    assertEquals("there is no runtime function 4711", code.damage().get(0).reason());
  }

  @Test
  void methodDefEntryPoints_thatAreNone_leaveTheInstances() {
    int add = builder.function(0x40);
    builder.section(SectionType.METHOD_DEF_ENTRY_POINTS.number(), (byte) 0xff);
    byte[] owner = classType(port.fleet);
    builder.instance(methodOf(owner, port.add), add);
    ReadyToRun code = built();
    assertEquals("Port.Fleet`1::Add(!0):System.Void", nameAt(code, BEGIN));
    assertEquals(1, code.damage().size());
  }

  @Test
  void damage_withoutEnd_isReportedAHundredTimes() {
    int last = 0;
    for (int i = 0; i < 300; i++) {
      last = port.image.method("M" + i, GivenCode.NOTHING);
      builder.method(last, 4711 + i);
    }
    builder.function(0x40);
    assertEquals(100, built().damage().size());
  }

  /** The same entry points again and again, in one component after the other. */
  @Test
  void composite_whoseComponentsShareTheirEntryPoints_isReadAsOftenAsItsBytesAllow() {
    builder.component().method(0, 0x06001000, builder.function(0x40)).repeatComponents(500);
    BuiltImage image = builder.manifest(ImageBuilder.netmodule("manifest")).buildComposite();
    ReadyToRun code = GivenCode.composite(image);
    assertEquals(100, code.damage().size());
    assertTrue(code.methods().size() <= 2, code.methods().size() + " methods of one function");
  }
}
