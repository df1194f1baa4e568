// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void input_withoutAnEnd_isRefusedAtTheLimit() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'N';
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            return length;
          }
        };
    Path copy = folder.resolve("copy");
    IOException refused =
        assertThrows(
            IOException.class, () -> TemporaryFile.copy(endless, copy, "standard input", 3 << 20));
    String reason = String.valueOf(refused.getMessage());
    assertTrue(reason.startsWith("standard input: more than 3 MiB, the most that is"), reason);
    assertTrue(copy.toFile().length() <= 3 << 20);
  }

  @Test
  void input_upToTheLimit_isCopied() throws IOException {
    byte[] all = new byte[100_000];
    all[99_999] = 7;
    Path copy = folder.resolve("copy");
    TemporaryFile.copy(new ByteArrayInputStream(all), copy, "x", all.length);
    assertArrayEquals(all, Files.readAllBytes(copy));
    assertEquals(8L << 30, TemporaryFile.most(1L << 50));
    assertEquals(5, TemporaryFile.most(10));
  }

  @Test
  void copy_untilItIsClosed_isInAFolderOfThisUserAlone() throws IOException {
    Path path;
    try (TemporaryFile copy =
        TemporaryFile.copyOf(new ByteArrayInputStream(new byte[] {1, 2}), "name", "x")) {
      path = copy.path();
      assertEquals(Path.of("name"), path.getFileName());
      assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(path));
      assertEquals(
          "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parent(path))));
    }
    assertFalse(Files.exists(parent(path)));
  }

  private static Path parent(Path path) {
    return path.resolveSibling("").normalize();
  }

  @Test
  void copy_ofAnInputThatFails_isNotLeft() throws IOException {
    try (InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("it fails");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            return read();
          }
        }) {
      String name = "name-" + ProcessHandle.current().pid();
      IOException problem =
          assertThrows(IOException.class, () -> TemporaryFile.copyOf(failing, name, "x"));
      assertEquals("it fails", problem.getMessage());
      Path all = Path.of(System.getProperty("java.io.tmpdir"));
      try (var folders = Files.newDirectoryStream(all, "tiptoe-*")) {
        folders.forEach(each -> assertFalse(Files.exists(each.resolve(name)), each::toString));
      }
    }
  }
}
