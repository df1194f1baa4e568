// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trace of another user's process, whoever that is. */
class TraceFileTest {

  private static final Path ROOT = Path.of("/");
  private static final String PRECIOUS = "precious";

  private static final int SWAPS = 20_000;

  @TempDir private Path folder = Path.of("");
  private Path wanted = Path.of("");
  private Path theirs = Path.of("");

  @BeforeEach
  void prepare() throws IOException {
    folder = folder.toRealPath();
    wanted = folder.resolve("wanted");
    theirs =
        Files.createDirectory(
            folder.resolve("theirs"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private TraceFile file() throws IOException {
    long another = Integer.toUnsignedLong((Integer) Files.getAttribute(folder, "unix:uid")) + 1;
    return TraceFile.of(wanted, ROOT, another, TemporaryFolder.in(ROOT, List.of(theirs)));
  }

  private Path precious() throws IOException {
    return Files.writeString(folder.resolve("precious"), PRECIOUS);
  }

  @Test
  void copy_followsWhatTheAgentWrites_andTheAgentsIsRemoved() throws IOException {
    TraceFile file = file();
    file.copy();
    assertEquals(theirs, file.seen().getParent());
    Files.writeString(file.seen(), "one");
    file.copy();
    assertEquals("one", Files.readString(wanted));
    Files.writeString(file.seen(), " two", StandardOpenOption.APPEND);
    file.close();
    assertEquals("one two", Files.readString(wanted));
    assertFalse(Files.exists(file.seen()));
  }

  @Test
  void copy_afterAnInterruption_goesOn() throws IOException {
    TraceFile file = file();
    Files.writeString(file.seen(), "one");
    Thread.currentThread().interrupt();
    assertThrows(ClosedByInterruptException.class, file::copy);
    assertTrue(Thread.interrupted());
    Files.writeString(file.seen(), " two", StandardOpenOption.APPEND);
    file.close();
    assertEquals("one two", Files.readString(wanted));
    assertFalse(Files.exists(file.seen()));
    file.close();
  }

  /** When the process has ended, nobody finds its folder by its root. */
  @Test
  void copy_whenTheFolderIsNotFoundAnyMore_bringsTheRest() throws IOException {
    TraceFile file = file();
    Files.writeString(file.seen(), "the end");
    Files.move(theirs, folder.resolve("elsewhere"));
    file.close();
    assertEquals("the end", Files.readString(wanted));
  }

  @Test
  void place_whereNothingCame_isEmptyAgain() throws IOException {
    file().close();
    assertFalse(Files.exists(wanted));
  }

  @Test
  void place_thatIsTaken_isLeftAlone() throws IOException {
    Files.writeString(wanted, PRECIOUS);
    assertThrows(LaunchException.class, this::file);
    assertEquals(PRECIOUS, Files.readString(wanted));
  }

  /** Who may write in the folder of the trace puts a link to somebody else's file there. */
  @Test
  void copy_ofWhichThePlaceBecameALink_isNotWrittenThroughIt() throws IOException {
    Path precious = precious();
    TraceFile file = file();
    Files.delete(wanted);
    Files.createSymbolicLink(wanted, precious);
    Files.writeString(file.seen(), "overwritten");
    file.copy();
    file.close();
    assertEquals(PRECIOUS, Files.readString(precious));
    assertTrue(Files.isSymbolicLink(wanted));
  }

  @Test
  void copy_ofWhichThePlaceIsAnothersByNow_leavesThatThere() throws IOException {
    TraceFile file = file();
    Files.move(precious(), folder.resolve("another"));
    Files.delete(wanted);
    Files.createFile(wanted);
    file.close();
    assertTrue(Files.exists(wanted));
  }

  @Test
  void agentsFile_thatIsALink_isNotFollowed() throws IOException {
    TraceFile file = file();
    Files.createSymbolicLink(file.seen(), precious());
    file.copy();
    assertEquals(0, Files.size(wanted));
    file.close();
  }

  @Test
  void agentsFile_thatIsAPipe_isNotWaitedFor() throws IOException, InterruptedException {
    TraceFile file = file();
    assertEquals(0, new ProcessBuilder("mkfifo", file.seen().toString()).start().waitFor());
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          file.copy();
          file.close();
        });
    assertFalse(Files.exists(file.seen()));
  }

  @Test
  void agentsFile_thatBecomesAPipeAgainAndAgain_isNeverWaitedFor() throws Exception {
    TraceFile file = file();
    Path pipe = Files.createTempDirectory(folder, "other").resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Path plain = Files.writeString(pipe.resolveSibling("plain"), "trace");
    AtomicBoolean enough = new AtomicBoolean();
    Thread swapping =
        new Thread(
            () -> {
              for (int i = 0; !enough.get(); i++) {
                put(i % 2 == 0 ? plain : pipe, file.seen());
              }
            });
    AtomicReference<Optional<Throwable>> failure = new AtomicReference<>(Optional.empty());
    swapping.setUncaughtExceptionHandler((thread, e) -> failure.set(Optional.of(e)));
    swapping.start();
    try {
      assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> {
            for (int i = 0; i < SWAPS; i++) {
              file.copy();
            }
          });
    } finally {
      enough.set(true);
      swapping.join();
    }
    assertEquals(Optional.empty(), failure.get());
    file.close();
  }

  private static void put(Path file, Path at) {
    try {
      Path link = Files.createLink(file.resolveSibling("link"), file);
      Files.move(link, at, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
