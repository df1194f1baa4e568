// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every command that reads modules, over modules whose rows point where they should not: an answer,
 * or what is wrong with the file, and never an error of ours.
 */
@Tag("quarter-1")
class MutantsWitnessTest extends MutantsFixture {

  private static final int MANY = 60;

  @ParameterizedTest
  @EnumSource(
      value = TestAssembly.class,
      names = {"CONSTRUCTS", "BINDINGS", "TORTURE", "DEMO"})
  void modules_whoseRowsPointAnywhere_areReadOrRefused(TestAssembly assembly) throws IOException {
    areReadOrRefused(assembly, MANY);
  }
}
