// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.given.HardProfile;
import dev.tiptoe.profile.given.Views;
import dev.tiptoe.testdata.importer.Importers;
import dev.tiptoe.testdata.importer.Shown;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Importers of other tools accept what is hard to write, and show the weights that it has. */
@Tag("quarter-4")
class ImportersTest {

  /** A nanosecond, after sums of binary fractions of milliseconds. */
  private static final double ROUNDING = 0.5;

  @TempDir private Path folder = Path.of("");

  private Path written(Profile profile, ProfileFormat format) throws IOException {
    Path file = folder.resolve("hard" + format.extension());
    try (OutputStream out = Files.newOutputStream(file)) {
      format.write(profile, true, out);
    }
    return file;
  }

  @ParameterizedTest
  @EnumSource
  void firefoxProfiler_profileThatIsHard_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    boolean timed = profile.totalNanos() > 0;
    Shown shown = Importers.firefox(written(profile, ProfileFormat.FIREFOX), timed);
    assertEquals(List.of(), shown.differences(Views.expected(profile, timed), ROUNDING));
  }

  @ParameterizedTest
  @EnumSource
  void pprofFormat_profileThatIsHard_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    Shown shown = Importers.pprofFormat(written(profile, ProfileFormat.PPROF));
    Shown expected =
        profile.rows() == 0 ? new Shown() : Views.expected(profile, profile.totalNanos() > 0);
    assertEquals(List.of(), shown.differences(expected, 0));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("pprof")
  void pprof_profileThatIsHard_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    Path file = written(profile, ProfileFormat.PPROF);
    boolean timed = profile.totalNanos() > 0;
    String unit = profile.countUnit().equals("bytes") ? "B" : "ns";
    Shown numbers = Importers.pprof(file, profile.countType(), unit);
    assertEquals(List.of(), numbers.differences(Views.expected(profile, false).merged(), ROUNDING));
    Shown byDefault = Importers.pprof(file, "", unit);
    assertEquals(
        List.of(), byDefault.differences(Views.expected(profile, timed).merged(), ROUNDING));
  }

  /** It leaves out threads without frames. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NO_FRAMES", "EMPTY"})
  void devTools_profileThatIsHard_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    Shown shown = Importers.devTools(written(profile, ProfileFormat.CHROME));
    if (profile.totalNanos() > 0) {
      // An end is a nanosecond before what begins next; what weighs nothing is shown with two.
      double tolerance = 2 + 2.0 * profile.timeline().size();
      assertEquals(
          List.of(), shown.merged().differences(Views.expected(profile, true).merged(), tolerance));
    } else {
      assertEquals(Views.expected(profile, false).threads().keySet(), shown.threads().keySet());
    }
  }

  @ParameterizedTest
  @EnumSource
  void speedscopeSchema_profileThatIsHard_isValid(HardProfile hard) throws IOException {
    Importers.checkBySpeedscopeSchema(written(hard.profile(), ProfileFormat.SPEEDSCOPE));
  }
}
