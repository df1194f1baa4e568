// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.CatchUp;
import dev.tiptoe.trace.CatchUp.Step;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oldest runtime that the agent can be attached to. */
@Tag("alone")
@Tag("quarter-1")
class NetCore31Test {

  private static final int SOME = 200;
  private static final int CLASSES = 100;
  private static final Duration FOR_THE_HEAP = Duration.ofMillis(200);
  private static final Duration TO_THE_WALKS_END = Duration.ofSeconds(30);

  /** The refusals that are acceptable for any class of a program that goes on running. */
  private static final Set<Reason> NO = EnumSet.of(Reason.NOT_SUPPORTED, Reason.REFUSED);

  private static final Pattern TEN_MINUTES =
      Pattern.compile("within about [0-9.]+ s; in ten minutes if");

  @TempDir private Path temporary = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = temporary.toRealPath();
  }

  /** Should a machine hold a callback up for long, this runtime looks again after 5 s. */
  private Attachable program() throws IOException {
    DotnetRuntime runtime = DotnetRuntime.in(TestRuntime.netCore31(), Installation.current());
    return new Attachable(
        folder,
        runtime,
        Map.of("TMPDIR", folder.toString(), "COMPlus_ProfAPI_DetachMaxSleepMs", "1388"));
  }

  private static TraceStatistics read(Path trace, RuntimeIdMap map) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored = reader.poll(map);
      return reader.statistics();
    }
  }

  private static Optional<CatchUp> step(Step step, TraceStatistics statistics) {
    return statistics.catchUps().stream().filter(each -> each.step() == step).findFirst();
  }

  @Test
  void agent_attachedTwice_catchesUpSamplesWalksTheHeapReportsLayoutsAndLeaves()
      throws IOException {
    try (Attachable program = program()) {
      for (int round = 0; round < 2; round++) {
        Path trace = folder.resolve("t" + round);
        program.work(SOME);
        assertEquals(
            0, program.attach("TRACE=" + trace, "CONTROL=" + program.control(), "PROBE=1"));
        program.await(() -> step(Step.PROBE, read(trace, Session.newMap())).isPresent());
        program.work(SOME);
        program.await(() -> read(trace, Session.newMap()).stacks() > 0);
        ControlClient agent = ControlClient.at(program.control());
        assertTrue(layouts(agent, trace) > 0);
        var ignored = agent.heap(FOR_THE_HEAP, TO_THE_WALKS_END);
        program.detach();
        assertEquals(0, program.agentThreads());
        assertFalse(program.hasOpen(trace));
        requireWhole(trace);
      }
      program.work(SOME);
      program.end();
    }
  }

  /** Returns for how many of some classes the agent gives a layout; a class may have none. */
  private static int layouts(ControlClient agent, Path trace) throws IOException {
    RuntimeIdMap map = Session.newMap();
    assertTrue(read(trace, map).stacks() > 0);
    int layouts = 0;
    for (Lease<ClassID> lease :
        map.now()
            .classes()
            .limit(CLASSES)
            .flatMap(type -> map.lease(type.id()).lease().stream())
            .toList()) {
      try {
        var ignored = agent.layout(lease);
        layouts++;
      } catch (ControlException e) {
        boolean mayBeUnloaded = e.reason() == Reason.NOT_VALID && !isOfCoreLibrary(map, lease.id());
        assertTrue(mayBeUnloaded || NO.contains(e.reason()), e::toString);
      }
    }
    return layouts;
  }

  /** Returns whether a class is in the core library, and not generic: then it is never unloaded. */
  private static boolean isOfCoreLibrary(RuntimeIdMap map, ClassID id) {
    return map.now().meaningOf(id).valid().map(ClassFact::shape).stream()
        .flatMap(
            shape ->
                shape instanceof ClassShape.Defined defined && defined.typeArguments().isEmpty()
                    ? map.now().meaningOf(defined.module()).valid().stream()
                    : Stream.empty())
        .anyMatch(module -> module.loaded().fileName().equals("System.Private.CoreLib.dll"));
  }

  private static void requireWhole(Path trace) throws IOException {
    RuntimeIdMap map = Session.newMap();
    TraceStatistics statistics = read(trace, map);
    assertEquals(List.of(), map.conflicts());
    assertTrue(map.now().modulesNamed("Dockyard").findAny().isPresent());
    for (Step step : List.of(Step.MODULES, Step.THREADS, Step.FUNCTIONS)) {
      CatchUp done = step(step, statistics).orElseThrow();
      assertTrue(done.isDone() && done.found() > 0, done::toString);
    }
    CatchUp probe = step(Step.PROBE, statistics).orElseThrow();
    assertFalse(probe.isDone());
    assertTrue(probe.reason().contains("was not tested on this runtime"), probe::toString);
    assertTrue(statistics.heapWalk().orElseThrow().objects() > 0, statistics::toString);
    TraceEnding ending = statistics.ending().orElseThrow();
    assertEquals(TraceEnding.Reason.DETACHED, ending.reason());
    assertEquals(0, ending.agentErrors());
    assertEquals(0, ending.loadsOnOurThreads());
    assertEquals(0, statistics.identityLost() + statistics.damagedBytes());
  }

  private static Child attach(Attachable program, Path trace, String... options) {
    List<String> command = new ArrayList<>(List.of("attach", Long.toString(program.pid())));
    command.addAll(List.of("--out", trace.toString()));
    command.addAll(List.of(options));
    return Child.tiptoe(command.toArray(String[]::new));
  }

  @Test
  void attach_byItsNumber_isReportedTheVersionByThePathOfTheRuntime() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = program()) {
      List<String> row =
          TiptoeRun.tiptoe("ps", "--tsv").expect(0).rows().stream()
              .filter(each -> each.get(0).equals(Long.toString(program.pid())))
              .findFirst()
              .orElseThrow();
      assertEquals(List.of("3.1.2", ""), List.of(row.get(1), row.get(3)));
      try (Child.Running attached = attach(program, trace, "--for", "1s").start()) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (attached.process().isAlive() && System.nanoTime() < deadline) {
          program.work(SOME);
        }
        attached.outcome().expect(0);
      }
      program.await(() -> !program.hasLibrary());
      program.end();
    }
    // What else the trace has is said on standard error.
    String stacks = TiptoeRun.tiptoe("stacks", trace.toString(), "--tsv").expect(0).out();
    assertTrue(stacks.contains("Tiptoe.Dockyard."), stacks);
  }

  @Test
  void detach_saysThatItMayTakeTenMinutes() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = program();
        Child.Running attached = attach(program, trace).start()) {
      String pid = Long.toString(program.pid());
      attached.await(() -> attached.hasNoted("attached to " + pid));
      Outcome left = TiptoeRun.tiptoe("detach", pid).expect(0).expectSilence();
      assertTrue(TEN_MINUTES.matcher(left.out()).find(), left.out());
      attached.outcome().expect(0);
      program.await(() -> !program.hasLibrary());
      program.end();
    }
  }
}
