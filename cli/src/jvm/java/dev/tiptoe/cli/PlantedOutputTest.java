// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Pipes and links where files are to be written, of this user and of others. */
class PlantedOutputTest {

  @TempDir private Path folder = Path.of("");

  private Path sticky() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path sticky = Files.createDirectories(folder.resolve("sticky"));
    Files.setAttribute(sticky, "unix:mode", 01777);
    Files.writeString(folder.resolve("profile.txt"), "main;Shop.Main 5\n");
    return sticky;
  }

  private Outcome export(Path out) {
    return TiptoeRun.tiptoe(
        "export",
        folder.resolve("profile.txt").toString(),
        "--to",
        "collapsed",
        "--force",
        "--out",
        out.toString());
  }

  /** It is kept open, so that writing to it would not wait for a reader. */
  private static long written(Path fifo, Runnable action) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(fifo.toFile(), "rw")) {
      action.run();
      open.write('.');
      int count = 0;
      while (open.read() != '.') {
        count++;
      }
      return count;
    }
  }

  @Test
  void pipe_ofOurs_isWrittenTo_andALinkIsReplacedWhateverItLeadsTo() throws Exception {
    Path fifo = sticky().resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    assertTrue(written(fifo, () -> export(fifo).expect(ExitCode.OK)) > 0);
    Path link = Files.createSymbolicLink(folder.resolve("link"), fifo);
    assertEquals(0, written(fifo, () -> export(link).expect(ExitCode.OK)));
    assertTrue(Files.isRegularFile(link) && !Files.isSymbolicLink(link));
  }

  @TestFactory
  Stream<DynamicTest> pipeOrLink_ofAnotherUserInAStickyFolder_isRefused() throws IOException {
    RunAs another = RunAs.anotherUser();
    Optional<String> problem = another.problem(Path.of("/"));
    return Stream.of(
        problem.isEmpty()
            ? dynamicTest("another user", () -> refused(another))
            : dynamicTest(
                "another user cannot be here: " + problem.get(),
                () -> assertEquals(problem, another.problem(Path.of("/")))));
  }

  private void refused(RunAs another) throws IOException {
    Path sticky = sticky();
    Path fifo = sticky.resolve("fifo");
    Path link = sticky.resolve("link");
    Path place = sticky.resolve("place");
    run(another, "/usr/bin/mkfifo", fifo.toString());
    run(another, "/bin/ln", "-s", fifo.toString(), link.toString());
    run(another, "/bin/ln", "-s", folder.toString(), place.toString());
    for (Path out : List.of(fifo, link, place.resolve("new"))) {
      long count =
          written(
              fifo,
              () -> {
                String said = export(out).expect(ExitCode.BAD_INPUT).err();
                assertTrue(said.contains(" of user " + RunAs.RESIDENT + ", in a folder in"), said);
              });
      assertEquals(0, count);
    }
    // A link of this user's that leads over the other one's.
    Path ours = Files.createSymbolicLink(folder.resolve("ours"), place.resolve("sub"));
    Files.createDirectories(folder.resolve("sub"));
    export(ours.resolve("new")).expect(ExitCode.BAD_INPUT);
    assertFalse(Files.exists(folder.resolve("sub").resolve("new")));
    assertFalse(Files.exists(folder.resolve("new")));
    TiptoeRun.tiptoe("index", folder.toString(), "--out", place.toString())
        .expect(ExitCode.BAD_INPUT);
  }

  private static void run(RunAs user, String... command) {
    assertEquals(
        0, Child.of(user.wrap(List.of(command)).toArray(String[]::new)).outcome().status());
  }
}
