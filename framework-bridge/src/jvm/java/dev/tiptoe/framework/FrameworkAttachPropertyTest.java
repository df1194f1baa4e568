// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.framework.FrameworkAttachOutcome.Attached;
import dev.tiptoe.framework.FrameworkAttachOutcome.Refused;
import dev.tiptoe.framework.StandIn.Lie;
import dev.tiptoe.framework.StandIn.Step;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever Windows answers, and at whichever step. */
class FrameworkAttachPropertyTest {

  /** One line of a script. */
  private record Line(Step step, int result, Lie lie, int after) {}

  @Provide
  Arbitrary<List<Line>> scripts() {
    Arbitrary<Integer> failures =
        Arbitraries.of(0x80004005, 0x8007000e, 0x8013136a, 0x800705b4, 0x80004002, -1)
            .map(Integer::intValue);
    Arbitrary<Integer> results =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(0)),
            Tuple.of(2, failures),
            Tuple.of(1, Arbitraries.integers().lessOrEqual(-1)));
    return Combinators.combine(
            Arbitraries.of(Step.class),
            results,
            Arbitraries.of(Lie.class),
            Arbitraries.integers().between(0, 3))
        .as(Line::new)
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<List<String>> versions() {
    return Arbitraries.oneOf(
            Arbitraries.of("v4.0.30319", "v2.0.50727", "v1.1.4322"),
            Arbitraries.strings().excludeChars('\0').ofMaxLength(200))
        .list()
        .ofMaxSize(8);
  }

  @Property(tries = 2_000)
  void attach_hasOneOutcomeAndLeavesNothingBehind(
      @ForAll("scripts") List<Line> script,
      @ForAll("versions") List<String> versions,
      @ForAll byte[] data) {
    StandIn windows = new StandIn();
    versions.forEach(windows::with);
    script.forEach(line -> windows.answering(line.step, line.result, line.lie, line.after));
    FrameworkAttachOutcome outcome =
        StandIn.attach()
            .attach(
                new FrameworkAttachRequest(
                    StandIn.PROCESS, new UUID(1, 2), "C:\\p.dll", Duration.ofSeconds(1), data));
    windows.assertLeftAsItWas();
    assertEquals(1, windows.calls(Step.OPEN_PROCESS));
    if (outcome instanceof Attached attached) {
      assertEquals(1, windows.calls(Step.ATTACH_PROFILER));
      assertEquals(StandIn.PROCESS, windows.receivedProcess());
      assertTrue(attached.runtime().startsWith("v4"), attached.runtime());
    } else {
      Refused refused = (Refused) outcome;
      assertTrue(refused.inWords().matches("[\\x20-\\x7e]+"), refused.inWords());
      assertTrue(windows.calls(Step.ATTACH_PROFILER) <= 1);
    }
  }
}
