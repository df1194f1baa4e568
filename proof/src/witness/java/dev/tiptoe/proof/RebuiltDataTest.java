// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.testdata.command.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The committed test data are what their sources make. */
@Tag("quarter-3")
class RebuiltDataTest {

  /** Byte for byte. */
  @Test
  void assemblies_areWhatTheirSourcesCompileTo() {
    var ignored = Script.run("testdata/assemblies/build", "--check");
  }

  @Test
  void names_areWhatTheCompilerSays() {
    var ignored = Script.run("testdata/names/build", "--check");
  }
}
