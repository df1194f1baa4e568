// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.proof.truth.Program;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims about larger programs in the runtime's record of type loads. */
@Tag("quarter-2")
class LargerRecordsTest {

  @ParameterizedTest
  @CsvSource({"torture, 8000, 0.9", "web-server, 15000, 0.95", "compiler, 20000, 0.95"})
  void claims_ofALargeProgram_areInTheRuntimesRecord(String program, long compared, double recall)
      throws IOException {
    TypeLoadEventsTest.areInTheRecord(program, compared, recall);
  }

  @ParameterizedTest
  @CsvSource({"mentions, 100, 0.1", "torture, 200, 0.2"})
  void claims_ofAnAgentThatCameToAnotherProgram_areInTheRuntimesRecord(
      String program, long compared, double recall) throws IOException {
    TypeLoadEventsTest.areInTheRecordFromHereOn(program, compared, recall);
  }

  @Test
  void claims_aboutTheReusedIdsOfHundredsOfContexts_areInTheRuntimesRecord() throws IOException {
    TypeLoadEventsTest.areInTheRecord(Program.turnover(Installation.current(), 300), 2_000);
  }
}
