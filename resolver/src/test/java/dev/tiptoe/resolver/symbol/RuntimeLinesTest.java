// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.SourcePlace.Known;
import dev.tiptoe.symbols.SourcePlace.Unknown;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From native addresses to lines of the demo program, fed by hand. */
class RuntimeLinesTest {

  private static final ModuleID DEMO = new ModuleID(0x1000);
  private static final FunctionID CLOSE = new FunctionID(0x9000);
  private static final FunctionID DYNAMIC = new FunctionID(0x9100);
  private static final long CODE = 0x40000;

  /** {@code Harbour.Close}, of which the first 4 bytes are the prolog and the rest IL 0. */
  private static final NativeCode COMPILED =
      new NativeCode(
          0,
          List.of(new Range(CODE, 0x20)),
          List.of(new IlMapping(IlMapping.PROLOG, 0, 4), new IlMapping(0, 4, 0x20)));

  @TempDir private Path folder = Path.of("");

  private final Session session = new Session();

  private void load(Path dll) throws IOException {
    load(session, dll);
  }

  private static void load(Session session, Path dll) throws IOException {
    load(session, LoadedModule.ofFile(dll.toString()));
  }

  private static void load(Session session, LoadedModule module) throws IOException {
    session.feed().moduleLoaded(1, DEMO, module);
    FunctionShape shape = new FunctionShape(new ClassID(0), DEMO, close(), List.of(), "");
    session.feed().functionSeen(2, CLOSE, shape, FunctionSource.JITTED);
    session.feed().codeSeen(10, CLOSE, COMPILED);
  }

  private static Token close() throws IOException {
    return closeMethod().token();
  }

  private static int closeSize() throws IOException {
    return Body.codeSize(closeMethod());
  }

  private static MethodDef closeMethod() throws IOException {
    return Image.open(TestAssembly.DEMO.path())
        .findType("Tiptoe.Demo", "Harbour")
        .orElseThrow()
        .methods()
        .stream()
        .filter(method -> method.name().equals("Close"))
        .findFirst()
        .orElseThrow();
  }

  private SourcePlace at(long address) {
    return session.now().sourceAt(address);
  }

  private String why(long address) {
    SourcePlace where = at(address);
    assertTrue(where.known().isEmpty());
    return assertInstanceOf(Unknown.class, where).reason();
  }

  @Test
  void address_inAMethodWithAPdb_isItsLine() throws IOException {
    load(TestAssembly.DEMO.path());
    Known close = assertInstanceOf(Known.class, at(CODE + 4));
    List<String> source = Files.readAllLines(TestAssembly.DEMO.path().resolveSibling("Harbour.cs"));
    assertTrue(source.get(close.line() - 1).contains("void Close() => closed = true;"));
    assertEquals("/Demo/Harbour.cs:" + close.line(), close.toString());
    assertEquals(close, at(CODE + 0x1f).known().orElseThrow());
  }

  @Test
  void address_ofNoIl_hasNoLine() throws IOException {
    load(TestAssembly.DEMO.path());
    assertEquals("the instruction has no known place in the IL: PROLOG", why(CODE));
    assertEquals("no method that is known to live has code at 0x40020", why(CODE + 0x20));
  }

  /** The last line of the method would be a guess. */
  @Test
  void il_behindTheCode_hasNoLine() throws IOException {
    load(TestAssembly.DEMO.path());
    FunctionFact method = session.now().codeAt(CODE).function().orElseThrow();
    int size = closeSize();
    assertTrue(session.sourceOf(method, size - 1).known().isPresent());
    assertEquals(
        String.format("IL offset 0x%x is behind the %d bytes of code of %s", size, size, close()),
        assertInstanceOf(Unknown.class, session.sourceOf(method, size)).reason());
  }

  /**
   * After a hot reload that makes the method longer, the same offsets are other instructions. The
   * code from before keeps its lines.
   */
  @Test
  void address_inCodeOfAnotherGeneration_hasNoLine() throws IOException {
    load(TestAssembly.DEMO.path());
    long start = 0x60000;
    List<Integer> begins = new ArrayList<>();
    ((MethodBody) Body.of(closeMethod())).instructions().forEach(each -> begins.add(each.offset()));
    assertEquals(List.of(0, 1, 2, 4, 9), begins);
    for (int moved : new int[] {3, 8, closeSize(), 1 << 20}) {
      start += 0x100;
      session.feed().codeSeen(11, CLOSE, code(start, 0, moved));
      assertEquals(
          "the code was compiled from other IL than the file has of "
              + close()
              + ": of a hot reload, a profiler or another build",
          why(start));
      assertTrue(session.isOfOtherIl((InCode) session.now().codeAt(start)));
    }
    session.feed().codeSeen(12, CLOSE, code(start + 0x100, 2, 9));
    assertTrue(at(start + 0x100).known().isPresent());
    assertFalse(session.isOfOtherIl((InCode) session.now().codeAt(start + 0x100)));
    assertTrue(at(CODE + 4).known().isPresent());
  }

  /** The module's file has the IL, with or without a PDB. */
  @Test
  void code_ofAnotherGeneration_isRecognizedWithoutAPdb() throws IOException {
    load(Files.copy(TestAssembly.DEMO.path(), folder.resolve("Alone.dll")));
    session.feed().codeSeen(11, CLOSE, code(0x60000, 0, 3));
    session.feed().codeSeen(12, CLOSE, code(0x60100, 2, 9));
    assertTrue(session.isOfOtherIl((InCode) session.now().codeAt(0x60000)));
    assertFalse(session.isOfOtherIl((InCode) session.now().codeAt(0x60100)));
    assertTrue(at(0x60100).known().isEmpty());
  }

  /** Code of which half comes from each of two places in the IL. */
  private static NativeCode code(long start, int first, int second) {
    return new NativeCode(
        0,
        List.of(new Range(start, 0x20)),
        List.of(new IlMapping(first, 0, 0x10), new IlMapping(second, 0x10, 0x20)));
  }

  /** A trace from elsewhere, of which the module and its PDB are in folders of their own. */
  @Test
  void module_andPdbInOtherFolders_giveTheLine() throws IOException {
    Path modules = Files.createDirectories(folder.resolve("copies/modules"));
    Path symbols = Files.createDirectories(folder.resolve("copies/symbols"));
    Files.copy(TestAssembly.DEMO.path(), modules.resolve("Demo.dll"));
    Files.writeString(modules.resolve("demo.pdb"), "another file of that name");
    Files.copy(TestAssembly.DEMO.path().resolveSibling("Demo.pdb"), symbols.resolve("Demo.pdb"));
    Session elsewhere = new Session(SymbolFiles.of(List.of(folder.resolve("copies"))).symbols());
    load(elsewhere, Path.of("C:\\app\\Demo.dll"));
    Known close = assertInstanceOf(Known.class, elsewhere.now().sourceAt(CODE + 4));
    assertTrue(close.file().endsWith("/Demo/Harbour.cs"), close.file());
    assertEquals(
        modules.resolve("Demo.dll").toString(),
        elsewhere.now().image(DEMO).opened().orElseThrow().image().file());
  }

  private Path indexed() throws IOException {
    Path indexes = Files.createDirectories(folder.resolve("indexes"));
    Image image = Image.open(TestAssembly.DEMO.path());
    new SymbolIndexWriter(indexes, false).write(image, PortablePdb.of(image));
    return indexes;
  }

  private static LoadedModule demoAt(String path) throws IOException {
    Optional<UUID> mvid = Image.open(TestAssembly.DEMO.path()).mvid();
    return new LoadedModule(path, mvid, new AssemblyID(0), 0, 0);
  }

  /** Neither the module nor its PDB is here. */
  @Test
  void module_withASymbolIndexAlone_hasNamesAndLines() throws IOException {
    Session indexed = new Session(SymbolFiles.of(List.of(indexed())).symbols());
    load(indexed, demoAt("C:\\app\\Demo.dll"));
    load(TestAssembly.DEMO.path());
    assertEquals(at(CODE + 4), indexed.now().sourceAt(CODE + 4));
    assertEquals("Tiptoe.Demo.Harbour::Close():System.Void", session.now().nameOf(CLOSE));
    assertEquals("Tiptoe.Demo.Harbour::Close()", indexed.now().nameOf(CLOSE));
    assertEquals("Tiptoe.Demo.Harbour::Close()", indexed.now().nameOf(DEMO, close()));
    indexed.feed().codeSeen(11, CLOSE, code(0x60000, 0, closeSize()));
    assertTrue(indexed.isOfOtherIl((InCode) indexed.now().codeAt(0x60000)));
    assertTrue(indexed.now().sourceAt(0x60000).known().isEmpty());
  }

  @Test
  void module_whosePdbIsMissing_hasTheLinesOfItsIndex() throws IOException {
    Session indexed = new Session(SymbolFiles.of(List.of(indexed())).symbols());
    Path alone = Files.copy(TestAssembly.DEMO.path(), folder.resolve("Demo.dll"));
    load(indexed, alone);
    load(TestAssembly.DEMO.path());
    assertEquals(at(CODE + 4), indexed.now().sourceAt(CODE + 4));
    assertEquals("Tiptoe.Demo.Harbour::Close():System.Void", indexed.now().nameOf(CLOSE));
  }

  /** Another build has the same tokens for other methods. */
  @Test
  void module_withTheIndexOfAnotherBuild_hasNoLines() throws IOException {
    Session indexed = new Session(SymbolFiles.of(List.of(indexed())).symbols());
    load(
        indexed,
        new LoadedModule(
            "C:\\app\\Demo.dll", Optional.of(new UUID(1, 2)), new AssemblyID(0), 0, 0));
    assertTrue(indexed.now().sourceAt(CODE + 4).known().isEmpty());
    assertEquals("Demo.dll!" + close(), indexed.now().nameOf(CLOSE));
  }

  @Test
  void module_withoutItsPdb_saysWhy() throws IOException {
    Path alone = Files.copy(TestAssembly.DEMO.path(), folder.resolve("Demo.dll"));
    load(alone);
    assertEquals("there is no " + folder.resolve("Demo.pdb"), why(CODE + 4));
  }

  @Test
  void module_thatIsNoFile_saysWhy() throws IOException {
    load(folder.resolve("Demo.dll"));
    assertEquals(folder.resolve("Demo.dll") + " is no file", why(CODE + 4));
  }

  @Test
  void method_withoutMetadata_hasNoLine() throws IOException {
    load(TestAssembly.DEMO.path());
    FunctionShape shape =
        new FunctionShape(new ClassID(0), DEMO, new Token(0x06000000), List.of(), "IL_STUB");
    session.feed().functionSeen(11, DYNAMIC, shape, FunctionSource.JITTED);
    NativeCode code =
        new NativeCode(0, List.of(new Range(0x50000, 8)), List.of(new IlMapping(0, 0, 8)));
    session.feed().codeSeen(12, DYNAMIC, code);
    assertTrue(why(0x50000).endsWith("has no source for 0x06000000"), why(0x50000));
  }

  @Test
  void fact_askedAtItsEnd_hasTheCodeThatWasMetAfterAnEarlierTime() throws IOException {
    load(TestAssembly.DEMO.path());
    session.feed().unloadStarted(20, DEMO);
    Moment early = session.at(5);
    assertTrue(early.sourceAt(CODE + 4).known().isEmpty());
    var fact = early.ids().meaningOf(CLOSE).valid().orElseThrow();
    var atEnd = session.map().atEndOf(fact);
    assertEquals(19, atEnd.time());
    assertTrue(session.sourceOf(atEnd.codeAt(CODE + 4)).known().isPresent());
  }

  @Test
  void instruction_thatAFrameExecutes_isTheCallsExceptOfTheLeaf() {
    CallStack stack = new CallStack(List.of(CLOSE, CLOSE, CLOSE), List.of(1L, 100L, 0L), false);
    SampledStack sample = new SampledStack(new ThreadID(1), stack, 200, 0);
    assertEquals(200, sample.executing(0));
    assertEquals(99, sample.executing(1));
    assertEquals(0, sample.executing(2));
  }

  /** One is decompressed into memory: what all may take is bounded, and each fits or does not. */
  @Test
  void pdbs_insideModulesThatAreTooLargeTogether_areNotRead() throws IOException {
    Path dll = TestAssembly.EMBEDDED.path();
    session.feed().moduleLoaded(1, DEMO, LoadedModule.ofFile(dll.toString()));
    Image image = Image.open(dll);
    Token main = new Token(0x06000001);
    FunctionShape shape = new FunctionShape(new ClassID(0), DEMO, main, List.of(), "");
    session.feed().functionSeen(2, CLOSE, shape, FunctionSource.JITTED);
    session.feed().codeSeen(10, CLOSE, COMPILED);
    int size = image.debugDirectory().embeddedPdbSize();
    RuntimeLines enough = lines(size);
    assertTrue(enough.of(session.now().ids().codeAt(CODE + 8)).known().isPresent());
    RuntimeLines tooFew = lines(size - 1);
    SourcePlace none = tooFew.of(session.now().ids().codeAt(CODE + 8));
    assertEquals(
        "the PDBs that are inside modules are too large together",
        assertInstanceOf(Unknown.class, none).reason());
  }

  private RuntimeLines lines(long inflated) {
    ModuleImages images = new ModuleImages();
    return new RuntimeLines(session.map(), images, new LoadedSymbols(images, inflated));
  }
}
