// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The names of the {@code CLR} style against the runtime's own: every method in its events while
 * programs run, by namespace, name and signature.
 */
class RuntimeNamesTest {

  private static RuntimeWords words(EventRecording recording) throws IOException {
    try (EventPipeReader reader = EventPipeReader.open(recording.file())) {
      RecordedEvents events = RecordedEvents.of(reader);
      assertTrue(events.statistics().complete());
      assertEquals(0, events.statistics().lostEvents());
      return RuntimeWords.of(events.ofTheRuntime());
    }
  }

  private static void assertAllEqual(RuntimeWords words, int atLeast) {
    assertEquals(List.of(), words.wrong());
    assertTrue(words.compared() >= atLeast, words::toString);
    // Nothing is left out but what is made at run time: dynamic methods and stubs.
    words.leftOut().forEach(names -> assertEquals("dynamicClass", names.namespace()));
  }

  @Test
  void methods_ofManyConstructs_haveTheNamesThatTheRuntimeGivesThem() throws IOException {
    assertAllEqual(words(EventRecording.CONSTRUCTS), 2000);
  }

  @Test
  void methods_ofBusyThreads_haveTheNamesThatTheRuntimeGivesThem() throws IOException {
    assertAllEqual(words(EventRecording.DEMO), 1000);
  }

  @Test
  void methods_ofAProgramThatReadsMetadata_haveTheNamesThatTheRuntimeGivesThem()
      throws IOException {
    assertAllEqual(words(EventRecording.METADATA_DUMP), 1000);
  }
}
