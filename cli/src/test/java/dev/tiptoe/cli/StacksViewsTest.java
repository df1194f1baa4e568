// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The views of profiles that {@code stacks} prints, and {@code export} writes. */
class StacksViewsTest {

  private static final String STACKS =
      """
      main;app.dll!App.Main;app.dll!App.Load;lib.dll!Lib.Read 6
      main;app.dll!App.Main;app.dll!App.Draw 3
      worker;app.dll!App.Work;lib.dll!Lib.Read 1
      """;

  @TempDir private Path folder = Path.of("");

  private String profile(String format) throws IOException {
    Path collapsed = folder.resolve("a.txt");
    Files.writeString(collapsed, STACKS);
    Path file = folder.resolve("a." + format);
    run("export", collapsed.toString(), "--to", format, "--out", file.toString(), "--force")
        .expect(0);
    return file.toString();
  }

  static Outcome run(String... arguments) {
    return TiptoeRun.tiptoe(arguments);
  }

  static List<String> rows(String file, String options) {
    String[] arguments =
        Stream.concat(
                Stream.of("stacks", file, "--tsv"),
                Stream.of(options.split(" ", -1)).filter(option -> !option.isEmpty()))
            .toArray(String[]::new);
    return withoutModules(run(arguments)).stream()
        .map(line -> line.replace('\t', ' '))
        .sorted()
        .toList();
  }

  static List<String> withoutModules(Outcome outcome) {
    return outcome.expect(0).lines().stream()
        .map(line -> line.replaceAll("(app|lib)\\.dll!", ""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "'', main 3 App.Main;App.Draw | main 6 App.Main;App.Load;Lib.Read | worker 1 App.Work;Lib.Read",
    "--thread work, worker 1 App.Work;Lib.Read",
    "--focus Load, main 6 App.Load;Lib.Read",
    "--focus ^lib.dll$, main 6 Lib.Read | worker 1 Lib.Read",
    "--hide Lib --thread main, main 3 App.Main;App.Draw | main 6 App.Main;App.Load",
    "--by-module --thread main, main 3 app.dll | main 6 app.dll;lib.dll",
    "--merged --by-module, all threads 3 app.dll | all threads 7 app.dll;lib.dll",
    "--bottom-up --merged --hide Main|Work|Load, all threads 3 App.Draw | all threads 7 Lib.Read",
    "--bottom-up --thread worker, worker 1 Lib.Read;App.Work",
  })
  void view_ofAnyFormat_hasItsStacks(String options, String expected) throws IOException {
    List<String> rows = List.of(expected.split(" \\| ", -1));
    for (String format : List.of("collapsed", "pprof", "otlp")) {
      assertEquals(rows, rows(profile(format), options), format);
    }
  }

  @Test
  void timesOfSamples_areKeptByOtlpAndNotByPprof() throws IOException {
    Profile.Builder builder =
        new Profile.Builder().began(Optional.of(Instant.ofEpochSecond(1_700_000_000)));
    int main = builder.thread(new ProfileThread(1, 1, "main"));
    for (int second = 1; second <= 6; second++) {
      int frame = builder.frame(Frame.named("App.M" + second % 2, "app.dll"));
      long at = TimeUnit.SECONDS.toNanos(second);
      builder.add(at, builder.row(main, builder.stack(StackTree.NONE, frame)), second, second);
    }
    Path first = folder.resolve("first.otlp.pb");
    try (OutputStream out = Files.newOutputStream(first)) {
      ProfileFormat.OTLP.write(builder.build(), true, out);
    }
    Path second = folder.resolve("second.otlp.pb");
    run("export", first.toString(), "--to", "otlp", "--out", second.toString()).expect(0);
    for (Path file : List.of(first, second)) {
      assertEquals(
          List.of("main 3 App.M1", "main 4 App.M0"),
          rows(file.toString(), "--after 2s --before 4s"));
    }
    Path pprof = folder.resolve("third.pb.gz");
    run("export", first.toString(), "--to", "pprof", "--out", pprof.toString()).expect(0);
    Outcome refused = run("stacks", pprof.toString(), "--after", "2s").expect(2);
    assertTrue(refused.err().contains("does not say when its samples were taken"), refused.err());
  }

  @Test
  void unitOfAnyLength_isCut() throws IOException {
    Profile.Builder builder = new Profile.Builder().counts("odd", "y".repeat(3000));
    int main = builder.thread(new ProfileThread(1, 1, "main"));
    int stack = builder.stack(StackTree.NONE, builder.frame(Frame.named("App.M", "app.dll")));
    builder.add(1, builder.row(main, stack), 5, 0);
    Path file = folder.resolve("odd.otlp.pb");
    try (OutputStream out = Files.newOutputStream(file)) {
      ProfileFormat.OTLP.write(builder.build(), true, out);
    }
    Path again = folder.resolve("again.txt");
    Outcome outcome =
        run("export", file.toString(), "--to", "collapsed", "--out", again.toString()).expect(0);
    assertTrue(outcome.err().contains(": 5 " + "y".repeat(100) + "… in 1"), outcome.err());
  }

  @Test
  void tree_ofAProfile_isPrintedAsThatOfATrace() throws IOException {
    assertEquals(
        List.of(
            " 90.0%  thread \"main\"",
            " 90.0%  App.Main",
            " 60.0%  ├ App.Load",
            " 60.0%  │ Lib.Read",
            " 30.0%  └ App.Draw",
            " 10.0%  thread \"worker\"",
            " 10.0%  App.Work",
            " 10.0%  Lib.Read"),
        withoutModules(run("stacks", profile("collapsed")).expectSilence()));
  }

  @Test
  void export_ofAView_hasItsStacks() throws IOException {
    Path out = folder.resolve("view.txt");
    run(
            "export",
            profile("otlp"),
            "--to",
            "collapsed",
            "--out",
            out.toString(),
            "--merged",
            "--focus",
            "Lib")
        .expect(0);
    assertEquals("all threads;lib.dll!Lib.Read 7\n", Files.readString(out));
  }

  @Test
  void difference_isByMethod_theLargestFirst() throws IOException {
    Path before = folder.resolve("before.txt");
    Files.writeString(before, STACKS.replace("Draw 3", "Draw 33"));
    assertEquals(
        List.of(
            "    self  before   after    total  before   after  40 → 10 samples",
            "  -52.5%   82.5%   30.0%   -52.5%   82.5%   30.0%  App.Draw",
            "  +52.5%   17.5%   70.0%   +52.5%   17.5%   70.0%  Lib.Read",
            "   +0.0%    0.0%    0.0%   +45.0%   15.0%   60.0%  App.Load",
            "   +0.0%    0.0%    0.0%    -7.5%   97.5%   90.0%  App.Main",
            "   +0.0%    0.0%    0.0%    +7.5%    2.5%   10.0%  App.Work"),
        withoutModules(run("stacks", profile("pprof"), "--against", before.toString())));
    assertEquals(
        List.of(
            "1 1 App.Work;Lib.Read", "33 3 App.Main;App.Draw", "6 6 App.Main;App.Load;Lib.Read"),
        rows(profile("otlp"), "--against " + before));
    List<String> same =
        run("stacks", profile("pprof"), "--against", profile("collapsed")).expect(0).lines();
    assertEquals("no share differs by 1.0% or more", same.get(1));
  }

  @Test
  void view_withNothingInIt_saysHowMuchThereIs() throws IOException {
    Outcome outcome = run("stacks", profile("collapsed"), "--focus", "Nowhere").expect(ExitCode.NO);
    assertEquals("", outcome.out());
    assertTrue(
        outcome.err().endsWith("a.collapsed: there are no such stacks among its 10 samples\n"),
        outcome.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--after", "--before"})
  void time_inAProfileWithoutTimes_isAMisuse(String option) throws IOException {
    Outcome outcome = run("stacks", profile("collapsed"), option, "1s").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("does not say when its samples were taken"), outcome.err());
  }

  @Test
  void file_ofNoFormat_isOneClearError() throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(file, "{\"$schema\": \"https://example.org\"}\n");
    for (String command : List.of("stacks", "view")) {
      Outcome outcome = run(command, file.toString()).expect(ExitCode.BAD_INPUT);
      assertEquals(
          "tiptoe: "
              + file
              + ": at offset 0x0: not a trace, a .nettrace file, collapsed stacks, a pprof"
              + " profile or an OTLP profile\n",
          outcome.err());
    }
  }

  static long samples(String file, String... options) {
    String[] arguments =
        Stream.concat(Stream.of("stacks", file, "--tsv"), Stream.of(options))
            .toArray(String[]::new);
    return run(arguments).expect(0).rows().stream()
        .mapToLong(row -> Long.parseLong(row.get(1)))
        .sum();
  }
}
