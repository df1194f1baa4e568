// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session over facts, and over a folder. */
final class SessionTest {

  private static final Token FIRST_TYPE = new Token(0x02000002);
  private static final ModuleID APP = new ModuleID(1);

  @TempDir private Path folder = Path.of("");

  @Test
  void folder_takenAsLoaded_resolvesReferencesAndNamesRows() throws IOException {
    ImageBuilder port = ImageBuilder.assembly("Port", "1.0.0.0");
    port.typeDef("Port", "Ship");
    Files.write(folder.resolve("Port.dll"), port.build().bytes());
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    int assembly = app.assemblyRef("Port", "1.0.0.0");
    int reference = app.typeRef(assembly, "Port", "Ship");
    Files.write(folder.resolve("App.dll"), app.build().bytes());
    Files.writeString(folder.resolve("Notes.dll"), "no module");

    Moment now = Session.ofFolder(folder).now();
    assertEquals(2, now.ids().modules().count());
    TypeResolution.Resolved found =
        assertInstanceOf(
            TypeResolution.Resolved.class, now.typeDef(new ModuleID(1), new Token(reference)));
    assertEquals(FIRST_TYPE, found.type().token());
    assertEquals("Port.Ship", now.nameOf(new ModuleID(2), FIRST_TYPE));
    assertInstanceOf(LookupAnswer.NotSeen.class, now.classIDs(new ModuleID(2), FIRST_TYPE));
  }

  @Test
  void images_takenAsLoaded_resolveAsAFolderOfThemDoes() {
    ImageBuilder port = ImageBuilder.assembly("Port", "1.0.0.0");
    port.typeDef("Port", "Ship");
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    Token ship = new Token(app.typeRef(app.assemblyRef("Port", "1.0.0.0"), "Port", "Ship"));
    Image first = image("a/Port.dll", port);
    Session session = Session.of(List.of(first, image("b/Port.dll", port), image("App.dll", app)));
    Moment now = session.now();
    assertEquals(
        List.of("a/Port.dll", "b/Port.dll", "App.dll"),
        now.modules().stream().map(module -> module.image().file()).toList());
    TypeResolution.Resolved found = now.typeDef(new ModuleID(3), ship).resolved().orElseThrow();
    assertSame(first, found.module().image());
    assertEquals(new ModuleID(1), found.module().id());
    assertEquals(
        ModuleImage.Identity.GIVEN,
        session.images().of(now.ids(), new ModuleID(1)).opened().orElseThrow().identity());
    assertEquals("there is no runtime to report it", now.loadContext(new ModuleID(1)).why());
    assertEquals(List.of(), session.at(0).modules());
  }

  /** One file that is given twice is two modules, each with its own ID. */
  @Test
  void image_givenTwice_isTwoModules() {
    Image port = image("Port.dll", ImageBuilder.assembly("Port", "1.0.0.0"));
    Moment now = Session.of(List.of(port, port)).now();
    assertEquals(
        List.of(new ModuleID(1), new ModuleID(2)),
        now.modules().stream().map(LoadedImage::id).toList());
  }

  @Test
  void image_withoutAModuleRow_isTakenAsLoadedAllTheSame() {
    ImageBuilder bare = new ImageBuilder();
    bare.typeDef("Port", "Ship");
    Moment now = Session.of(List.of(image("Bare.dll", bare))).now();
    assertEquals("Port.Ship", now.nameOf(new ModuleID(1), new Token(0x02000001)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x02000fff, 0x02000000, 0x01000fff, 0x01000000, 0x27000001, 0x27000000})
  void typeDef_ofARowThatIsNotThere_isUnresolvedForThatReason(int token) {
    Moment now = app().now();
    TypeResolution answer = now.typeDef(APP, new Token(token));
    assertEquals(TypeResolution.Kind.UNRESOLVED, answer.kind());
    assertEquals(List.of(), answer.candidates());
    assertEquals(
        new TypeResolution.Unresolved(
            TypeResolution.Reason.NO_SUCH_ROW, "App.dll has no row " + new Token(token)),
        answer);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x02000fff, 0x02000000, 0x01000fff, 0x1b000fff, 0x1b000000, 0xff000001})
  void type_ofARowThatIsNotThere_isUnresolvedForThatReason(int token) {
    assertEquals(
        new RuntimeType.Unresolved(
            RuntimeType.Reason.NO_SUCH_ROW, "App.dll has no row " + new Token(token)),
        app().now().type(APP, new Token(token)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0a000fff, 0x0a000000, 0x2b000001})
  void member_ofARowThatIsNotThere_isUnresolvedForThatReason(int token) {
    MemberResolution answer = app().now().member(APP, new Token(token));
    assertFalse(answer.isResolved());
    assertEquals(
        new MemberResolution.Unresolved(
            MemberResolution.Reason.NO_SUCH_ROW, "App.dll has no row " + new Token(token)),
        answer);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0x02000fff, 0x02000000, 0x01000fff, 0x01000000, 0x1b000fff, 0x1b000000, 0x27000fff})
  void classIDs_ofARowThatIsNotThere_areNotSeenForThatReason(int token) {
    assertNoSuchRow(app().now().classIDs(APP, new Token(token)), new Token(token));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x06000fff, 0x06000000})
  void functionIDs_ofARowThatIsNotThere_areNotSeenForThatReason(int token) {
    Moment now = app().now();
    assertNoSuchRow(now.functionIDs(APP, new Token(token)), new Token(token));
    IdFilter filter = IdFilter.all().in(new AppDomainID(1));
    assertNoSuchRow(now.functionIDs(APP, new Token(token), filter), new Token(token));
  }

  private static void assertNoSuchRow(LookupAnswer<?> answer, Token token) {
    String subject = token + " in App.dll";
    assertEquals(
        new LookupAnswer.NotSeen<>(
            subject, LookupAnswer.Reason.NO_SUCH_ROW, "its module has no such row"),
        answer);
    assertEquals(token + " in App.dll: not seen; its module has no such row", answer.why());
  }

  /** A trace may say what the file denies. */
  @Test
  void fields_ofAClassWhoseRowIsNotThere_areNotKnownForThatReason() {
    Session session = app();
    Token absent = new Token(0x02000fff);
    ClassID id = new ClassID(7);
    session
        .feed()
        .classLoaded(20, id, new ClassShape.Defined(APP, absent, new ClassID(0), List.of()));
    FieldsAnswer.NotKnown answer = session.now().fields(id).notKnown().orElseThrow();
    assertEquals(FieldsAnswer.Reason.NO_SUCH_ROW, answer.reason());
    assertTrue(answer.detail().contains("no such row"), answer.detail());
    assertEquals("App.dll!0x02000fff", session.now().nameOf(id));
  }

  @Test
  void classIDs_ofATypeWhoseRowIsNotThere_areNotSeenForThatReason() {
    Token absent = new Token(0x02000fff);
    RuntimeType type = new RuntimeType.Defined(new TypeKey(APP, absent), List.of());
    LookupAnswer.NotSeen<?> answer =
        assertInstanceOf(LookupAnswer.NotSeen.class, app().now().classIDs(type));
    assertEquals(LookupAnswer.Reason.NO_SUCH_ROW, answer.reason());
  }

  /** A program's own files, and those of a framework. */
  @Test
  void folders_takenAsLoaded_areOneProgram() throws IOException {
    Path own = Files.createDirectory(folder.resolve("own"));
    Path framework = Files.createDirectory(folder.resolve("framework"));
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    Token ship = new Token(app.typeRef(app.assemblyRef("Port", "1.0.0.0"), "Port", "Ship"));
    Files.write(own.resolve("App.dll"), app.build().bytes());
    Files.write(own.resolve("Port.dll"), port("1.0.0.0"));
    Files.write(own.resolve("Quay.dll"), ImageBuilder.assembly("Quay", "2.0.0.0").build().bytes());
    Files.write(framework.resolve("Port.dll"), port("2.0.0.0"));
    Files.write(
        framework.resolve("Quay.dll"), ImageBuilder.assembly("Quay", "2.0.0.0").build().bytes());
    Moment now = Session.ofFolders(List.of(own, framework)).now();
    assertEquals(
        List.of(own.resolve("App.dll"), own.resolve("Quay.dll"), framework.resolve("Port.dll")),
        now.modules().stream().map(module -> Path.of(module.image().file())).toList());
    assertEquals(Tier.HIGHER, now.typeDef(APP, ship).worstTier().orElseThrow());
  }

  private static byte[] port(String version) {
    ImageBuilder port = ImageBuilder.assembly("Port", version);
    port.typeDef("Port", "Ship");
    return port.build().bytes();
  }

  @Test
  void folder_withAFileThatIsNoModule_isTakenWithoutIt() throws IOException {
    Files.createDirectory(folder.resolve("Folder.dll"));
    Files.writeString(folder.resolve("Text.dll"), "no module");
    Files.write(folder.resolve("Port.dll"), port("1.0.0.0"));
    assertEquals(1, Session.ofFolder(folder).now().modules().size());
  }

  // ---- from references to methods

  private static final byte[] VOID =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  /** A generic type with a method, and an application that calls it on two instantiations. */
  private static final class Calls {
    final Session session;
    final ModuleID port = new ModuleID(1);
    final Token crate;
    final Token load;
    final Token onInt;
    final Token onShip;
    final Token plain;
    final Token field;
    final ClassID shipClass = new ClassID(0x70);
    final ClassID structClass = new ClassID(0x71);
    final ClassID crateOfStruct = new ClassID(0x72);
    final ClassID crateOfShip = new ClassID(0x73);

    Calls() {
      ImageBuilder library = ImageBuilder.assembly("Port", "1.0.0.0");
      int object = library.typeDef("System", "Object");
      int valueType = library.typeDef("System", "ValueType", object);
      Token ship = new Token(library.typeDef("Port", "Ship", object));
      Token weight = new Token(library.typeDef("Port", "Weight", valueType));
      crate = new Token(library.typeDef("Port", "Crate`1", object));
      library.genericParam(crate.value(), 0, "T");
      load = new Token(library.method("Load", VOID));
      ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
      int reference = app.assemblyRef("Port", "1.0.0.0");
      int crateRef = app.typeRef(reference, "Port", "Crate`1");
      int weightRef = app.typeRef(reference, "Port", "Weight");
      int shipRef = app.typeRef(reference, "Port", "Ship");
      int ofWeight =
          app.typeSpec(
              SignatureBlobs.generic(
                  SignatureBlobs.classType(crateRef), SignatureBlobs.valueType(weightRef)));
      int ofShip =
          app.typeSpec(
              SignatureBlobs.generic(
                  SignatureBlobs.classType(crateRef), SignatureBlobs.classType(shipRef)));
      onInt = new Token(app.memberRef(ofWeight, "Load", VOID));
      onShip = new Token(app.memberRef(ofShip, "Load", VOID));
      plain = new Token(app.memberRef(shipRef, "Sink", VOID));
      field = new Token(app.memberRef(shipRef, "Sunk", SignatureBlobs.field(new byte[] {0x02})));
      session = Session.of(List.of(image("Port.dll", library), image("App.dll", app)));
      ClassID none = new ClassID(0);
      session
          .feed()
          .classLoaded(10, shipClass, new ClassShape.Defined(port, ship, none, List.of()));
      session
          .feed()
          .classLoaded(10, structClass, new ClassShape.Defined(port, weight, none, List.of()));
      session
          .feed()
          .classLoaded(
              11, crateOfStruct, new ClassShape.Defined(port, crate, none, List.of(structClass)));
      session
          .feed()
          .classLoaded(
              11, crateOfShip, new ClassShape.Defined(port, crate, none, List.of(shipClass)));
    }

    void seen(long id, ClassID owner) {
      session
          .feed()
          .functionSeen(
              12,
              new FunctionID(id),
              new FunctionShape(owner, port, load, List.of(), ""),
              FunctionSource.STACK);
    }

    LookupAnswer<ClassID> classes(int reference) {
      return session.now().classIDs(new ModuleID(2), new Token(reference));
    }

    LookupAnswer<FunctionID> ask(Token reference) {
      return session.now().functionIDs(new ModuleID(2), reference);
    }
  }

  @Test
  void classIDs_ofATypeRef_areThoseOfTheTypeItLeadsTo() {
    Calls calls = new Calls();
    LookupAnswer<ClassID> ship = calls.classes(0x01000003);
    assertEquals(List.of(calls.shipClass), ship.ids());
    assertEquals(Optional.of(Level.ANNOUNCED), ship.level());
    assertEquals("Port.Ship", ship.subject());
    assertEquals(List.of(calls.crateOfStruct, calls.crateOfShip), calls.classes(0x01000001).ids());
  }

  @Test
  void classIDs_ofATypeSpec_areThoseOfTheInstantiation() {
    Calls calls = new Calls();
    assertEquals(List.of(calls.crateOfStruct), calls.classes(0x1b000001).ids());
    assertEquals(List.of(calls.crateOfShip), calls.classes(0x1b000002).ids());
  }

  @Test
  void classIDs_ofAReferenceThatLeadsNowhere_sayWhy() {
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    Token ship = new Token(app.typeRef(app.assemblyRef("Port", "1.0.0.0"), "Port", "Ship"));
    Moment now = Session.of(List.of(image("App.dll", app))).now();
    LookupAnswer.NotSeen<?> answer =
        assertInstanceOf(LookupAnswer.NotSeen.class, now.classIDs(APP, ship));
    assertEquals(LookupAnswer.Reason.NOT_RESOLVED, answer.reason());
    assertEquals(ship + " in App.dll: not seen; assembly Port is not loaded", answer.why());
  }

  /** Each type that a reference may lead to can be asked about. */
  @Test
  void loadedness_ofAResolution_isThatOfItsDefinition() {
    Calls calls = new Calls();
    Moment now = calls.session.now();
    TypeResolution ship = now.typeDef(new ModuleID(2), new Token(0x01000003));
    assertEquals(
        Optional.of(Level.ANNOUNCED), now.loadedness(ship.resolved().orElseThrow()).level());
    assertEquals(List.of(calls.shipClass), now.loadedness(ship.candidates().get(0)).ids());
  }

  @Test
  void functionIDs_ofAMemberRef_areThoseOfTheInstantiationItNames() {
    Calls calls = new Calls();
    calls.seen(0x90, calls.crateOfStruct);
    calls.seen(0x91, calls.crateOfShip);
    assertEquals(List.of(new FunctionID(0x90)), calls.ask(calls.onInt).ids());
    assertEquals(List.of(new FunctionID(0x91)), calls.ask(calls.onShip).ids());
  }

  /** Code for reference types is shared, and the runtime names no class for it. */
  @Test
  void functionIDs_ofAMemberRef_haveSharedCodeWhereTheInstantiationSharesIt() {
    Calls calls = new Calls();
    calls.seen(0x90, calls.crateOfStruct);
    calls.seen(0x92, new ClassID(0));
    assertEquals(List.of(new FunctionID(0x92)), calls.ask(calls.onShip).ids());
    assertEquals(List.of(new FunctionID(0x90)), calls.ask(calls.onInt).ids());
  }

  @Test
  void functionIDs_ofAMemberRef_whenOnlyOthersWereMet_areNotSeen() {
    Calls calls = new Calls();
    calls.seen(0x91, calls.crateOfShip);
    LookupAnswer.NotSeen<?> answer =
        assertInstanceOf(LookupAnswer.NotSeen.class, calls.ask(calls.onInt));
    assertEquals(LookupAnswer.Reason.NOT_MET, answer.reason());
  }

  @Test
  void functionIDs_ofAReferenceThatLeadsToNoMethod_sayWhy() {
    Calls calls = new Calls();
    for (Token token : List.of(calls.plain, calls.field)) {
      LookupAnswer.NotSeen<?> answer =
          assertInstanceOf(LookupAnswer.NotSeen.class, calls.ask(token));
      assertEquals(LookupAnswer.Reason.NOT_RESOLVED, answer.reason());
      assertTrue(answer.why().startsWith(token + " in App.dll: "), answer.why());
    }
    LookupAnswer.NotSeen<?> absent =
        assertInstanceOf(LookupAnswer.NotSeen.class, calls.ask(new Token(0x0a000fff)));
    assertEquals(LookupAnswer.Reason.NO_SUCH_ROW, absent.reason());
  }

  /** A copy of a dynamic module's metadata lacks the types that were made after it. */
  @Test
  void classIDs_ofARowThatIsNotThere_whenAFactNamedIt_areLoaded() {
    Session session = app();
    Token later = new Token(0x02000fff);
    ClassID id = new ClassID(7);
    ClassShape shape = new ClassShape.Defined(APP, later, new ClassID(0), List.of());
    session.feed().classLoaded(20, id, shape);
    LookupAnswer<ClassID> answer = session.now().classIDs(APP, later);
    assertEquals(LookupAnswer.Kind.LOADED, answer.kind());
    assertEquals(List.of(id), answer.ids());
  }

  /** What may exist but is not available is not denied. */
  @Test
  void functionIDs_whenTheMetadataIsNotAtHand_areNotMet() {
    Session session = new Session();
    session.feed().moduleLoaded(10, APP, LoadedModule.ofFile("/nowhere/App.dll"));
    LookupAnswer.NotSeen<?> answer =
        assertInstanceOf(
            LookupAnswer.NotSeen.class, session.now().functionIDs(APP, new Token(0x06000fff)));
    assertEquals(LookupAnswer.Reason.NOT_MET, answer.reason());
  }

  private static Session app() {
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    app.typeDef("App", "Program");
    return Session.of(List.of(image("App.dll", app)));
  }

  private static Image image(String file, ImageBuilder builder) {
    return Image.of(file, builder.build().buffer());
  }

  @Test
  void moment_ofAPastTime_doesNotChangeWhenFactsArrive() {
    Session session = new Session();
    ModuleID demo = new ModuleID(1);
    ClassID type = new ClassID(7);
    session.feed().moduleLoaded(10, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    Moment before = session.at(10);
    session
        .feed()
        .classLoaded(20, type, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(0), List.of()));
    assertEquals(10, before.time());
    assertInstanceOf(LookupAnswer.NotSeen.class, before.classIDs(demo, FIRST_TYPE));
    assertInstanceOf(FieldsAnswer.NotKnown.class, before.fields(type));
    assertSame(session.at(15), session.at(15));
    session.feed().instanceSeen(12, type, InstanceSource.HEAP);
    assertInstanceOf(LookupAnswer.Loaded.class, session.at(15).classIDs(demo, FIRST_TYPE));
  }

  @Test
  void moment_ofNow_hearsEveryFact() {
    Session session = new Session();
    ModuleID demo = new ModuleID(1);
    ClassID type = new ClassID(7);
    Moment now = session.now();
    session.feed().moduleLoaded(10, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    assertEquals(10, now.time());
    assertInstanceOf(LookupAnswer.NotSeen.class, now.classIDs(demo, FIRST_TYPE));
    session
        .feed()
        .classLoaded(20, type, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(0), List.of()));
    assertEquals(Optional.of(Level.ANNOUNCED), now.classIDs(demo, FIRST_TYPE).level());
    assertInstanceOf(FieldsAnswer.Listed.class, now.fields(type));
    assertTrue(now.loadedness(type).isLoaded());
    assertEquals(now.nameOf(type), now.nameOf(now.typeOf(type)));
    assertEquals(now.fields(type), now.fields(now.typeOf(type)));
    assertTrue(now.loadContext(demo).why().contains("no load context was reported"));
    session.feed().instanceSeen(30, type, InstanceSource.HEAP);
    assertEquals(Optional.of(Level.USABLE), now.classIDs(demo, FIRST_TYPE).level());
    session.feed().unloadStarted(40, demo);
    assertFalse(now.loadedness(type).isLoaded());
  }

  /** Crane : Base&lt;byte*[]>; nobody knows whether a pointer's parts were unloaded. */
  @Test
  void type_thatIsUncertainSinceAnUnload_wasNotNeverAnnounced() {
    Session session = new Session();
    RuntimeFeed feed = session.feed();
    ModuleID demo = new ModuleID(1);
    ClassID crane = new ClassID(7);
    feed.coverage(
        0, new Coverage(Set.of(Coverage.Kind.CLASSES), Coverage.State.COMPLETE, "from the start"));
    feed.moduleLoaded(1, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    feed.moduleLoaded(2, new ModuleID(2), LoadedModule.ofFile("Other.dll"));
    feed.classLoaded(10, new ClassID(4), new ClassShape.Composite());
    feed.classLoaded(11, new ClassID(5), new ClassShape.Array(new ClassID(4), 0x1d, 1));
    feed.classLoaded(
        12,
        new ClassID(6),
        new ClassShape.Defined(
            demo, new Token(0x02000003), new ClassID(0), List.of(new ClassID(5))));
    feed.classLoaded(
        13, crane, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(6), List.of()));
    feed.instanceSeen(14, crane, InstanceSource.HEAP);
    assertTrue(session.now().classIDs(demo, FIRST_TYPE).isLoaded());
    feed.unloadStarted(50, new ModuleID(2));
    for (Moment each : List.of(session.now(), session.at(50))) {
      LookupAnswer.NotSeen<?> answer =
          assertInstanceOf(LookupAnswer.NotSeen.class, each.classIDs(demo, FIRST_TYPE));
      assertEquals(LookupAnswer.Reason.UNCERTAIN, answer.reason());
    }
    Token other = new Token(0x02000004);
    assertEquals(LookupAnswer.Kind.NEVER_ANNOUNCED, session.now().classIDs(demo, other).kind());
    feed.classLoaded(
        60, crane, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(0), List.of()));
    feed.classLoaded(70, crane, new ClassShape.Defined(demo, other, new ClassID(0), List.of()));
    assertEquals(LookupAnswer.Kind.NOT_SEEN, session.now().classIDs(demo, other).kind());
    assertEquals(LookupAnswer.Kind.NOT_SEEN, session.at(70).classIDs(demo, other).kind());
    assertEquals(LookupAnswer.Kind.NEVER_ANNOUNCED, session.at(69).classIDs(demo, other).kind());
  }

  /** Compiled at 3, executing at 5, and then nothing else. */
  @Test
  void sample_afterAllOtherFacts_isHeardByEveryQuestion() {
    Session session = new Session();
    ModuleID demo = new ModuleID(1);
    ClassID type = new ClassID(7);
    FunctionID method = new FunctionID(8);
    session.feed().moduleLoaded(1, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    session
        .feed()
        .classLoaded(2, type, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(0), List.of()));
    FunctionShape shape = new FunctionShape(type, demo, new Token(0x06000001), List.of(), "");
    session.feed().functionSeen(3, method, shape, FunctionSource.JITTED);
    session.feed().stackSampled(5, new ThreadID(9), List.of(method), false);
    assertEquals(5, session.now().time());
    assertEquals(5, session.map().now().time());
    assertEquals(Optional.of(Level.USABLE), session.now().classIDs(demo, FIRST_TYPE).level());
    assertEquals(Optional.of(Level.USABLE), session.at(5).classIDs(demo, FIRST_TYPE).level());
    assertEquals(Optional.of(Level.ANNOUNCED), session.at(4).classIDs(demo, FIRST_TYPE).level());
  }

  /** A frame at 3, whose method is described at 12: at 5 its type was usable. */
  @Test
  void momentOfAPastTime_askedForAgain_hasWhatWaitedForADescription() {
    Session session = new Session();
    ModuleID demo = new ModuleID(1);
    ClassID type = new ClassID(7);
    FunctionID method = new FunctionID(8);
    session.feed().moduleLoaded(1, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    session
        .feed()
        .classLoaded(2, type, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(0), List.of()));
    session.feed().stackSampled(3, new ThreadID(9), List.of(method), false);
    session.feed().stackSampled(10, new ThreadID(9), List.of(), false);
    assertEquals(Optional.of(Level.ANNOUNCED), session.at(5).classIDs(demo, FIRST_TYPE).level());
    FunctionShape shape = new FunctionShape(type, demo, new Token(0x06000001), List.of(), "");
    session.feed().functionSeen(12, method, shape, FunctionSource.JITTED);
    assertEquals(Optional.of(Level.USABLE), session.at(5).classIDs(demo, FIRST_TYPE).level());
  }
}
