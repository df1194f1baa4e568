// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.process.Signals;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiptoe attach} and {@code tiptoe ps}, at a program that never stops answering. */
class AttachCommandTest {

  private static final int SOME = 200;
  private static final int KILL = 9;

  @TempDir private Path temporary = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = temporary.toRealPath();
  }

  private static Child attach(Attachable program, Path trace, String... options) {
    List<String> all = new ArrayList<>(List.of("attach", Long.toString(program.pid())));
    all.addAll(List.of("--out", trace.toString()));
    all.addAll(List.of(options));
    return Child.tiptoe(all.toArray(String[]::new)).receivingSignals();
  }

  /** {@code ps} waits for an answer for a second, which a busy machine may take. */
  @Tag("alone")
  @Test
  void ps_whileAProgramRuns_listsItWithItsRuntime_andNothingAgainstIt() throws IOException {
    try (Attachable program = new Attachable(folder)) {
      List<String> row =
          TiptoeRun.tiptoe("ps", "--tsv").expect(0).rows().stream()
              .filter(each -> each.get(0).equals(Long.toString(program.pid())))
              .findFirst()
              .orElseThrow();
      assertEquals(7, row.size(), row::toString);
      assertEquals(List.of("", ""), row.subList(5, 7), row::toString);
      assertTrue(row.get(1).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*"), row::toString);
      assertEquals("", row.get(3));
      assertTrue(row.get(4).contains("Dockyard.dll"), row::toString);
      program.end();
    }
  }

  /** With a large share of the time, for a machine that is busy with other tests. */
  @Test
  void attach_forATime_writesATraceOfTheProgram_andLeavesNothingInIt() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = new Attachable(folder);
        Child.Running attached = attach(program, trace, "--for", "2s", "--duty", "50").start()) {
      while (attached.process().isAlive()) {
        program.work(SOME);
      }
      Outcome outcome = attached.outcome().expect(0);
      assertEquals("", outcome.out());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
      program.await(() -> !program.hasLibrary());
      assertEquals(0, program.agentThreads());
      assertFalse(program.hasOpen(trace));
      program.end();
    }
    String ids = TiptoeRun.tiptoe("ids", trace.toString(), "--tsv").expect(0).expectSilence().out();
    assertTrue(ids.contains("Tiptoe.Dockyard."), "nothing of the program is known");
    String stacks =
        TiptoeRun.tiptoe("stacks", trace.toString(), "--tsv", "--wall")
            .expect(0)
            .expectSilence()
            .out();
    assertTrue(stacks.contains("Tiptoe.Dockyard."), stacks);
    List<String> named = namesOfThreadsIn(trace);
    assertTrue(named.contains("worker 0"), "named before the agent came: " + named);
  }

  private static List<String> namesOfThreadsIn(Path trace) throws IOException {
    List<String> names = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored =
          reader.poll(
              new RuntimeFeed() {
                @Override
                public void osThreadNamed(long at, ThreadID id, String name) {
                  names.add(name);
                }
              });
    }
    return names;
  }

  @Test
  void attach_withSnapshotsInACallback_tellsWhoNeededAType() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = new Attachable(folder);
        Child.Running attached =
            attach(program, trace, "--for", "2s", "--snapshot-at", "ClassLoadFinished").start()) {
      while (attached.process().isAlive()) {
        program.work(SOME);
      }
      attached.outcome().expect(0);
      program.end();
    }
    List<RuntimeID> announced;
    try (TraceReader reader = TraceReader.open(trace)) {
      announced = GrowingTrace.announced(reader);
    }
    assertFalse(announced.isEmpty());
    assertTrue(announced.stream().allMatch(ClassID.class::isInstance), announced::toString);
  }

  @Test
  void attach_withSnapshotsInACallbackThatThereIsNot_isAMisuse() {
    Outcome outcome =
        TiptoeRun.tiptoe("attach", "1", "--snapshot-at", "ClassLoadFinished,Shutdown");
    assertTrue(outcome.expect(2).err().contains("'Shutdown' is not one of"), outcome::toString);
  }

  @Test
  void attach_whileAnAgentIsThere_isRefused_afterAnInterruptionItLeaves_andThenTheNextIsWelcome()
      throws IOException {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Path third = folder.resolve("third");
    try (Attachable program = new Attachable(folder);
        Child.Running attached = attach(program, first).start()) {
      attached.await(() -> attached.hasNoted("attached to " + program.pid()));
      program.work(SOME);
      Outcome refused = attach(program, second).outcome().expect(1);
      assertTrue(refused.err().contains("a profiler is already active in it"), refused.err());
      assertFalse(Files.exists(second));
      assertTrue(attached.process().isAlive());

      Child.of("/bin/sh", "-c", "kill -INT " + attached.process().pid()).outcome().expect(0);
      attached.outcome().expect(0);
      program.await(() -> !program.hasLibrary());
      program.work(SOME);

      attach(program, third, "--for", "1s").outcome().expect(0);
      program.await(() -> !program.hasLibrary());
      program.end();
    }
    for (Path trace : List.of(first, third)) {
      TiptoeRun.tiptoe("ids", trace.toString()).expect(0).expectSilence();
    }
  }

  /** The agent is not informed, and waits for nothing. */
  @Test
  void attach_thatIsKilled_leavesAnAgentThatCanBeAskedToLeave() throws IOException {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    try (Attachable program = new Attachable(folder);
        Child.Running attached = attach(program, first).start()) {
      attached.await(() -> attached.hasNoted("attached to " + program.pid()));
      Signals.send(attached.process().pid(), KILL);
      attached.outcome().expect(128 + KILL);
      program.work(SOME);
      assertTrue(program.hasLibrary());
      TiptoeRun.tiptoe("detach", Long.toString(program.pid())).expect(0);
      program.await(() -> !program.hasLibrary());
      program.work(SOME);

      attach(program, second, "--for", "1s").outcome().expect(0);
      program.await(() -> !program.hasLibrary());
      program.end();
    }
    for (Path trace : List.of(first, second)) {
      TiptoeRun.tiptoe("ids", trace.toString()).expect(0).expectSilence();
    }
  }

  @Test
  void attach_whenTheProgramEndsFirst_endsWell() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = new Attachable(folder);
        Child.Running attached = attach(program, trace).start()) {
      attached.await(() -> attached.hasNoted("attached to " + program.pid()));
      program.work(SOME);
      program.end();
      attached.outcome().expect(0);
    }
    TiptoeRun.tiptoe("ids", trace.toString()).expect(0).expectSilence();
  }

  @Test
  void attach_whereNothingIsToAttachTo_saysWhatIsTheMatter() throws IOException {
    Path trace = folder.resolve("t");
    long ended;
    try (Attachable program = new Attachable(folder)) {
      ended = program.pid();
      program.end();
    }
    Outcome gone =
        TiptoeRun.tiptoe("attach", Long.toString(ended), "--out", trace.toString()).expect(3);
    assertTrue(gone.err().contains("there is no such process"), gone.err());
    String ourselves = Long.toString(ProcessHandle.current().pid());
    Outcome java = TiptoeRun.tiptoe("attach", ourselves, "--out", trace.toString()).expect(1);
    assertTrue(java.err().contains("no CLR runs in it"), java.err());
    assertFalse(Files.exists(trace));
  }
}
