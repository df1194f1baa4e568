// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.trace.CatchUp.Step;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The agent, come to a program that has been running for a while, on a real CLR. */
class AttachedAgentTest extends AttachedAgentFixture {

  private static final int NO_SUCH_FOLDER = 0xA0040002;

  private static final int INVALID_ARGUMENT = 0x80070057;

  @Test
  void attach_toARunningProgram_knowsWhatAnAgentKnowsThatWasThereFromTheStart() throws IOException {
    Path early = folder.resolve("early.tiptoe");
    Path whole = Files.createDirectory(folder.resolve("1"));
    try (Attachable program = new Attachable(whole, early)) {
      program.work(SOME);
      program.end();
    }
    Path late = folder.resolve("late.tiptoe");
    try (Attachable program = new Attachable(Files.createDirectory(folder.resolve("2")))) {
      program.work(SOME);
      assertEquals(0, program.attach(settings(late, "PROBE=1", "CONTROL=" + program.control())));
      program.await(() -> Read.of(late).isDone(Step.PROBE));
      program.work(SOME);
      program.detach();
      program.end();
    }
    Read from = Read.of(early);
    Read upTo = Read.of(late);
    assertEquals(Set.of(), minus(from.modules(), upTo.modules()));
    Set<String> missing = minus(from.methods(), upTo.methods());
    // Two runs compile almost the same; what is compiled again for its speed depends on the
    // machine.
    assertTrue(missing.size() <= from.methods().size() / 8, missing::toString);
    assertEquals(RuntimeInfo.Start.ATTACH, upTo.map().runtime().orElseThrow().start());
    assertEquals(List.of(), upTo.map().conflicts());
    TraceEnding ending = upTo.statistics().ending().orElseThrow();
    assertEquals(TraceEnding.Reason.DETACHED, ending.reason());
    assertEquals(0, ending.loadsOnOurThreads());
    assertEquals(0, ending.identityLost());
    assertTrue(upTo.statistics().stacks() > 0);
  }

  private static <T> Set<T> minus(Set<T> all, Set<T> some) {
    Set<T> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  /** Threads of Dockyard come and go all the time; some are sampled when they begin, or end. */
  @Test
  void attach_toAProgramWhoseThreadsComeAndGo_hasEachThreadOnce() throws IOException {
    Path trace = folder.resolve("t");
    try (Attachable program = new Attachable(folder)) {
      assertEquals(
          0,
          program.attach(
              settings(
                  trace, "ENGINE=perf", "SAMPLE_EVERY=100000", "CONTROL=" + program.control())));
      program.await(() -> Read.of(trace).isDone(Step.FUNCTIONS));
      program.work(SOME);
      program.detach();
      program.end();
    }
    Profile profile =
        RecordedProfile.read(RecordedSession.read(trace), Set.of(), (bytes, total) -> {});
    List<Integer> threads =
        profile.threads().stream().map(ProfileThread::osThreadId).filter(id -> id != 0).toList();
    assertTrue(threads.size() > 5, () -> profile.threads().toString());
    assertEquals(threads.size(), new HashSet<>(threads).size(), () -> profile.threads().toString());
  }

  @Test
  void attach_whereTheTraceCannotBe_isRefusedWithTheReason_andTheProgramRunsOn()
      throws IOException {
    try (Attachable program = new Attachable(folder)) {
      assertEquals(NO_SUCH_FOLDER, program.attach("TRACE=" + folder + "/none/t"));
      assertEquals(INVALID_ARGUMENT, program.attach("TRACE"));
      program.await(() -> !program.hasLibrary());
      program.work(SOME);
      program.end();
    }
  }

  @Test
  void attach_twice_isRefusedAndChangesNothing() throws IOException {
    Path trace = folder.resolve("t");
    Path second = folder.resolve("second");
    try (Attachable program = new Attachable(folder)) {
      assertEquals(0, program.attach(settings(trace, "CONTROL=" + program.control())));
      assertEquals(Attachable.ALREADY_ACTIVE, program.attach(settings(second)));
      assertFalse(Files.exists(second));
      program.work(SOME);
      // The runtime keeps the library for an attach that it refused; without one it is unmapped.
      program.requestDetach();
      program.await(() -> program.agentThreads() == 0);
      program.end();
    }
    TraceStatistics statistics = Read.of(trace).statistics();
    assertEquals(TraceEnding.Reason.DETACHED, statistics.ending().orElseThrow().reason());
    assertEquals(0, statistics.identityLost());
  }

  @Test
  void detach_afterAnAttach_leavesNothing_andTheNextAttachWritesANewTrace() throws IOException {
    try (Attachable program = new Attachable(folder)) {
      for (int round = 0; round < 3; round++) {
        Path trace = folder.resolve("t" + round);
        assertEquals(
            0,
            program.attach(
                settings(
                    trace, "PROBE=1", "SAMPLE_EVERY=1000000", "CONTROL=" + program.control())));
        assertTrue(program.hasLibrary());
        program.work(SOME);
        program.detach();
        assertEquals(0, program.agentThreads());
        assertFalse(program.hasOpen(trace));
        assertFalse(Files.exists(program.control()));
        TraceStatistics statistics = Read.of(trace).statistics();
        assertEquals(TraceEnding.Reason.DETACHED, statistics.ending().orElseThrow().reason());
        assertEquals(0, statistics.identityLost());
        assertEquals(0, statistics.damagedBytes());
      }
      program.work(SOME);
      program.end();
    }
  }
}
