// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLibraryTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void library_thatCannotBeLoaded_isRefusedWithTheLoadersReason() throws IOException {
    Path text = Files.writeString(folder.resolve("agent.so"), "no library at all\n".repeat(9));
    LaunchException refusal =
        assertThrows(LaunchException.class, () -> AgentLibrary.requireLoadable(text));
    assertEquals(
        "the agent cannot be loaded: " + text + ": invalid ELF header", refusal.getMessage());
  }
}
