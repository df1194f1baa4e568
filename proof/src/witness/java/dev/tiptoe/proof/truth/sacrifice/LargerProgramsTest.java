// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.proof.truth.Program;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims about other and larger programs, and about the IDs of hundreds of load contexts. */
@Tag("quarter-4")
class LargerProgramsTest {

  @ParameterizedTest
  @CsvSource({
    "mentions, 500, 50, 2000",
    "unloading, 500, 30, 2000",
    "torture, 2000, 500, 2500",
    "web-server, 5000, 800, 7000"
  })
  void claims_ofAnotherProgram_areTrue(String program, long classes, long functions, long typeDefs)
      throws IOException {
    SacrificialProcessTest.areTrue(program, classes, functions, typeDefs);
  }

  @Test
  void claims_aboutTheReusedIdsOfHundredsOfContexts_areTrue() throws IOException {
    SacrificialProcessTest.areTrue(Program.turnover(Installation.current(), 300));
  }
}
