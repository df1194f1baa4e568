// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder for a program that is started. */
class OwnFolderTest {

  @TempDir private Path folder = Path.of("");

  /** The bits of a group also cover an access control list. */
  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwxrwxr-x"})
  void program_inAFolderWhereOthersMayReplaceIt_isNotPutThere(String mode) throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(mode));
    Path inside = Files.createDirectory(open.resolve("inside"));
    IOException problem = assertThrows(IOException.class, () -> OwnFolder.in(List.of(inside)));
    assertTrue(
        String.valueOf(problem.getMessage()).contains("others may replace files in " + open),
        problem::getMessage);
    Path closed = Files.createDirectory(folder.resolve("closed"));
    assertEquals(closed.toRealPath(), OwnFolder.in(List.of(inside, closed)).path());
  }
}
