// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.trace.CatchUp;
import dev.tiptoe.trace.CatchUp.Step;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The agent, come to a program that has been running for a while, on a real CLR. */
@Tag("quarter-1")
class AttachedAgentWitnessTest extends AttachedAgentFixture {

  @Test
  void attach_withTheProbe_saysWhatIsPublishedAndWhatIsNot() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = new Attachable(folder)) {
      program.work(SOME);
      assertEquals(0, program.attach(settings(trace, "PROBE=1", "SAMPLE_EVERY=0")));
      program.await(() -> Read.of(trace).isDone(Step.PROBE));
    }
    Read read = Read.of(trace);
    CatchUp probe =
        read.statistics().catchUps().stream()
            .filter(each -> each.step() == Step.PROBE)
            .findFirst()
            .orElseThrow();
    assertTrue(probe.found() > 5000, probe::toString);
    assertTrue(probe.leftOut() > 500, probe::toString);
    assertEquals(0, probe.longestPauseNanos());
    ModuleFact coreLib =
        read.now().modulesNamed("System.Private.CoreLib").findFirst().orElseThrow();
    long found = 0;
    long denied = 0;
    for (int rid = 2; rid < 1000; rid++) {
      LookupAnswer<?> answer =
          read.now().observedClassIDs(coreLib.id(), new Token(0x02000000 + rid));
      found += answer instanceof LookupAnswer.Loaded<?> ? 1 : 0;
      denied += answer instanceof LookupAnswer.NotPublished<?> ? 1 : 0;
    }
    assertTrue(found > 50, found + " found");
    assertTrue(denied > 100, denied + " denied");
  }
}
