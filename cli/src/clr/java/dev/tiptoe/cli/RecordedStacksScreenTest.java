// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static dev.tiptoe.cli.StacksScreenTest.on;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.Screen;
import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code tiptoe stacks} on a terminal of a known size. */
class RecordedStacksScreenTest {

  @Test
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
  void stacks_thatAreFolded_sayHowToSeeAll() {
    List<String> lines = on(Screen.of(80, 8), "stacks", DemoTrace.file()).expect(0).lines();
    assertTrue(
        lines
            .get(lines.size() - 1)
            .matches("folded: [0-9]+ branches, native code, async machinery; --all shows all"),
        lines::toString);
  }

  @Test
  void stacks_withFullNames_fitOnAScreen_andNameMethodsAsInAPipe() {
    String pipe = TiptoeRun.tiptoe("stacks", DemoTrace.file()).expect(0).out();
    Outcome folded = on(Screen.of(200, 20), "stacks", DemoTrace.file(), "--full-names").expect(0);
    assertTrue(folded.lines().size() < 20, folded::out);
    // Which of the program's methods are on the screen differs from run to run.
    Matcher name = Pattern.compile("Tiptoe\\.Demo\\.[^ ]+::[^ ]+").matcher(folded.out());
    assertTrue(name.find() && pipe.contains(name.group()), folded::out);
    assertFalse(on(Screen.of(200, 20), "stacks", DemoTrace.file()).out().contains("::"));
  }
}
