// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.format.ProfileFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tens of thousands of stacks, as the JDK reads them. */
@Tag("quarter-1")
class JfrWitnessTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void profile_ofManyStacks_isSeveralChunks() throws IOException {
    Profile profile = JfrTest.ofManyStacks();
    Path file = folder.resolve("many.jfr");
    try (OutputStream out = Files.newOutputStream(file)) {
      ProfileFormat.JFR.write(profile, true, out);
    }
    assertEquals(JfrTest.expected(profile), JfrTest.readByJdk(file));
  }
}
