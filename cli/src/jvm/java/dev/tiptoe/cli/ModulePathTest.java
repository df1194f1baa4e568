// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestAssembly;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tests run on the class path; the command must run on the module path too. */
class ModulePathTest extends ModulePathFixture {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

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
}
