// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImage.Identity;
import dev.tiptoe.resolver.module.ModuleImage.Opened;
import dev.tiptoe.resolver.module.ModuleImage.Unavailable;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleImagesTest {

  private static final UUID MVID = new UUID(1, 2);

  @TempDir private Path folder = Path.of("");

  private final ModuleImages images = new ModuleImages();

  private LoadedModule module(Optional<UUID> mvid) throws IOException {
    Path file = folder.resolve("Lib.dll");
    Files.write(file, ImageBuilder.assembly("Lib", "1.0.0.0").mvid(MVID).build().bytes());
    return new LoadedModule(file.toString(), mvid, new AssemblyID(0), 0, 0);
  }

  @Test
  void file_withTheMvidThatWasLoaded_isThatModule() throws IOException {
    Opened opened = assertInstanceOf(Opened.class, images.of(module(Optional.of(MVID))));
    assertEquals(Identity.MVID, opened.identity());
  }

  @Test
  void file_withAnotherMvid_isRefused() throws IOException {
    LoadedModule module = module(Optional.of(new UUID(3, 4)));
    assertInstanceOf(Unavailable.class, images.of(module));
  }

  @Test
  void file_whoseMvidWasNotTold_isTakenForItsPathAlone() throws IOException {
    Opened opened = assertInstanceOf(Opened.class, images.of(module(Optional.empty())));
    assertEquals(Identity.PATH_ALONE, opened.identity());
  }

  @Test
  void file_loadedTwice_isOpenedOnceAndIsTwoModules() throws IOException {
    RuntimeIdMap map = new RuntimeIdMap();
    LoadedModule module = module(Optional.of(MVID));
    map.moduleLoaded(1, new ModuleID(0x10), module);
    map.moduleLoaded(1, new ModuleID(0x20), module);
    LoadedModules loaded = images.loadedIn(map.now());
    assertEquals(2, loaded.all().size());
    assertSame(loaded.all().get(0).image(), loaded.all().get(1).image());
  }

  @Test
  void module_thatIsNotLoaded_isNotOpenedThoughItsFileLiesThere() throws IOException {
    module(Optional.empty());
    assertEquals(0, images.loadedIn(new RuntimeIdMap().now()).all().size());
  }
}
