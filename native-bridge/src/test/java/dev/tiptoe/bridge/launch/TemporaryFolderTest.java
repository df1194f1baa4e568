// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folders in which nobody can replace what we put there, and those in which somebody can. */
class TemporaryFolderTest {

  private static final int STICKY_AND_OPEN = 01777;

  @TempDir private Path temporary = Path.of("");
  private Path root = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void makeFolder() throws IOException {
    root = temporary.toRealPath();
    folder = Files.createDirectory(root.resolve("tmp"));
  }

  /** The one that is found in a root of its own. */
  private TemporaryFolder find(String... candidates) {
    return TemporaryFolder.in(root, Stream.of(candidates).map(Path::of).toList());
  }

  private String refusal(String... candidates) {
    return String.valueOf(assertThrows(LaunchException.class, () -> find(candidates)).getMessage());
  }

  @Test
  void folder_isReachedThroughTheRoot_andSeenWithoutIt() {
    TemporaryFolder found = find("/tmp");
    assertEquals(folder.resolve("x"), found.reached("x"));
    assertEquals(Path.of("/tmp/x"), found.seen("x"));
  }

  @Test
  void folder_thatAnybodyMayWrite_isFitOnlyWithTheStickyBit() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertTrue(refusal("/tmp").contains("/tmp: anybody may replace files there"));
    Files.setAttribute(folder, "unix:mode", STICKY_AND_OPEN);
    assertEquals(Path.of("/tmp"), find("/tmp").path());
  }

  @Test
  void folder_thatItsGroupMayWrite_isRefused() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
    assertTrue(refusal("/tmp").contains("anybody may replace files there"));
  }

  @Test
  void link_isNotFollowed_neitherAtTheEndNorOnTheWay() throws IOException {
    Files.createSymbolicLink(root.resolve("link"), folder);
    Files.createDirectory(folder.resolve("below"));
    assertTrue(refusal("/link").contains("/link: "));
    assertTrue(refusal("/link/below").contains("/link/below: "));
    assertEquals(Path.of("/tmp/below"), find("/tmp/below").path());
  }

  /** Whoever may rename a folder on the way can put another in its place. */
  @Test
  void folder_belowOneThatAnybodyMayWrite_isFitOnlyWithTheStickyBit() throws IOException {
    Files.createDirectory(folder.resolve("below"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertTrue(refusal("/tmp/below").contains("/tmp/below: anybody may replace files in /tmp"));
    Files.setAttribute(folder, "unix:mode", STICKY_AND_OPEN);
    assertEquals(Path.of("/tmp/below"), find("/tmp/below").path());
  }

  @Test
  void folder_belowARootThatAnybodyMayWrite_isFitOnlyWithTheStickyBit() throws IOException {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertTrue(refusal("/tmp").endsWith("/tmp: anybody may replace files in /"));
    Files.setAttribute(root, "unix:mode", STICKY_AND_OPEN);
    assertEquals(Path.of("/tmp"), find("/tmp").path());
  }

  @Test
  void ours_isWhatAllProcessesSee() {
    TemporaryFolder ours = TemporaryFolder.ours();
    assertEquals(Path.of("/"), ours.root());
    assertTrue(Files.isWritable(ours.reached("x").resolveSibling("")), ours::toString);
  }

  @Test
  void folder_thatIsNone_isPassedOver() throws IOException {
    Files.createFile(root.resolve("file"));
    assertEquals(Path.of("/tmp"), find("/file", "/none", "/tmp").path());
    String all = refusal("/file", "/none");
    assertTrue(all.contains("/file: ") && all.contains("/none: "), all);
  }
}
