// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs that end in odd ways and programs that do odd things, sampled every millisecond: each
 * ends as it does without the agent, and its trace is whole.
 */
class StormTest extends StormFixture {

  @ParameterizedTest
  @CsvSource({
    "return, 10",
    "return-before-threads, 11",
    "exit, 12",
    "exit-from-four, 13",
    "slow-exit, 14",
    "collections, 20",
    "deep-stack, 21",
    "short-threads, 22",
    "unloading, 24",
    "dynamic-methods, 25",
    "forks, 26"
  })
  void program_thatEndsOrderly_endsAsItWouldAndItsTraceToo(String weather, int status)
      throws IOException {
    endsAsItWould(weather, status);
  }

  @ParameterizedTest
  @CsvSource({"unhandled, 134", "fail-fast, 134"})
  void program_thatAborts_abortsAsItWouldAndItsTraceIsCutOff(String weather, int status)
      throws IOException {
    assertTrue(record(weather, status).ending().isEmpty());
  }

  @Test
  void map_ofAProgramThatUnloads_endsWhatWasUnloadedAndHasNoConflict() throws IOException {
    record("unloading", 24);
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(map);
    }
    assertEquals(List.of(), map.conflicts());
    long modules = map.history().modules().filter(each -> each.loaded().isNamed("Storm")).count();
    long living = map.now().modulesNamed("Storm").count();
    assertTrue(modules > 2, () -> modules + " were loaded");
    assertEquals(1, living);
    assertTrue(map.history().classes().anyMatch(type -> !type.interval().isOpen()));
    IdView now = map.now();
    now.classes().forEach(type -> everythingItIsMadeOfLives(type, now));
  }

  /**
   * A list over a struct of a passing context has the framework's metadata, and goes all the same.
   */
  private static void everythingItIsMadeOfLives(ClassFact type, IdView now) {
    if (type.shape() instanceof ClassShape.Defined defined) {
      assertTrue(now.meaningOf(defined.module()).valid().isPresent(), type::toString);
      for (ClassID argument : defined.typeArguments()) {
        assertTrue(now.meaningOf(argument).valid().isPresent(), type::toString);
      }
    } else if (type.shape() instanceof ClassShape.Array array) {
      assertTrue(now.meaningOf(array.element()).valid().isPresent(), type::toString);
    }
  }
}
