// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trace that is copied from another user's process. */
class AgentTraceFileTest {

  private static final String PRECIOUS = "precious";

  @TempDir private Path folder = Path.of("");
  private Path wanted = Path.of("");
  private FakeTarget target =
      new FakeTarget(folder, folder, new Target.Identity(7, 1, false), false);

  @BeforeEach
  void prepare() throws IOException {
    folder = folder.toRealPath();
    wanted = folder.resolve("wanted");
    Path root = Files.createDirectory(folder.resolve("theirs"));
    target = new FakeTarget(folder, root, new Target.Identity(7, 1, false), false);
  }

  private AgentTraceFile file() throws IOException {
    return AgentTraceFile.of(wanted, target, OptionalLong.empty());
  }

  private Path theirs() {
    return target.reached(target.beginTrace());
  }

  private Path precious() throws IOException {
    return Files.writeString(folder.resolve("precious"), PRECIOUS);
  }

  @Test
  void copy_followsWhatTheAgentWrites_andTheAgentsIsRemoved() throws IOException {
    try (AgentTraceFile file = file()) {
      file.copy();
      assertEquals(Path.of(target.beginTrace()), file.seen());
      Files.writeString(theirs(), "one");
      file.copy();
      assertEquals("one", Files.readString(wanted));
      Files.writeString(theirs(), " two", StandardOpenOption.APPEND);
      file.copy();
      assertTrue(file.isComplete());
      file.removeTheAgents();
    }
    assertEquals("one two", Files.readString(wanted));
    assertFalse(Files.exists(theirs()));
  }

  @Test
  void agentsFile_thatNobodyRemoves_stays() throws IOException {
    try (AgentTraceFile file = file()) {
      Files.writeString(theirs(), "one");
      file.copy();
    }
    assertTrue(Files.exists(theirs()));
  }

  @Test
  void place_whereNothingCame_isEmptyAgain() throws IOException {
    file().close();
    assertFalse(Files.exists(wanted));
  }

  @Test
  void place_thatIsTaken_isLeftAlone() throws IOException {
    Files.writeString(wanted, PRECIOUS);
    assertThrows(LaunchException.class, this::file);
    assertEquals(PRECIOUS, Files.readString(wanted));
  }

  /** Java has no reason for it. */
  @Test
  void place_thatIsADanglingLink_isReportedAsTaken() throws IOException {
    Files.createSymbolicLink(wanted, folder.resolve("nothing"));
    LaunchException problem = assertThrows(LaunchException.class, this::file);
    assertEquals(wanted + " exists already", problem.getMessage());
    assertFalse(Files.exists(folder.resolve("nothing")));
  }

  /** A user who may write in the folder of the trace puts a link to another user's file there. */
  @Test
  void copy_ofWhichThePlaceBecameALink_isNotWrittenThroughIt() throws IOException {
    Path precious = precious();
    try (AgentTraceFile file = file()) {
      Files.delete(wanted);
      Files.createSymbolicLink(wanted, precious);
      Files.writeString(theirs(), "overwritten");
      file.copy();
    }
    assertEquals(PRECIOUS, Files.readString(precious));
    assertTrue(Files.isSymbolicLink(wanted));
  }

  @Test
  void copy_ofWhichThePlaceIsAnothersByNow_leavesThatThere() throws IOException {
    try (AgentTraceFile file = file()) {
      Files.delete(wanted);
      Files.createFile(wanted);
      file.copy();
    }
    assertTrue(Files.exists(wanted));
  }

  @Test
  void copy_ofMoreThanTheTraceMayHave_endsBeforeIt() throws IOException {
    try (AgentTraceFile file = AgentTraceFile.of(wanted, target, OptionalLong.of(3))) {
      Files.writeString(theirs(), "one");
      file.copy();
      Files.writeString(theirs(), " two", StandardOpenOption.APPEND);
      assertThrows(TraceLimitException.class, file::copy);
      assertFalse(file.isComplete());
    }
    assertEquals("one", Files.readString(wanted));
  }

  /** Where the process sees our files as our own user, it writes there itself. */
  @Test
  void place_thatTheProcessSeesAsOurOwnUser_isWrittenByTheAgent() throws IOException {
    long uid =
        Integer.toUnsignedLong((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    FakeTarget near = new FakeTarget(folder, folder, new Target.Identity(7, uid, true), false);
    try (AgentTraceFile file = AgentTraceFile.of(wanted, near, OptionalLong.of(3))) {
      assertEquals(wanted, file.seen());
      assertFalse(Files.exists(wanted));
      Files.writeString(wanted, "one");
      file.copy();
      Files.writeString(wanted, " two", StandardOpenOption.APPEND);
      assertThrows(TraceLimitException.class, file::copy);
    }
    assertTrue(Files.exists(wanted));
  }
}
