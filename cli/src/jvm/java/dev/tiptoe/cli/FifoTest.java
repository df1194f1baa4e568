// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid input gets one line on standard error and exit code 3; nothing hangs. */
class FifoTest extends HostileFileFixture {

  @ParameterizedTest
  @MethodSource("readers")
  void file_thatIsAFifo_isRefusedWithoutWaiting(List<String> reader) throws Exception {
    Path fifo = folder.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    refused(reader, fifo, ".*not a regular file.*");
  }
}
