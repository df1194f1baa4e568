// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.trace.eventpipe.EventPipeFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The temporary copy of a {@code .nettrace} file. */
class NettraceCopyTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void input_withoutAnEnd_isRefusedAtTheLimit() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'N';
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            return length;
          }
        };
    Path copy = folder.resolve("copy");
    EventPipeFormatException refused =
        assertThrows(
            EventPipeFormatException.class,
            () -> NettraceWork.copy(endless, copy, "standard input", 3 << 20));
    assertEquals("standard input", refused.file());
    assertTrue(refused.reason().startsWith("more than 3 MiB, the most that is"), refused.reason());
    assertTrue(copy.toFile().length() <= 3 << 20);
  }

  @Test
  void input_upToTheLimit_isCopied() throws IOException {
    byte[] all = new byte[100_000];
    all[99_999] = 7;
    Path copy = folder.resolve("copy");
    NettraceWork.copy(new ByteArrayInputStream(all), copy, "x", all.length);
    assertArrayEquals(all, Files.readAllBytes(copy));
    assertEquals(8L << 30, NettraceWork.most(1L << 50));
    assertEquals(5, NettraceWork.most(10));
  }
}
