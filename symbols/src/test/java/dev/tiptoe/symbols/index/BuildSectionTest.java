// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.MethodBodies;
import dev.tiptoe.testdata.image.PdbBlobs;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes of builds that share one MVID, as a tool leaves them that rewrites modules. */
class BuildSectionTest {

  private static final UUID MVID = new UUID(5, 6);

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
    ImageBuilder lines = new ImageBuilder();
    UUID guid = new UUID(pdb, pdb);
    lines.portablePdb(new PdbStreamContent(guid, pdb, 0, Map.of(Table.METHOD_DEF, methods.length)));
    int path = lines.blob(PdbBlobs.documentName(lines, '/', "", "src", "a.cs"));
    lines.row(Table.DOCUMENT, path, 0, 0, 0);
    byte[] signature = SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));
    for (Method each : methods) {
      int method = image.method(each.name, signature);
      image.set(method, "RVA", file.add(MethodBodies.tiny(new byte[each.codeSize])));
      byte[] point = PdbBlobs.firstPoint(0, 0, 8, each.line, 5);
      lines.row(
          Table.METHOD_DEBUG_INFORMATION,
          0,
          lines.blob(PdbBlobs.joined(PdbBlobs.numbers(0, 1), point)));
    }
    file.module(image);
    DebugDirectoryBuilder directory = new DebugDirectoryBuilder(file);
    directory.portablePdb(guid, pdb, "Shop.pdb").embedded(lines.root());
    return Image.of("build" + pdb + ".dll", directory.done().build());
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
    for (int rid = 1; rid <= 4; rid++) {
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
    assertEquals(List.of(), problems);
    return frames;
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

  @Test
  void index_ofAThirdBuild_keepsWhatWasInDispute() throws IOException {
    write(ORIGINAL);
    write(REWRITTEN);
    assertEquals(3, write(module(3, SAME, new Method("Moved", 8, 20), SAME, SAME)).builds());
    assertEquals(List.of("Same:10", "Moved", "", ""), frames());
  }

  @Test
  void writer_thatReplacesAlways_leavesTheLastBuild() throws IOException {
    write(ORIGINAL);
    SymbolIndexWriter writer = new SymbolIndexWriter(folder, true);
    assertEquals(1, writer.write(REWRITTEN, PortablePdb.of(REWRITTEN)).orElseThrow().builds());
    assertEquals(List.of("Same:10", "Moved:21", "Grown:30", "Other:10"), frames());
  }

  @Test
  void section_withTooManyBuilds_isRefused() {
    for (int count : new int[] {1, 65, Integer.MAX_VALUE, -1}) {
      IndexBytes index = IndexBytes.of("Index", new IndexOutput().i32(count).toArray());
      assertThrows(
          MetadataFormatException.class, () -> BuildSection.read(index, new Section(0, 4)));
    }
    BuildSection many = new BuildSection(Collections.nCopies(64, 1));
    assertEquals(many, many.with(2));
  }
}
