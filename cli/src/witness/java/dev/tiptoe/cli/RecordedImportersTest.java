// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.testdata.importer.Importers;
import dev.tiptoe.testdata.importer.Shown;
import dev.tiptoe.testdata.importer.Speedscope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A second of the demo, as the agent and as the runtime itself record it: importers of other tools
 * show the weights that the profile has.
 */
@Tag("quarter-3")
class RecordedImportersTest {

  /** A nanosecond, after sums of binary fractions of milliseconds. */
  private static final double ROUNDING = 0.5;

  /** Names of threads and methods are compared as one text. */
  private static final String SEPARATOR = "\u0001";

  @TempDir private static Path folder = Path.of("");

  private static Speedscope speedscope;

  @BeforeAll
  static void start() {
    speedscope = new Speedscope();
  }

  @AfterAll
  static void end() {
    speedscope.close();
  }

  private static Path exported(String recording, String format) {
    Path out = folder.resolve(recording + "." + format);
    TiptoeRun.tiptoe(
            "export",
            DemoTrace.withEvents().resolve(recording).toString(),
            "--to",
            format,
            "--force",
            "--out",
            out.toString())
        .expect(0);
    return out;
  }

  /** The profile of a recording, by way of a format that keeps all of it. */
  private static Profile profile(String recording) throws IOException {
    Profile profile = ProfileReader.read(exported(recording, "otlp"), Set.of()).profile();
    assertTrue(profile.totalCount() > 20, () -> profile.totalCount() + " samples");
    return profile;
  }

  private static double weight(Profile profile, int row) {
    return (double) (profile.totalNanos() > 0 ? profile.nanos(row) : profile.count(row));
  }

  /** Methods with the same name are one. */
  private static Shown byName(Profile profile) {
    Shown shown = new Shown();
    for (int row = 0; row < profile.rows(); row++) {
      shown.addStack(
          profile.threadNames().get(profile.thread(row)),
          profile.framesOf(row).stream().map(Frame::shown).toList(),
          weight(profile, row));
    }
    return shown;
  }

  /** Methods with the same name are several, whose weights are summed up. */
  private static Shown byMethod(Profile profile) {
    Shown methods = new Shown();
    for (int row = 0; row < profile.rows(); row++) {
      List<String> stack = new ArrayList<>();
      for (Frame frame : profile.framesOf(row)) {
        FrameModule module = frame.module();
        stack.add(
            String.join(
                SEPARATOR,
                frame.shown(),
                frame.method(),
                module.path() + module.name() + module.mvid(),
                frame.source().file() + frame.source().firstLine()));
      }
      methods.addStack(profile.threadNames().get(profile.thread(row)), stack, weight(profile, row));
    }
    Shown shown = new Shown();
    methods
        .threads()
        .forEach(
            (thread, functions) -> {
              shown.addThread(thread);
              functions.forEach(
                  (name, it) ->
                      shown.add(
                          thread,
                          name.substring(0, name.indexOf(SEPARATOR)),
                          it.own(),
                          it.total()));
            });
    return shown;
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo.tiptoe", "demo.nettrace"})
  void firefoxProfiler_recording_showsItsWeights(String recording) throws IOException {
    Profile profile = profile(recording);
    Shown shown = Importers.firefox(exported(recording, "firefox"), profile.totalNanos() > 0);
    assertEquals(List.of(), shown.differences(byMethod(profile), ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo.tiptoe", "demo.nettrace"})
  void pprofFormat_recording_showsItsWeights(String recording) throws IOException {
    Shown shown = Importers.pprofFormat(exported(recording, "pprof"));
    assertEquals(List.of(), shown.differences(byName(profile(recording)), 0));
  }

  @ParameterizedTest
  @Tag("pprof")
  @ValueSource(strings = {"demo.tiptoe", "demo.nettrace"})
  void pprof_recording_showsItsOwnWeights(String recording) throws IOException {
    Shown shown = Importers.pprof(exported(recording, "pprof"), "", "ns");
    assertEquals(List.of(), shown.differences(byName(profile(recording)).merged(), ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo.tiptoe", "demo.nettrace"})
  void speedscope_recording_showsItsWeights(String recording) throws IOException {
    Profile profile = profile(recording);
    Path file = exported(recording, "speedscope");
    Importers.checkBySpeedscopeSchema(file);
    assertEquals(List.of(), speedscope.open(file).differences(byName(profile), ROUNDING));
    // An end is a nanosecond before what begins next; what weighs nothing is shown with two.
    double tolerance = 2 + 2.0 * profile.timeline().size();
    if (profile.totalNanos() > 0) {
      Shown trace = speedscope.open(exported(recording, "chrome")).merged();
      assertEquals(List.of(), trace.differences(byName(profile).merged(), tolerance));
    }
  }
}
