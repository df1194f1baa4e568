// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersTest {

  @TempDir private Path folder = Path.of("");

  private DeadLetters opened(long bytes) throws IOException {
    return new DeadLetters(new DeadLetterSettings(folder, bytes), new ProxyMetrics());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  private long bytes() throws IOException {
    long sum = 0;
    for (Path file : files()) {
      sum += Files.size(file);
    }
    return sum;
  }

  @Test
  void letters_areWhole_ofTheirOwner_andTheOldestMakeRoom() throws IOException {
    DeadLetters letters = opened(100);
    List<Path> kept = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] message = new byte[40];
      message[0] = (byte) i;
      Path file = letters.keep(message, 30, "damaged");
      kept.add(file);
      assertArrayEquals(java.util.Arrays.copyOf(message, 30), Files.readAllBytes(file));
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
      assertTrue(bytes() <= 100, bytes() + " bytes");
    }
    assertEquals(java.util.Set.copyOf(kept.subList(17, 20)), java.util.Set.copyOf(files()));
  }

  @Test
  void lettersOfAnEarlierProcess_count_andWhatIsNotOursStays() throws IOException {
    Path first = opened(100).keep(new byte[60], 60, "refused");
    Path other = Files.writeString(folder.resolve("notes.txt"), "mine");
    Path part = folder.resolve("20261125T120000.000Z-7-damaged.part");
    Files.write(part, new byte[50]);
    DeadLetters letters = opened(100);
    assertTrue(Files.notExists(part));
    assertTrue(Files.exists(first));
    Path second = letters.keep(new byte[60], 60, "refused");
    assertTrue(Files.notExists(first));
    assertTrue(Files.exists(second));
    assertEquals("mine", Files.readString(other));
  }

  @Test
  void letterThatIsLargerThanAllMayBe_isNotKept_andDeletesNothing() throws IOException {
    DeadLetters letters = opened(100);
    Path file = letters.keep(new byte[90], 90, "refused");
    assertThrows(IOException.class, () -> letters.keep(new byte[101], 101, "refused"));
    assertEquals(List.of(file), files());
  }

  @Test
  void notes_ofOneKind_areToldOnceInAWhile_withTheNumberOfTheOthers() {
    List<String> told = new ArrayList<>();
    long[] now = {0};
    Notes notes = new Notes(told::add, () -> now[0]);
    for (int i = 0; i < 1000; i++) {
      notes.tell("a", "a" + i);
    }
    notes.tell("b", "b");
    now[0] = 10_000_000_001L;
    notes.tell("a", "later");
    notes.tell("always");
    assertEquals(List.of("a0", "b", "later (and 999 others since the last)", "always"), told);
  }
}
