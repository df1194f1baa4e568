// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.profile;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.bench.ProfileWork;
import dev.tiptoe.bench.Stage;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileFeed;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One side of {@code prove bench profile}, a program. {@code ProfileBench SIDE REPEATED DISTINCT}
 * does the works named by the lines of standard input, on one of the two traces, and answers each
 * with a line.
 */
public final class ProfileBench {

  private ProfileBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    boolean ours = arguments[0].equals("tiptoe");
    Path repeated = new File(arguments[1]).toPath();
    Path distinct = new File(arguments[2]).toPath();
    Stage.answer(
        line ->
            Stage.timed(
                line,
                word ->
                    word.equals(ProfileWork.COUNT.word())
                        ? counting(ours, repeated)
                        : resolving(ours, distinct)));
  }

  private static Consumer<Checksum> counting(boolean ours, Path trace) {
    return sum -> {
      if (ours) {
        profile(trace, session(trace), sum, true);
      } else {
        count(trace, sum);
      }
    };
  }

  private static Consumer<Checksum> resolving(boolean ours, Path trace) {
    Session session = session(trace);
    return sum -> {
      if (ours) {
        profile(trace, session, sum, false);
      } else {
        resolve(trace, session, sum);
      }
    };
  }

  private static void finish(Checksum sum, long samples, long things) {
    sum.add(samples);
    sum.count(Math.toIntExact(things - 1));
  }

  // ---- ours

  private static Session session(Path trace) {
    try {
      return RecordedSession.readForStacks(trace, Symbols.none(), (bytes, total) -> {}).session();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void profile(Path trace, Session session, Checksum sum, boolean samples) {
    ProfileFeed feed = new ProfileFeed(session, Clock.WALL, Set.of());
    replay(trace, feed);
    Profile profile = feed.profile().build();
    long total = profile.totalCount();
    finish(sum, total, samples ? total : feed.resolutions());
  }

  private static void replay(Path trace, RuntimeFeed feed) {
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.poll(feed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- the JDK's collections

  /** Counts the stacks of threads, without their times, and without looking at what IDs mean. */
  private static void count(Path trace, Checksum sum) {
    Map<ThreadID, Map<CallStack, long[]>> counts = new HashMap<>();
    replay(
        trace,
        new RuntimeFeed() {
          @Override
          public void stackSampled(long at, SampledStack sample) {
            counts.computeIfAbsent(sample.thread(), any -> new HashMap<>())
                .computeIfAbsent(sample.stack(), any -> new long[1])[0]++;
          }
        });
    long total =
        counts.values().stream()
            .flatMap(stacks -> stacks.values().stream())
            .mapToLong(count -> count[0])
            .sum();
    finish(sum, total, total);
  }

  /** A node of a tree of names. */
  private static final class Node {
    final Map<String, Node> callees = new HashMap<>();
    long own;
  }

  /** Adds each stack to a tree of names; each ID is named once. */
  private static void resolve(Path trace, Session session, Checksum sum) {
    Map<FunctionID, String> names = new HashMap<>();
    Node root = new Node();
    long[] total = {0};
    replay(
        trace,
        new RuntimeFeed() {
          @Override
          public void stackSampled(long at, SampledStack sample) {
            Node node = root;
            for (int i = sample.stack().depth() - 1; i >= 0; i--) {
              String name =
                  names.computeIfAbsent(sample.stack().function(i), id -> session.nameOf(id, at));
              node = node.callees.computeIfAbsent(name, any -> new Node());
            }
            node.own++;
            total[0]++;
          }
        });
    finish(sum, total[0], total[0]);
  }
}
