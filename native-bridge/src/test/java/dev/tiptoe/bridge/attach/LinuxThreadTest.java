// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.process.LinuxThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The threads of processes. */
class LinuxThreadTest {

  private static final String NAME = "counts-sheep";

  private static Optional<LinuxThread> ours() throws IOException {
    return LinuxProcess.of(ProcessHandle.current().pid()).threads().stream()
        .filter(thread -> thread.name().equals(NAME))
        .findFirst();
  }

  @Test
  void thread_thatComputes_usesProcessorTime() throws IOException {
    Thread sheep =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
            },
            NAME);
    sheep.start();
    try {
      while (ours().isEmpty()) {
        Thread.onSpinWait();
      }
      LinuxThread first = ours().orElseThrow();
      while (ours().orElseThrow().cpuNanos() < first.cpuNanos() + 20_000_000) {
        Thread.onSpinWait();
      }
      assertEquals(first.ownTid(), ours().orElseThrow().ownTid());
    } finally {
      sheep.interrupt();
    }
  }

  @Test
  void thread_ofAProcessInANamespace_hasTheNumberThatTheProcessKnows(@TempDir Path folder)
      throws IOException {
    FakeProcess process = FakeProcess.in(folder);
    task(process, 42, "Name:\ta\nNSpid:\t42\t7\n", "main\n", "1000 20 3\n");
    task(process, 43, "Name:\tb\nNSpid:\t43\t8\n", "a b\n", "2000 20 3\n");
    // One that ends while it is read.
    Files.createDirectories(process.proc().resolve("42/task/44"));
    List<LinuxThread> threads =
        process.process().threads().stream()
            .sorted(Comparator.comparingLong(LinuxThread::ownTid))
            .toList();
    assertEquals(
        List.of(new LinuxThread(7, "main", 1000), new LinuxThread(8, "a b", 2000)), threads);
  }

  private static void task(
      FakeProcess process, long number, String status, String name, String schedstat)
      throws IOException {
    Path task = Files.createDirectories(process.proc().resolve("42/task/" + number));
    Files.writeString(task.resolve("status"), status);
    Files.writeString(task.resolve("comm"), name);
    Files.writeString(task.resolve("schedstat"), schedstat);
  }

  @Test
  void threads_ofAProcessThatIsGone_areAFailure() {
    assertThrows(NoSuchFileException.class, () -> LinuxProcess.of(1L << 40).threads());
    assertTrue(!LinuxProcess.of(1L << 40).isThere());
  }
}
