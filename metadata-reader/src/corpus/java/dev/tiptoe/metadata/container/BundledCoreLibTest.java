// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bundle.BundleMember;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.image.BundleBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BundledCoreLibTest {

  /** Inflated in thousands of steps. */
  @Test
  void coreLib_compressedInABundle_isTheSameModule() throws IOException {
    Path coreLib = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    byte[] bundle =
        new BundleBuilder(6)
            .compressed("System.Private.CoreLib.dll", 1, Files.readAllBytes(coreLib))
            .build();
    List<BundleMember> members = Bundle.of(Bytes.of("app", bundle)).members();
    assertTrue(members.get(0).isCompressed());
    RealContainersTest.assertSame(Image.open(coreLib), Image.of(members.get(0).open()));
  }
}
