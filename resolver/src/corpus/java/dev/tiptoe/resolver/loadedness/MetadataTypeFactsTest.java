// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.TypeFacts.Kind;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.loadedness.TypeFacts.ValueField;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Type facts from the demo program and a real CoreLib. */
final class MetadataTypeFactsTest {

  private static final ModuleID CORE_LIB = new ModuleID(0x10);
  private static final ModuleID FACADE = new ModuleID(0x20);
  private static final ModuleID DEMO = new ModuleID(0x30);

  private static final Map<ModuleID, Image> IMAGES = new HashMap<>();
  private static TypeFacts facts = TypeFacts.none();

  @BeforeAll
  static void openImages() throws IOException {
    IMAGES.put(CORE_LIB, Image.open(TestRuntime.directory().resolve("System.Private.CoreLib.dll")));
    IMAGES.put(FACADE, Image.open(TestRuntime.directory().resolve("System.Runtime.dll")));
    IMAGES.put(DEMO, Image.open(TestAssembly.DEMO.path()));
    facts = MetadataTypeFacts.of(IMAGES);
  }

  @Test
  void ship_hasItsStructAndEnumFieldsAndItsBaseBehindTheFacade() {
    TypeDescription ship = describe(DEMO, "Tiptoe.Demo", "Ship");
    assertEquals("Tiptoe.Demo.Ship", ship.name());
    assertEquals(Optional.of(plain(key(CORE_LIB, "System", "Object"))), ship.base());
    assertTrue(ship.fieldsValidated(), "the demo is plain IL");
    assertEquals(
        List.of(
            new ValueField("position", plain(key(DEMO, "Tiptoe.Demo", "Position"))),
            new ValueField("mooring", plain(key(DEMO, "Tiptoe.Demo", "Mooring")))),
        ship.valueFields().stream()
            .filter(each -> keyOf(each.type()).module().equals(DEMO))
            .toList());
    assertEquals(Kind.ENUM, describe(DEMO, "Tiptoe.Demo", "Mooring").kind());
    assertEquals(Kind.STRUCT, describe(DEMO, "Tiptoe.Demo", "Position").kind());
    assertEquals(Kind.REFERENCE, ship.kind());
    assertEquals(Kind.REFERENCE, describe(CORE_LIB, "System", "Enum").kind());
  }

  @Test
  void genericType_isGeneric_andItsInstantiatedBaseIsTheTypeDef() {
    assertTrue(describe(CORE_LIB, "System.Collections.Generic", "List`1").generic());
    assertFalse(describe(CORE_LIB, "System", "String").generic());
    assertEquals(
        Optional.of(
            new Defined(
                key(CORE_LIB, "System.Collections.Generic", "EqualityComparer`1"),
                List.of(new TypeParameter(0)))),
        describe(CORE_LIB, "System.Collections.Generic", "ObjectEqualityComparer`1").base());
  }

  @Test
  void nullableField_isAnInstantiation() {
    TypeKey nullable = key(CORE_LIB, "System", "Nullable`1");
    List<RuntimeType> nullables =
        image(CORE_LIB).typeDefs().stream()
            .flatMap(type -> facts.type(new TypeKey(CORE_LIB, type.token())).stream())
            .flatMap(type -> type.valueFields().stream())
            .map(ValueField::type)
            .filter(type -> type instanceof Defined && keyOf(type).equals(nullable))
            .toList();
    assertFalse(nullables.isEmpty());
    assertTrue(nullables.stream().allMatch(type -> type.components().size() == 1));
  }

  @Test
  void interfaces_areThoseThatTheTypeNames() {
    TypeDescription list = describe(CORE_LIB, "System.Collections.Generic", "List`1");
    assertEquals(
        List.of(
            key(CORE_LIB, "System.Collections", "IEnumerable"),
            key(CORE_LIB, "System.Collections", "IList"),
            key(CORE_LIB, "System.Collections", "ICollection")),
        list.interfaces().stream()
            .filter(each -> each.components().isEmpty())
            .map(MetadataTypeFactsTest::keyOf)
            .toList());
    assertTrue(
        list.interfaces()
            .contains(
                new Defined(
                    key(CORE_LIB, "System.Collections.Generic", "IList`1"),
                    List.of(new TypeParameter(0)))),
        list::toString);
  }

  @Test
  void coreLib_validatesNoFields_andHasTheCanonicalStandIn() {
    assertFalse(describe(CORE_LIB, "System", "String").fieldsValidated());
    assertEquals(Optional.of(key(CORE_LIB, "System", "__Canon")), facts.canonical());
    assertEquals(Optional.empty(), describe(CORE_LIB, "System", "Object").base());
  }

  @Test
  void dateTimeOffset_hasAStructFieldAndPrimitivesAreNone() {
    TypeDescription type = describe(CORE_LIB, "System", "DateTimeOffset");
    assertEquals(
        List.of(key(CORE_LIB, "System", "DateTime")),
        type.valueFields().stream().map(field -> keyOf(field.type())).toList());
  }

  @Test
  void method_hasItsNameAndDeclaringType() {
    TypeDef ship = find(DEMO, "Tiptoe.Demo", "Ship");
    Token constructor =
        ship.methods().stream()
            .filter(method -> method.name().equals(".ctor"))
            .findFirst()
            .orElseThrow()
            .token();
    assertEquals(
        Optional.of(
            new TypeFacts.MethodDescription(
                "Tiptoe.Demo.Ship::.ctor", new TypeKey(DEMO, ship.token()), 0, List.of())),
        facts.method(DEMO, constructor).map(MetadataTypeFactsTest::withoutValues));
  }

  @Test
  void locals_areKnownWhereTheRuntimeCompilesTheCode() {
    assertTrue(methods(DEMO).anyMatch(method -> !method.locals().isEmpty()));
    assertTrue(methods(CORE_LIB).limit(5_000).allMatch(method -> method.locals().isEmpty()));
  }

  private static Stream<TypeFacts.MethodDescription> methods(ModuleID module) {
    return image(module).typeDefs().stream()
        .flatMap(type -> type.methods().stream())
        .flatMap(method -> facts.method(module, method.token()).stream());
  }

  @Test
  void rowOrModuleThatDoesNotExist_isEmpty() {
    assertEquals(Optional.empty(), facts.type(new TypeKey(DEMO, new Token(0x02ffffff))));
    assertEquals(Optional.empty(), facts.type(new TypeKey(DEMO, new Token(0x02000000))));
    assertEquals(Optional.empty(), facts.type(new TypeKey(new ModuleID(9), new Token(0x02000001))));
    assertEquals(Optional.empty(), facts.method(DEMO, new Token(0x06ffffff)));
    assertEquals(Optional.empty(), facts.method(DEMO, new Token(0x06000000)));
  }

  @Test
  void moduleLoadedTwice_isNoTargetForOthersButDescribesItself() {
    ModuleID again = new ModuleID(0x11);
    Map<ModuleID, Image> twice = new HashMap<>(IMAGES);
    twice.put(again, image(CORE_LIB));
    TypeFacts ambiguous = MetadataTypeFacts.of(twice);
    TypeKey ship = key(DEMO, "Tiptoe.Demo", "Ship");
    assertTrue(
        ambiguous.type(ship).orElseThrow().base().orElseThrow() instanceof RuntimeType.Unresolved);
    Token list = find(CORE_LIB, "System.Collections", "ArrayList").token();
    assertEquals(
        Optional.of(again),
        ambiguous
            .type(new TypeKey(again, list))
            .orElseThrow()
            .base()
            .map(type -> keyOf(type).module()));
  }

  @Test
  void enumOfTheDemo_isPublishedWhenItsOwnerIsAnnounced() {
    RuntimeIdMap map = new StoredMap();
    map.moduleLoaded(1, DEMO, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    map.moduleLoaded(1, CORE_LIB, LoadedModule.ofFile("System.Private.CoreLib.dll"));
    Token ship = find(DEMO, "Tiptoe.Demo", "Ship").token();
    map.classLoaded(
        12_300_000, new ClassID(1), new ClassShape.Defined(DEMO, ship, new ClassID(0), List.of()));
    Loadedness loadedness = Loadedness.at(map.now(), facts);
    Token mooring = find(DEMO, "Tiptoe.Demo", "Mooring").token();
    Token angle = find(DEMO, "Tiptoe.Demo", "Angle").token();
    assertEquals(
        "Tiptoe.Demo.Mooring: published, because it is the type of field 'mooring' of"
            + " Tiptoe.Demo.Ship, which was announced at 12.3 ms",
        loadedness.classIDs(DEMO, mooring).why());
    assertEquals(
        "Tiptoe.Demo.Angle: published, because it is the type of field 'Latitude' of"
            + " Tiptoe.Demo.Position, which is the type of field 'position' of"
            + " Tiptoe.Demo.Ship, which was announced at 12.3 ms",
        loadedness.classIDs(DEMO, angle).why());
    assertTrue(
        loadedness.isLoaded(CORE_LIB, find(CORE_LIB, "System", "Object").token()),
        "the base type, through the facade");
  }

  private static TypeFacts.MethodDescription withoutValues(TypeFacts.MethodDescription method) {
    return new TypeFacts.MethodDescription(
        method.name(), method.declaringType(), method.arity(), List.of());
  }

  private static RuntimeType plain(TypeKey key) {
    return new Defined(key, List.of());
  }

  private static TypeKey keyOf(RuntimeType type) {
    return ((Defined) type).definition();
  }

  private static TypeDescription describe(ModuleID module, String namespace, String name) {
    return facts.type(key(module, namespace, name)).orElseThrow();
  }

  private static TypeKey key(ModuleID module, String namespace, String name) {
    return new TypeKey(module, find(module, namespace, name).token());
  }

  private static Image image(ModuleID module) {
    return Objects.requireNonNull(IMAGES.get(module));
  }

  private static TypeDef find(ModuleID module, String namespace, String name) {
    return image(module).findType(namespace, name).orElseThrow();
  }
}
