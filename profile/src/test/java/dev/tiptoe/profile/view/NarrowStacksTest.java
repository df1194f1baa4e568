// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Pages of profiles with more stacks than a page has. */
class NarrowStacksTest {

  private static final int PLENTY = 1_000_000;
  private static final String JOINED = "<narrow stacks, joined>";

  private static CarriedProfile carried(Profile profile, PageLimits limits) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlView.write(profile, LoadedTable.EMPTY, "", limits, out, share -> {});
    return new CarriedProfile(out.toString(StandardCharsets.UTF_8));
  }

  private static CarriedProfile carried(Profile profile, int nodes) throws IOException {
    return carried(profile, new PageLimits(nodes, PLENTY, PLENTY));
  }

  /** Stacks of some ten frames of all kinds, of which few are frequent; some are recursive. */
  private static Profile random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Profile.Builder builder = new Profile.Builder().name("random");
    int[] threads = new int[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = builder.thread(new ProfileThread(i, i, "thread " + i));
    }
    FrameKind[] kinds = FrameKind.values();
    int[] frames = new int[30];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = builder.frame(Frame.special("m" + i, kinds[i % kinds.length]));
    }
    for (int i = 0; i < 400; i++) {
      int stack = StackTree.NONE;
      for (int depth = random.nextInt(1, 12); depth > 0; depth--) {
        stack = builder.stack(stack, frames[random.nextInt(random.nextInt(1, frames.length + 1))]);
      }
      int row = builder.row(threads[random.nextInt(threads.length)], stack);
      // Half of them lie before the beginning.
      builder.add((i - 200) * 1_000_000L, row, 1, random.nextInt(1, 50));
    }
    return builder.build();
  }

  /** Returns the weight of each path from the root, with all that it calls. */
  private static Map<List<String>, Long> totals(Map<List<String>, Long> stacks) {
    Map<List<String>, Long> totals = new HashMap<>();
    stacks.forEach(
        (stack, weight) -> {
          for (int depth = 1; depth <= stack.size(); depth++) {
            totals.merge(List.copyOf(stack.subList(0, depth)), weight, Long::sum);
          }
        });
    return totals;
  }

  @Test
  void stacksThatAreTooMany_areJoined_andAllOtherWeightsStay() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Profile profile = random(seed);
      int most = 20 + 37 * seed;
      CarriedProfile whole = carried(profile, PLENTY);
      CarriedProfile page = carried(profile, most);
      assertTrue(page.array("parent").length <= most + 1, page.array("parent").length + " nodes");
      Map<List<String>, Long> all = totals(whole.stacks("self"));
      Map<List<String>, Long> shown = totals(page.stacks("self"));
      shown.forEach(
          (path, weight) -> {
            boolean isJoined = path.get(path.size() - 1).equals(JOINED);
            assertEquals(isJoined ? weight : all.get(path), weight, path.toString());
          });
      assertEquals(sum(whole.stacks("self")), sum(page.stacks("self")));
      Set<List<String>> missing = new HashSet<>(whole.stacks("self").keySet());
      missing.removeAll(shown.keySet());
      assertEquals(missing.size(), page.header.getAsJsonObject("joined").get("stacks").getAsInt());
      assertFalse(whole.header.has("joined"));
      assertNarrowAreJoined(all, shown);
    }
  }

  /** What is joined is not much wider than what is not. */
  private static void assertNarrowAreJoined(
      Map<List<String>, Long> all, Map<List<String>, Long> shown) {
    long widest =
        all.keySet().stream()
            .filter(path -> !shown.containsKey(path))
            .mapToLong(all::get)
            .max()
            .orElseThrow();
    long narrowest =
        shown.keySet().stream()
            .filter(path -> !path.get(path.size() - 1).equals(JOINED))
            .mapToLong(all::get)
            .min()
            .orElse(Long.MAX_VALUE);
    assertTrue(widest <= narrowest * 17 / 16, widest + " is joined, " + narrowest + " is not");
  }

  private static long sum(Map<List<String>, Long> stacks) {
    return stacks.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void stacksThatAreAsWide_areCutAtTheSameDepth() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("even");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (int i = 0; i < 100; i++) {
      int stack = StackTree.NONE;
      for (int depth = 0; depth < 11; depth++) {
        stack = builder.stack(stack, builder.frame(Frame.named("m" + i + "." + depth, "Shop.dll")));
      }
      builder.add(i, builder.row(thread, stack), 1, 10);
    }
    CarriedProfile page = carried(builder.build(), 1001);
    assertEquals(1 + 100 * 5 + 100, page.array("parent").length);
    page.stacks("self")
        .forEach(
            (stack, weight) -> {
              assertEquals(6, stack.size());
              assertEquals(JOINED, stack.get(5));
              assertEquals(10, weight);
            });
    assertEquals(100, page.stacks("self").size());
  }

  @Test
  void methodsOfJoinedStacks_keepTheirWeights() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Profile profile = random(seed);
      CarriedProfile page = carried(profile, 60);
      Map<String, Long> selfs = new HashMap<>();
      Map<String, Long> folded = new HashMap<>();
      Map<String, Long> totals = new HashMap<>();
      for (int row = 0; row < profile.rows(); row++) {
        List<Frame> stack = profile.framesOf(row);
        long weight = profile.nanos(row);
        selfs.merge(stack.get(stack.size() - 1).shown(), weight, Long::sum);
        for (Frame frame : Set.copyOf(stack)) {
          totals.merge(frame.shown(), weight, Long::sum);
        }
        List<Frame> left = new ArrayList<>(stack);
        left.removeIf(frame -> frame.kind() == FrameKind.ASYNC || frame.kind() == FrameKind.NATIVE);
        if (!left.isEmpty()) {
          folded.merge(left.get(left.size() - 1).shown(), weight, Long::sum);
        }
      }
      assertEquals(selfs, byName(page, "methodSelf"));
      assertEquals(folded, byName(page, "methodFolded"));
      assertEquals(totals, byName(page, "methodTotal"));
    }
  }

  private static Map<String, Long> byName(CarriedProfile page, String array) {
    Map<String, Long> weights = new HashMap<>();
    long[] values = page.array(array);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        weights.put(page.names().get(i), values[i]);
      }
    }
    return weights;
  }

  @Test
  void stacksOfManyThreads_areBounded() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("threads");
    for (int i = 0; i < 50; i++) {
      int thread = builder.thread(new ProfileThread(i, i, "thread " + i));
      for (int method = 0; method < 40; method++) {
        int frame = builder.frame(Frame.named("m" + method, "Shop.dll"));
        int stack = builder.stack(StackTree.NONE, frame);
        builder.add(i, builder.row(thread, stack), 1, 1 + method);
      }
    }
    Profile profile = builder.build();
    CarriedProfile page = carried(profile, new PageLimits(PLENTY, 600, PLENTY));
    assertTrue(page.array("time").length <= 600, page.array("time").length + " samples");
    assertEquals(profile.totalNanos(), sum(page.array("weight")));
    assertEquals(profile.totalNanos(), sum(page.stacks("self")));
  }

  @Test
  void samplesThatAreTooMany_haveLongerSlots_andKeepTheirWeights() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("long");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int stack = builder.stack(StackTree.NONE, builder.frame(Frame.named("m", "Shop.dll")));
    for (int i = 0; i < 10_000; i++) {
      builder.add(i * 1_000L, builder.row(thread, stack), 1, 1_000);
    }
    CarriedProfile page = carried(builder.build(), new PageLimits(PLENTY, PLENTY, 1_000));
    long[] times = page.array("time");
    assertTrue(times.length <= 1_000 && times.length > 400, times.length + " samples");
    assertEquals(10_000_000, sum(page.array("weight")));
    assertTrue(times[times.length - 1] > 9_900_000, "the last is at " + times[times.length - 1]);
    assertFalse(page.header.has("joined"));
  }

  private static long sum(long[] numbers) {
    long sum = 0;
    for (long number : numbers) {
      sum += number;
    }
    return sum;
  }

  @Test
  void differenceOfManyStacks_keepsTheWeightsOfBoth() throws IOException {
    ProfileDifference difference = ProfileDifference.of(random(1), random(2));
    Map<String, Map<List<String>, Long>> shown = new HashMap<>();
    Map<String, Map<List<String>, Long>> all = new HashMap<>();
    CarriedProfile page = carried(difference, 200);
    CarriedProfile whole = carried(difference, PLENTY);
    assertTrue(page.array("parent").length <= 201, page.array("parent").length + " nodes");
    for (String side : List.of("self", "self2")) {
      shown.put(side, totals(page.stacks(side)));
      all.put(side, totals(whole.stacks(side)));
      assertEquals(sum(whole.stacks(side)), sum(page.stacks(side)));
      shown
          .get(side)
          .forEach(
              (path, weight) -> {
                boolean isJoined = path.get(path.size() - 1).equals(JOINED);
                assertEquals(isJoined ? weight : all.get(side).get(path), weight);
              });
    }
    assertEquals(random(1).totalCount(), sum(page.array("methodSelf")), "before: of a sample each");
    assertEquals(random(2).totalCount(), sum(page.array("methodSelf2")));
  }

  private static CarriedProfile carried(ProfileDifference difference, int nodes)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlView.write(difference, "", new PageLimits(nodes, PLENTY, PLENTY), out, share -> {});
    return new CarriedProfile(out.toString(StandardCharsets.UTF_8));
  }
}
