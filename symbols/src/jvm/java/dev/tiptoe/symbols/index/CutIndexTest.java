// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.MetadataFormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A mapped index file that is cut while it is open. The page that is no longer there is a signal to
 * the JVM, and an exception to the caller.
 *
 * <p>A JVM that interprets reads it: on Java 17, compiled code goes on after the read, and its
 * caller may get the {@link InternalError} after the answer.
 */
class CutIndexTest {

  private static final String REFUSED = "refused: the file was changed while it was open";

  /** Opens a file, cuts it, and asks for answers. */
  static final class Program {

    private Program() {}

    /** Prints how the file is refused. */
    public static void main(String[] arguments) throws IOException {
      Path file = Files.write(Path.of(arguments[0]), DamagedIndexTest.GOOD);
      SymbolIndex index = SymbolIndex.open(file);
      Files.write(file, new byte[0]);
      try {
        for (int i = 0; i < 100; i++) {
          DamagedIndexTest.answers(index);
        }
      } catch (MetadataFormatException e) {
        System.out.println("refused: " + e.reason().replaceFirst(": .*", ""));
      }
    }
  }

  @Test
  void file_thatIsCutWhileItIsOpen_isReported(@TempDir Path folder) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-Dtiptoe.home=" + System.getProperty("tiptoe.home"),
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                folder.resolve("a.tsym").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(REFUSED, output.strip());
    assertEquals(0, jvm.waitFor());
  }
}
