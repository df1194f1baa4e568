// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.given.HardProfile;
import dev.tiptoe.profile.given.Views;
import dev.tiptoe.testdata.importer.Shown;
import dev.tiptoe.testdata.importer.Speedscope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * speedscope in a browser shows the weights of what is hard to write, from each format it reads.
 */
@Tag("quarter-3")
class SpeedscopeTest {

  private static Speedscope speedscope;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void start() {
    speedscope = new Speedscope();
  }

  @AfterAll
  static void end() {
    speedscope.close();
  }

  private Shown opened(Profile profile, ProfileFormat format) throws IOException {
    Path file = folder.resolve("hard" + format.extension());
    try (OutputStream out = Files.newOutputStream(file)) {
      format.write(profile, true, out);
    }
    return speedscope.open(file);
  }

  /** Its drawing is recursive: with 5,000 frames on a stack it fails, from whatever format. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DEEP"})
  void speedscope_itsOwnFormat_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    boolean timed = profile.totalNanos() > 0;
    Shown shown = opened(profile, ProfileFormat.SPEEDSCOPE);
    assertEquals(List.of(), shown.differences(Views.expected(profile, timed), 0.5));
  }

  @Test
  void speedscope_stackOf3000Frames_isShown() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("deep");
    int stack = StackTree.NONE;
    for (int i = 0; i < 3000; i++) {
      stack = builder.stack(stack, builder.frame(Frame.named("M" + i, "Shop.dll")));
    }
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    builder.add(0, builder.row(thread, stack), 1, 1_000_000);
    Profile profile = builder.build();
    Shown shown = opened(profile, ProfileFormat.SPEEDSCOPE);
    assertEquals(List.of(), shown.differences(Views.expected(profile, true), 0.5));
  }

  /** It has no threads there. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DEEP", "EMPTY"})
  void speedscope_pprof_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    boolean timed = profile.totalNanos() > 0;
    Shown shown = opened(profile, ProfileFormat.PPROF).merged();
    assertEquals(List.of(), shown.differences(Views.expected(profile, timed).merged(), 0.5));
  }

  /** There a thread is the root of its stacks. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ODD_NAMES", "DEEP", "EMPTY"})
  void speedscope_collapsed_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    boolean timed = hard == HardProfile.TIMES_WITHOUT_COUNTS;
    Shown expected = new Shown();
    List<String> threads = profile.threadNames();
    for (int row = 0; row < profile.rows(); row++) {
      List<String> stack = new ArrayList<>(List.of(threads.get(profile.thread(row))));
      profile.framesOf(row).forEach(frame -> stack.add(frame.shown()));
      expected.addStack("", stack, (double) (timed ? profile.nanos(row) : profile.count(row)));
    }
    Shown shown = opened(profile, ProfileFormat.COLLAPSED).merged();
    assertEquals(List.of(), shown.differences(expected, 0.5));
  }

  /** It names the process, too, and leaves out threads without frames. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DEEP", "NO_FRAMES", "EMPTY"})
  void speedscope_chrome_showsItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    Shown shown = opened(profile, ProfileFormat.CHROME);
    for (String thread : shown.threads().keySet()) {
      assertTrue(thread.startsWith(hard + " (pid 1), "), thread);
    }
    if (profile.totalNanos() > 0) {
      // An end is a nanosecond before what begins next; what weighs nothing is shown with two.
      double tolerance = 2 + 2.0 * profile.timeline().size();
      assertEquals(
          List.of(), shown.merged().differences(Views.expected(profile, true).merged(), tolerance));
    }
  }
}
