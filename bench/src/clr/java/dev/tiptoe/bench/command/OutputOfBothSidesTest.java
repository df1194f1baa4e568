// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bench.ListedToken;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.testdata.CorpusFolder;
import dev.tiptoe.testdata.TestRuntime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code prove bench process} compares. */
class OutputOfBothSidesTest {

  @TempDir private Path folder = Path.of("");

  /** The peer is only worth comparing with while it prints the same as our command. */
  @ParameterizedTest
  @CsvSource({"names, names", "names-plain, names", "refs, refs"})
  void listing_ofThePeer_isThatOfTheCommand(String work, String command) throws IOException {
    CorpusFolder visited = CorpusFolder.in(Files.createDirectory(folder.resolve("visited")));
    // References lead into all files, so that all must be there.
    boolean isAll = visited.isAll() || command.equals("refs");
    String files = (isAll ? TestRuntime.directory() : visited.path()).toString();
    Installation installation = Installation.current();
    List<String> peer =
        DotnetRuntime.requireFetched(installation)
            .command(installation.home().resolve(BenchMetadataCommand.PEER), List.of(work, files));
    Path theirs = folder.resolve("theirs");
    Path ours = folder.resolve("ours");
    Process process = new ProcessBuilder(peer).redirectOutput(theirs.toFile()).start();
    try (OutputStream out = Files.newOutputStream(ours)) {
      String[] arguments = {command, files, "--tsv"};
      OutputStream nowhere = OutputStream.nullOutputStream();
      assertEquals(0, Tiptoe.run(arguments, InputStream.nullInputStream(), out, nowhere));
    }
    assertEquals(0, process.onExit().join().exitValue());
    assertEquals(-1, Files.mismatch(ours, theirs));
    assertTrue(Files.size(ours) > (isAll ? 1 << 20 : 1 << 10));
  }

  /** The same for the row of a list. */
  @Test
  void symbolizedRow_ofThePeer_isThatOfTheCommand() throws IOException {
    Installation installation = Installation.current();
    ListedToken listed = ListedToken.in(TestRuntime.directory());
    String list = Files.writeString(folder.resolve("one.tsv"), listed.row()).toString();
    String module = listed.module().toString();
    List<String> peer =
        DotnetRuntime.requireFetched(installation)
            .command(
                installation.home().resolve(BenchMetadataCommand.PEER),
                List.of("symbolize", list, module));
    Path theirs = folder.resolve("theirs");
    Process process = new ProcessBuilder(peer).redirectOutput(theirs.toFile()).start();
    ByteArrayOutputStream ours = new ByteArrayOutputStream();
    String[] arguments = {"symbolize", list, "--symbols", module};
    InputStream nothing = InputStream.nullInputStream();
    assertEquals(0, Tiptoe.run(arguments, nothing, ours, OutputStream.nullOutputStream()));
    assertEquals(0, process.onExit().join().exitValue());
    assertEquals(Files.readString(theirs), ours.toString(StandardCharsets.UTF_8));
    assertTrue(ours.toString(StandardCharsets.UTF_8).contains("\texact\t"), ours::toString);
  }

  @Test
  void folder_withoutLines_isAnErrorThatNamesIt() throws IOException {
    Files.copy(
        TestRuntime.directory().resolve("System.Linq.dll"), folder.resolve("System.Linq.dll"));
    LaunchException problem = assertThrows(LaunchException.class, () -> ListedToken.in(folder));
    assertEquals(folder + " has no module with lines", problem.getMessage());
  }
}
