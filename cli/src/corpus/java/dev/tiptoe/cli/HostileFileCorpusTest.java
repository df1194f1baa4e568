// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestRuntime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/** Invalid input gets one line on standard error and exit code 3; nothing hangs. */
class HostileFileCorpusTest extends HostileFileFixture {

  /**
   * The reader of the results cuts the file as soon as the first come: it has been read by then.
   */
  @Test
  void dll_cutWhileItIsDumped_isDumpedToItsEnd() throws IOException {
    Path whole = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    Path cut = Files.copy(whole, folder.resolve("cut.dll"));
    OutputStream cutting =
        new OutputStream() {
          @Override
          public void write(int ignored) throws IOException {
            try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
              file.truncate(4096);
            }
          }

          @Override
          public void write(byte[] ignored, int from, int length) throws IOException {
            write(0);
          }
        };
    var err = new ByteArrayOutputStream();
    String[] dump = {"dump", cut.toString(), "--table", "CustomAttribute"};
    assertEquals(0, Tiptoe.run(dump, InputStream.nullInputStream(), cutting, err));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertEquals(4096, Files.size(cut));
  }
}
