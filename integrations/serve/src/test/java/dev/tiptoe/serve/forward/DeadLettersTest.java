// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersTest {

  private static final int BLOCK = 4096;

  @TempDir private Path folder = Path.of("");

  private DeadLetters opened(long bytes) throws IOException {
    return new DeadLetters(new DeadLetterSettings(folder, bytes), new ProxyMetrics());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  @Test
  void letters_areWhole_ofTheirOwner_andTheOldestMakeRoom() throws IOException {
    DeadLetters letters = opened(6 * BLOCK);
    List<Path> kept = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] message = new byte[40];
      message[0] = (byte) i;
      Path file = letters.keep(message, 30, "damaged");
      kept.add(file);
      assertArrayEquals(Arrays.copyOf(message, 30), Files.readAllBytes(file));
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }
    // A small file takes a block, and one for its name.
    assertEquals(Set.copyOf(kept.subList(17, 20)), Set.copyOf(files()));
  }

  @Test
  void lettersOfAnEarlierProcess_count_andWhatIsNotOursStays() throws IOException {
    Path first = opened(3 * BLOCK).keep(new byte[60], 60, "refused");
    Path other = Files.writeString(folder.resolve("notes.txt"), "mine");
    Path part = folder.resolve("20261125T120000.000Z-7-damaged.part");
    Files.write(part, new byte[50]);
    DeadLetters letters = opened(3 * BLOCK);
    assertTrue(Files.notExists(part));
    assertTrue(Files.exists(first));
    Path second = letters.keep(new byte[60], 60, "refused");
    assertTrue(Files.notExists(first));
    assertTrue(Files.exists(second));
    assertEquals("mine", Files.readString(other));
  }

  @Test
  void damagedLetters_howeverMany_driveNoRefusedOnesOut() throws IOException {
    DeadLetters letters = opened(20 * BLOCK);
    Set<Path> refused = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      refused.add(letters.keep(new byte[10], 10, "refused"));
    }
    for (int i = 0; i < 100; i++) {
      Path unused = letters.keep(new byte[10], 10, "damaged");
    }
    assertEquals(10, files().size());
    assertTrue(files().containsAll(refused));
    // Also after a restart.
    DeadLetters again = opened(20 * BLOCK);
    Path unused = again.keep(new byte[10], 10, "damaged");
    assertEquals(10, files().size());
    assertTrue(files().containsAll(refused));
  }

  @Test
  void letterThatIsLargerThanAllMayBe_isNotKept_andDeletesNothing() throws IOException {
    DeadLetters letters = opened(10 * BLOCK);
    Path file = letters.keep(new byte[90], 90, "refused");
    byte[] large = new byte[10 * BLOCK];
    assertThrows(IOException.class, () -> letters.keep(large, large.length, "refused"));
    assertEquals(List.of(file), files());
  }

  @Test
  void notes_ofOneKind_areReportedOnceInAWhile_withTheNumberOfTheOthers() {
    List<String> logged = new ArrayList<>();
    long[] now = {0};
    Notes notes = new Notes(logged::add, () -> now[0]);
    for (int i = 0; i < 1000; i++) {
      notes.add("a", "a" + i);
    }
    notes.add("b", "b");
    now[0] = 10_000_000_001L;
    notes.add("a", "later");
    notes.add("always");
    assertEquals(List.of("a0", "b", "later (and 999 others since the last)", "always"), logged);
  }

  /** Some file systems, such as those of Windows and some of FUSE, have no owner's permissions. */
  @Test
  void letters_whereFilesHaveNoPermissions_areKept() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(folder.resolve("letters.zip"), Map.of("create", "true"))) {
      Path inside = zip.getPath("/letters");
      DeadLetters letters =
          new DeadLetters(new DeadLetterSettings(inside, 1 << 20), new ProxyMetrics());
      Path file = letters.keep(new byte[] {1, 2}, 2, "refused");
      assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(file));
    }
  }
}
