// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent's file: nothing is loaded but what was put there. */
class AgentLibraryTest {

  private static final byte[] BINARY = "an agent".getBytes(StandardCharsets.UTF_8);
  private static final AgentLibrary LIBRARY = new AgentLibrary(BINARY);

  @TempDir private Path temporary = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = temporary.toRealPath();
  }

  private Path put() {
    return LIBRARY.in(TemporaryFolder.in(Path.of("/"), List.of(folder)));
  }

  private Path place() {
    return folder.resolve(LIBRARY.name());
  }

  /** Where it is put instead, and looked for the next time. */
  private void isPutBeside() throws IOException {
    Path file = put();
    String name = String.valueOf(file.getFileName());
    String stem = LIBRARY.name().replace(".so", "");
    assertTrue(name.matches(stem + "-[-0-9a-f]{36}\\.so"), name);
    requireRight(file);
    assertEquals(file, put());
    Files.delete(file);
  }

  private static void requireRight(Path file) throws IOException {
    assertArrayEquals(BINARY, Files.readAllBytes(file));
    assertEquals("r--r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void folder_thatHasNone_getsOne_whichAllMayReadAndNobodyWrite() throws IOException {
    Path file = put();
    assertEquals(place(), file);
    requireRight(file);
    try (Stream<Path> all = Files.list(folder)) {
      assertEquals(List.of(file), all.toList());
    }
  }

  @Test
  void folder_thatHasOne_keepsIt() throws IOException {
    FileTime old = FileTime.from(Instant.EPOCH);
    Files.setLastModifiedTime(put(), old);
    assertEquals(old, Files.getLastModifiedTime(put()));
  }

  @Test
  void name_differsWithTheBinary() {
    String other = new AgentLibrary(new byte[] {1}).name();
    assertTrue(!other.equals(LIBRARY.name()), other);
  }

  @Test
  void place_withSomethingElseInIt_isLeftAlone() throws IOException {
    for (String other : List.of("", "an Agent", "an agent that is longer")) {
      Files.writeString(place(), other);
      Files.setPosixFilePermissions(place(), PosixFilePermissions.fromString("r--r--r--"));
      isPutBeside();
      assertEquals(other, Files.readString(place()));
      Files.delete(place());
    }
  }

  @Test
  void place_thatIsALink_isLeftAlone_evenToTheRightContent() throws IOException {
    Path right = Files.write(folder.resolve("right"), BINARY);
    Files.setPosixFilePermissions(right, PosixFilePermissions.fromString("r--r--r--"));
    Files.createSymbolicLink(place(), right);
    isPutBeside();
    assertTrue(Files.isSymbolicLink(place()));
  }

  @Test
  void place_thatIsAFolder_isLeftAlone() throws IOException {
    Files.createDirectory(place());
    isPutBeside();
  }

  @Test
  void place_withAnotherMode_isLeftAlone() throws IOException {
    Path file = put();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));
    isPutBeside();
  }

  /** What has such a name is believed no more than what has the first. */
  @Test
  void place_besideIt_isLeftAloneWhenItIsNotRight() throws IOException {
    Files.createDirectory(place());
    Path decoy = folder.resolve(LIBRARY.name().replace(".so", "-decoy.so"));
    Files.writeString(decoy, "an Agent");
    Files.setPosixFilePermissions(decoy, PosixFilePermissions.fromString("r--r--r--"));
    isPutBeside();
    assertEquals("an Agent", Files.readString(decoy));
  }

  @Test
  void folder_thatCannotBeWritten_isAnErrorThatSaysWhere() throws IOException {
    TemporaryFolder gone = TemporaryFolder.in(Path.of("/"), List.of(folder));
    Files.delete(folder);
    String message =
        String.valueOf(assertThrows(LaunchException.class, () -> LIBRARY.in(gone)).getMessage());
    assertTrue(message.startsWith(place() + ": the agent cannot be put there: "), message);
    Files.createDirectory(folder);
  }
}
