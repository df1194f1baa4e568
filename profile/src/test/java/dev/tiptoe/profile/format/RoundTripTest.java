// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.FrameWeights;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import dev.tiptoe.profile.given.HardProfile;
import dev.tiptoe.profile.given.Views;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.testdata.importer.Shown;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A profile that was exported and read again has the same totals and hot spots. */
class RoundTripTest {

  private static final int FRAMES = 12;
  private static final ProfileThread THREAD = new ProfileThread(1, 0, "main");

  /** Code that is not managed, and the collector's, of both sorts. */
  private static final List<Frame> COLLECTOR =
      List.of(
          Frame.NATIVE,
          Frame.special("WKS::gc_heap::mark_phase(int)", FrameKind.GC),
          Frame.named("System.GC::Collect", "System.Private.CoreLib.dll"));

  /** Returns a profile; its stacks recur, and some are empty. */
  private static Profile profile(long seed, boolean timed) {
    Random random = new Random(seed);
    Profile.Builder profile =
        new Profile.Builder().name("some").began(Optional.of(Instant.ofEpochSecond(seed & 0xffff)));
    List<Integer> frames = new ArrayList<>();
    for (int i = 0; i < FRAMES; i++) {
      frames.add(profile.frame(frame(i)));
    }
    for (int i = 1 + random.nextInt(40); i > 0; i--) {
      int id = random.nextInt(3);
      int thread = profile.thread(new ProfileThread(id, 0, id == 0 ? "main" : "worker"));
      int stack = StackTree.NONE;
      for (int depth = random.nextInt(9); depth > 0; depth--) {
        stack = profile.stack(stack, frames.get(random.nextInt(FRAMES)));
      }
      long count = 1L + random.nextInt(1000);
      profile.add(i * 1000L, profile.row(thread, stack), count, timed ? count * 997 : 0);
    }
    return profile.build();
  }

  private static Frame frame(int number) {
    if (number < COLLECTOR.size()) {
      return COLLECTOR.get(number);
    }
    boolean isWritten = number % 3 == 0;
    FrameModule module =
        number % 2 == 0
            ? new FrameModule("Shop.dll", "/srv/Shop.dll", Optional.of(new UUID(number, 7)))
            : FrameModule.named("System.Shop.dll");
    return new Frame(
        "Shop.Cart::M" + number,
        isWritten ? "Cart.M" + number + "(int, string[])" : "",
        module,
        0x06000000 | number,
        number % 4 == 0 ? number : Frame.NO_OFFSET,
        new FrameSource("/src/Cart.cs", number * 10, number % 5 == 0 ? number * 10 + 3 : 0),
        FrameKind.of("Shop.Cart::M" + number, module.name()));
  }

  private static ReadProfile again(Profile profile, ProfileFormat format, boolean lines)
      throws IOException {
    Path file = Files.createTempFile("round-trip", "");
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        format.write(profile, true, out);
      }
      return ProfileReader.read(
          file, lines ? EnumSet.allOf(FrameDetail.class) : EnumSet.noneOf(FrameDetail.class));
    } finally {
      Files.delete(file);
    }
  }

  private static Map<String, List<Long>> hotSpots(Profile profile, boolean nanos) {
    Map<String, List<Long>> spots = new TreeMap<>();
    for (FrameWeights.Weight each : FrameWeights.of(profile)) {
      spots.put(
          each.frame().shown(),
          nanos
              ? List.of(each.ownCount(), each.count(), each.ownNanos(), each.nanos())
              : List.of(each.ownCount(), each.count()));
    }
    return spots;
  }

  private static Map<String, Long> byThread(Profile profile) {
    Map<String, Long> counts = new TreeMap<>();
    List<String> names = profile.threadNames();
    for (int row = 0; row < profile.rows(); row++) {
      counts.merge(names.get(profile.thread(row)), profile.count(row), Long::sum);
    }
    return counts;
  }

  private static void check(Profile before, Profile after, boolean nanos) {
    assertEquals(before.totalCount(), after.totalCount());
    assertEquals(hotSpots(before, nanos), hotSpots(after, nanos));
    assertEquals(byThread(before), byThread(after));
    assertEquals(before.rows(), after.rows());
  }

  @Property(tries = 100)
  void profile_throughPprof_isTheSame(@ForAll long seed, @ForAll boolean timed) throws IOException {
    Profile before = profile(seed, timed);
    ReadProfile after = again(before, ProfileFormat.PPROF, true);
    check(before, after.profile(), true);
    assertEquals(timed ? "wall" : "samples", after.sampleType().type());
    assertEquals(used(before), used(after.profile()));
  }

  @ParameterizedTest
  @EnumSource(
      value = ProfileFormat.class,
      names = {"PPROF", "OTLP"})
  void clock_isThatOfTheTimes(ProfileFormat format) throws IOException {
    for (Clock clock : Clock.values()) {
      Profile.Builder built = new Profile.Builder().like(profile(5, true));
      built.clock(Optional.of(clock)).add(0, built.row(built.thread(THREAD), StackTree.NONE), 1, 7);
      assertEquals(Optional.of(clock), again(built.build(), format, false).profile().clock());
    }
    assertEquals(Optional.empty(), again(profile(5, false), format, false).profile().clock());
  }

  @Property(tries = 100)
  void profile_throughOtlp_isTheSame(@ForAll long seed, @ForAll boolean timed) throws IOException {
    Profile before = profile(seed, timed);
    ReadProfile after = again(before, ProfileFormat.OTLP, true);
    check(before, after.profile(), true);
    assertEquals(timed ? 2 : 1, after.sampleTypes().size());
    assertEquals(used(before), used(after.profile()));
    assertEquals(times(before), times(after.profile()));
    assertEquals(
        instant(before).plusNanos(before.from()),
        instant(after.profile()).plusNanos(after.profile().from()));
  }

  /** Returns what was sampled at each time since the first. */
  private static Map<Long, Map<String, List<Long>>> times(Profile profile) {
    Map<Long, Map<String, List<Long>>> times = new TreeMap<>();
    List<String> threads = profile.threadNames();
    Timeline timeline = profile.timeline();
    for (int cell = 0; cell < timeline.size(); cell++) {
      int row = timeline.row(cell);
      String stack =
          threads.get(profile.thread(row))
              + profile.framesOf(row).stream().map(Frame::method).toList();
      times
          .computeIfAbsent(timeline.time(cell) - profile.from(), any -> new TreeMap<>())
          .merge(
              stack,
              List.of(timeline.count(cell), timeline.nanos(cell)),
              (some, more) -> List.of(some.get(0) + more.get(0), some.get(1) + more.get(1)));
    }
    return times;
  }

  private static Instant instant(Profile profile) {
    return profile.began().orElseThrow();
  }

  @Test
  void samplesWithoutTimes_throughOtlp_getNone() throws IOException {
    Profile pprof = again(profile(7, true), ProfileFormat.PPROF, true).profile();
    Profile after = again(pprof, ProfileFormat.OTLP, true).profile();
    assertEquals(pprof.totalNanos(), after.totalNanos());
    assertEquals(after.from(), after.to());
  }

  /** Returns the frames that stacks have; paths of modules, lines, kinds and all. */
  private static Map<String, Frame> used(Profile profile) {
    Map<String, Frame> used = new TreeMap<>();
    FrameWeights.of(profile).forEach(it -> used.put(it.frame().method(), it.frame()));
    return used;
  }

  @Property(tries = 100)
  void profile_throughCollapsed_hasTheSameNumbers(@ForAll long seed, @ForAll boolean timed)
      throws IOException {
    Profile before = profile(seed, timed);
    boolean hasFrames = before.stacks().size() > 0;
    Profile after = again(before, ProfileFormat.COLLAPSED, false).profile();
    if (hasFrames) {
      check(before, after, false);
    }
    assertEquals(before.totalCount(), after.totalCount());
  }

  /** Empty frames of collapsed stacks, and names with separators, do not come back. */
  @ParameterizedTest
  @EnumSource
  void profileThatIsHard_throughPprofAndOtlp_isTheSame(HardProfile hard) throws IOException {
    Profile before = hard.profile();
    for (ProfileFormat format : List.of(ProfileFormat.PPROF, ProfileFormat.OTLP)) {
      Profile after = again(before, format, true).profile();
      assertEquals(before.totalCount(), after.totalCount());
      assertEquals(before.totalNanos(), after.totalNanos());
      assertEquals(before.countType(), after.countType());
      assertEquals(before.countUnit(), after.countUnit());
      for (boolean timed : new boolean[] {false, true}) {
        Shown shown = Views.expected(after, timed);
        assertEquals(List.of(), shown.differences(Views.expected(before, timed), 0));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ODD_NAMES", "EMPTY", "NO_FRAMES"})
  void profileThatIsHard_throughCollapsed_hasTheSameNumbers(HardProfile hard) throws IOException {
    Profile before = hard.profile();
    Profile after = again(before, ProfileFormat.COLLAPSED, false).profile();
    boolean timed = hard == HardProfile.TIMES_WITHOUT_COUNTS;
    Shown shown = Views.expected(after, false);
    assertEquals(List.of(), shown.differences(Views.expected(before, timed), 0));
  }
}
