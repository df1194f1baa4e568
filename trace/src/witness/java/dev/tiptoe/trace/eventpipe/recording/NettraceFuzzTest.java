// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.FieldWriter;
import dev.tiptoe.trace.eventpipe.format.FramedNettrace;
import dev.tiptoe.trace.eventpipe.format.NettraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a {@code .nettrace} file of either framing: its facts and its samples. */
@Tag("quarter-2")
class NettraceFuzzTest {

  static Stream<byte[]> seeds() {
    FieldWriter method =
        new FieldWriter().i64(1).utf16("N.T").utf16("M").utf16("void  ()").i64(2).u16(0);
    byte[] serialized =
        new NettraceBytes()
            .defines(1, NettraceBytes.RUNTIME, 159)
            .stacks(1, new long[] {1, 2, 3}, new long[0])
            .events(block -> NettraceBytes.event(block, 1, 0, 100, method.toArray()))
            .point(77, 2)
            .plainEvents(block -> block.event(1, 3, 300, 1, new UUID(1, 2), method.toArray()))
            .toArray();
    byte[] framed =
        new FramedNettrace()
            .defines(1, "P", 1, "E")
            .thread(0, "main", 1, 2)
            .stacks(0, new long[] {1, 2})
            .events(block -> FramedNettrace.event(block, 1, 1, 0, 0, 1, (byte) 1))
            .toArray();
    return Stream.of(serialized, framed, new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest
  void nettrace_ofAnyBytes_isReadOrRefused(byte[] bytes) throws IOException {
    Path file = Files.write(Files.createTempFile("fuzz-", ".nettrace"), bytes);
    try {
      EventPipeRecording recording = EventPipeRecording.read(file, new Session());
      recording.remarks();
      recording.frames();
    } catch (EventPipeFormatException e) {
      if (e.offset() < 0 || e.offset() > bytes.length) {
        throw new IllegalStateException("an offset outside the file", e);
      }
    } finally {
      Files.delete(file);
    }
  }
}
