// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipeTest {

  @TempDir private Path folder = Path.of("");

  /** To open one would be to wait for a writer. */
  @Test
  void pipe_isNoFile() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    OpeningTest.assertNotManaged(pipe, "not a regular file");
  }
}
