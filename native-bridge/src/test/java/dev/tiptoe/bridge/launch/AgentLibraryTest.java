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

  private String refusal() {
    String message = String.valueOf(assertThrows(LaunchException.class, this::put).getMessage());
    assertTrue(message.startsWith(place() + " is the agent's place"), message);
    return message;
  }

  @Test
  void folder_thatHasNone_getsOne_whichAllMayReadAndNobodyWrite() throws IOException {
    Path file = put();
    assertEquals(place(), file);
    assertArrayEquals(BINARY, Files.readAllBytes(file));
    assertEquals("r--r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
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
  void place_withSomethingElseInIt_isRefused() throws IOException {
    for (String other : List.of("", "an Agent", "an agent that is longer")) {
      Files.writeString(place(), other);
      Files.setPosixFilePermissions(place(), PosixFilePermissions.fromString("r--r--r--"));
      assertTrue(refusal().endsWith("is not what was put there"));
      assertEquals(other, Files.readString(place()));
      Files.delete(place());
    }
  }

  @Test
  void place_thatIsALink_isRefused_evenToTheRightContent() throws IOException {
    Path right = Files.write(folder.resolve("right"), BINARY);
    Files.setPosixFilePermissions(right, PosixFilePermissions.fromString("r--r--r--"));
    Files.createSymbolicLink(place(), right);
    assertTrue(refusal().endsWith("is no file"));
  }

  @Test
  void place_thatIsAFolder_isRefused() throws IOException {
    Files.createDirectory(place());
    assertTrue(refusal().endsWith("is no file"));
  }

  @Test
  void place_withAnotherMode_isRefused() throws IOException {
    Path file = put();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));
    assertTrue(refusal().endsWith("has the mode rw-r--rw-"));
  }
}
