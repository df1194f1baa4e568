// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProfileViewsTest {

  private final Profile.Builder builder = new Profile.Builder();
  private final Profile profile;

  ProfileViewsTest() {
    add("crane", 10, 5, "Shop.dll:Main", "Shop.dll:Buy", "System.Linq.dll:Sum");
    add("crane", 20, 2, "Shop.dll:Main", "Shop.dll:Pay");
    add("clerk", 30, 3, "Shop.dll:Main", "Shop.dll:Buy", "Shop.dll:Buy", "Shop.dll:Buy");
    add("clerk", 40, 1);
    profile = builder.build();
  }

  private void add(String thread, long at, long count, String... frames) {
    int stack = StackTree.NONE;
    for (String frame : frames) {
      String[] parts = frame.split(":", 2);
      stack = builder.stack(stack, builder.frame(Frame.named(parts[1], parts[0])));
    }
    int number = builder.thread(new ProfileThread(thread.length(), 0, thread));
    builder.add(at, builder.row(number, stack), count, 10 * count);
  }

  private static Map<String, Long> counts(Profile profile) {
    Map<String, Long> counts = new TreeMap<>();
    for (int row = 0; row < profile.rows(); row++) {
      List<String> names = profile.framesOf(row).stream().map(Frame::method).toList();
      counts.merge(String.join(" ", names), profile.count(row), Long::sum);
    }
    return counts;
  }

  @Test
  void instantiations_thatAreShownAlike_areOneFrame() {
    Profile.Builder builder = new Profile.Builder();
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int[] at = {0};
    for (String method :
        List.of("N.List`1::Add<System.Int32>", "N.List`1::Add<N.Ware>", "N.Main::M")) {
      Frame frame =
          new Frame(
              method,
              method.contains("Add") ? "List<T>.Add(T)" : "Main.M()",
              FrameModule.named("N.dll"),
              method.contains("Add") ? 0x06000001 : 0x06000002,
              Frame.NO_OFFSET,
              FrameSource.UNKNOWN,
              FrameKind.USER);
      int stack = builder.stack(StackTree.NONE, builder.frame(frame));
      builder.add(++at[0], builder.row(thread, stack), 1, 10);
    }
    Profile profile = builder.build();
    Profile merged = ProfileViews.instantiationsMerged(profile);
    assertEquals(2, merged.frames().size());
    assertEquals("N.List`1::Add<System.Int32>, and 1 more", merged.frames().get(0).method());
    assertEquals("List<T>.Add(T)", merged.frames().get(0).shown());
    assertEquals("N.Main::M", merged.frames().get(1).method());
    assertEquals(2, merged.rows());
    assertEquals(2, merged.count(0));
    assertEquals(20, merged.nanos(0));
    assertEquals(30, merged.totalNanos());
    assertSame(merged, ProfileViews.instantiationsMerged(merged));
  }

  @Test
  void difference_ofInstantiationsThatAreWrittenAlike_isOneFrame() {
    List<Profile> profiles = new ArrayList<>();
    for (List<String> methods :
        List.of(
            List.of("Add<System.Int32>", "Add<N.Ware>"), List.of("Add<N.Ware>", "Add<N.Cart>"))) {
      Profile.Builder builder = new Profile.Builder();
      int thread = builder.thread(new ProfileThread(1, 1, "main"));
      for (String method : methods) {
        Frame frame =
            new Frame(
                "N.List`1::" + method,
                "List<T>.Add(T)",
                FrameModule.named("N.dll"),
                0x06000001 + profiles.size(),
                Frame.NO_OFFSET,
                FrameSource.UNKNOWN,
                FrameKind.USER);
        int stack = builder.stack(StackTree.NONE, builder.frame(frame));
        builder.add(0, builder.row(thread, stack), 1 + profiles.size(), 0);
      }
      profiles.add(builder.build());
    }
    ProfileDifference difference = ProfileDifference.of(profiles.get(0), profiles.get(1));
    assertEquals(1, difference.stacks().rows());
    assertEquals(2, difference.before(0));
    assertEquals(4, difference.after(0));
    assertEquals(
        "N.List`1::Add<System.Int32>, and 2 more", difference.stacks().frames().get(0).method());
  }

  @Test
  void profile_asBuilt_hasTotalsAndRange() {
    assertEquals(11, profile.totalCount());
    assertEquals(110, profile.totalNanos());
    assertEquals(10, profile.from());
    assertEquals(40, profile.to());
    assertEquals(
        Map.of("Main Buy Sum", 5L, "Main Pay", 2L, "Main Buy Buy Buy", 3L, "", 1L),
        counts(profile));
  }

  @Test
  void view_ofATimeRange_hasTheSamplesInIt() {
    assertEquals(
        Map.of("Main Pay", 2L, "Main Buy Buy Buy", 3L),
        counts(ProfileViews.between(profile, 20, 40)));
  }

  @Test
  void view_ofAllThreads_isOfOne() {
    Profile merged = ProfileViews.merged(profile);
    assertEquals(1, merged.threads().size());
    assertEquals(counts(profile), counts(merged));
  }

  private static Profile unmanaged(Frame... root) {
    Profile.Builder some = new Profile.Builder();
    int stack = StackTree.NONE;
    for (Frame frame : root) {
      stack = some.stack(stack, some.frame(frame));
    }
    for (String name : List.of("clone", "start", "Main", "memmove", "copy")) {
      Frame frame =
          name.equals("Main")
              ? Frame.named(name, "Shop.dll")
              : Frame.special(name, FrameKind.NATIVE);
      stack = some.stack(stack, some.frame(frame));
    }
    some.add(1, some.row(some.thread(new ProfileThread(1, 0, "t")), stack), 4, 0);
    return some.build();
  }

  @Test
  void view_ofNativeRuns_namesWhatManagedCodeCalled() {
    assertEquals(Map.of("<native> Main memmove", 4L), counts(ProfileViews.nativeRuns(unmanaged())));
    Frame[] missing = {Frame.brokenOff("no rule"), Frame.LACKS_THROWING};
    assertEquals(
        Map.of("<broken off: no rule> <frames that threw are missing> <native> Main memmove", 4L),
        counts(ProfileViews.nativeRuns(unmanaged(missing))));
  }

  @Test
  void stack_thatIsBrokenOff_isNeverWholeInAView() {
    assertEquals(
        Map.of("<broken off: no rule> Main", 4L),
        counts(ProfileViews.folded(unmanaged(Frame.brokenOff("no rule")))));
    assertEquals(
        Map.of("<deeper than recorded> Main", 4L),
        counts(ProfileViews.folded(unmanaged(Frame.TRUNCATED))));
  }

  @Test
  void view_upsideDown_beginsWithWhatWasExecuting() {
    assertEquals(
        Map.of("Sum Buy Main", 5L, "Pay Main", 2L, "Buy Buy Buy Main", 3L, "", 1L),
        counts(ProfileViews.bottomUp(profile)));
  }

  @Test
  void view_ofModules_joinsFramesOfOne() {
    assertEquals(
        Map.of("Shop.dll System.Linq.dll", 5L, "Shop.dll", 5L, "", 1L),
        counts(ProfileViews.byModule(profile)));
  }

  @Test
  void view_focusedOnAMethod_beginsThereAndLeavesOutTheRest() {
    assertEquals(
        Map.of("Buy Sum", 5L, "Buy Buy Buy", 3L),
        counts(ProfileViews.focus(profile, Pattern.compile("Buy"))));
  }

  @Test
  void view_thatHidesAMethod_keepsAllSamples() {
    assertEquals(
        Map.of("Main Sum", 5L, "Main Pay", 2L, "Main", 3L, "", 1L),
        counts(ProfileViews.hide(profile, Pattern.compile("^Buy$"))));
  }

  @Test
  void view_folded_hasNoMachinery() {
    Profile.Builder some = new Profile.Builder();
    int main = some.stack(StackTree.NONE, some.frame(Frame.named("Main", "Shop.dll")));
    int run =
        some.stack(
            main,
            some.frame(
                Frame.named(
                    "System.Threading.ExecutionContext::Run", "System.Private.CoreLib.dll")));
    int body = some.stack(run, some.frame(Frame.named("Body", "Shop.dll")));
    some.add(1, some.row(some.thread(new ProfileThread(1, 0, "t")), body), 4, 0);
    Profile folded = ProfileViews.folded(some.build());
    assertEquals(Map.of("Main Body", 4L), counts(folded));
  }

  @Test
  void weights_ofARecursiveMethod_countEachSampleOnce() {
    Map<String, Long> total = new TreeMap<>();
    FrameWeights.of(profile).forEach(it -> total.put(it.frame().method(), it.count()));
    assertEquals(Map.of("Main", 10L, "Buy", 8L, "Sum", 5L, "Pay", 2L), total);
    assertEquals("Sum", FrameWeights.of(profile).get(0).frame().method());
  }

  @Test
  void difference_ofTwoProfiles_hasTheStacksOfBoth() {
    Profile crane = ProfileViews.ofThread(profile, 0);
    ProfileDifference difference = ProfileDifference.of(profile, crane);
    Map<String, Long> changes = new TreeMap<>();
    for (int row = 0; row < difference.stacks().rows(); row++) {
      List<String> names = difference.stacks().framesOf(row).stream().map(Frame::method).toList();
      changes.put(String.join(" ", names), difference.change(row));
    }
    assertEquals(
        Map.of("Main Buy Sum", 0L, "Main Pay", 0L, "Main Buy Buy Buy", -3L, "", -1L), changes);
  }
}
