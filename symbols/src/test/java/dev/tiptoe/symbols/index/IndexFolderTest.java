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
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.io.InputStream;
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
    assertEquals(1, indexes.named("../x/Written.dll").size());
    assertEquals(1, indexes.named("C:\\x\\Written.dll").size());
    assertEquals(0, indexes.named("Written.dll/").size());
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
    assertEquals("", indexes.nameOf(module, expected.methodCount() + 1));
    assertEquals("", indexes.documentOf(module, 0));
  }

  @Test
  void refresh_withANewFile_findsItAndKeepsNumbers() throws IOException {
    write(written, false);
    IndexFolder indexes = opened();
    UUID mvid = written.mvid().orElseThrow();
    int module = module(indexes, mvid);
    SymbolIndex before = indexes.symbols(module);
    String name = indexes.nameOf(module, 1);
    assertSame(name, indexes.nameOf(module, 1));
    assertEquals(IndexFolder.NONE, module(indexes, demo.mvid().orElseThrow()));
    write(demo, false);
    indexes.refresh();
    assertTrue(module(indexes, demo.mvid().orElseThrow()) >= 0);
    assertEquals(module, module(indexes, mvid));
    assertSame(before, indexes.symbols(module));
    assertSame(name, indexes.nameOf(module, 1));
    assertFalse(indexes.nameOf(module(indexes, demo.mvid().orElseThrow()), 1).isEmpty());
  }

  private static UUID pdb(Image image) {
    return image.debugDirectory().portablePdb().orElseThrow().id().guid();
  }

  @Test
  void module_byThePdbThatItNames_isFound() throws IOException {
    write(written, false);
    IndexFolder indexes = opened();
    assertEquals(Optional.empty(), indexes.ofPdb(pdb(demo)));
    write(demo, false);
    indexes.refresh();
    for (Image image : List.of(written, demo)) {
      SymbolIndex index = (SymbolIndex) indexes.ofPdb(pdb(image)).orElseThrow();
      assertEquals(image.mvid(), index.mvid());
      assertTrue(index.namesPdb(pdb(image)) && index.mayNamePdb(pdb(image)));
      assertFalse(index.mayNamePdb(image.mvid().orElseThrow()));
    }
    assertEquals(Optional.empty(), indexes.ofPdb(new UUID(1, 2)));
    assertEquals(List.of(), problems);
  }

  @Test
  void pdb_thatTwoModulesName_isDistinguishedByFileName() throws IOException {
    write(written, false);
    UUID second = new UUID(9, 9);
    Image copy = Image.of("Copy.dll", Files.readAllBytes(TestAssembly.WRITTEN.path()));
    byte[] content = new IndexBuilder(copy, new PortablePdb.Missing("none")).build(second, 0);
    Files.write(folder.resolve(second + ".tsym"), content);
    IndexFolder indexes = opened();
    assertEquals(Optional.empty(), indexes.ofPdb(pdb(written)));
    List<ModuleSymbols> found = Symbols.of(indexes).named("copy.DLL", pdb(written));
    assertEquals(List.of(second), found.stream().flatMap(each -> each.mvid().stream()).toList());
    assertEquals(List.of(), Symbols.of(indexes).named("Copy.dll", pdb(demo)));
  }

  @Test
  void question_forAName_opensOnlyTheFilesOfThatName() throws IOException {
    write(written, false);
    Path damaged = write(demo, false).file();
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2] ^= 1;
    Files.write(damaged, bytes);
    IndexFolder indexes = opened();
    assertEquals(1, indexes.named("Written.dll").size());
    assertTrue(indexes.ofPdb(pdb(written)).isPresent());
    assertEquals(List.of(), problems);
    assertEquals(List.of(), indexes.named("Demo.dll"));
    assertEquals(1, problems.size(), problems.toString());
  }

  /** A type that only encloses others has no methods, and so no name of its own in an index. */
  @Test
  void mayDeclare_ofEnclosingTypesAndNamespaces_isTrueForTypesAlone() throws IOException {
    write(written, false);
    IndexFolder indexes = opened();
    ImageSymbols expected = ImageSymbols.of(written, PortablePdb.of(written));
    int nested = 0;
    for (int rid = 1; rid <= expected.methodCount(); rid++) {
      String type = expected.method(Token.of(0x06, rid)).type();
      assertTrue(indexes.mayDeclare(type), type);
      for (int at = type.indexOf('+'); at > 0; at = type.indexOf('+', at + 1)) {
        if (type.charAt(at - 1) != '\\') {
          assertTrue(indexes.mayDeclare(type.substring(0, at)), type);
          nested++;
        }
      }
    }
    assertTrue(nested > 50, nested + " enclosing types");
    assertFalse(indexes.mayDeclare("Tiptoe"));
    assertFalse(indexes.mayDeclare(""));
  }

  @Test
  void types_ofAFolder_leadToTheModulesThatDeclareThem() throws IOException {
    write(written, false);
    Path damaged = write(demo, false).file();
    IndexFolder indexes = opened();
    ImageSymbols expected = ImageSymbols.of(written, PortablePdb.of(written));
    for (int rid = 1; rid <= expected.methodCount(); rid++) {
      List<ModuleSymbols> found = indexes.declaring(expected.method(Token.of(0x06, rid)).type());
      assertTrue(found.stream().anyMatch(each -> each.mvid().equals(written.mvid())));
    }
    assertEquals(List.of(), indexes.declaring(""));
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2] ^= 1;
    Files.write(damaged, bytes);
    IndexFolder again = opened();
    assertEquals(1, again.declaring(expected.method(new Token(0x06000020)).type()).size());
    assertEquals(1, problems.size(), problems.toString());
    assertEquals(1, again.declaring(expected.method(new Token(0x06000020)).type()).size());
    assertEquals(1, problems.size(), problems.toString());
  }

  /** The name does not fit into what is read of a file to find it. */
  @Test
  void module_whoseNameIsVeryLong_isFoundByIt() throws IOException {
    String name = "x".repeat(5000) + ".dll";
    Image image = Image.of(name, Files.readAllBytes(TestAssembly.WRITTEN.path()));
    write(image, false);
    IndexFolder indexes = opened();
    assertEquals(1, indexes.named(name).size());
    assertTrue(indexes.ofPdb(pdb(written)).isPresent());
  }

  /** The file was written by the last state of the writer before version 1.1. */
  @Test
  void file_ofVersion10_isReadAndMayBeOfAnyPdb() throws IOException {
    UUID mvid = UUID.fromString("74690a48-d0ed-425a-ac30-f59860c37339");
    try (InputStream in = IndexFolderTest.class.getResourceAsStream("version-1.0.tsym")) {
      Files.write(folder.resolve(mvid + ".tsym"), in.readAllBytes());
    }
    IndexFolder indexes = opened();
    SymbolIndex index = (SymbolIndex) indexes.named("Written.dll").get(0);
    assertEquals(Optional.of(mvid), index.mvid());
    assertEquals(244, index.methodCount());
    assertEquals("Shop.IDisposable.Dispose()", index.shownName(0x20));
    long place = index.place(0x20, 5);
    assertEquals("/Written/Lambdas.cs", index.documentPath(SymbolIndex.document(place)));
    assertEquals(196, SymbolIndex.line(place));
    // It does not say how much code a method has.
    assertTrue(index.place(0x20, Integer.MAX_VALUE) != 0);
    assertTrue(index.source(new Token(0x06000020), Integer.MAX_VALUE).known().isPresent());
    assertTrue(index.mayNamePdb(new UUID(1, 2)));
    assertFalse(index.namesPdb(new UUID(1, 2)));
    assertEquals(Optional.empty(), indexes.ofPdb(new UUID(1, 2)));
    assertEquals(List.of(index), Symbols.of(indexes).named("Written.dll", new UUID(1, 2)));
    assertEquals(List.of(), problems);
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
    assertEquals(List.of(place), files());
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
    PortablePdb none = new PortablePdb.Missing("none");
    SymbolIndexWriter.Written kept =
        new SymbolIndexWriter(folder, false).write(written, none).orElseThrow();
    assertFalse(kept.isNew(), "it has more");
    assertEquals(again.points(), kept.points());
    SymbolIndexWriter.Written without =
        new SymbolIndexWriter(folder, true).write(written, none).orElseThrow();
    assertTrue(without.isNew());
    assertEquals(0, without.points());
    assertTrue(write(written, false).isNew(), "it has less");
    assertEquals(1, files().size());
  }

  /** Returns the files but that of the locks, which stays. */
  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.endsWith(IndexLock.FILE)).toList();
    }
  }
}
