// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names for IDs of the demo program, fed by hand. */
class RuntimeNamesTest {

  private static final ModuleID DEMO = new ModuleID(0x1000);
  private static final ClassID NONE = new ClassID(0);
  private static final FunctionID FUNCTION = new FunctionID(0x9000);
  private static final ClassID CRATE = new ClassID(0x2000);
  private static final ClassID COFFEE = new ClassID(0x3000);

  private final RuntimeIdMap map = new StoredMap();
  private final RuntimeNames names = named(map);
  private final Image image;

  private static RuntimeNames named(RuntimeIdMap map) {
    ModuleImages images = new ModuleImages();
    return new RuntimeNames(map, images, new LoadedSymbols(images));
  }

  RuntimeNamesTest() throws IOException {
    image = Image.open(TestAssembly.DEMO.path());
    map.moduleLoaded(1, DEMO, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
  }

  @Test
  void type_withArguments_isNamedWithThem() {
    map.classLoaded(2, COFFEE, type("Coffee"));
    map.classLoaded(3, CRATE, type("Crate`1", COFFEE));
    map.classLoaded(4, new ClassID(0x4000), new ClassShape.Array(CRATE, 0x12, 2));
    assertEquals(
        "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>[,]",
        names.nameOf(new ClassID(0x4000), 5, NameStyle.REFLECTION));
  }

  @Test
  void method_ofAKnownInstantiation_isNamedWithItsArguments() {
    map.classLoaded(2, COFFEE, type("Coffee"));
    map.classLoaded(3, CRATE, type("Crate`1", COFFEE));
    functionSeen(4, CRATE);
    assertEquals(
        "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>::get_Content():!0",
        names.nameOf(FUNCTION, 5, NameStyle.REFLECTION));
  }

  @Test
  void method_whoseClassIsReportedLater_isNamedWithItThen() {
    functionSeen(2, CRATE);
    assertEquals(
        "Tiptoe.Demo.Crate`1::get_Content():!0", names.nameOf(FUNCTION, 3, NameStyle.REFLECTION));
    map.classSeen(4, CRATE, type("Crate`1", COFFEE), ClassSource.FUNCTION_OWNER);
    assertEquals(
        "Tiptoe.Demo.Crate`1<?>::get_Content():!0",
        names.nameOf(FUNCTION, 5, NameStyle.REFLECTION));
    map.classSeen(6, COFFEE, type("Coffee"), ClassSource.TYPE_ARGUMENT);
    assertEquals(
        "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>::get_Content():!0",
        names.nameOf(FUNCTION, 7, NameStyle.REFLECTION));
  }

  @Test
  void id_thatMeansNothing_hasNoName() {
    assertEquals("?", names.nameOf(FUNCTION, 2, NameStyle.REFLECTION));
    assertEquals("?", names.nameOf(CRATE, 2, NameStyle.REFLECTION));
  }

  @Test
  void type_ofAModuleWithoutAFile_isNamedByTheModule() {
    map.moduleLoaded(2, new ModuleID(7), LoadedModule.ofFile("/no/such/Ghost.dll"));
    Token token = new Token(0x02000002);
    map.classLoaded(3, CRATE, new ClassShape.Defined(new ModuleID(7), token, NONE, List.of()));
    assertEquals("Ghost.dll!0x02000002", names.nameOf(CRATE, 4, NameStyle.REFLECTION));
  }

  /** Two methods are two names, which can be looked up later. */
  @Test
  void method_ofAModuleWithoutAFile_isNamedByItsToken() {
    ModuleID ghost = new ModuleID(7);
    map.moduleLoaded(2, ghost, LoadedModule.ofFile("C:\\app\\Ghost.dll"));
    map.classLoaded(2, COFFEE, type("Coffee"));
    Token type = new Token(0x02000002);
    map.classLoaded(3, CRATE, new ClassShape.Defined(ghost, type, NONE, List.of(COFFEE)));
    seen(4, 0x9001, new FunctionShape(NONE, ghost, new Token(0x06000001), List.of(), ""));
    seen(4, 0x9002, new FunctionShape(NONE, ghost, new Token(0x06000002), List.of(COFFEE), ""));
    seen(4, 0x9003, new FunctionShape(CRATE, ghost, new Token(0x06000003), List.of(), ""));
    assertEquals(
        "Ghost.dll!0x06000001", names.nameOf(new FunctionID(0x9001), 5, NameStyle.REFLECTION));
    assertEquals(
        "Ghost.dll!0x06000002<Tiptoe.Demo.Coffee>",
        names.nameOf(new FunctionID(0x9002), 5, NameStyle.REFLECTION));
    assertEquals(
        "Ghost.dll!0x02000002<Tiptoe.Demo.Coffee>::0x06000003",
        names.nameOf(new FunctionID(0x9003), 5, NameStyle.REFLECTION));
  }

  @Test
  void type_ofAModuleWithoutAName_isNamedByTheModulesId() {
    ModuleID nameless = new ModuleID(7);
    map.moduleLoaded(2, nameless, LoadedModule.ofFile(""));
    Token token = new Token(0x02000002);
    map.classLoaded(3, CRATE, new ClassShape.Defined(nameless, token, NONE, List.of()));
    map.classLoaded(3, COFFEE, new ClassShape.Defined(new ModuleID(8), token, NONE, List.of()));
    assertEquals("module 0x7!0x02000002", names.nameOf(CRATE, 4, NameStyle.REFLECTION));
    assertEquals("module 0x8!0x02000002", names.nameOf(COFFEE, 4, NameStyle.REFLECTION));
  }

  /** The runtime's events say so too of the type of dynamic methods, which has no row. */
  @Test
  void type_ofDynamicMethods_isCalledWhatTheRuntimeCallsIt() {
    map.classLoaded(3, CRATE, new ClassShape.Defined(DEMO, new Token(0x02000000), NONE, List.of()));
    assertEquals("dynamicClass", names.nameOf(CRATE, 4, NameStyle.REFLECTION));
  }

  private void seen(long at, long id, FunctionShape shape) {
    map.functionSeen(at, new FunctionID(id), shape, FunctionSource.STACK);
  }

  /** Sixty types, each made of the one before twice: the last has 2^60 parts. */
  @Test
  void type_madeOfFarTooManyParts_isCut() {
    for (int i = 1; i <= 60; i++) {
      ClassID before = new ClassID(i == 1 ? 0 : 0x5000 + i - 1);
      map.classLoaded(1 + i, new ClassID(0x5000 + i), type("Ledger`2", before, before));
    }
    String name = names.nameOf(new ClassID(0x5000 + 60), 100, NameStyle.REFLECTION);
    assertTrue(name.length() < 1 << 20, () -> name.length() + " characters");
    assertTrue(name.startsWith("Tiptoe.Demo.Ledger`2<Tiptoe.Demo.Ledger`2<"), name);
  }

  /** Names of thousands of parts, each made of a few bytes of trace. */
  @Test
  void types_madeOfManyParts_areCutMoreWhenThereAreMany() {
    typesOfManyParts(300);
  }

  void typesOfManyParts(int many) {
    map.classLoaded(2, COFFEE, type("Coffee"));
    ClassID before = COFFEE;
    for (int i = 1; i <= 12; i++) {
      ClassID next = new ClassID(0x5000 + i);
      map.classLoaded(2 + i, next, type("Ledger`2", before, before));
      before = next;
    }
    for (int i = 0; i < many; i++) {
      map.classLoaded(20 + i, new ClassID(0x9000 + i), type("Ledger`2", before, before));
    }
    int time = 20 + many;
    String first = names.nameOf(new ClassID(0x9000), time, NameStyle.REFLECTION);
    assertTrue(first.length() > 60_000 && first.length() < 100_000, () -> first.length() + "");
    long all = 0;
    for (int i = 0; i < many; i++) {
      all += names.nameOf(new ClassID(0x9000 + i), time, NameStyle.REFLECTION).length();
    }
    String last = names.nameOf(new ClassID(0x9000 + many - 1), time, NameStyle.REFLECTION);
    assertTrue(last.length() < 5_000 && last.startsWith("Tiptoe.Demo.Ledger`2<"), last);
    assertTrue(all < 64 << 20, all + " characters");
    assertEquals(first, names.nameOf(new ClassID(0x9000), time, NameStyle.REFLECTION), "as it was");
    assertEquals("Tiptoe.Demo.Coffee", names.nameOf(COFFEE, time, NameStyle.REFLECTION));
  }

  /** To look up each of those that the name has no room for took the square of their number. */
  @Test
  void type_ofFarTooManyArguments_isCut() {
    ClassID argument = COFFEE;
    map.classLoaded(2, COFFEE, type("Coffee"));
    for (int i = 1; i <= 8; i++) {
      List<ClassID> many = Collections.nCopies(100_000, argument);
      argument = new ClassID(0x5000 + i);
      map.classLoaded(2 + i, argument, type("Crate`1", many.toArray(ClassID[]::new)));
    }
    ClassID widest = argument;
    String name =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> names.nameOf(widest, 100, NameStyle.REFLECTION));
    assertTrue(name.length() < 1 << 20, () -> name.length() + " characters");
  }

  private void functionSeen(long at, ClassID owner) {
    Token token =
        image.methodDefs().stream()
            .map(MethodDef::token)
            .filter(each -> new Names(image).of(each).contains("Crate`1::get_Content("))
            .findFirst()
            .orElseThrow();
    FunctionShape shape = new FunctionShape(owner, DEMO, token, List.of(), "");
    map.functionSeen(at, FUNCTION, shape, FunctionSource.STACK);
  }

  private ClassShape type(String name, ClassID... arguments) {
    Token token = image.findType("Tiptoe.Demo", name).orElseThrow().token();
    return new ClassShape.Defined(DEMO, token, NONE, List.of(arguments));
  }

  @Test
  void names_inEachStyle_haveTheActualTypeArguments() {
    map.classLoaded(2, COFFEE, type("Coffee"));
    map.classLoaded(3, CRATE, type("Crate`1", COFFEE));
    map.classLoaded(4, new ClassID(0x4000), new ClassShape.Array(CRATE, 0x12, 2));
    functionSeen(4, CRATE);
    List<String> types = new ArrayList<>();
    List<String> methods = new ArrayList<>();
    for (NameStyle style : NameStyle.values()) {
      types.add(names.nameOf(new ClassID(0x4000), 5, style));
      methods.add(names.nameOf(FUNCTION, 5, style));
    }
    assertEquals(
        List.of(
            "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>[,]",
            "Tiptoe.Demo.Crate`1[Tiptoe.Demo.Coffee][,]",
            "Crate<Coffee>[,]",
            "T:Tiptoe.Demo.Crate`1[,]"),
        types);
    assertEquals(
        List.of(
            "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>::get_Content():!0",
            "Tiptoe.Demo.Crate`1[Tiptoe.Demo.Coffee]::get_Content instance !0  ()",
            "Crate<Coffee>.Content.get",
            "M:Tiptoe.Demo.Crate`1.get_Content"),
        methods);
  }

  @Test
  void instantiation_inCSharp_hasItsArgumentsForTheParametersOfEachPart() {
    List<String> both = List.of("int", "Coffee");
    assertEquals("Outer<int>.Inner<Coffee>", over("Outer<A>.Inner<B>", both));
    assertEquals("Map<int, Coffee>.Entry", over("Map<K, V>.Entry", both));
    assertEquals("Plain<int, Coffee>", over("Plain", both));
    assertEquals("Worker.<Run>d__5<int, Coffee>", over("Worker.<Run>d__5<A, B>", both));
    assertEquals(
        "Buy<int>(List<T>)",
        StyledNames.memberOver("Buy<T>(List<T>)", List.of("int"), NameStyle.CSHARP));
  }

  private static String over(String definition, List<String> arguments) {
    return StyledNames.over(definition, arguments, NameStyle.CSHARP);
  }
}
