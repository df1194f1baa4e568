// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExportCommandTest extends ExportCommandFixture {

  @ParameterizedTest
  @MethodSource("dev.tiptoe.profile.format.ProfileFormat#written")
  void trace_inAnyFormat_isOneFile(ProfileFormat format) throws IOException {
    Path out = folder.resolve("some" + format.extension());
    Outcome outcome = export(format.word(), out).expect(ExitCode.OK);
    String amount = ": 1 sample in 1 distinct stack, wall-clock time\n";
    assertTrue(outcome.err().endsWith(amount), outcome.err());
    assertEquals("", outcome.out());
    assertTrue(Files.size(out) > 20);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(out)));
    try (Stream<Path> all = Files.list(folder)) {
      assertEquals(2, all.count());
    }
  }

  @Test
  void stack_collapsed_hasThreadAndFrames() throws IOException {
    Path out = folder.resolve("some.txt");
    export("collapsed", out).expect(ExitCode.OK);
    String line = Files.readString(out);
    assertTrue(line.startsWith("crane;crane.dll!crane;"), line);
    assertTrue(line.endsWith(" 1\n"), line);
  }

  @ParameterizedTest
  @EnumSource(names = {"COLLAPSED", "PPROF", "OTLP"})
  void profile_ofAnotherTool_isExportedAndViewed(ProfileFormat format) throws IOException {
    // Its contents decide, not its name.
    Path first = folder.resolve("profile");
    export(format.word(), first).expect(ExitCode.OK);
    Path out = folder.resolve("again.txt");
    Outcome outcome =
        TiptoeRun.tiptoe("export", first.toString(), "--to", "collapsed", "--out", out.toString())
            .expect(ExitCode.OK);
    assertTrue(outcome.err().endsWith(": 1 sample in 1 distinct stack\n"), outcome.err());
    String line = Files.readString(out);
    assertTrue(line.startsWith("crane;crane.dll!crane;"), line);
    Path page = folder.resolve("page.html");
    TiptoeRun.tiptoe(
            "view",
            first.toString(),
            "--against",
            trace().toString(),
            "--no-open",
            "--out",
            page.toString())
        .expect(ExitCode.OK);
    assertTrue(Files.readString(page).startsWith("<!"));
  }

  @Test
  void profile_thatIsItsOwnTarget_isNotReplaced() throws IOException {
    Path first = folder.resolve("profile.txt");
    export("collapsed", first).expect(ExitCode.OK);
    Outcome outcome =
        TiptoeRun.tiptoe("export", first.toString(), "--to", "collapsed", "--out", first.toString())
            .expect(ExitCode.BAD_INPUT);
    assertTrue(outcome.err().contains("this is the file that is read"), outcome.err());
    TiptoeRun.tiptoe("view", first.toString(), "--force", "--out", first.toString())
        .expect(ExitCode.BAD_INPUT);
    assertTrue(Files.readString(first).startsWith("crane;"));
  }

  @Test
  void kindOfValues_thatIsNone_isOneClearError() throws IOException {
    Path out = folder.resolve("none.txt");
    Outcome outcome = export("collapsed", out, "--sample-type", "bytes").expect(ExitCode.BAD_INPUT);
    assertTrue(outcome.err().contains("a trace has no values but cpu and wall"), outcome.err());
    Path first = folder.resolve("profile.txt");
    export("collapsed", first).expect(ExitCode.OK);
    outcome =
        TiptoeRun.tiptoe(
                "export",
                first.toString(),
                "--to",
                "pprof",
                "--sample-type",
                "bytes",
                "--out",
                out.toString())
            .expect(ExitCode.BAD_INPUT);
    assertTrue(
        outcome.err().contains("it has no values of the type 'bytes', only "), outcome.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void file_thatExists_isReplacedOnlyByForce() throws IOException {
    Path out = Files.writeString(folder.resolve("old.txt"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
    for (Path existing : List.of(out, link)) {
      for (String command : List.of("export --to collapsed", "view --no-open")) {
        List<String> line = new ArrayList<>(List.of(command.split(" ", -1)));
        line.addAll(List.of(trace().toString(), "--out", existing.toString()));
        Outcome refused = TiptoeRun.tiptoe(line.toArray(String[]::new)).expect(ExitCode.BAD_INPUT);
        assertEquals(
            "tiptoe: " + existing + ": exists already; --force replaces it\n", refused.err());
      }
      export("collapsed", existing, "--force").expect(ExitCode.OK);
      assertTrue(Files.readString(existing).startsWith("crane;"));
    }
    assertFalse(Files.exists(folder.resolve("nowhere")));
  }

  /** What a link leads to may be another user's choice. */
  @Test
  void link_thatIsReplaced_leadsNowhereAnyMore() throws IOException {
    Path old = Files.writeString(folder.resolve("old.txt"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), old);
    export("collapsed", link, "--force").expect(ExitCode.OK);
    assertFalse(Files.isSymbolicLink(link));
    assertEquals("old", Files.readString(old));
  }

  @Test
  void file_inMemory_isAFileAsOthers() throws IOException {
    Path old = Files.createTempFile(Path.of("/dev/shm"), "tiptoe-test", ".svg");
    try {
      Outcome refused = export("svg", old).expect(ExitCode.BAD_INPUT);
      assertEquals("tiptoe: " + old + ": exists already; --force replaces it\n", refused.err());
    } finally {
      Files.delete(old);
    }
  }

  @Test
  void file_thatCannotBeWritten_isNamed() throws IOException {
    assertEquals(
        "tiptoe: /dev/full: No space left on device\n",
        export("collapsed", Path.of("/dev/full")).expect(ExitCode.BAD_INPUT).err());
    // The name of the file while it is written is no longer.
    export("collapsed", folder.resolve("n".repeat(255))).expect(ExitCode.OK);
    Path tooLong = folder.resolve("n".repeat(256));
    assertEquals(
        "tiptoe: " + tooLong + ": File name too long\n",
        export("collapsed", tooLong).expect(ExitCode.BAD_INPUT).err());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(2, left.count());
    }
  }

  /** The same words and exit code from each command that shows stacks. */
  @Test
  void file_withoutSamples_isNamedByEachCommand() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.txt"), "main;Shop.Cart::Add 0\n");
    Path some = Files.writeString(folder.resolve("some.txt"), "main;Shop.Cart::Add 7\n");
    Path out = folder.resolve("out");
    for (String command :
        List.of("stacks", "export --to pprof --out " + out, "view --no-open --out " + out)) {
      nothing(command, empty + ": it has no samples\n", empty.toString());
      String none = some + ": there are no such stacks among its 7 samples\n";
      nothing(command, none, some + " --focus Nowhere");
      nothing(command, none, some + " --thread Nowhere");
    }
    assertFalse(Files.exists(out));
  }

  private static void nothing(String command, String note, String arguments) {
    Outcome outcome = TiptoeRun.tiptoe((command + " " + arguments).split(" ", -1));
    assertEquals(new Outcome(ExitCode.NO, "", "tiptoe: " + note), outcome, command);
  }

  @Test
  void trace_withoutSamples_isAPageOfWhatIsLoaded() throws IOException {
    Path trace = folder.resolve("unsampled");
    Files.write(trace, TraceOf.unsampled("crane", TestAssembly.DEMO.path()));
    String note = trace + ": it has no samples; it was recorded without sampling\n";
    nothing("stacks", note, trace.toString());
    nothing("export", note, trace + " --to pprof --out " + folder.resolve("out"));
    Path page = folder.resolve("page.html");
    Outcome view =
        TiptoeRun.tiptoe("view", trace.toString(), "--no-open", "--out", page.toString())
            .expect(ExitCode.OK);
    assertEquals(page + "\n", view.out());
    assertEquals("tiptoe: " + note, view.err());
  }

  @Test
  void focus_thatFindsNothing_writesNothing() throws IOException {
    Path out = folder.resolve("none.txt");
    Outcome outcome = export("collapsed", out, "--focus", "nowhere").expect(ExitCode.NO);
    assertTrue(outcome.err().contains("there are no such stacks"), outcome.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void folder_thatIsNot_isOneClearError() throws IOException {
    Path out = folder.resolve("no/such/file.txt");
    Outcome outcome = export("collapsed", out).expect(ExitCode.BAD_INPUT);
    assertFalse(outcome.err().contains("\tat "), outcome.err());
  }

  @Test
  void format_orPattern_thatIsNone_isAUsageError() throws IOException {
    Path out = folder.resolve("none");
    Outcome format = export("picture", out).expect(ExitCode.USAGE);
    assertTrue(format.err().contains("'picture' is not a format (collapsed"), format.err());
    Outcome pattern = export("pprof", out, "--hide", "(").expect(ExitCode.USAGE);
    assertTrue(pattern.err().contains("'(' is not a regular expression"), pattern.err());
  }
}
