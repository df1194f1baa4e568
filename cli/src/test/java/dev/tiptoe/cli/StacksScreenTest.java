// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.Screen;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code tiptoe stacks} on a terminal of a known size. */
class StacksScreenTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  static Outcome on(Screen screen, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status =
        Tiptoe.LAUNCHER.run(
            arguments, new Terminal("tiptoe", InputStream.nullInputStream(), out, err, screen));
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The golden trace has one round in a second. */
  @Test
  void sampling_thatWasPostponed_isSaidToPeople() {
    String note = "samples of wall-clock time were taken every 1000 ms on average, not every 10 ms";
    assertTrue(on(Screen.of(80, 24), "stacks", GOLDEN, "--wall").expect(0).err().contains(note));
    assertFalse(on(Screen.of(80, 24), "stacks", GOLDEN, "--cpu").expect(0).err().contains(note));
    assertEquals("", on(Screen.NONE, "stacks", GOLDEN, "--wall").expect(0).err());
  }

  @Test
  void stacks_withAll_areWhatAPipeGets() {
    String pipe = TiptoeRun.tiptoe("stacks", GOLDEN).expect(0).out();
    assertEquals(pipe, on(Screen.of(80, 24), "stacks", GOLDEN, "--all").expect(0).out());
    assertEquals(pipe, on(Screen.NONE, "stacks", GOLDEN).expect(0).out());
    assertFalse(pipe.equals(on(Screen.of(80, 24), "stacks", GOLDEN).expect(0).out()));
  }

  @Test
  void rows_onAScreen_areThoseOfAPipe() {
    for (String format : Stream.of("--tsv", "--json").toList()) {
      assertEquals(
          TiptoeRun.tiptoe("stacks", GOLDEN, format).expect(0).out(),
          on(Screen.of(80, 24), "stacks", GOLDEN, format).expect(0).out());
    }
  }
}
