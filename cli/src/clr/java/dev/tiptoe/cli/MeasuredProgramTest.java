// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.cli.trace.LiveLayout;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.FieldsAnswer.Listed;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.TraceReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in a program that has taken its own measures, and then does nothing at all. */
class MeasuredProgramTest {

  private static final String LAST_WORD = "measured";
  private static final int STATUS = 31;
  private static final long POLL_INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long DEADLINE_SECONDS = 120;
  private static final long LIFE_SECONDS = 600;

  @TempDir private Path folder = Path.of("");

  private Optional<Process> started = Optional.empty();
  private final List<String> measures = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime runtime = DotnetRuntime.fetched(installation).orElseThrow();
    ProcessBuilder builder =
        new ProcessBuilder(runtime.command(TestAssembly.MEASURES.path(), List.of()));
    builder
        .environment()
        .putAll(Recording.environment(installation.agent(), trace(), Duration.ofMillis(10)));
    builder.environment().put("TIPTOE_CONTROL", ControlClient.settingForNewProcess().toString());
    Process process = builder.redirectError(folder.resolve("err").toFile()).start();
    started = Optional.of(process);
    // A thread that waits for a line of a hanging program then reads its end.
    CompletableFuture.delayedExecutor(LIFE_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    for (; line != null && !line.equals(LAST_WORD); line = lines.readLine()) {
      measures.add(line);
    }
    assertEquals(LAST_WORD, line);
  }

  @AfterEach
  void stop() {
    started.ifPresent(Process::destroyForcibly);
  }

  private Path trace() {
    return folder.resolve("trace");
  }

  private Process program() {
    return started.orElseThrow();
  }

  private ControlClient client() throws IOException {
    return ControlClient.of(program().pid());
  }

  private void end() throws IOException {
    program().getOutputStream().close();
    try {
      assertTrue(program().waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertEquals(STATUS, program().exitValue());
  }

  /** The runtime's answer and what the compiled code does are two sources of one truth. */
  @Test
  void layouts_ofAllTypes_areWhereTheProgramsOwnCodeReachesTheFields() throws IOException {
    Set<String> answered = new TreeSet<>();
    ControlClient client = client();
    Session session = new Session();
    client.flush();
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(session.feed());
      Moment now = session.now();
      for (String name :
          measures.stream().map(line -> line.split("\t", 2)[0]).distinct().toList()) {
        ClassID id = named(session, name);
        LiveLayout layout = LiveLayout.of(id, session.map(), client);
        Listed listed = (Listed) now.fields(id);
        listed.fields().stream()
            .flatMap(
                field ->
                    layout.offsetOf(field).stream().map(offset -> field.name() + "\t" + offset))
            .map(field -> name + "\t" + layout.size() + "\t" + field)
            .forEach(answered::add);
      }
    }
    assertTrue(measures.size() > 60, measures::toString);
    assertEquals(lines(new TreeSet<>(measures)), lines(answered));
    end();
  }

  private static String lines(Set<String> all) {
    return String.join("\n", all);
  }

  private static ClassID named(Session session, String name) {
    Stream<ClassFact> all = session.map().now().classes();
    return all.filter(type -> session.nameOf(type).equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " was not announced"))
        .id();
  }

  /** It does not look more often than it is asked to; how much less often is the machine's. */
  @Test
  void rate_setWhileItRuns_isTheSpacingOfTheRoundsInTheTrace() throws IOException {
    try (TraceReader reader = TraceReader.open(trace())) {
      double seldom = spacingAt(Duration.ofMillis(200), 8, reader);
      double often = spacingAt(Duration.ofMillis(2), 40, reader);
      assertTrue(seldom >= 150e6, () -> seldom + " ns between two rounds");
      assertTrue(often * 2 < seldom, () -> often + " ns is not much less than " + seldom);
    }
    end();
  }

  /** Returns the average time between two rounds in the trace, in nanoseconds. */
  private double spacingAt(Duration period, int rounds, TraceReader reader) throws IOException {
    ControlClient client = client();
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
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    // The first may have been under way when the rate was set, and the second may be due by it.
    while (times.tailSet(since).size() < rounds + 3) {
      reader.poll(feed);
      assertTrue(System.nanoTime() < deadline && program().isAlive(), times::toString);
      LockSupport.parkNanos(POLL_INTERVAL);
    }
    List<Long> told = times.tailSet(since).stream().skip(2).toList();
    return (double) (told.get(told.size() - 1) - told.get(0)) / (told.size() - 1);
  }
}
