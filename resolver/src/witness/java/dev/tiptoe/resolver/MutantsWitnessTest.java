// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The mutants behind the first ones, which are in the unit tests. */
@Tag("quarter-4")
class MutantsWitnessTest {

  private static final int MUTANTS = 40;

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(
      value = TestAssembly.class,
      names = {"CONSTRUCTS", "TORTURE", "DEMO"})
  void question_aboutAModuleWhoseRowsPointAnywhere_hasAnAnswer(TestAssembly assembly)
      throws IOException {
    MutantsTest.ask(assembly, folder, MutantsTest.FIRST, MUTANTS);
  }
}
