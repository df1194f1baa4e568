// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests run on the class path; the command must run on the module path too. */
class ModulePathTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  @TempDir private Path folder = Path.of("");

  @Test
  void names_onTheModulePath_areTheSame() {
    String hello = TestAssembly.HELLO.path().toString();
    assertEquals(TiptoeRun.tiptoe("names", hello, "--tsv"), modular("names", hello, "--tsv"));
  }

  @Test
  void ids_onTheModulePath_areTheSame() {
    assertEquals(TiptoeRun.tiptoe("ids", GOLDEN, "--tsv"), modular("ids", GOLDEN, "--tsv"));
  }

  @Test
  void help_onTheModulePath_isTheSame() {
    assertEquals(TiptoeRun.tiptoe("--help"), modular("--help"));
  }

  @Tag("clr")
  @Test
  void record_onTheModulePath_canPassSignalsOn() {
    String out = folder.resolve("a.tiptoe").toString();
    modular("record", "--out", out, "--", "/bin/sh", "-c", RecordCommandTest.SIGNALS_ITS_RECORDER)
        .expect(42);
  }

  private static Outcome modular(String... arguments) {
    List<String> options = new ArrayList<>(List.of("--module-path", modulePath()));
    options.addAll(List.of("--module", "dev.tiptoe.cli/" + Tiptoe.class.getName()));
    options.addAll(List.of(arguments));
    return Child.java(options).outcome();
  }

  /** Modules that nothing requires, such as those that only tests need, are not resolved. */
  private static String modulePath() {
    return Child.classPath().stream()
        .filter(entry -> !entry.endsWith("test-classes"))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
