// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.ControlException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Clients for the agents of processes, which a child process reaches. */
class ControlOfProcessesTest {

  @Test
  void process_thatIsNotThereOrHasNoAgent_isReported() {
    assertReason(Reason.NO_PROCESS, () -> ControlClient.of(0));
    assertReason(Reason.NO_PROCESS, () -> ControlClient.of(Long.MAX_VALUE));
    assertReason(Reason.NO_AGENT, () -> ControlClient.of(ProcessHandle.current().pid()));
  }

  @Test
  void setting_forANewProcess_isInAFolderOfItsUsersAlone() throws IOException {
    Path setting = ControlClient.settingForNewProcess();
    assertTrue(String.valueOf(setting.getFileName()).matches("%p-[0-9a-f]{16}"));
    Path parent = setting.resolveSibling("").normalize();
    assertEquals(
        "[OWNER_EXECUTE, OWNER_READ, OWNER_WRITE]",
        new TreeSet<>(Files.getPosixFilePermissions(parent).stream().map(Enum::name).toList())
            .toString());
    Path another = ControlClient.settingForNewProcess();
    assertEquals(parent, another.resolveSibling("").normalize());
    assertNotEquals(setting, another);
  }

  private static void assertReason(Reason reason, Executable asking) {
    ControlException problem = assertThrows(ControlException.class, asking);
    assertEquals(reason, problem.reason(), problem.getMessage());
  }
}
