// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.format.ProfileFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same profile gives the same bytes, whatever ends a line on a system. */
class LineEndsTest {

  @TempDir private Path folder = Path.of("");

  /** Runs in a JVM of its own: writes a profile in all formats into a folder. */
  public static final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException {
      write(Path.of(arguments[0]));
    }
  }

  private static void write(Path folder) throws IOException {
    for (ProfileFormat format : ProfileFormat.written()) {
      try (OutputStream out = Files.newOutputStream(folder.resolve(format.word()))) {
        format.write(SomeProfile.make(), true, out);
      }
    }
  }

  @Test
  void exports_whereLinesEndOtherwise_areTheSame() throws Exception {
    Path here = Files.createDirectory(folder.resolve("here"));
    Path there = Files.createDirectory(folder.resolve("there"));
    write(here);
    int status =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dline.separator=\r\n",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                there.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertEquals(0, status);
    for (ProfileFormat format : ProfileFormat.written()) {
      assertArrayEquals(
          Files.readAllBytes(here.resolve(format.word())),
          Files.readAllBytes(there.resolve(format.word())),
          format.word());
    }
  }
}
