// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeRefResolverTest {

  private static final byte[] TOKEN = {1, 2, 3, 4, 5, 6, 7, 8};

  private final TestModules modules = new TestModules();

  /** The module that refers to others; a test adds its references, then loads it. */
  private ImageBuilder app = new ImageBuilder();

  @BeforeEach
  void app() {
    app = ImageBuilder.assembly("App", "1.0.0.0");
  }

  /** A reference of the app to {@code N.T} in an assembly. */
  private int reference(String assembly, String version) {
    return app.typeRef(app.assemblyRef(assembly, version), "N", "T");
  }

  /** An assembly that defines {@code N.T}, as its second type; each version has its own MVID. */
  private static ImageBuilder library(String name, String version) {
    ImageBuilder library = ImageBuilder.assembly(name, version);
    library.mvid(UUID.nameUUIDFromBytes((name + version).getBytes(UTF_8)));
    library.typeDef("N", "T");
    return library;
  }

  /** An assembly that forwards {@code N.T} to another. */
  private static ImageBuilder facade(String name, String target) {
    ImageBuilder facade = ImageBuilder.assembly(name, "1.0.0.0");
    facade.exportedType(facade.assemblyRef(target, "1.0.0.0"), "N", "T");
    return facade;
  }

  private String resolved(int reference) {
    return modules.line(modules.load("App.dll", app), reference);
  }

  private Unresolved unresolved(int reference) {
    TypeResolution answer = modules.resolve(modules.load("App.dll", app), reference);
    return assertInstanceOf(Unresolved.class, answer);
  }

  // Tiers.

  @Test
  void reference_toTheExactAssembly_isResolvedInOneHop() {
    Image library = modules.load("Lib.dll", library("Lib", "1.0.0.0"));
    int reference = reference("Lib", "1.0.0.0");
    Image from = modules.load("App.dll", app);
    Resolved answer = assertInstanceOf(Resolved.class, modules.resolve(from, reference));
    assertEquals(new Token(0x02000002), answer.type().token());
    assertEquals(Tier.EXACT, answer.tier());
    assertEquals(0, answer.forwarders());
    assertEquals(1, answer.trail().size());
    Hop hop = answer.trail().get(0);
    assertSame(from, hop.from().image());
    assertSame(library, hop.to().image());
    assertEquals(new Token(reference), hop.via());
  }

  @Test
  void reference_toALowerVersionThanLoaded_isResolvedAsHigher() {
    modules.load("Lib.dll", library("Lib", "10.0.0.0"));
    assertEquals("Lib.dll 0x02000002 higher 0", resolved(reference("Lib", "9.0.0.0")));
  }

  /** The program would abort, or a handler of its own would have to bind it. */
  @Test
  void reference_toAHigherVersionThanLoaded_isRefused_andTheTypeACandidate() {
    modules.load("Lib.dll", library("Lib", "9.0.0.0"));
    Unresolved answer = unresolved(reference("Lib", "10.0.0.0"));
    assertEquals(Reason.REFUSED, answer.reason());
    assertEquals(
        List.of("Lib.dll 0x02000002 refused 0"),
        answer.candidates().stream().map(TestModules::line).toList());
    assertEquals(Tier.REFUSED, answer.worstTier().orElseThrow());
    assertTrue(
        answer
            .why()
            .startsWith(
                "assembly Lib 10.0.0.0 is asked for, and the runtime refuses Lib,"
                    + " Version=9.0.0.0, Culture=neutral, PublicKeyToken=null; it may be"),
        answer.why());
  }

  @Test
  void reference_intoATypeOfARefusedAssembly_keepsTheReasonAndTheCandidate() {
    ImageBuilder library = library("Lib", "9.0.0.0");
    library.nested(0x02000002, "Inner");
    modules.load("Lib.dll", library);
    int outer = reference("Lib", "10.0.0.0");
    int inner = app.typeRef(outer, "", "Inner");
    int absent = app.typeRef(outer, "", "Absent");
    Image from = modules.load("App.dll", app);
    Unresolved answer = assertInstanceOf(Unresolved.class, modules.resolve(from, inner));
    assertEquals(Reason.REFUSED, answer.reason());
    assertEquals("Lib.dll 0x02000003 refused 0", TestModules.line(answer.candidates().get(0)));
    Unresolved none = assertInstanceOf(Unresolved.class, modules.resolve(from, absent));
    assertEquals(Reason.REFUSED, none.reason());
    assertEquals(List.of(), none.candidates());
  }

  @Test
  void reference_toARefusedAndAnAcceptedVersion_isTheAcceptedOne() {
    modules.load("old.dll", library("Lib", "1.0.0.0"));
    modules.load("other.dll", library("Lib", "3.0.0.0").publicKey(TOKEN));
    assertEquals("other.dll 0x02000002 other 0", resolved(reference("Lib", "2.0.0.0")));
  }

  @Test
  void reference_throughAForwarderToARefusedAssembly_isRefused() {
    ImageBuilder facade = ImageBuilder.assembly("Facade", "1.0.0.0");
    facade.exportedType(facade.assemblyRef("Lib", "2.0.0.0"), "N", "T");
    modules.load("Facade.dll", facade);
    modules.load("Lib.dll", library("Lib", "1.0.0.0"));
    Unresolved answer = unresolved(reference("Facade", "1.0.0.0"));
    assertEquals(Reason.REFUSED, answer.reason());
    assertEquals("Lib.dll 0x02000002 refused 1", TestModules.line(answer.candidates().get(0)));
  }

  // Other assemblies.

  @Test
  void reference_toAFacadeThatIsNotLoaded_hasTheTypeOfThatNameAsACandidate() {
    modules.load("Core.dll", library("Core", "1.0.0.0"));
    Unresolved answer = unresolved(reference("Facade", "1.0.0.0"));
    assertEquals(Reason.NOT_LOADED, answer.reason());
    assertEquals(
        List.of("Core.dll 0x02000002 elsewhere 0"),
        answer.candidates().stream().map(TestModules::line).toList());
    assertTrue(
        answer.why().startsWith("assembly Facade is not loaded; it may be 0x02000002 of Core.dll"),
        answer.why());
    assertEquals(Binding.POSSIBLE, answer.candidates().get(0).trail().get(0).binding());
  }

  @Test
  void reference_intoATypeOfAFacadeThatIsNotLoaded_hasTheNestedTypeAsACandidate() {
    ImageBuilder core = library("Core", "1.0.0.0");
    core.nested(0x02000002, "Inner");
    modules.load("Core.dll", core);
    int inner = app.typeRef(reference("Facade", "1.0.0.0"), "", "Inner");
    Unresolved answer = unresolved(inner);
    assertEquals("Core.dll 0x02000003 elsewhere 0", TestModules.line(answer.candidates().get(0)));
  }

  /** What an assembly keeps to itself is no type that others were compiled against. */
  @Test
  void reference_toAFacadeThatIsNotLoaded_hasPublicTypesAsCandidatesBeforeOthers() {
    ImageBuilder copy = library("Copy", "1.0.0.0");
    copy.set(0x02000002, "Flags", 0);
    modules.load("Copy.dll", copy);
    int reference = reference("Facade", "1.0.0.0");
    ImageBuilder core = library("Core", "1.0.0.0");
    core.set(0x02000002, "Flags", 1);
    modules.load("Core.dll", core);
    assertEquals(
        List.of("Core.dll 0x02000002 elsewhere 0"),
        unresolved(reference).candidates().stream().map(TestModules::line).toList());
  }

  @Test
  void reference_toAFacadeThatIsNotLoaded_isNotHurtByADamagedNeighbour() {
    ImageBuilder damaged = library("Damaged", "1.0.0.0");
    damaged.set(0x02000002, "TypeName", 0x7fff);
    modules.load("Damaged.dll", damaged);
    modules.load("Core.dll", library("Core", "1.0.0.0"));
    assertEquals(
        List.of("Core.dll 0x02000002 elsewhere 0"),
        unresolved(reference("Facade", "1.0.0.0")).candidates().stream()
            .map(TestModules::line)
            .toList());
  }

  @Test
  void reference_withAnotherKeyThanLoaded_isResolvedAsOther() {
    modules.load("Lib.dll", library("Lib", "1.0.0.0"));
    int signed = app.typeRef(app.assemblyRef("Lib", "1.0.0.0", TOKEN), "N", "T");
    assertEquals("Lib.dll 0x02000002 other 0", resolved(signed));
  }

  @Test
  void reference_inAnotherCase_isResolved() {
    modules.load("Lib.dll", library("Lib", "1.0.0.0"));
    assertEquals("Lib.dll 0x02000002 exact 0", resolved(reference("lIB", "1.0.0.0")));
  }

  @Test
  void reference_withSeveralVersionsLoaded_isResolvedInTheBestTier() {
    modules.load("old.dll", library("Lib", "1.0.0.0"));
    modules.load("new.dll", library("Lib", "3.0.0.0"));
    modules.load("exact.dll", library("Lib", "2.0.0.0"));
    int exact = reference("Lib", "2.0.0.0");
    int higher = reference("Lib", "2.5.0.0");
    int other = reference("Lib", "4.0.0.0");
    Image from = modules.load("App.dll", app);
    assertEquals("exact.dll 0x02000002 exact 0", modules.line(from, exact));
    assertEquals("new.dll 0x02000002 higher 0", modules.line(from, higher));
    Unresolved refused = assertInstanceOf(Unresolved.class, modules.resolve(from, other));
    assertEquals(3, refused.candidates().size());
  }

  @Test
  void reference_whoseBestTierLacksTheType_isNotResolvedInAWorseOne() {
    modules.load("exact.dll", ImageBuilder.assembly("Lib", "1.0.0.0"));
    modules.load("higher.dll", library("Lib", "2.0.0.0"));
    assertEquals(Reason.NO_SUCH_TYPE, unresolved(reference("Lib", "1.0.0.0")).reason());
  }

  // Several that fit.

  @Test
  void reference_toTwoAssembliesThatFit_isAmbiguous() {
    modules.load("one.dll", library("Lib", "1.0.0.0").mvid(new UUID(1, 1)));
    modules.load("two.dll", library("Lib", "1.0.0.0").mvid(new UUID(2, 2)));
    int reference = reference("Lib", "1.0.0.0");
    Ambiguous answer =
        assertInstanceOf(Ambiguous.class, modules.resolve(modules.load("App.dll", app), reference));
    assertEquals(
        "one.dll 0x02000002 exact 0 | two.dll 0x02000002 exact 0", TestModules.line(answer));
    assertEquals(Tier.EXACT, answer.worstTier().orElseThrow());
  }

  @Test
  void reference_toTwoCopiesOfOneModule_isResolvedInTheFirst() {
    modules.load("one.dll", library("Lib", "1.0.0.0"));
    modules.load("two.dll", library("Lib", "1.0.0.0"));
    assertEquals("one.dll 0x02000002 exact 0", resolved(reference("Lib", "1.0.0.0")));
  }

  /** Rewritten facades for several architectures are known to share one MVID. */
  @Test
  void reference_toTwoModulesOfOneMvidButAnotherRow_isAmbiguous() {
    UUID shared = new UUID(1, 1);
    ImageBuilder shifted = ImageBuilder.assembly("Lib", "1.0.0.0").mvid(shared);
    shifted.typeDef("N", "Before");
    shifted.typeDef("N", "T");
    modules.load("one.dll", library("Lib", "1.0.0.0").mvid(shared));
    modules.load("two.dll", shifted);
    assertEquals(
        "one.dll 0x02000002 exact 0 | two.dll 0x02000003 exact 0",
        resolved(reference("Lib", "1.0.0.0")));
  }

  @Test
  void reference_ofTwoAssembliesWhereOneHasTheType_isResolvedThere() {
    modules.load("without.dll", ImageBuilder.assembly("Lib", "1.0.0.0"));
    modules.load("with.dll", library("Lib", "1.0.0.0"));
    assertEquals("with.dll 0x02000002 exact 0", resolved(reference("Lib", "1.0.0.0")));
  }

  @Test
  void nestedReference_whoseOuterIsAmbiguous_isResolvedWhereTheInnerIs() {
    ImageBuilder with = library("Lib", "1.0.0.0").mvid(new UUID(1, 1));
    with.nested(0x02000002, "Inner");
    modules.load("without.dll", library("Lib", "1.0.0.0").mvid(new UUID(2, 2)));
    modules.load("with.dll", with);
    int inner = app.typeRef(reference("Lib", "1.0.0.0"), "", "Inner");
    assertEquals("with.dll 0x02000003 exact 0", resolved(inner));
  }

  // Forwarders.

  @Test
  void reference_throughAForwarder_isResolvedBehindIt() {
    Image facade = modules.load("Facade.dll", facade("Facade", "Core"));
    Image core = modules.load("Core.dll", library("Core", "1.0.0.0"));
    int reference = reference("Facade", "1.0.0.0");
    Image from = modules.load("App.dll", app);
    Resolved answer = assertInstanceOf(Resolved.class, modules.resolve(from, reference));
    assertEquals("Core.dll 0x02000002 exact 1", TestModules.line(answer));
    assertEquals(2, answer.trail().size());
    Hop forwarding = answer.trail().get(1);
    assertSame(facade, forwarding.from().image());
    assertSame(core, forwarding.to().image());
    assertEquals(new Token(0x27000001), forwarding.via());
    assertTrue(forwarding.isForwarder());
  }

  @Test
  void reference_throughAChainOfForwarders_hasTheWorstTierOfAll() {
    modules.load("One.dll", facade("One", "Two"));
    modules.load("Two.dll", facade("Two", "Three"));
    modules.load("Three.dll", facade("Three", "Core"));
    modules.load("Core.dll", library("Core", "2.0.0.0"));
    assertEquals("Core.dll 0x02000002 higher 3", resolved(reference("One", "1.0.0.0")));
  }

  @Test
  void reference_toATypeBothDefinedAndForwarded_isResolvedWhereDefined() {
    ImageBuilder both = facade("Both", "Core");
    both.typeDef("N", "T");
    modules.load("Both.dll", both);
    modules.load("Core.dll", library("Core", "1.0.0.0"));
    assertEquals("Both.dll 0x02000002 exact 0", resolved(reference("Both", "1.0.0.0")));
  }

  @Test
  void reference_throughForwardersInACircle_isCircular() {
    modules.load("One.dll", facade("One", "Two"));
    modules.load("Two.dll", facade("Two", "Three"));
    modules.load("Three.dll", facade("Three", "One"));
    assertEquals(Reason.CIRCULAR, unresolved(reference("One", "1.0.0.0")).reason());
  }

  @Test
  void reference_throughAForwarderToItself_isCircular() {
    modules.load("Self.dll", facade("Self", "Self"));
    assertEquals(Reason.CIRCULAR, unresolved(reference("Self", "1.0.0.0")).reason());
  }

  @Test
  void reference_throughACircleWithAWayOut_isResolved() {
    modules.load("One.dll", facade("One", "Two"));
    modules.load("back.dll", facade("Two", "One").mvid(new UUID(1, 1)));
    modules.load("out.dll", facade("Two", "Core").mvid(new UUID(2, 2)));
    modules.load("Core.dll", library("Core", "1.0.0.0"));
    assertEquals("Core.dll 0x02000002 exact 2", resolved(reference("One", "1.0.0.0")));
  }

  @Test
  void reference_throughAForwarderToNowhere_namesTheMissingAssembly() {
    modules.load("Facade.dll", facade("Facade", "Core"));
    Unresolved answer = unresolved(reference("Facade", "1.0.0.0"));
    assertEquals(Reason.NOT_LOADED, answer.reason());
    assertTrue(answer.detail().contains("Core"), answer.detail());
  }

  /** Each of 40 facades is loaded twice: 2^40 ways lead to the type. */
  @Test
  void reference_throughManyFacadesLoadedTwice_isResolved() {
    for (int i = 0; i < 40; i++) {
      modules.load("a" + i, facade("F" + i, "F" + (i + 1)).mvid(new UUID(i, 1)));
      modules.load("b" + i, facade("F" + i, "F" + (i + 1)).mvid(new UUID(i, 2)));
    }
    modules.load("Core.dll", library("F40", "1.0.0.0"));
    assertEquals("Core.dll 0x02000002 exact 40", resolved(reference("F0", "1.0.0.0")));
  }

  /** As many as the CLR follows, and one more. */
  @ParameterizedTest
  @CsvSource({"1024, exact 1024", "1025, CIRCULAR"})
  void reference_throughManyForwarders_isFollowedAsFarAsTheClrDoes(int forwarders, String answer) {
    for (int i = 0; i < forwarders; i++) {
      modules.load("f" + i, facade("F" + i, "F" + (i + 1)));
    }
    modules.load("Core.dll", library("F" + forwarders, "1.0.0.0"));
    String line = resolved(reference("F0", "1.0.0.0"));
    assertEquals(answer, line.substring(line.length() - answer.length()));
  }

  /** Earlier answers must not matter, however long their chains. */
  @Test
  void references_ofOneResolver_areAnsweredAsIfEachWereTheFirst() {
    for (int i = 0; i < 1030; i++) {
      modules.load("f" + i, facade("F" + i, "F" + (i + 1)));
    }
    modules.load("Core.dll", library("F1030", "1.0.0.0"));
    int[] begins = {1029, 1020, 500, 8, 6, 5, 4, 0, 1027};
    int[] references = new int[begins.length];
    for (int i = 0; i < begins.length; i++) {
      references[i] = reference("F" + begins[i], "1.0.0.0");
    }
    Image from = modules.load("App.dll", app);
    TypeRefResolver resolver = modules.resolver();
    for (int reference : references) {
      TypeResolution answer = resolver.resolve(new TypeRef(from, reference & 0xffffff));
      assertEquals(modules.resolve(from, reference), answer);
    }
  }

  /** Copies of an assembly, each of which forwards to all. */
  @Test
  void reference_throughACircleOfManyCopies_isCircular() {
    circleOfCopies(100);
  }

  void circleOfCopies(int copies) {
    for (int i = 0; i < copies; i++) {
      modules.load("copy" + i, facade("Lib", "Lib").mvid(new UUID(i, 1)));
    }
    assertEquals(Reason.CIRCULAR, unresolved(reference("Lib", "1.0.0.0")).reason());
  }

  // Nested types.

  @Test
  void nestedReference_throughAForwarder_isResolvedInsideTheOuterOne() {
    ImageBuilder core = library("Core", "1.0.0.0");
    int inner = core.nested(0x02000002, "Inner");
    core.nested(inner, "Innermost");
    ImageBuilder facade = facade("Facade", "Core");
    facade.exportedType(0x27000001, "", "Inner");
    modules.load("Core.dll", core);
    modules.load("Facade.dll", facade);
    int middle = app.typeRef(reference("Facade", "1.0.0.0"), "", "Inner");
    int innermost = app.typeRef(middle, "", "Innermost");
    Image from = modules.load("App.dll", app);
    assertEquals("Core.dll 0x02000003 exact 1", modules.line(from, middle));
    assertEquals("Core.dll 0x02000004 exact 1", modules.line(from, innermost));
  }

  /** The types nested in a forwarded one are where it is, at any depth and behind any facade. */
  @Test
  void nestedReference_throughAForwarderOfTheOuterOneAlone_isResolvedInsideIt() {
    ImageBuilder core = library("Core", "1.0.0.0");
    int inner = core.nested(0x02000002, "Inner");
    core.nested(inner, "Innermost");
    modules.load("Core.dll", core);
    modules.load("Middle.dll", facade("Middle", "Core"));
    modules.load("Facade.dll", facade("Facade", "Middle"));
    int outer = reference("Facade", "1.0.0.0");
    int middle = app.typeRef(outer, "", "Inner");
    int innermost = app.typeRef(middle, "", "Innermost");
    int missing = app.typeRef(outer, "", "Missing");
    Image from = modules.load("App.dll", app);
    assertEquals("Core.dll 0x02000004 exact 2", modules.line(from, innermost));
    assertEquals("Core.dll 0x02000003 exact 2", modules.line(from, middle));
    assertEquals("NO_SUCH_TYPE", modules.line(from, missing));
  }

  @Test
  void nestedReference_toATypeThatIsOnlyAtTopLevel_isNotResolved() {
    ImageBuilder library = library("Lib", "1.0.0.0");
    library.typeDef("", "Inner");
    modules.load("Lib.dll", library);
    int inner = app.typeRef(reference("Lib", "1.0.0.0"), "", "Inner");
    assertEquals(Reason.NO_SUCH_TYPE, unresolved(inner).reason());
  }

  @Test
  void reference_toATypeThatIsOnlyNested_isNotResolved() {
    ImageBuilder library = library("Lib", "1.0.0.0");
    library.nested(0x02000002, "Inner");
    library.exportedType(library.exportedType(library.file("x"), "N", "X"), "", "Part");
    modules.load("Lib.dll", library);
    int scope = app.assemblyRef("Lib", "1.0.0.0");
    int inner = app.typeRef(scope, "", "Inner");
    int part = app.typeRef(scope, "", "Part");
    Image from = modules.load("App.dll", app);
    assertEquals("NO_SUCH_TYPE", modules.line(from, inner));
    assertEquals("NO_SUCH_TYPE", modules.line(from, part));
  }

  @Test
  void nestedReference_enclosedByItself_isCircular() {
    assertEquals(Reason.CIRCULAR, unresolved(app.typeRef(0x01000001, "", "Self")).reason());
  }

  @Test
  void nestedReferences_thatEncloseEachOther_areCircular() {
    app.typeRef(0x01000002, "", "One");
    int two = app.typeRef(0x01000001, "", "Two");
    assertEquals(Reason.CIRCULAR, unresolved(two).reason());
  }

  @Test
  void nestedReference_asDeepAsTheClrAllows_isResolved() {
    ImageBuilder library = library("Lib", "1.0.0.0");
    int type = 0x02000002;
    int reference = reference("Lib", "1.0.0.0");
    for (int i = 0; i < 1024; i++) {
      type = library.nested(type, "N");
      reference = app.typeRef(reference, "", "N");
    }
    modules.load("Lib.dll", library);
    assertEquals("Lib.dll " + new Token(type) + " exact 0", resolved(reference));
  }

  // Scopes.

  @Test
  void reference_withANilScope_isResolvedInItsOwnModule() {
    app.typeDef("N", "T");
    app.exportedType(app.assemblyRef("Core", "1.0.0.0"), "N", "Moved");
    ImageBuilder core = ImageBuilder.assembly("Core", "1.0.0.0");
    core.typeDef("N", "Moved");
    modules.load("Core.dll", core);
    int own = app.typeRef(0, "N", "T");
    int moved = app.typeRef(0, "N", "Moved");
    int absent = app.typeRef(0, "N", "Absent");
    Image from = modules.load("App.dll", app);
    assertEquals("App.dll 0x02000002 exact 0", modules.line(from, own));
    assertEquals("Core.dll 0x02000002 exact 1", modules.line(from, moved));
    assertEquals("NO_SUCH_TYPE", modules.line(from, absent));
  }

  @Test
  void reference_scopedToItsOwnModule_isResolvedThereWithoutAHop() {
    app.typeDef("N", "T");
    int reference = app.typeRef(Table.MODULE.token(1), "N", "T");
    Image from = modules.load("App.dll", app);
    Resolved answer = assertInstanceOf(Resolved.class, modules.resolve(from, reference));
    assertSame(from, answer.type().image());
    assertEquals(0, answer.trail().size());
    assertEquals(Tier.EXACT, answer.tier());
  }

  /** Tried on .NET 9: it follows forwarders from there as from anywhere. */
  @Test
  void reference_scopedToItsOwnModule_followsWhatThatForwards() {
    app.exportedType(app.assemblyRef("Core", "1.0.0.0"), "N", "Moved");
    ImageBuilder core = ImageBuilder.assembly("Core", "1.0.0.0");
    core.typeDef("N", "Moved");
    modules.load("Core.dll", core);
    int byModule = app.typeRef(Table.MODULE.token(1), "N", "Moved");
    int byModuleRef = app.typeRef(app.moduleRef("App.dll"), "N", "Moved");
    Image from = modules.load("App.dll", app);
    assertEquals("Core.dll 0x02000002 exact 1", modules.line(from, byModule));
    assertEquals("Core.dll 0x02000002 exact 1", modules.line(from, byModuleRef));
  }

  @Test
  void reference_scopedToAModuleRef_isResolvedInTheModuleOfThatName() {
    ImageBuilder part = ImageBuilder.netmodule("Part.netmodule");
    part.typeDef("N", "T");
    modules.load("folder/anywhere.bin", part);
    int reference = app.typeRef(app.moduleRef("part.NETMODULE"), "N", "T");
    assertEquals("folder/anywhere.bin 0x02000002 exact 0", resolved(reference));
  }

  @Test
  void reference_scopedToAModuleThatIsNotLoaded_namesIt() {
    Unresolved answer = unresolved(app.typeRef(app.moduleRef("gone.netmodule"), "N", "T"));
    assertEquals(Reason.NOT_LOADED, answer.reason());
    assertTrue(answer.detail().contains("gone.netmodule"), answer.detail());
  }

  @Test
  void reference_toATypeInAFileOfTheAssembly_isResolvedInThatFile() {
    ImageBuilder main = ImageBuilder.assembly("Multi", "1.0.0.0");
    main.exportedType(main.file("part.netmodule"), "N", "T");
    ImageBuilder part = ImageBuilder.netmodule("another name");
    part.typeDef("N", "T");
    modules.load("Multi.dll", main);
    modules.load("folder/part.netmodule", part);
    int reference = reference("Multi", "1.0.0.0");
    Image from = modules.load("App.dll", app);
    Resolved answer = assertInstanceOf(Resolved.class, modules.resolve(from, reference));
    assertEquals("folder/part.netmodule 0x02000002 exact 0", TestModules.line(answer));
    assertEquals(2, answer.trail().size());
  }

  /** {@code TypeDefId} is a hint, which is not updated when the file is built again. */
  @ParameterizedTest
  @ValueSource(ints = {0x02000001, 0x02000003, 0x02ffffff, 0x06000001, -1})
  void reference_toATypeWhoseHintLies_isResolvedByItsName(int hint) {
    ImageBuilder main = ImageBuilder.assembly("Multi", "1.0.0.0");
    int exported = main.exportedType(main.file("part.netmodule"), "N", "T");
    main.set(exported, "TypeDefId", hint);
    ImageBuilder part = ImageBuilder.netmodule("part.netmodule");
    part.typeDef("N", "T");
    part.typeDef("N", "Other");
    modules.load("Multi.dll", main);
    modules.load("part.netmodule", part);
    assertEquals("part.netmodule 0x02000002 exact 0", resolved(reference("Multi", "1.0.0.0")));
  }

  @Test
  void reference_toATypeInAFileThatIsNotLoaded_namesIt() {
    ImageBuilder main = ImageBuilder.assembly("Multi", "1.0.0.0");
    main.exportedType(main.file("part.netmodule"), "N", "T");
    modules.load("Multi.dll", main);
    Unresolved answer = unresolved(reference("Multi", "1.0.0.0"));
    assertEquals(Reason.NOT_LOADED, answer.reason());
    assertTrue(answer.detail().contains("part.netmodule"), answer.detail());
  }

  // Nowhere.

  @Test
  void reference_toAnAssemblyThatIsNotLoaded_namesIt() {
    Unresolved answer = unresolved(reference("Gone", "1.0.0.0"));
    assertEquals(Reason.NOT_LOADED, answer.reason());
    assertTrue(answer.detail().contains("Gone"), answer.detail());
  }

  @Test
  void reference_toATypeThatTheAssemblyLacks_namesBoth() {
    modules.load("Lib.dll", ImageBuilder.assembly("Lib", "1.0.0.0"));
    Unresolved answer = unresolved(reference("Lib", "1.0.0.0"));
    assertEquals(Reason.NO_SUCH_TYPE, answer.reason());
    assertEquals("Lib.dll has no type N.T", answer.detail());
  }

  @Test
  void netmodule_withTheNameOfAnAssembly_isNoAssembly() {
    ImageBuilder part = ImageBuilder.netmodule("Lib");
    part.typeDef("N", "T");
    modules.load("Lib.dll", part);
    assertEquals(Reason.NOT_LOADED, unresolved(reference("Lib", "1.0.0.0")).reason());
  }

  @Test
  void reference_whoseScopeIsNoRow_isDamage() {
    int reference = app.typeRef(0x23000009, "N", "T");
    Image from = modules.load("App.dll", app);
    assertThrows(MetadataFormatException.class, () -> modules.resolve(from, reference));
  }
}
