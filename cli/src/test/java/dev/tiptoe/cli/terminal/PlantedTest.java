// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
  private final Map<String, String> targets = new HashMap<>();

  PlantedTest() {
    put("/", FOLDER | 0755, 0);
    put("/tmp", FOLDER | 01777, 0);
  }

  private void put(String path, int mode, int user) {
    nodes.put(path, Map.of("mode", mode, "uid", user));
  }

  private void link(String path, String target, int user) {
    put(path, LINK, user);
    targets.put(path, target);
  }

  private void refuse(String path) throws IOException {
    refuse(path, false);
  }

  private void refuse(String path, boolean isFolder) throws IOException {
    Planted.refuse(Path.of(path), isFolder, new Nodes(), Set.of(0, OURS));
  }

  private final class Nodes implements Planted.Look {
    @Override
    public Map<String, Object> at(Path file) throws IOException {
      return found(nodes.get(file.toString()), file);
    }

    @Override
    public Path target(Path link) throws IOException {
      return Path.of(found(targets.get(link.toString()), link));
    }

    private static <T> T found(@Nullable T node, Path path) throws NoSuchFileException {
      if (node == null) {
        throw new NoSuchFileException(path.toString());
      }
      return node;
    }
  }

  private void assertRefused(String at, String path, boolean isFolder) {
    IOException refused = assertThrows(IOException.class, () -> refuse(path, isFolder));
    assertTrue(
        String.valueOf(refused.getMessage()).startsWith(path + ": " + at + " is a link of user "),
        refused::getMessage);
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
              + ", in a folder in which every user may create one",
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

  /** What is behind it may be planted, in folders that its own path does not name. */
  @Test
  void linkThatIsTrusted_isFollowed() throws IOException {
    put("/home", FOLDER | 0755, 0);
    put("/tmp/ours", FOLDER | 0700, OURS);
    link("/home/good", "../tmp/./ours", OURS);
    refuse("/home/good/out");
    link("/tmp/folder", "/home", 1001);
    link("/home/bad", "../tmp/folder/sub", OURS);
    assertRefused("/tmp/folder", "/home/bad/out", false);
    link("/roots", "/home/bad", 0);
    assertRefused("/tmp/folder", "/roots/out", false);
    assertRefused("/tmp/folder", "/roots", true);
  }

  /** It is replaced. */
  @Test
  void linkAtTheEndOfAFile_isNotFollowed() throws IOException {
    link("/tmp/theirs", "/", 1001);
    link("/tmp/ours", "/tmp/theirs", OURS);
    refuse("/tmp/ours");
    assertRefused("/tmp/theirs", "/tmp/ours", true);
  }

  /** As the kernel does: it is his folder, and nobody else can replace what is his there. */
  @Test
  void linkOrPipe_ofTheOwnerOfAStickyFolder_isNotRefused() throws IOException {
    put("/theirs", FOLDER | 01777, 1001);
    link("/theirs/folder", "/tmp", 1001);
    put("/theirs/pipe", PIPE, 1001);
    refuse("/theirs/folder/out");
    refuse("/theirs/pipe");
    link("/theirs/of-another", "/tmp", 1002);
    assertRefused("/theirs/of-another", "/theirs/of-another/out", false);
    put("/theirs", FOLDER | 0777, 1001);
    assertRefused("/theirs/folder", "/theirs/folder/out", false);
  }

  @Test
  void links_inACircle_leadNowhere() throws IOException {
    link("/tmp/one", "two", OURS);
    link("/tmp/two", "../../tmp/one", OURS);
    refuse("/tmp/one/out");
    refuse("/tmp/one", true);
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
      assertDoesNotThrow(() -> Planted.refuseFolder(path));
    }
    assertDoesNotThrow(() -> Planted.refuse(Path.of("/dev/stdout")));
  }
}
