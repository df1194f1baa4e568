// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.cli.trace.LiveLayout;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.FieldsAnswer.Listed;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.trace.CatchUp.Step;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in a program that has taken its own measures, and then does nothing at all. */
class MeasuredProgramTest {

  /** Their methods are compiled once for all classes that their arguments may be. */
  private static final Set<String> SHARED =
      Set.of(
          "Tiptoe.Measures.Crate`1<System.String>",
          "Tiptoe.Measures.Crate`1<Tiptoe.Measures.Crate`1<System.Int32>>",
          "Tiptoe.Measures.Pair`2<System.String,System.Byte>");

  private static final long POLL_INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long DEADLINE_SECONDS = 120;

  @TempDir private Path folder = Path.of("");

  private Path trace() {
    return folder.resolve("trace");
  }

  /** The runtime's answer and what the compiled code does are two sources of one truth. */
  @Test
  void layouts_ofAllTypes_areWhereTheProgramsOwnCodeReachesTheFields() throws IOException {
    try (MeasuredProgram program = MeasuredProgram.recorded(folder, trace());
        TraceReader reader = TraceReader.open(trace())) {
      ControlClient client = program.client();
      Session session = new Session();
      client.flush();
      reader.poll(session.feed());
      List<String> measures = program.measures();
      assertTrue(measures.size() > 60, measures::toString);
      assertEquals(lines(measures), lines(answered(typesOf(measures), session, client)));
      program.end();
    }
  }

  /**
   * Of a program that was there before, the types are known that its methods name. The runtime does
   * not report the type of code that instantiations over classes share.
   */
  @Test
  void layouts_afterAnAttach_areThoseOfEveryTypeThatIsKnown_andEachIsDescribedOnce()
      throws IOException {
    try (MeasuredProgram program = MeasuredProgram.attachedTo(folder, trace());
        TraceReader reader = TraceReader.open(trace())) {
      Session session = new Session();
      await(
          program,
          () -> {
            reader.poll(session.feed());
            return reader.statistics().catchUps().stream()
                .anyMatch(each -> each.step() == Step.FUNCTIONS && each.isDone());
          });
      ControlClient client = program.client();
      List<ClassFact> classes = session.map().now().classes().toList();
      List<ClassID> seen = seenIn(trace());
      // A callback and the catch-up may describe one at the same moment.
      int repeated = seen.size() - new HashSet<>(seen).size();
      assertTrue(repeated <= seen.size() / 20, () -> repeated + " of " + seen.size());

      Set<Reason> reasons = new HashSet<>();
      for (ClassFact type : classes) {
        try {
          var ignored = client.layout(session.map().lease(type.id()).lease().orElseThrow());
        } catch (ControlException e) {
          reasons.add(e.reason()); // of arrays
        }
      }
      assertTrue(Set.of(Reason.REFUSED).containsAll(reasons), reasons::toString);

      List<String> expected =
          program.measures().stream()
              .filter(line -> !SHARED.contains(line.split("\t", 2)[0]))
              .toList();
      assertEquals(lines(expected), lines(answered(typesOf(expected), session, client)));
      nestedFieldsHaveOffsets(program, session);
      program.end();
    }
  }

  /** Returns the types that were met in other ways than by their announcement. */
  private static List<ClassID> seenIn(Path trace) throws IOException {
    List<ClassID> seen = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored =
          reader.poll(
              new RuntimeFeed() {
                @Override
                public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
                  seen.add(id);
                }
              });
    }
    return seen;
  }

  /** Each is where it is in a struct of that type anywhere else. */
  private void nestedFieldsHaveOffsets(MeasuredProgram program, Session session)
      throws IOException {
    List<String> measures = program.measures();
    Map<String, String> offsets =
        measures.stream()
            .map(line -> line.split("\t", 4))
            .collect(Collectors.toMap(line -> line[0] + " " + line[2], line -> line[3]));
    String hold = named(session, "Tiptoe.Measures.Hold").toString();
    List<List<String>> rows =
        TiptoeRun.tiptoe("fields", trace().toString(), hold, "--live", "" + program.pid(), "--tsv")
            .expect(0)
            .rows();
    Set<String> expected = new TreeSet<>();
    Set<String> printed = new TreeSet<>();
    for (String struct : List.of("Row", "Labelled")) {
      offsets.forEach(
          (field, offset) -> {
            if (field.startsWith("Tiptoe.Measures." + struct + " ")) {
              expected.add(struct + "." + field.split(" ", 2)[1] + " " + offset);
            }
          });
      rows.stream()
          .filter(row -> row.get(1).startsWith(struct + "."))
          .forEach(row -> printed.add(row.get(1) + " " + row.get(4)));
    }
    assertTrue(expected.size() == 7, expected::toString);
    assertEquals(lines(expected), lines(printed));
  }

  private static List<String> typesOf(List<String> measures) {
    return measures.stream().map(line -> line.split("\t", 2)[0]).distinct().toList();
  }

  /** Returns what the agent answers, in the form of the program's own measures. */
  private static List<String> answered(List<String> types, Session session, ControlClient client)
      throws IOException {
    List<String> answered = new ArrayList<>();
    Moment now = session.now();
    for (String name : types) {
      ClassID id = named(session, name);
      LiveLayout layout = LiveLayout.of(id, session.map(), client);
      Listed listed = (Listed) now.fields(id);
      listed.fields().stream()
          .flatMap(
              field -> layout.offsetOf(field).stream().map(offset -> field.name() + "\t" + offset))
          .map(field -> name + "\t" + layout.size() + "\t" + field)
          .forEach(answered::add);
    }
    return answered;
  }

  private static String lines(Collection<String> all) {
    return String.join("\n", new TreeSet<>(all));
  }

  private static ClassID named(Session session, String name) {
    Stream<ClassFact> all = session.map().now().classes();
    return all.filter(type -> session.nameOf(type).equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " was not announced"))
        .id();
  }

  /** Each interval is at least half as long as asked; how much longer is chance and the machine. */
  @Test
  void rate_setWhileItRuns_isTheSpacingOfTheRoundsInTheTrace() throws IOException {
    try (MeasuredProgram program = MeasuredProgram.recorded(folder, trace());
        TraceReader reader = TraceReader.open(trace())) {
      double seldom = spacingAt(Duration.ofMillis(200), 8, program, reader);
      double often = spacingAt(Duration.ofMillis(2), 40, program, reader);
      assertTrue(seldom >= 100e6, () -> seldom + " ns between two rounds");
      assertTrue(often * 2 < seldom, () -> often + " ns is not much less than " + seldom);
      program.end();
    }
  }

  /** Returns the average time between two rounds in the trace, in nanoseconds. */
  private static double spacingAt(
      Duration period, int rounds, MeasuredProgram program, TraceReader reader) throws IOException {
    ControlClient client = program.client();
    client.sampling(Optional.of(period), Optional.of(1_000_000));
    long since = client.flush().time();
    TreeSet<Long> times = new TreeSet<>();
    RuntimeFeed feed =
        new RuntimeFeed() {
          @Override
          public void stackSampled(long at, SampledStack sample) {
            times.add(at);
          }
        };
    // The first may have been under way when the rate was set, and the second may be due by it.
    await(
        program,
        () -> {
          reader.poll(feed);
          return times.tailSet(since).size() >= rounds + 3;
        });
    List<Long> printed = times.tailSet(since).stream().skip(2).toList();
    return (double) (printed.get(printed.size() - 1) - printed.get(0)) / (printed.size() - 1);
  }

  private static void await(MeasuredProgram program, Child.Condition condition) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline && program.isAlive(), "in vain");
      LockSupport.parkNanos(POLL_INTERVAL);
    }
  }
}
