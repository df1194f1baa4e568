// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References whose answer changes with what is observed while they are asked for. */
class LiveReferencesTest {

  private static final AppDomainID DOMAIN = new AppDomainID(0xd0);
  private static final ModuleID LOW = new ModuleID(0x100);
  private static final ModuleID HIGH = new ModuleID(0x200);
  private static final ModuleID APP = new ModuleID(0x300);
  private static final Token TYPE = new Token(0x02000002);
  private static final Token PART = new Token(0x02000003);
  private static final Token HOLDER = new Token(0x02000003);
  private static final Token REFERENCE = new Token(0x01000001);
  private static final Token FIELD_TYPE = new Token(0x1b000001);

  @TempDir private Path folder = Path.of("");

  private final Session session = new Session();
  private final RuntimeFeed feed = session.feed();

  private void load(ModuleID module, String name, String context, ImageBuilder image)
      throws IOException {
    Path file = Files.createDirectories(folder.resolve(module.toString())).resolve(name + ".dll");
    Files.write(file, image.build().bytes());
    AssemblyID assembly = new AssemblyID(module.value() + 1);
    feed.assemblyLoaded(1, assembly, DOMAIN, module, name);
    feed.moduleLoaded(
        1, module, new LoadedModule(file.toString(), Optional.empty(), assembly, 0, 0));
    if (!context.isEmpty()) {
      feed.loadContextReported(1, assembly, context);
    }
  }

  private void library(ModuleID module, String version, String context) throws IOException {
    ImageBuilder library = ImageBuilder.assembly("Lib", version);
    library.typeDef("N", "Base");
    int runtime = library.assemblyRef("System.Runtime", "9.0.0.0");
    library.typeDef("N", "Part", library.typeRef(runtime, "System", "ValueType"));
    load(module, "Lib", context, library);
  }

  /**
   * An App with a type that derives from one of Lib, and one that has a struct of it; it mentions
   * an array, too.
   */
  private void app(String context) throws IOException {
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    int lib = app.assemblyRef("Lib", "1.0.0.0");
    int base = app.typeRef(lib, "N", "Base");
    int part = app.typeRef(lib, "N", "Part");
    app.typeSpec(SignatureBlobs.szArray(SignatureBlobs.classType(base)));
    app.typeDef("N", "Derived", base);
    app.typeDef("N", "Holder");
    app.field("part", SignatureBlobs.field(SignatureBlobs.valueType(part)));
    load(APP, "App", context, app);
  }

  private void observe(long at, ModuleID library) {
    ClassID base = new ClassID(library.value() + 1);
    feed.classLoaded(at, base, new ClassShape.Defined(library, TYPE, new ClassID(0), List.of()));
    feed.classLoaded(at, new ClassID(0x301), new ClassShape.Defined(APP, TYPE, base, List.of()));
  }

  private ModuleID bound(Moment moment) {
    TypeResolution answer = moment.typeDef(APP, REFERENCE);
    return answer.resolved().orElseThrow(() -> new AssertionError(answer.why())).key().module();
  }

  @Test
  void reference_askedBeforeItWasObserved_isSettledByTheObservation() throws IOException {
    library(LOW, "1.0.0.0", "");
    library(HIGH, "2.0.0.0", "");
    app("");
    assertEquals(TypeResolution.Kind.AMBIGUOUS, session.now().typeDef(APP, REFERENCE).kind());
    observe(2, HIGH);
    assertEquals(HIGH, bound(session.now()));
    RuntimeType.Array array =
        assertInstanceOf(RuntimeType.Array.class, session.now().type(APP, FIELD_TYPE));
    RuntimeType.Defined element = assertInstanceOf(RuntimeType.Defined.class, array.element());
    assertEquals(new TypeKey(HIGH, TYPE), element.definition());
  }

  @Test
  void reference_thatWasResolved_isCorrectedByALateObservation() throws IOException {
    library(LOW, "1.0.0.0", "\"A\" PluginContext #1");
    library(HIGH, "2.0.0.0", "Default");
    app("\"A\" PluginContext #1");
    feed.appDomainCreated(9, new AppDomainID(0xd1), "later");
    assertEquals(LOW, bound(session.now()));
    observe(2, HIGH);
    assertEquals(HIGH, bound(session.now()));
    assertEquals(HIGH, bound(session.at(2)));
    assertEquals(LOW, bound(session.at(1)));
  }

  /** The runtime would not look there. */
  @Test
  void reference_thatWasNotBound_isSettledByTheObservation() throws IOException {
    library(LOW, "1.0.0.0", "\"B\" PluginContext #2");
    app("\"A\" PluginContext #1");
    assertEquals(
        TypeResolution.Reason.NOT_LOADED,
        assertInstanceOf(TypeResolution.Unresolved.class, session.now().typeDef(APP, REFERENCE))
            .reason());
    observe(2, LOW);
    assertEquals(LOW, bound(session.now()));
  }

  /** A loaded type proves that the structs inside it are, once it is known where they are. */
  @Test
  void loadedness_askedBeforeAReferenceWasObserved_followsTheObservation() throws IOException {
    library(LOW, "1.0.0.0", "");
    library(HIGH, "2.0.0.0", "");
    app("");
    feed.classLoaded(
        2, new ClassID(0x302), new ClassShape.Defined(APP, HOLDER, new ClassID(0), List.of()));
    assertEquals(Optional.empty(), session.now().classIDs(HIGH, PART).level());
    observe(2, HIGH);
    assertEquals(Optional.of(Level.PUBLISHED), session.now().classIDs(HIGH, PART).level());
    assertEquals(Optional.empty(), session.now().classIDs(LOW, PART).level());
  }

  /** What was observed is not certain any more. */
  @Test
  void reference_whoseObservationIsDisputed_isNotSettled() throws IOException {
    library(LOW, "1.0.0.0", "");
    library(HIGH, "2.0.0.0", "");
    app("");
    feed.classLoaded(
        2,
        new ClassID(LOW.value() + 1),
        new ClassShape.Defined(LOW, TYPE, new ClassID(0), List.of()));
    observe(3, HIGH);
    assertEquals(HIGH, bound(session.now()));
    observe(4, LOW);
    assertEquals(TypeResolution.Kind.AMBIGUOUS, session.now().typeDef(APP, REFERENCE).kind());
  }

  /** The type of a method that runs is as good an observation as one that is announced. */
  @Test
  void reference_ofAMethodsType_isSettled() throws IOException {
    library(LOW, "1.0.0.0", "");
    library(HIGH, "2.0.0.0", "");
    app("");
    ClassID base = new ClassID(0x201);
    feed.classSeen(
        2, base, new ClassShape.Defined(HIGH, TYPE, new ClassID(0), List.of()), ClassSource.PARENT);
    feed.classSeen(
        2,
        new ClassID(0x301),
        new ClassShape.Defined(APP, TYPE, base, List.of()),
        ClassSource.FUNCTION_OWNER);
    assertEquals(HIGH, bound(session.now()));
  }

  /** What was found is kept while nothing is observed that changes it. */
  @Test
  void answer_thatNoObservationChanges_isKept() throws IOException {
    library(LOW, "1.0.0.0", "");
    library(HIGH, "2.0.0.0", "");
    app("");
    observe(2, HIGH);
    TypeResolution before = session.now().typeDef(APP, REFERENCE);
    observe(3, HIGH);
    assertSame(before, session.now().typeDef(APP, REFERENCE));
  }

  /** Files that are gone then are not needed any more. */
  @Test
  void prepare_beforeTheFirstQuestion_opensModulesAndComputesLevels() throws IOException {
    library(LOW, "1.0.0.0", "");
    app("");
    feed.classLoaded(
        2, new ClassID(0x302), new ClassShape.Defined(APP, HOLDER, new ClassID(0), List.of()));
    session.prepare();
    for (ModuleID module : List.of(LOW, APP)) {
      String name = module.equals(APP) ? "App.dll" : "Lib.dll";
      Files.delete(folder.resolve(module.toString()).resolve(name));
    }
    assertEquals(LOW, bound(session.now()));
    assertEquals(Optional.of(Level.PUBLISHED), session.now().classIDs(LOW, PART).level());
  }

  @Test
  void prepare_whileOthersFeedAndAsk_answersAllFacts() throws Exception {
    library(LOW, "1.0.0.0", "");
    app("");
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> others = new ArrayList<>();
      others.add(threads.submit(() -> IntStream.range(0, 200).forEach(i -> session.prepare())));
      others.add(threads.submit(() -> IntStream.range(0, 200).forEach(i -> bound(session.now()))));
      others.add(
          threads.submit(
              () -> IntStream.range(0, 200).forEach(i -> session.now().classIDs(LOW, PART))));
      for (int i = 0; i < 200; i++) {
        ClassID id = new ClassID(0x1000 + i);
        feed.classLoaded(2 + i, id, new ClassShape.Defined(APP, HOLDER, new ClassID(0), List.of()));
        assertEquals(Optional.of(Level.PUBLISHED), session.now().classIDs(LOW, PART).level());
      }
      for (Future<?> each : others) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
