// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.container.Machine.Architecture;
import dev.tiptoe.metadata.container.Machine.OperatingSystem;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.Corpus;
import dev.tiptoe.testdata.image.LoadedLayout;
import dev.tiptoe.testdata.image.WebcilFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks of modules as they are, and as other containers would hold them. */
public final class ContainerChecks {

  private ContainerChecks() {}

  /** A module is the same as it is in memory. */
  public static void loaded(Image flat) throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(flat.file()));
    Image loaded = Image.of(flat.file(), LoadedLayout.of(bytes));
    assertEquals(PeFile.Layout.LOADED, ((PeFile) loaded.metadata().container()).layout());
    RealContainersTest.assertSame(flat, loaded);
    assertEquals(flat.isReadyToRun(), loaded.isReadyToRun());
  }

  /** A module is the same as Webcil. */
  public static void webcil(Image flat) throws IOException {
    byte[] webcil = WebcilFile.of(Files.readAllBytes(Path.of(flat.file())), 0);
    RealContainersTest.assertSame(flat, Image.of(flat.file(), WebcilFile.inWasm(webcil)));
  }

  /** Some modules are compiled ahead of time for this machine, the others for any. */
  public static Corpus.Check<Image> machines() {
    return new Corpus.Check<>() {

      private int compiled;

      @Override
      public void visit(Image image) {
        Machine machine = ((PeFile) image.metadata().container()).machine();
        if (image.isReadyToRun()) {
          compiled++;
          assertEquals(Architecture.AMD64, machine.architecture());
          assertEquals(OperatingSystem.LINUX, machine.operatingSystem());
        }
      }

      @Override
      public void end(boolean all) {
        assertTrue(compiled > (all ? 250 : 10), compiled + " with ReadyToRun code");
      }
    };
  }
}
