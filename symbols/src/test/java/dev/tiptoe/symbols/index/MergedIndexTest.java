// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.MethodBodies;
import dev.tiptoe.testdata.image.PdbBlobs;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes of builds that share one MVID, as a tool leaves them that rewrites modules. */
class MergedIndexTest {

  private static final UUID MVID = new UUID(5, 6);
  private static final byte[] SIGNATURE =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  @TempDir private Path folder = Path.of("");

  private final List<String> problems = new ArrayList<>();

  /** What a build has for each of its methods. */
  private record Method(String name, int codeSize, int line) {}

  private static final Method SAME = new Method("Same", 8, 10);
  private static final Image ORIGINAL =
      module(1, SAME, new Method("Moved", 8, 20), new Method("Grown", 8, 30), SAME);

  private static final Image REWRITTEN =
      module(
          2,
          SAME,
          new Method("Moved", 8, 21),
          new Method("Grown", 9, 30),
          new Method("Other", 8, 10));

  private static Image module(int pdb, Method... methods) {
    ImageBuilder image = ImageBuilder.assembly("Shop", "1.0.0.0").mvid(MVID);
    image.typeDef("Ns", "Type");
    PeBuilder file = new PeBuilder();
    for (Method each : methods) {
      int method = image.method(each.name, SIGNATURE);
      image.set(method, "RVA", file.add(MethodBodies.tiny(new byte[each.codeSize])));
    }
    file.module(image);
    DebugDirectoryBuilder directory = new DebugDirectoryBuilder(file);
    directory.portablePdb(new UUID(pdb, pdb), pdb, "Shop.pdb").embedded(lines(pdb, methods));
    return Image.of("build" + pdb + ".dll", directory.done().build());
  }

  private static byte[] lines(int pdb, Method... methods) {
    ImageBuilder lines = new ImageBuilder();
    UUID guid = new UUID(pdb, pdb);
    lines.portablePdb(new PdbStreamContent(guid, pdb, 0, Map.of(Table.METHOD_DEF, methods.length)));
    int path = lines.blob(PdbBlobs.documentName(lines, '/', "", "src", "a.cs"));
    lines.row(Table.DOCUMENT, path, 0, 0, 0);
    for (Method each : methods) {
      byte[] point = PdbBlobs.firstPoint(0, 0, 8, each.line, 5);
      lines.row(
          Table.METHOD_DEBUG_INFORMATION,
          0,
          lines.blob(PdbBlobs.joined(PdbBlobs.numbers(0, 1), point)));
    }
    return lines.root();
  }

  /** The methods of the images with ReadyToRun code, of one build of IL. */
  private static final Method[] COMPILED = {new Method("First", 0, 10), new Method("Next", 0, 20)};

  private static final PortablePdb COMPILED_LINES =
      new PortablePdb.Found(Image.of("Shop.pdb", lines(4, COMPILED)));

  private static ImageBuilder compiled() {
    ImageBuilder image = ImageBuilder.assembly("Shop", "1.0.0.0").mvid(MVID);
    image.typeDef("Ns", "Type");
    for (Method each : COMPILED) {
      image.method(each.name, SIGNATURE);
    }
    return image;
  }

  /** The method with a rid has the code at the first address. */
  private static Image compiled(Processor processor, int rid) {
    ReadyToRunBuilder code = new ReadyToRunBuilder(processor);
    code.method(rid, code.function(16));
    return Image.of("Shop.dll", code.build(compiled()).bytes());
  }

  private SymbolIndexWriter.Written write(Image image, PortablePdb pdb) throws IOException {
    return new SymbolIndexWriter(folder, false).write(image, pdb).orElseThrow();
  }

  private SymbolIndexWriter.Written write(Image image) throws IOException {
    return write(image, PortablePdb.of(image));
  }

  /** Returns what a frame at IL offset 7 of each method is called, and its line. */
  private List<String> frames() throws IOException {
    IndexFolder indexes = IndexFolder.open(folder, problems::add);
    int module = indexes.module(MVID.getMostSignificantBits(), MVID.getLeastSignificantBits());
    List<String> frames = new ArrayList<>();
    for (int rid = 1; rid <= indexes.symbols(module).methodCount(); rid++) {
      FrameAnswer answer = Symbols.of(indexes).frame(MVID, Token.of(0x06, rid), 7);
      int line = SymbolIndex.line(indexes.place(module, rid, 7));
      String frame =
          answer instanceof FrameAnswer.Known known
              ? known.method().name() + known.source().known().map(place -> ":" + line).orElse("")
              : "";
      frames.add(frame);
      assertEquals(frame.isEmpty(), indexes.nameOf(module, rid).isEmpty());
      assertEquals(frame.contains(":"), line != 0);
    }
    return frames;
  }

  private SymbolIndex index() throws IOException {
    return SymbolIndex.open(folder.resolve(MVID + SymbolIndexWriter.SUFFIX));
  }

  /** In either order, and however often they are indexed again. */
  @Test
  void index_ofTwoBuilds_hasWhatTheyAgreeOn() throws IOException {
    for (List<Image> order : List.of(List.of(ORIGINAL, REWRITTEN), List.of(REWRITTEN, ORIGINAL))) {
      assertEquals(1, write(order.get(0)).builds());
      SymbolIndexWriter.Written both = write(order.get(1));
      assertTrue(both.isNew());
      assertEquals(2, both.builds());
      assertEquals(List.of("Same:10", "Moved", "Grown", ""), frames());
      byte[] content = Files.readAllBytes(both.file());
      for (Image again : order) {
        assertFalse(write(again).isNew());
        assertEquals(2, write(again).builds());
        assertFalse(write(again, new PortablePdb.Missing("none")).isNew());
      }
      assertArrayEquals(content, Files.readAllBytes(both.file()));
      Files.delete(both.file());
    }
  }

  /** Which of the two a frame is of is not known either when one of them has no lines. */
  @Test
  void index_ofABuildWithoutItsPdb_hasNoLines() throws IOException {
    write(ORIGINAL);
    assertEquals(2, write(REWRITTEN, new PortablePdb.Missing("none")).builds());
    assertEquals(List.of("Same", "Moved", "Grown", ""), frames());
  }

  /** The PDB of a build that was indexed without it may be found later. */
  @Test
  void index_whosePdbComesLater_isAsIfItHadBeenThere() throws IOException {
    write(ORIGINAL);
    write(REWRITTEN);
    byte[] all = index().bytes().toArray();
    for (List<Image> order : List.of(List.of(ORIGINAL, REWRITTEN), List.of(REWRITTEN, ORIGINAL))) {
      Files.delete(folder.resolve(MVID + SymbolIndexWriter.SUFFIX));
      write(order.get(0), new PortablePdb.Missing("none"));
      write(order.get(1));
      assertEquals(List.of("Same", "Moved", "Grown", ""), frames());
      assertTrue(write(order.get(0)).isNew());
      assertEquals(List.of("Same:10", "Moved", "Grown", ""), frames());
      assertArrayEquals(all, index().bytes().toArray());
    }
  }

  @Test
  void index_ofBuildsWithMoreAndFewerMethods_hasThoseOfOneFromIt() throws IOException {
    Image fewer = module(1, SAME);
    Image more = module(2, SAME, new Method("More", 8, 50));
    write(fewer);
    write(more);
    assertEquals(List.of("Same:10", "More:50"), frames());
    byte[] all = index().bytes().toArray();
    Files.delete(folder.resolve(MVID + SymbolIndexWriter.SUFFIX));
    write(more);
    write(fewer);
    assertEquals(List.of("Same:10", "More:50"), frames());
    assertArrayEquals(all, index().bytes().toArray());
  }

  /** A build without its PDB knows less of what a lambda was written in: no other name. */
  @Test
  void index_ofABuildWithoutItsPdb_hasTheNamesOfGeneratedMethods() throws IOException {
    byte[] content = Files.readAllBytes(TestAssembly.CONSTRUCTS.path());
    Image original = Image.open(TestAssembly.CONSTRUCTS.path());
    content[indexOf(content, "RSDS".getBytes(StandardCharsets.US_ASCII)) + 4] ^= 1;
    Image rewritten = Image.of("rewritten.dll", content);
    PortablePdb pdb = PortablePdb.of(original);
    UUID mvid = original.mvid().orElseThrow();
    SymbolIndex alone = SymbolIndex.of("alone", new IndexBuilder(original, pdb).build(mvid, 0));
    SymbolIndex without =
        SymbolIndex.of(
            "without", new IndexBuilder(rewritten, new PortablePdb.Missing("none")).build(mvid, 0));
    assertNotEquals(
        alone.withoutPdb(), without.withoutPdb(), "the one has a PDB, and the other has none");
    write(rewritten, new PortablePdb.Missing("none"));
    Path file = write(original, pdb).file();
    SymbolIndex both = SymbolIndex.open(file);
    assertEquals(2, both.buildCount());
    int weaker = 0;
    for (int rid = 1; rid <= original.count(0x06); rid++) {
      Token method = Token.of(0x06, rid);
      weaker += without.method(method).equals(alone.method(method)) ? 0 : 1;
      assertEquals(alone.method(method), both.method(method));
    }
    assertTrue(weaker > 0, "no name depends on the PDB");
  }

  private static int indexOf(byte[] all, byte[] part) {
    int at = 0;
    while (!Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }

  /** The code of one processor is at other addresses than that of another: a frame names none. */
  @Test
  void index_ofOneBuildForTwoProcessors_hasItsLinesAndNoNativeCode() throws IOException {
    int rva = ReadyToRunBuilder.CODE;
    Image x64 = compiled(Processor.AMD64_LINUX, 1);
    Image arm64 = compiled(Processor.ARM64, 2);
    write(x64, COMPILED_LINES);
    assertEquals(new NativePlace.Known(Token.of(0x06, 1), OptionalInt.empty()), code(rva));
    SymbolIndexWriter.Written both = write(arm64, new PortablePdb.Missing("none"));
    assertTrue(both.isNew());
    assertEquals(2, both.builds());
    assertEquals(new NativePlace.Unknown("builds with this MVID differ here"), code(rva));
    assertEquals(List.of("First:10", "Next:20"), frames());
    assertEquals(List.of(), problems);
    assertFalse(write(x64, COMPILED_LINES).isNew());
  }

  private NativePlace code(int rva) throws IOException {
    return index().nativeCode(rva);
  }

  /** In either order. */
  @Test
  void index_ofABuildWithCodeAndWithout_hasIt() throws IOException {
    int rva = ReadyToRunBuilder.CODE;
    Image il = Image.of("Shop.dll", new PeBuilder().module(compiled()).build());
    Image x64 = compiled(Processor.AMD64_LINUX, 1);
    for (List<Image> order : List.of(List.of(il, x64), List.of(x64, il))) {
      write(order.get(0), COMPILED_LINES);
      write(order.get(1), COMPILED_LINES);
      assertEquals(new NativePlace.Known(Token.of(0x06, 1), OptionalInt.empty()), code(rva));
      assertEquals(List.of("First:10", "Next:20"), frames());
      Files.delete(folder.resolve(MVID + SymbolIndexWriter.SUFFIX));
    }
  }

  /** Nothing is damaged, and the note names the file once. */
  @Test
  void method_thatBuildsNameDifferently_hasThatReason_andANote() throws IOException {
    write(ORIGINAL);
    Path file = write(REWRITTEN).file();
    frames();
    frames();
    String note =
        file + ": 2 builds with one MVID differ, and have no names and lines where they do";
    assertEquals(List.of(note, note), problems, "one for each time that the folder is opened");
    SymbolIndex index = index();
    MetadataFormatException differ =
        assertThrows(MetadataFormatException.class, () -> index.method(Token.of(0x06, 4)));
    assertEquals(MetadataFormatException.Kind.BUILDS_DIFFER, differ.kind());
    assertEquals(file + ": builds with this MVID differ here", differ.getMessage());
    assertEquals(
        new SourcePlace.Unknown("builds with this MVID differ here"),
        index.source(Token.of(0x06, 2), 7));
  }

  /** The rule for many builds: what they agreed on takes the place of their indexes. */
  @Test
  void index_ofMoreBuildsThanItHasPartsFor_keepsWhatWasInDispute() throws IOException {
    for (int pdb = 1; pdb <= PartSection.MOST + 2; pdb++) {
      int line = pdb == 2 ? 21 : 20;
      Image build = module(pdb, SAME, new Method("Moved", 8, line));
      assertEquals(pdb, write(build).builds());
      assertFalse(write(build).isNew());
    }
    assertEquals(List.of("Same:10", "Moved"), frames());
    assertEquals(PartSection.MOST + 2, index().buildCount());
    assertTrue(index().parts().size() <= PartSection.MOST);
    assertFalse(write(module(2, SAME, new Method("Moved", 8, 21))).isNew());
  }

  /** A file with right checksums that claims more methods than it has is no index to merge with. */
  @Test
  void index_thatClaimsMethods_isReplaced() throws IOException {
    Path file = write(ORIGINAL).file();
    byte[] claiming = Files.readAllBytes(file);
    Section module = index().header().section(Section.Id.MODULE);
    claiming[module.offset() + module.length() - 1] = 0x7f;
    IndexChecksums.set(claiming);
    Files.write(file, claiming);
    assertEquals(0x7f000004, index().methodCount());
    assertEquals(1, write(REWRITTEN).builds());
    assertEquals(List.of("Same:10", "Moved:21", "Grown:30", "Other:10"), frames());
  }

  /** An index before version 1.4 does not say which builds it has. */
  @Test
  void index_ofAnEarlierVersion_isReplacedByItsBuild_orHasWhatBothAgreeOn() throws IOException {
    Path file = write(ORIGINAL).file();
    byte[] earlier = ofVersion13(Files.readAllBytes(file));
    Files.write(file, earlier);
    assertEquals(List.of("Same:10", "Moved:20", "Grown:30", "Same:10"), frames());
    assertEquals(2, write(REWRITTEN).builds());
    assertEquals(List.of("Same:10", "Moved", "Grown", ""), frames());
    assertEquals(2, write(ORIGINAL).builds());
    Files.write(file, earlier);
    assertEquals(1, write(ORIGINAL).builds());
  }

  /** The file of one build as an earlier version, without the section 19 with its identity. */
  private static byte[] ofVersion13(byte[] file) {
    byte[] earlier = file.clone();
    earlier[10] = 3;
    earlier[32] = 5;
    int entry = 48 + 16 * 19;
    Arrays.fill(earlier, entry + 4, entry + 16, (byte) 0);
    IndexChecksums.set(earlier);
    return earlier;
  }

  @Test
  void index_ofAThirdBuild_keepsWhatWasInDispute() throws IOException {
    write(ORIGINAL);
    write(REWRITTEN);
    assertEquals(3, write(module(3, SAME, new Method("Moved", 8, 20), SAME, SAME)).builds());
    assertEquals(List.of("Same:10", "Moved", "", ""), frames());
  }

  @Test
  void writer_thatReplacesAlways_replacesWhatItDidNotWrite() throws IOException {
    write(ORIGINAL);
    SymbolIndexWriter writer = new SymbolIndexWriter(folder, true);
    assertEquals(1, writer.write(REWRITTEN, PortablePdb.of(REWRITTEN)).orElseThrow().builds());
    assertEquals(List.of("Same:10", "Moved:21", "Grown:30", "Other:10"), frames());
    assertEquals(2, writer.write(ORIGINAL, PortablePdb.of(ORIGINAL)).orElseThrow().builds());
    assertEquals(List.of("Same:10", "Moved", "Grown", ""), frames());
  }

  @Test
  void section_withTooManyBuildsOrParts_isRefused() {
    for (int count : new int[] {1, 65, Integer.MAX_VALUE, -1}) {
      IndexBytes index = IndexBytes.of("Index", new IndexOutput().i32(count).toArray());
      assertThrows(
          MetadataFormatException.class, () -> BuildSection.read(index, new Section(0, 4), MVID));
      assertThrows(MetadataFormatException.class, () -> PartSection.read(index, new Section(0, 4)));
    }
  }
}
