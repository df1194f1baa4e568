// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexFolderTest {

  @TempDir private Path folder;

  private final List<String> problems = new ArrayList<>();
  private Image written;
  private Image demo;

  @BeforeEach
  void openImages() throws IOException {
    written = Image.open(TestAssembly.WRITTEN.path());
    demo = Image.open(TestAssembly.DEMO.path());
  }

  private SymbolIndexWriter.Written write(Image image, boolean always) throws IOException {
    return new SymbolIndexWriter(folder, always).write(image, PortablePdb.of(image)).orElseThrow();
  }

  private IndexFolder opened() throws IOException {
    return IndexFolder.open(folder, problems::add);
  }

  private static int module(IndexFolder indexes, UUID mvid) {
    return indexes.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
  }

  @Test
  void module_ofTheFolder_isFoundByMvidNameAndType() throws IOException {
    write(written, false);
    write(demo, false);
    IndexFolder indexes = opened();
    assertEquals(2, indexes.moduleCount());
    assertEquals("Written.exe", indexes.find(written.mvid().orElseThrow()).orElseThrow().name());
    assertEquals(1, indexes.named("wRITTEN.dll").size());
    assertEquals(0, indexes.named("../Written.dll").size());
    assertEquals(List.of(), indexes.declaring("No.Such"));
    String type = ImageSymbols.of(demo, PortablePdb.of(demo)).method(new Token(0x06000001)).type();
    assertTrue(
        indexes.declaring(type).stream().anyMatch(each -> each.name().equals(demo.moduleName())));
    assertEquals(Optional.empty(), indexes.find(new UUID(1, 2)));
    assertEquals(List.of(), problems);
  }

  @Test
  void frames_byNumber_areThoseOfTheModule() throws IOException {
    write(written, false);
    IndexFolder indexes = opened();
    UUID mvid = written.mvid().orElseThrow();
    int module = module(indexes, mvid);
    ImageSymbols expected = ImageSymbols.of(written, PortablePdb.of(written));
    Symbols symbols = Symbols.of(indexes);
    int known = 0;
    for (int rid = 1; rid <= expected.methodCount(); rid++) {
      Token token = Token.of(0x06, rid);
      long place = indexes.place(module, rid, 5);
      long[] places = new long[2];
      indexes.places(
          new int[] {module, IndexFolder.NONE}, new int[] {rid, rid}, new int[] {5, 5}, places);
      assertArrayEquals(new long[] {place, 0}, places);
      assertEquals(expected.method(token).shown(), indexes.nameOf(module, rid));
      SourcePlace source = expected.source(token, 5);
      assertEquals(source.known().isPresent(), place != 0);
      assertEquals(
          source.known().map(found -> found.document().path()).orElse(""),
          indexes.documentOf(module, place));
      known += place != 0 ? 1 : 0;
      FrameAnswer.Known frame = (FrameAnswer.Known) symbols.frame(mvid, token, 5);
      assertEquals(expected.method(token), frame.method());
    }
    assertTrue(known > 50, known + " places");
    assertEquals("", indexes.nameOf(module, 0));
    assertEquals("", indexes.nameOf(module, 1 << 20));
  }

  @Test
  void refresh_withANewFile_findsItAndKeepsNumbers() throws IOException {
    write(written, false);
    IndexFolder indexes = opened();
    UUID mvid = written.mvid().orElseThrow();
    int module = module(indexes, mvid);
    SymbolIndex before = indexes.symbols(module);
    assertEquals(IndexFolder.NONE, module(indexes, demo.mvid().orElseThrow()));
    write(demo, false);
    indexes.refresh();
    assertTrue(module(indexes, demo.mvid().orElseThrow()) >= 0);
    assertEquals(module, module(indexes, mvid));
    assertSame(before, indexes.symbols(module));
  }

  @Test
  void files_thatAreNoIndexes_areReportedOnceOrIgnored() throws IOException {
    UUID other = new UUID(7, 7);
    Files.copy(write(written, false).file(), folder.resolve(other + ".tsym"));
    UUID empty = new UUID(8, 8);
    Files.createFile(folder.resolve(empty + ".tsym"));
    Files.createFile(folder.resolve("1-1-1-1-1.tsym"));
    Files.createFile(folder.resolve("notes.txt"));
    IndexFolder indexes = opened();
    assertEquals(3, indexes.moduleCount());
    for (int i = 0; i < 2; i++) {
      assertEquals(Optional.empty(), indexes.find(other));
      assertEquals(Optional.empty(), indexes.find(empty));
      assertEquals(1, indexes.named("Written.dll").size());
    }
    assertEquals(3, problems.size(), problems.toString());
    assertEquals(
        folder.resolve("1-1-1-1-1.tsym") + ": its name is no MVID, so the index is not used",
        problems.get(0));
    indexes.refresh();
    assertEquals(3, problems.size(), problems.toString());
  }

  @Test
  void file_thatCannotBeRead_isReportedWithItsNameAndTheReason() throws IOException {
    UUID gone = new UUID(7, 7);
    Path link = folder.resolve(gone + ".tsym");
    Files.createSymbolicLink(link, folder.resolve("nowhere"));
    assertEquals(Optional.empty(), opened().find(gone));
    assertEquals(List.of(link + ": no such file"), problems);
  }

  @Test
  void writer_whereAFolderIsInTheWay_namesIt() throws IOException {
    Path place = folder.resolve(written.mvid().orElseThrow() + ".tsym");
    Files.createDirectories(place.resolve("in"));
    FileSystemException problem =
        assertThrows(FileSystemException.class, () -> write(written, false));
    assertEquals(place.toString(), problem.getFile());
    assertEquals("a folder is in the place of the index", problem.getReason());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(place), files.toList());
    }
  }

  @Test
  void writer_whoseFolderIsGone_namesTheFolder() {
    SymbolIndexWriter writer = new SymbolIndexWriter(folder.resolve("gone"), false);
    NoSuchFileException problem =
        assertThrows(
            NoSuchFileException.class, () -> writer.write(written, PortablePdb.of(written)));
    assertEquals(folder.resolve("gone").toString(), problem.getFile());
  }

  @Test
  void writer_ofAnIndexThatIsThere_keepsItUnlessAsked() throws IOException {
    assertTrue(write(written, false).isNew());
    SymbolIndexWriter.Written again = write(written, false);
    assertFalse(again.isNew());
    assertEquals(write(written, true).bytes(), again.bytes());
    SymbolIndexWriter.Written without =
        new SymbolIndexWriter(folder, false)
            .write(written, new PortablePdb.Missing("none"))
            .orElseThrow();
    assertTrue(without.isNew(), "made from another PDB");
    assertEquals(0, without.points());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }
}
