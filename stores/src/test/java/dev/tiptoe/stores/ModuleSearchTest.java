// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.symbols.SoughtModule;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of modules that are not where a recording says. */
class ModuleSearchTest {

  private static final UUID MVID = new UUID(1, 2);
  private static final UUID OTHER = new UUID(3, 4);

  @TempDir private Path folder = Path.of("");

  private Path write(String file, UUID mvid) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.write(path, bytes(mvid));
  }

  private static byte[] bytes(UUID mvid) {
    return ImageBuilder.assembly("Lib", "1.0.0.0").mvid(mvid).build().bytes();
  }

  private static SoughtModule module(String path, UUID mvid) {
    return new SoughtModule(path, Optional.of(mvid), Optional.empty());
  }

  private static SoughtModule named(String path) {
    return new SoughtModule(path, Optional.empty(), Optional.empty());
  }

  private Optional<String> find(SoughtModule module) throws IOException {
    return find(module, folder);
  }

  private static Optional<String> find(SoughtModule module, Path... places) throws IOException {
    Symbols symbols = SymbolFiles.of(List.of(places)).symbols();
    return symbols.image(module).map(Image::file);
  }

  private static Optional<String> at(Path file) {
    return Optional.of(file.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/app/Lib.dll",
        "C:\\app\\Lib.dll",
        "\\\\server\\share\\LIB.DLL",
        "Lib.dll",
        "x/Lib.dll"
      })
  void module_fromAnyOperatingSystem_isFoundByItsNameAndMvid(String path) throws IOException {
    write("a/Lib.dll", OTHER);
    Path file = write("b/Lib.dll", MVID);
    assertEquals(at(file), find(module(path, MVID)));
  }

  @Test
  void module_underAnotherName_isFoundByItsMvid() throws IOException {
    Path file = write("renamed/Other.exe", MVID);
    assertEquals(at(file), find(module("/app/Lib.dll", MVID)));
    assertEquals(at(file), find(SoughtModule.of(MVID)));
  }

  @Test
  void module_inAFolderThatIsALink_isFound() throws IOException {
    Path file = write("real/below/Lib.dll", MVID);
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
    assertEquals(at(file.toRealPath()), find(module("/app/Lib.dll", MVID), link));
  }

  @Test
  void module_ofAnotherBuild_isNotFound() throws IOException {
    write("Lib.dll", OTHER);
    assertEquals(Optional.empty(), find(module("/app/Lib.dll", MVID)));
    assertEquals(Optional.empty(), find(named("")));
  }

  @Test
  void module_whoseMvidIsNotKnown_isTheFileInTheFoldersOfTheSameNames() throws IOException {
    Path first = write("8.0.1/Lib.dll", MVID);
    Path second = write("9.0.1/Lib.dll", OTHER);
    assertEquals(at(second), find(named("C:\\dotnet\\9.0.1\\Lib.dll")));
    assertEquals(at(first), find(named("/dotnet/8.0.1/Lib.dll")));
    assertEquals(at(first), find(named("/elsewhere/lib.dll")));
    Files.writeString(folder.resolve("9.0.1/Text.dll"), "no module".repeat(20));
    assertEquals(Optional.empty(), find(named("/dotnet/9.0.1/Text.dll")));
  }

  /** Copies of one build: the likeliest is the one that lies as the recorded one did. */
  @Test
  void module_ofWhichThereAreCopies_isTheOneWithTheMostAlikePath() throws IOException {
    Path first = write("a/Lib.dll", MVID);
    Path alike = write("b/app/Lib.dll", MVID);
    write("c/Lib.dll", MVID);
    assertEquals(at(alike), find(module("/srv/App/Lib.dll", MVID)));
    assertEquals(at(first), find(module("/srv/web/Lib.dll", MVID)));
    assertEquals(at(first), find(module("/srv/web/Lib.dll", MVID), folder.resolve("c"), folder));
  }

  /** A recorded path is compared with names, and never followed. */
  @ParameterizedTest
  @ValueSource(strings = {"../Lib.dll", "/app/..", "..\\Lib.dll", "a/../../Lib.dll"})
  void path_thatLeadsOut_findsNothingOutside(String path) throws IOException {
    write("Lib.dll", MVID);
    Path inside = Files.createDirectories(folder.resolve("inside"));
    assertEquals(Optional.empty(), find(named(path), inside));
  }

  @Test
  void module_inAPackage_isFoundByItsMvidAndByItsName() throws IOException {
    Path archive = folder.resolve("lib.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("lib/net8.0/Lib.dll"));
      zip.write(bytes(MVID));
    }
    Optional<String> member = Optional.of(archive + "!lib/net8.0/Lib.dll");
    assertEquals(member, find(module("/app/Lib.dll", MVID), archive));
    assertEquals(member, find(named("/app/net8.0/Lib.dll"), archive));
  }

  @Test
  void module_givenOpen_isFoundByItsMvid() {
    Image copy = Image.of("/recorded/Lib.dll", bytes(MVID));
    Symbols symbols = Symbols.of(Store.ofImages(List.of(copy)));
    assertEquals(Optional.of(copy), symbols.image(module("/app/Lib.dll", MVID)));
    assertEquals(Optional.empty(), symbols.image(named("/recorded/Lib.dll")));
  }

  private static UUID pdb(TestAssembly assembly) throws IOException {
    return Image.open(assembly.path())
        .debugDirectory()
        .portablePdb()
        .map(view -> view.id().guid())
        .orElseThrow();
  }

  @Test
  void module_whosePdbIsKnown_isTheBuildThatNamesIt() throws IOException {
    Files.copy(TestAssembly.WRITTEN.path(), folder.resolve("Lib.dll"));
    Path right = Files.copy(TestAssembly.TRACES.path(), folder.resolve("Renamed.dll"));
    assertEquals(
        at(right),
        find(
            new SoughtModule(
                "/app/Lib.dll", Optional.empty(), Optional.of(pdb(TestAssembly.TRACES)))));
    assertEquals(
        Optional.empty(),
        find(new SoughtModule("/app/Lib.dll", Optional.empty(), Optional.of(MVID))));
  }

  @Test
  void place_thatIsNotThere_isRefused() {
    Path none = folder.resolve("none");
    assertThrows(NoSuchFileException.class, () -> SymbolFiles.of(List.of(none)));
  }
}
