// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ProfileFeedTest {

  private static final ThreadID THREAD = new ThreadID(0x100);
  private static final CallStack STACK =
      CallStack.of(new long[] {0x10, 0x20, 0}, new long[] {1, 2, 3}, false);

  private static void method(RuntimeFeed feed, long at, long id, String name) {
    FunctionShape shape =
        new FunctionShape(new ClassID(0), new ModuleID(0), new Token(0x06000000), List.of(), name);
    feed.functionSeen(at, new FunctionID(id), shape, FunctionSource.STACK);
  }

  private static void sample(RuntimeFeed feed, long at, CallStack stack) {
    feed.stackSampled(at, new SampledStack(THREAD, stack, stack.ip(0), 10));
  }

  private static Session session(Consumer<RuntimeFeed> facts) {
    Session session = new Session();
    facts.accept(session.feed());
    return session;
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
  void stack_sampledAThousandTimes_isResolvedOnce() {
    Consumer<RuntimeFeed> facts =
        feed -> {
          method(feed, 1, 0x10, "leaf");
          method(feed, 2, 0x20, "root");
          for (int i = 0; i < 1000; i++) {
            sample(feed, 10 + i, STACK);
          }
        };
    ProfileFeed feed = new ProfileFeed(session(facts), Clock.WALL, Set.of());
    facts.accept(feed);
    Profile profile = feed.profile().build();
    assertEquals(1, feed.resolutions());
    assertEquals(Map.of("<native> ?!root ?!leaf", 1000L), counts(profile));
    assertEquals(10_000, profile.totalNanos());
    assertEquals(1, profile.rows());
  }

  /** More than the cache of stacks has at first; a few may still take the places of others. */
  @Test
  void manyStacks_thatComeInTurn_areResolvedOnce() {
    int count = 100_000;
    List<CallStack> stacks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stacks.add(CallStack.of(new long[] {0x10, 0x20, i % 1000}, new long[] {1, 2, i}, false));
    }
    ProfileFeed feed = new ProfileFeed(session(facts -> {}), Clock.WALL, Set.of());
    for (int round = 0; round < 3; round++) {
      for (CallStack stack : stacks) {
        sample(feed, 10 + round, stack);
      }
    }
    assertTrue(feed.resolutions() >= count, () -> feed.resolutions() + " resolutions");
    assertTrue(feed.resolutions() < 1.1 * count, () -> feed.resolutions() + " resolutions");
    assertEquals(3L * count, feed.profile().build().totalCount());
  }

  @Test
  void id_thatWasReused_isNamedAsOfEachSample() {
    Consumer<RuntimeFeed> facts =
        feed -> {
          method(feed, 1, 0x20, "root");
          method(feed, 10, 0x10, "first");
          sample(feed, 20, STACK);
          sample(feed, 30, STACK);
          feed.unloadStarted(40, new FunctionID(0x10));
          sample(feed, 45, STACK);
          method(feed, 50, 0x10, "second");
          sample(feed, 60, STACK);
          sample(feed, 25, STACK);
        };
    ProfileFeed feed = new ProfileFeed(session(facts), Clock.WALL, Set.of());
    facts.accept(feed);
    assertEquals(naive(facts, session(facts)), counts(feed.profile().build()));
    assertEquals(
        Map.of("<native> ?!root ?!first", 3L, "<native> ?!root ?!second", 2L),
        naive(facts, session(facts)));
  }

  /** Names each frame of each sample, in a session that observes each sample by itself. */
  private static Map<String, Long> naive(Consumer<RuntimeFeed> facts, Session session) {
    Map<String, Long> counts = new TreeMap<>();
    facts.accept(
        new RuntimeFeed() {
          @Override
          public void stackSampled(long at, SampledStack sample) {
            List<String> names = new ArrayList<>();
            for (FunctionID id : sample.stack().functions()) {
              names.add(0, id.isNone() ? "<native>" : session.nameOf(id, at));
            }
            counts.merge(String.join(" ", names), 1L, Long::sum);
          }
        });
    return counts;
  }

  /** A feed that gives a session each sample as a list, which it observes without shortcuts. */
  private static Session plain(Consumer<RuntimeFeed> facts) {
    Session session = new Session();
    RuntimeFeed inner = session.feed();
    facts.accept(
        new RuntimeFeed() {
          @Override
          public void functionSeen(
              long at, FunctionID id, FunctionShape shape, FunctionSource source) {
            inner.functionSeen(at, id, shape, source);
          }

          @Override
          public void unloadStarted(long at, RuntimeID id) {
            inner.unloadStarted(at, id);
          }

          @Override
          public void stackSampled(long at, SampledStack sample) {
            inner.stackSampled(
                at, sample.thread(), sample.stack().functions(), sample.stack().truncated());
          }
        });
    return session;
  }

  @Property(tries = 150)
  void counts_ofAnyHistory_areThoseOfNamingEachSample(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long seed) {
    Consumer<RuntimeFeed> facts = feed -> history(feed, new Random(seed), 60);
    Session session = session(facts);
    ProfileFeed feed = new ProfileFeed(session, Clock.WALL, Set.of());
    facts.accept(feed);
    assertEquals(naive(facts, session), counts(feed.profile().build()));
  }

  /**
   * Late facts are left out: of times of repeated evidence a map keeps few, and with many stacks
   * not the same.
   */
  @Property(tries = 150)
  void session_thatSkipsRepetitions_namesAsOneThatDoesNot(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long seed) {
    Consumer<RuntimeFeed> facts = feed -> history(feed, new Random(seed), 1);
    assertEquals(naive(facts, plain(facts)), naive(facts, session(facts)));
  }

  /**
   * Methods come, are sampled often, are unloaded, and come again as others; some facts come late.
   */
  private static void history(RuntimeFeed feed, Random random, int latest) {
    CallStack[] stacks = new CallStack[4];
    for (int i = 0; i < stacks.length; i++) {
      long[] ids = new long[1 + random.nextInt(3)];
      for (int j = 0; j < ids.length; j++) {
        ids[j] = 0x10L * random.nextInt(4);
      }
      stacks[i] = CallStack.of(ids, new long[ids.length], random.nextInt(8) == 0);
    }
    long at = 100;
    for (int step = 0; step < 40; step++) {
      at += 1 + random.nextInt(20);
      long late = random.nextInt(4) == 0 ? random.nextInt(latest) : 0;
      FunctionID id = new FunctionID(0x10L * (1 + random.nextInt(3)));
      switch (random.nextInt(4)) {
        case 0 -> method(feed, Math.max(1, at - late), id.value(), "m" + step);
        case 1 -> feed.unloadStarted(Math.max(1, at - late), id);
        default -> {
          CallStack stack = stacks[random.nextInt(stacks.length)];
          if (!stack.truncated()) {
            int times = random.nextInt(30);
            for (int i = 0; i < times; i++) {
              sample(feed, at += random.nextInt(3), stack);
            }
          }
        }
      }
    }
  }

  @Test
  void stack_thatIsCutOff_beginsWithTheFrameThatSaysSo() {
    CallStack cut = CallStack.of(new long[] {0x10}, new long[] {1}, true);
    ProfileFeed feed =
        new ProfileFeed(session(any -> method(any, 1, 0x10, "leaf")), Clock.WALL, Set.of());
    sample(feed, 5, cut);
    assertEquals(Map.of("<deeper than recorded> ?!leaf", 1L), counts(feed.profile().build()));
  }

  @Test
  void threads_ofOneIdAtTwoTimes_areTwo() {
    Consumer<RuntimeFeed> facts =
        feed -> {
          feed.threadCreated(1, THREAD, 7);
          feed.threadNamed(2, THREAD, "crane");
          sample(feed, 10, STACK);
          feed.threadDestroyed(20, THREAD);
          feed.threadCreated(30, THREAD, 8);
          feed.threadNamed(31, THREAD, "crane");
          sample(feed, 40, STACK);
          sample(feed, 50, STACK);
        };
    ProfileFeed feed = new ProfileFeed(session(facts), Clock.WALL, Set.of());
    facts.accept(feed);
    Profile profile = feed.profile().build();
    assertEquals(List.of("crane (7)", "crane (8)"), profile.threadNames());
    assertEquals(2, ProfileViews.ofThread(profile, 1).totalCount());
  }
}
