// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The untrusted text is in the process's information, and in messages of Java itself. */
class UntrustedProcessTest {

  private static final String ESCAPED = UntrustedText.escaped(UntrustedText.IN_UTF_16);

  @TempDir private Path folder = Path.of("");

  /** With all of it for the name of the command, too. */
  private Child.Running standInRuntime() {
    String name = UntrustedText.inBash(UntrustedText.ALL);
    String main = StandInRuntime.class.getName();
    return Child.of("/bin/bash", "-c", "exec -a " + name + " \"$JAVA\" " + main + " \"$PWD\"")
        .in(folder)
        .with(
            Map.of(
                "TMPDIR", folder.toString(),
                "JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "CLASSPATH", System.getProperty("java.class.path")))
        .start();
  }

  /** {@code ps} waits for an answer for a second, which a busy machine may take. */
  @Tag("alone")
  @Test
  void runtime_thatReportsSuchText_isEscapedByPsAndAttach() {
    Child.Running runtime = standInRuntime();
    try {
      String pid = Long.toString(runtime.process().pid());
      runtime.await(() -> runtime.hasSaid(pid + "\n"));

      Outcome table = TiptoeRun.tiptoe("ps", "--tsv").expect(0);
      UntrustedText.assertAbsent("tiptoe", table, true);
      List<String> row =
          table.rows().stream().filter(one -> one.get(0).equals(pid)).findFirst().orElseThrow();
      assertEquals(7, row.size());
      assertEquals(ESCAPED, row.get(1));
      assertTrue(row.get(3).contains(ESCAPED), row::toString);
      assertTrue(row.get(4).startsWith(UntrustedText.escaped(UntrustedText.ALL)), row::toString);

      Outcome text = TiptoeRun.tiptoe("ps").expect(0);
      UntrustedText.assertAbsent("tiptoe", text, false);
      List<String> lines = text.lines().stream().filter(one -> one.contains(ESCAPED)).toList();
      assertEquals(2, lines.size(), text::out);
      assertTrue(lines.get(0).startsWith(String.format("%7s %s", pid, ESCAPED)), text::out);
      assertTrue(lines.get(1).startsWith("        cannot be attached to: "), text::out);

      Outcome refused =
          TiptoeRun.tiptoe("attach", pid, "--out", folder.resolve("a.tiptoe").toString()).expect(1);
      UntrustedText.assertAbsent("tiptoe", refused, false);
      assertEquals(1, refused.err().lines().count());
      assertTrue(refused.err().contains(ESCAPED), refused::err);
    } finally {
      runtime.close();
    }
  }

  /** Prints and throws where no command catches it. */
  static final class Careless {

    private Careless() {}

    public static void main(String[] arguments) {
      Thread careless =
          new Thread(
              () -> {
                System.out.println(UntrustedText.ALL);
                throw new IllegalStateException(UntrustedText.ALL);
              });
      Runtime.getRuntime().addShutdownHook(careless);
      Tiptoe.main(new String[] {"--version"});
    }
  }

  @Test
  void exception_thatNobodyCatches_isEscaped() {
    Outcome outcome =
        Child.java(List.of("-cp", System.getProperty("java.class.path"), Careless.class.getName()))
            .outcome();
    UntrustedText.assertAbsent("tiptoe", outcome, false);
    assertEquals(1, outcome.lines().size());
    String behindTheLineFeed = UntrustedText.ALL.substring(UntrustedText.ALL.indexOf('\n') + 1);
    assertEquals(
        2,
        outcome
            .err()
            .lines()
            .filter(("tiptoe: " + UntrustedText.escaped(behindTheLineFeed))::equals)
            .count(),
        outcome::err);
  }
}
