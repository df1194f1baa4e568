// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.ModuleImage.Identity;
import dev.tiptoe.resolver.answer.ModuleImage.Opened;
import dev.tiptoe.resolver.answer.ModuleImage.Reason;
import dev.tiptoe.resolver.answer.ModuleImage.Unavailable;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of modules that are not where the recording says. */
class MovedModulesTest {

  private static final UUID MVID = new UUID(1, 2);
  private static final UUID OTHER = new UUID(3, 4);

  @TempDir private Path folder = Path.of("");

  private Path write(String file, UUID mvid) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.write(path, ImageBuilder.assembly("Lib", "1.0.0.0").mvid(mvid).build().bytes());
  }

  private static LoadedModule module(String path, UUID mvid) {
    return new LoadedModule(path, Optional.of(mvid), new AssemblyID(0), 0, 0);
  }

  @Test
  void dynamicModule_isNotFound() throws IOException {
    write("copies/Lib.dll", MVID);
    assertInstanceOf(
        Unavailable.class,
        image(new LoadedModule("Lib.dll", Optional.of(MVID), new AssemblyID(0), 0, 0x4)));
  }

  private ModuleImage image(LoadedModule module) throws IOException {
    Symbols symbols = SymbolFiles.of(List.of(folder.resolve("copies"))).symbols();
    return new ModuleImages(any -> Optional.empty(), symbols, Map.of()).of(module);
  }

  @Test
  void image_ofAModuleThatWasMoved_isTheOneWithItsMvid() throws IOException {
    Path copy = write("copies/Lib.dll", MVID);
    Opened opened =
        assertInstanceOf(Opened.class, image(module(folder.resolve("Lib.dll").toString(), MVID)));
    assertEquals(Identity.MVID, opened.identity());
    assertEquals(copy.toString(), opened.image().file());
  }

  /** Where the file was replaced since, the folder may still have what was loaded. */
  @Test
  void image_ofAModuleWhoseFileWasReplaced_isTheOneInTheFolder() throws IOException {
    Path replaced = write("Lib.dll", OTHER);
    Path copy = write("copies/Lib.dll", MVID);
    Opened opened = assertInstanceOf(Opened.class, image(module(replaced.toString(), MVID)));
    assertEquals(copy.toString(), opened.image().file());
  }

  @Test
  void image_ofAModuleWhoseMvidIsNotKnown_isTheOneInTheFolder() throws IOException {
    Path there = write("Lib.dll", OTHER);
    Path copy = write("copies/Lib.dll", MVID);
    Opened opened = assertInstanceOf(Opened.class, image(LoadedModule.ofFile(there.toString())));
    assertEquals(Identity.NAME_ALONE, opened.identity());
    assertEquals(copy.toString(), opened.image().file());
  }

  @Test
  void image_ofAModuleThatIsNowhere_saysWhy() throws IOException {
    write("copies/Lib.dll", OTHER);
    Unavailable none = assertInstanceOf(Unavailable.class, image(module("C:\\app\\Lib.dll", MVID)));
    assertEquals(
        "C:\\app\\Lib.dll is relative to a folder that is not known,"
            + " and the Lib.dll at hand is another build",
        none.detail());
    assertEquals(Reason.OTHER_BUILD, none.reason());
  }

  private static LoadedModule ofPdb(Path path, UUID pdb) {
    return new LoadedModule(
        path.toString(), Optional.empty(), new AssemblyID(0), 0, 0, Optional.of(pdb));
  }

  private static UUID pdb(TestAssembly assembly) throws IOException {
    return Image.open(assembly.path())
        .debugDirectory()
        .portablePdb()
        .map(view -> view.id().guid())
        .orElseThrow();
  }

  /** Of two builds of one name, the one of the module is used, wherever the other one is. */
  @Test
  void image_ofAModuleWhosePdbIsKnown_isTheBuildThatNamesIt() throws IOException {
    Files.createDirectories(folder.resolve("copies/a"));
    Files.createDirectories(folder.resolve("copies/b"));
    Path wrong = Files.copy(TestAssembly.WRITTEN.path(), folder.resolve("copies/a/Lib.dll"));
    Path replaced = Files.copy(wrong, folder.resolve("Lib.dll"));
    UUID traces = pdb(TestAssembly.TRACES);
    Unavailable none = assertInstanceOf(Unavailable.class, image(ofPdb(replaced, traces)));
    assertEquals(replaced + " is not the file that was loaded (its PDB differs)", none.detail());
    assertEquals(Reason.OTHER_BUILD, none.reason());
    none = assertInstanceOf(Unavailable.class, image(ofPdb(Path.of("/app/Lib.dll"), traces)));
    assertTrue(none.detail().endsWith("the Lib.dll at hand is another build"), none.detail());
    Path right = Files.copy(TestAssembly.TRACES.path(), folder.resolve("copies/b/Lib.dll"));
    Opened opened = assertInstanceOf(Opened.class, image(ofPdb(replaced, traces)));
    assertEquals(Identity.PDB, opened.identity());
    assertEquals(right.toString(), opened.image().file());
    opened = assertInstanceOf(Opened.class, image(ofPdb(right, traces)));
    assertEquals(Identity.PDB, opened.identity());
    // Under another name it is the same build.
    opened = assertInstanceOf(Opened.class, image(ofPdb(Path.of("/app/Renamed.dll"), traces)));
    assertEquals(right.toString(), opened.image().file());
  }
}
