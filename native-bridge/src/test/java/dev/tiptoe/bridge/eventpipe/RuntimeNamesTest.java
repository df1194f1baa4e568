// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.eventpipe.EventPipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The names of the {@code CLR} style against the runtime's own: every method in its events while
 * programs run, by namespace, name and signature.
 */
@Tag("clr")
class RuntimeNamesTest {

  @TempDir private Path folder = Path.of("");

  private RuntimeWords words(TestAssembly program, String... arguments) throws IOException {
    Path file = folder.resolve(program + ".nettrace");
    Recorder.record(file, Recorder.ALL, program.path(), arguments);
    try (EventPipeReader reader = EventPipeReader.open(file)) {
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
    assertAllEqual(words(TestAssembly.CONSTRUCTS), 2000);
  }

  @Test
  void methods_ofBusyThreads_haveTheNamesThatTheRuntimeGivesThem() throws IOException {
    assertAllEqual(words(TestAssembly.DEMO, "1"), 1000);
  }

  @Test
  void methods_ofAProgramThatReadsMetadata_haveTheNamesThatTheRuntimeGivesThem()
      throws IOException {
    Path folderOfOne = Objects.requireNonNull(TestAssembly.HELLO.path().getParent());
    assertAllEqual(words(TestAssembly.METADATA_DUMP, "names", folderOfOne.toString()), 1000);
  }
}
