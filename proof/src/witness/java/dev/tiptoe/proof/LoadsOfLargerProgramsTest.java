// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code prove loads} of the larger programs. */
@Tag("quarter-1")
class LoadsOfLargerProgramsTest {

  @ParameterizedTest
  @CsvSource({"torture, 3000", "web-server, 5000", "compiler, 5000"})
  void otherProgram_withTheAgent_loadsNoOtherTypes(String program, int types) {
    LoadsTest.compare(program, types);
  }
}
