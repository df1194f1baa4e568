// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dynamic method that is found later than it has been there. */
class DynamicMethodSeenTest {

  private static final long METHOD = 0x3000;
  private static final long CODE = 0x7f0000001000L;
  private static final long FOUND = 100;
  private static final long ENDED = 200;

  @TempDir private Path folder = Path.of("");

  private static byte[] seen(long since) {
    return TraceBytes.fields(
        METHOD, 0L, since, 1, CODE, 0x40L, 4, (short) 'f', (short) 'g'); // 4 bytes of name
  }

  private RuntimeIdMap map(long since) throws IOException {
    byte[] unload = TraceBytes.fields(RecordValues.UnloadKind.DYNAMIC_FUNCTION, 0, METHOD);
    Path trace = folder.resolve("t" + since);
    Files.write(
        trace,
        new TraceBytes()
            .record(RecordLayout.DynamicMethodSeen.RECORD_TYPE, 0, 1, FOUND, seen(since))
            .record(RecordLayout.UnloadStarted.RECORD_TYPE, 0, 2, ENDED, unload)
            .toArray());
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.poll(map);
    }
    return map;
  }

  private static boolean isThere(RuntimeIdMap map, long at) {
    return map.at(at).functionAt(CODE + 0x20).equals(new FunctionID(METHOD));
  }

  @Test
  void method_isThereFromBeforeItsRecord_untilItsEnd() throws IOException {
    RuntimeIdMap map = map(40);
    assertEquals(false, isThere(map, 39));
    assertEquals(true, isThere(map, 40));
    assertEquals(true, isThere(map, ENDED - 1));
    assertEquals(false, isThere(map, ENDED));
    String name =
        map.at(40).meaningOf(new FunctionID(METHOD)).valid().orElseThrow().shape().dynamicName();
    assertEquals("fg", name);
  }

  @Test
  void method_withATimeThatCannotBe_isThereSinceItsRecord_orTheBeginning() throws IOException {
    RuntimeIdMap late = map(FOUND + 1);
    assertEquals(false, isThere(late, FOUND - 1));
    assertEquals(true, isThere(late, FOUND));
    assertEquals(true, isThere(map(-5), 0));
  }
}
