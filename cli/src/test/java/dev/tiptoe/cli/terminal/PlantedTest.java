// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users are numbers: 0 is root, 1000 is ours, others are strangers. */
class PlantedTest {

  private static final int OURS = 1000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100644;
  private static final int LINK = 0120777;
  private static final int PIPE = 0010644;
  private static final int DEVICE = 0020644;

  private final Map<String, Map<String, Object>> nodes = new HashMap<>();

  PlantedTest() {
    put("/", FOLDER | 0755, 0);
    put("/tmp", FOLDER | 01777, 0);
  }

  private void put(String path, int mode, int user) {
    nodes.put(path, Map.of("mode", mode, "uid", user));
  }

  private void refuse(String path) throws IOException {
    Planted.refuse(
        Path.of(path),
        (file, options) -> {
          Map<String, Object> found = nodes.get(file.toString());
          if (found == null) {
            throw new NoSuchFileException(file.toString());
          }
          return found;
        },
        Set.of(0, OURS));
  }

  @ParameterizedTest
  @CsvSource({"1001", "65534"})
  void linkOrPipeOrDevice_ofAnotherUserWhereAllMayWrite_isRefused(int stranger) {
    for (int mode : List.of(LINK, PIPE, DEVICE, 0140755, 0060644)) {
      put("/tmp/out", mode, stranger);
      IOException refused = assertThrows(IOException.class, () -> refuse("/tmp/out"));
      String what = mode == LINK ? "a link" : "a pipe or device";
      assertEquals(
          "/tmp/out: /tmp/out is "
              + what
              + " of user "
              + stranger
              + ", in a folder in which everybody may put one",
          refused.getMessage());
    }
  }

  @Test
  void folderOnTheWay_thatIsAnothersLink_isRefused() {
    put("/tmp/folder", LINK, 1001);
    put("/tmp/folder/out", FILE, OURS);
    assertThrows(IOException.class, () -> refuse("/tmp/folder/out"));
    assertThrows(IOException.class, () -> refuse("/tmp/folder/new"));
  }

  @Test
  void folderWithoutTheStickyBit_isNoBetter() {
    put("/all", FOLDER | 0777, OURS);
    put("/all/out", PIPE, 1001);
    assertThrows(IOException.class, () -> refuse("/all/out"));
  }

  @Test
  void whatIsOursOrRoots_orWhereOthersMayNotWrite_isNotRefused() throws IOException {
    for (int mode : List.of(LINK, PIPE, DEVICE)) {
      for (int user : List.of(0, OURS)) {
        put("/tmp/out", mode, user);
        refuse("/tmp/out");
      }
      put("/dev", FOLDER | 0755, 0);
      put("/dev/pts", mode, 1001);
      refuse("/dev/pts");
    }
    put("/tmp/out", FILE, 1001);
    refuse("/tmp/out");
    refuse("/tmp/nothing/there");
  }

  @Test
  void files_ofThisSystem_areLookedAt(@TempDir Path folder) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
    for (Path path : List.of(link, folder.resolve("new"), Path.of("/dev/null"), Path.of("out"))) {
      assertDoesNotThrow(() -> Planted.refuse(path));
    }
  }
}
