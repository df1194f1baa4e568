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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code tiptoe stacks} on a terminal of a known size. */
class StacksScreenTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  private static Outcome on(Screen screen, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status =
        Tiptoe.LAUNCHER.run(
            arguments, new Terminal("tiptoe", InputStream.nullInputStream(), out, err, screen));
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  @Tag("clr")
  void stacks_onAScreen_fitOnIt_andHaveEachMethodOnceInALine() {
    for (int height = 10; height <= 40; height += 15) {
      List<String> lines = on(Screen.of(80, height), "stacks", DemoTrace.file()).expect(0).lines();
      assertTrue(lines.size() < height, lines::toString);
      assertTrue(
          lines.get(0).matches(" total    self  [0-9]+ samples of wall-clock time"), lines.get(0));
      assertTrue(lines.get(1).contains("thread "), lines.get(1));
      for (String line : lines) {
        assertTrue(line.length() <= 80, line);
        assertFalse(line.contains("::"), line + " has a name that nobody wrote");
        List<String> names = List.of(line.split(" › ", -1));
        for (int i = 1; i < names.size(); i++) {
          assertFalse(names.get(i).equals(names.get(i - 1)), line);
        }
      }
    }
    assertTrue(
        on(Screen.of(120, 40), "stacks", DemoTrace.file()).out().contains("Crane."),
        "nothing of the program");
  }

  @Test
  @Tag("clr")
  void stacks_thatAreFolded_sayHowToSeeAll() {
    List<String> lines = on(Screen.of(80, 8), "stacks", DemoTrace.file()).expect(0).lines();
    assertTrue(
        lines
            .get(lines.size() - 1)
            .matches("folded: [0-9]+ branches, native code, async machinery; --all shows all"),
        lines::toString);
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
  @Tag("clr")
  void stacks_withFullNames_fitOnAScreen_andNameMethodsAsInAPipe() {
    String pipe = TiptoeRun.tiptoe("stacks", DemoTrace.file()).expect(0).out();
    Outcome folded = on(Screen.of(200, 20), "stacks", DemoTrace.file(), "--full-names").expect(0);
    assertTrue(folded.lines().size() < 20, folded::out);
    // Which of the program's methods are on the screen differs from run to run.
    Matcher name = Pattern.compile("Tiptoe\\.Demo\\.[^ ]+::[^ ]+").matcher(folded.out());
    assertTrue(name.find() && pipe.contains(name.group()), folded::out);
    assertFalse(on(Screen.of(200, 20), "stacks", DemoTrace.file()).out().contains("::"));
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
