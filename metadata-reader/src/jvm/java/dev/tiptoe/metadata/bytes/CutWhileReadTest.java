// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is cut by another thread while it is read. */
class CutWhileReadTest {

  @TempDir private Path folder = Path.of("");

  private static void cut(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(Stored.CHUNK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whatever the moment: right bytes or none. */
  @Test
  void file_thatIsCutWhileItIsRead_isReadRightOrRefused() throws Exception {
    byte[] content = StoredBytesTest.content(1);
    Path file = Files.write(folder.resolve("file"), content);
    Files.setLastModifiedTime(file, StoredBytesTest.LONG_AGO);
    Bytes bytes = Bytes.open(file);
    Thread cutter = new Thread(() -> cut(file));
    boolean refused = false;
    for (int i = 0; !refused; i++) {
      if (i == 50) {
        cutter.start();
      }
      int at = i * 997 % (StoredBytesTest.SIZE - 5000);
      try {
        assertArrayEquals(Bytes.of("", content).copy(at, 5000), bytes.copy(at, 5000));
      } catch (MetadataFormatException e) {
        assertEquals(StoredBytesTest.CHANGED, e.reason());
        refused = true;
        assertTrue(i >= 50);
      }
    }
    cutter.join();
  }
}
