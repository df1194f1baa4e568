// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prove verify} of a module that is inside another file. */
class VerifiedContainersTest {

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  @TempDir private Path folder = Path.of("");

  private static ImageBuilder assembly(String name) {
    ImageBuilder image = ImageBuilder.assembly(name, "1.0.0.0");
    image.typeDef("Sea", "Ship");
    image.method("Sail", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.I4)));
    return image;
  }

  private static Outcome verify(String path) {
    return ProveRun.prove("verify", path, "--runtime", TestRuntime.directory().toString());
  }

  @Test
  void verify_ofAFileInABundle_comparesThatFile() throws IOException {
    byte[] file =
        new BundleBuilder(6, ELF)
            .compressed("lib/Fleet.dll", BundleBuilder.ASSEMBLY, assembly("Fleet").build().bytes())
            .member("native.so", BundleBuilder.NATIVE_BINARY, ELF)
            .build();
    Path bundle = Files.write(folder.resolve("app"), file);
    Outcome fleet = verify(bundle + "!lib/Fleet.dll").expect(0).expectSilence();
    assertTrue(fleet.out().startsWith("1 files, "), fleet.out());
    Outcome none = verify(bundle + "!native.so").expect(3);
    assertTrue(none.err().startsWith("prove: " + bundle + "!native.so: "), none.err());
    Outcome missing = verify(bundle + "!no.dll").expect(3);
    assertEquals("prove: " + bundle + "!no.dll: no such file\n", missing.err());
  }

  @Test
  void verify_ofAComponentOfACompositeImage_comparesThatComponent() throws IOException {
    byte[] file =
        new ReadyToRunBuilder(Processor.AMD64_LINUX)
            .component(assembly("Port"))
            .component()
            .buildComposite()
            .bytes();
    Path composite = Files.write(folder.resolve("all.r2r.dll"), file);
    Outcome outcome = verify(composite + "!Port").expect(0).expectSilence();
    assertTrue(outcome.out().startsWith("1 files, "), outcome.out());
  }
}
