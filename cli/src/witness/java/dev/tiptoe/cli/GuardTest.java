// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks by the user of a process on root, who attaches to it. Attacks that this machine does not
 * allow are not tried, and have a test that reports so.
 */
@Tag("quarter-4")
class GuardTest {

  private static final int SOME = 50;
  private static final String SMALL = "64m";
  private static final String LARGE = "3g";
  private static final String HUGE = "truncate --size 200G \"$trace\"";
  private static final String FLOOD = "head --bytes 200M /dev/urandom >> \"$trace\"";
  private static final String OF_THE_TRACE =
      "set -e; PATH=/bin:/usr/bin; for trace in /tmp/*.tiptoe; do test -f \"$trace\"; ";

  /** A race that one side can only win now and then. */
  private static final Duration RACE = Duration.ofSeconds(5);

  private static final Duration TO_BEGIN = Duration.ofSeconds(CommandLoop.BOUND_SECONDS);
  private static final int SOME_OF_IT = 16 << 20;
  private static final Duration TO_HEAR_A_SIGNAL = Duration.ofSeconds(10);
  private static final Duration PS_OF_SILENT_RUNTIMES = Duration.ofSeconds(5);
  private static final int SILENT_RUNTIMES = 10;
  private static final int QUESTIONS = 20;
  private static final int TRACE_HEADER = 64;

  @TempDir private Path folder = Path.of("");

  /** The library that comes into the resident's process is then one of the attacker's. */
  @TestFactory
  Stream<DynamicTest> attach_ofARuntimeThatLeadsToAnother_isRefusedAndTheOtherIsLeftAlone() {
    return Stream.of("symlink", "unlink", "bind")
        .map(
            how ->
                Attacked.test(
                    how + " from a namespace", folder, SMALL, on -> leadAndPlant(on, how)));
  }

  private static void leadAndPlant(Attacked on, String how) throws IOException {
    try (Attachable resident = on.resident()) {
      String theirs = on.portOf(resident.pid(), Attacked.RESIDENTS);
      String seen = how.equals("bind") ? seenByTheHostile(theirs) : theirs;
      String planted = Hostile.planted().toString();
      String[] redirects = {"redirects", how, seen, planted, Namespaces.OUTSIDE.toString()};
      try (Hostile runtime = new Hostile(on.hostile().runAs(), redirects)) {
        isRefusedAndLeaves(on, runtime, resident);
      }
    }
  }

  private static String seenByTheHostile(String path) {
    return path.replaceFirst("^/tmp", Namespaces.OUTSIDE.toString());
  }

  private static void isRefusedAndLeaves(Attacked on, Hostile runtime, Attachable other)
      throws IOException {
    Outcome outcome = on.attach(runtime.pid(), on.newTrace());
    List<String> did = runtime.end();
    assertTrue(did.contains("redirected"), did::toString);
    assertAll(
        () -> assertEquals(1, outcome.status(), outcome::toString),
        () -> assertEquals(1, outcome.err().lines().count(), outcome::toString),
        () -> assertFalse(Attacked.hasAgent(other.pid()), "the agent is in another process"),
        () -> assertFalse(other.said().contains("tiptoe"), other::said),
        () -> assertEquals(List.of(), Attacked.names(on.machine().reached("/tmp"), "*.ran")));
    other.work(SOME);
    other.end();
  }

  @TestFactory
  Stream<DynamicTest> attach_withoutNamespaces_isRefusedAndTheOtherIsLeftAlone() {
    return Stream.of(
        Attacked.test("symlink", folder, SMALL, on -> lead(on, RunAs.anotherUser(), "symlink")),
        Attacked.test("unlink", folder, SMALL, on -> lead(on, RunAs.anotherUser(), "unlink")),
        Attacked.test("symlink to root's", folder, SMALL, on -> lead(on, RunAs.OURS, "symlink")),
        Attacked.test("a hard link to its own", folder, SMALL, GuardTest::leadToItsOwn));
  }

  private static void lead(Attacked on, RunAs user, String how) throws IOException {
    RunAs somebody = on.machine().as(user).with("TMPDIR=" + Attacked.RESIDENTS);
    try (Attachable other = on.program(somebody)) {
      String theirs = on.portOf(other.pid(), Attacked.RESIDENTS);
      try (Hostile runtime = new Hostile(on.attacker(), "redirects", how, theirs)) {
        isRefusedAndLeaves(on, runtime, other);
      }
    }
  }

  /** Where hard links to the files of others are forbidden; it is another process all the same. */
  private static void leadToItsOwn(Attacked on) throws IOException {
    try (Attachable other = on.program(on.attacker())) {
      String theirs = on.portOf(other.pid(), Attacked.ATTACKERS);
      try (Hostile runtime = new Hostile(on.attacker(), "redirects", "hardlink", theirs)) {
        isRefusedAndLeaves(on, runtime, other);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> control_thatLeadsToTheAgentOfAnother_isNotAsked() {
    return Stream.of("status", "sample", "heap", "flush", "detach")
        .map(command -> Attacked.test(command, folder, SMALL, on -> askAnother(on, command)));
  }

  private static void askAnother(Attacked on, String command) throws IOException {
    try (Attachable other = on.program(on.machine().runAs());
        Hostile runtime = new Hostile(on.hostile().runAs(), "refuses");
        Child.Running attached = attach(on, other, on.newTrace()).start()) {
      attached.await(() -> attached.hasNoted("attached to"));
      Path control = on.hostile().reached("/tmp/tiptoe-control-0123456789");
      Path link = control.resolve(runtime.pid() + "-0123456789abcdef");
      on.hostile().folder("/tmp/tiptoe-control-0123456789", RunAs.UNRELATED_USER, "rwx------");
      Files.createSymbolicLink(link, Path.of(on.controlOf(other.pid())));
      Files.setAttribute(link, "unix:uid", RunAs.UNRELATED_USER, LinkOption.NOFOLLOW_LINKS);

      Outcome refused = on.tiptoe(command, Long.toString(runtime.pid()));
      assertEquals(ExitCode.BAD_INPUT, refused.status(), refused::toString);
      assertEquals("", refused.out());
      assertEquals(1, refused.err().lines().count(), refused::toString);
      on.tiptoe("detach", Long.toString(other.pid())).expect(0);
      attached.outcome().expect(0);
      other.await(() -> !other.hasLibrary());
      other.end();
    }
  }

  private static Child attach(Attacked on, Attachable program, String trace, String... options) {
    List<String> all = new ArrayList<>(List.of("attach", Long.toString(program.pid())));
    all.addAll(List.of("--out", trace));
    all.addAll(List.of(options));
    return Child.tiptoe(all.toArray(String[]::new)).as(on.machine().runAs()).receivingSignals();
  }

  /** Else whatever the agent's library is called for a moment becomes readable by all. */
  @TestFactory
  Stream<DynamicTest> attach_whileASecretIsMountedOverNewFiles_leavesItASecret() {
    return Stream.of(
        Attacked.test("a file of root's", folder, SMALL, on -> cover(on, "file", "rw-------")));
  }

  /** Else a folder of root's becomes the attacker's. */
  @TestFactory
  Stream<DynamicTest> attach_whileAFolderIsMountedOverNewFolders_leavesItItsOwners() {
    return Stream.of(
        Attacked.test("a folder of root's", folder, SMALL, on -> cover(on, "folder", "rwx------")));
  }

  private static void cover(Attacked on, String kind, String permissions) throws IOException {
    Path secret = on.machine().folder("/tmp/secrets", 0, "rwxr-xr-x").resolve(kind);
    if (kind.equals("file")) {
      Files.writeString(secret, "secret");
    } else {
      Files.createDirectory(secret);
    }
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString(permissions));
    Object before = about(secret);
    try (Hostile runtime =
        new Hostile(
            on.hostile().runAs(), "covers", kind, seenByTheHostile("/tmp/secrets/" + kind))) {
      long end = System.nanoTime() + RACE.toNanos();
      int attaches = 0;
      while (System.nanoTime() < end && about(secret).equals(before)) {
        Outcome outcome = on.attach(runtime.pid(), on.newTrace());
        assertFalse(outcome.status() == 0, outcome::toString);
        attaches++;
      }
      List<String> covered = runtime.end();
      String did = attaches + " attaches, " + covered.size() + " mounts";
      assertEquals(before, about(secret), did);
      assertTrue(attaches > 1 && !covered.isEmpty(), did);
    }
  }

  private static Object about(Path file) throws IOException {
    return Files.readAttributes(file, "unix:mode,uid,gid,ctime", LinkOption.NOFOLLOW_LINKS);
  }

  @TestFactory
  Stream<DynamicTest> attach_toATraceMadeHuge_copiesNoHoles_andTheAgentLeavesOrIsSaidToStay() {
    return Stream.of(
        Attacked.test("200 GB", folder, SMALL, on -> grow(on, on.attacker(), HUGE)),
        Attacked.test("1 TB at most", folder, SMALL, on -> grow(on, on.attacker(), HUGE, "1T")),
        Attacked.test(
            "200 GB in a namespace", folder, SMALL, on -> grow(on, on.hostile().runAs(), HUGE)));
  }

  @TestFactory
  Stream<DynamicTest> attach_toATraceThatIsTooMuch_saysSo_andTheAgentLeavesOrIsSaidToStay() {
    return Stream.of(
        Attacked.test("a share of the room", folder, SMALL, on -> tooMuch(on, FLOOD)),
        Attacked.test("no more than 1 MB", folder, SMALL, on -> tooMuch(on, FLOOD, "1M")),
        Attacked.test("until the disk is full", folder, SMALL, on -> tooMuch(on, FLOOD, "1G")));
  }

  private static void tooMuch(Attacked on, String growth, String... limit) throws IOException {
    Outcome outcome = grow(on, on.attacker(), growth, limit);
    assertFalse(outcome.status() == 0, outcome::toString);
    assertTrue(outcome.err().lines().count() > 1, outcome::toString);
  }

  private static Outcome grow(Attacked on, RunAs user, String growth, String... limit)
      throws IOException {
    List<String> options = new ArrayList<>(List.of("--for", "4s"));
    Stream.of(limit).forEach(most -> options.addAll(List.of("--max-size", most)));
    String[] all = options.toArray(String[]::new);
    try (Attachable program = on.program(user);
        Child.Running attached = attach(on, program, "/tmp/disk/trace", all).start()) {
      attached.await(() -> attached.hasNoted("attached to"));
      inItsShell(user, growth);
      boolean room = limit.length == 0 || !growth.equals(FLOOD) || limit[0].equals("1M");
      Outcome outcome = endOf(on, attached, program, Duration.ofSeconds(CommandLoop.BOUND_SECONDS));
      long free = freeRoom(on);
      assertTrue(!room || free > 1 << 20, () -> "the disk is full: " + outcome);
      program.work(SOME);
      return outcome;
    }
  }

  /** On the disk of the machine, in bytes. */
  private static long freeRoom(Attacked on) {
    Child df = Child.of("/bin/df", "--block-size=1", "--output=avail", "/tmp/disk");
    String said = df.as(on.machine().runAs()).outcome().expect(0).out();
    return Long.parseLong(said.lines().skip(1).findFirst().orElseThrow().strip());
  }

  /** As the user of the process. */
  private static void inItsShell(RunAs user, String command) {
    Outcome ignored =
        Child.of("/bin/sh", "-c", OF_THE_TRACE + command + "; done").as(user).outcome().expect(0);
  }

  /** The result of an attach, in time; the agent has left by then, or a line says that it stays. */
  private static Outcome endOf(
      Attacked on, Child.Running attached, Attachable program, Duration bound) throws IOException {
    try {
      boolean ended = attached.process().waitFor(bound.toMillis(), TimeUnit.MILLISECONDS);
      assertTrue(ended, () -> "it has not ended after " + bound);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    Outcome outcome = Attacked.proper(attached.outcome());
    if (!outcome.err().contains("tiptoe detach " + program.pid())) {
      // Its library is unmapped a moment after its trace has ended.
      boolean left = on.await(() -> !Attacked.hasAgent(program.pid()), TO_HEAR_A_SIGNAL);
      assertTrue(left, () -> "the agent stays: " + outcome);
    }
    return outcome;
  }

  /** With no limit that ends it, and with the one that it has by itself. */
  @TestFactory
  Stream<DynamicTest> signal_whileAHugeTraceIsCopied_isHeard() {
    return Stream.of(
        Attacked.test("a share of the room", folder, LARGE, GuardTest::interrupt),
        Attacked.test("1 TB", folder, LARGE, on -> interrupt(on, "--max-size", "1T")));
  }

  private static void interrupt(Attacked on, String... options) throws IOException {
    Path copy = on.machine().reached("/tmp/disk/trace");
    try (Attachable program = on.program(on.attacker());
        Child.Running attached = attach(on, program, "/tmp/disk/trace", options).start()) {
      attached.await(() -> attached.hasNoted("attached to"));
      long before = Files.size(copy);
      inItsShell(on.attacker(), HUGE);
      boolean copies =
          on.await(
              () -> !attached.process().isAlive() || Files.size(copy) > before + SOME_OF_IT,
              TO_BEGIN);
      assertTrue(copies, "it neither copies nor ends");
      attached.process().destroy();
      Outcome outcome = endOf(on, attached, program, TO_HEAR_A_SIGNAL);
      assertFalse(outcome.err().contains("No space left"), outcome::toString);
      program.work(SOME);
    }
  }

  /** The whole of an earlier trace, its end included. */
  @TestFactory
  Stream<DynamicTest> end_thatTheUserWritesIntoATrace_isNotTheAgents() {
    return Stream.of(Attacked.test("of an earlier trace", folder, SMALL, GuardTest::forgeAnEnd));
  }

  private static void forgeAnEnd(Attacked on) throws IOException {
    try (Attachable program = on.program(on.attacker())) {
      String earlier = on.newTrace();
      on.attach(program.pid(), earlier).expect(0);
      byte[] whole = Files.readAllBytes(on.machine().reached(earlier));
      try (Child.Running attached = attach(on, program, on.newTrace()).start()) {
        attached.await(() -> attached.hasNoted("attached to"));
        Path temporary = on.machine().reached("/tmp");
        String theirs = Attacked.names(temporary, "*.tiptoe").get(0);
        Files.write(
            temporary.resolve(theirs),
            Arrays.copyOfRange(whole, TRACE_HEADER, whole.length),
            StandardOpenOption.APPEND);
        Outcome outcome = endOf(on, attached, program, TO_BEGIN);
        assertTrue(outcome.err().contains("had an end"), outcome::toString);
        program.work(SOME);
      }
    }
  }

  /** As many connections as its user likes, each with a part of a request. */
  @TestFactory
  Stream<DynamicTest> question_amidAFloodOfTheUsersOwn_isAnswered() {
    return Stream.of(Attacked.test("of half requests", folder, SMALL, GuardTest::askAmidAFlood));
  }

  private static void askAmidAFlood(Attacked on) throws IOException {
    try (Attachable program = on.program(on.attacker());
        Child.Running attached = attach(on, program, on.newTrace()).start()) {
      attached.await(() -> attached.hasNoted("attached to"));
      String pid = Long.toString(program.pid());
      try (Hostile flood = new Hostile(on.attacker(), "floods", on.controlOf(program.pid()))) {
        for (int i = 0; i < QUESTIONS; i++) {
          on.tiptoe("status", pid).expect(0).expectSilence();
        }
        on.tiptoe("detach", pid).expect(0).expectSilence();
        attached.outcome().expect(0);
        assertEquals(List.of(), flood.end());
      }
      program.end();
    }
  }

  @Test
  void ps_ofSilentRuntimes_asksAllAtOnce() throws IOException {
    Path temporary = folder.toRealPath();
    List<Hostile> silent = new ArrayList<>();
    try {
      while (silent.size() < SILENT_RUNTIMES) {
        silent.add(new Hostile(RunAs.OURS.with("TMPDIR=" + temporary), "silent"));
      }
      long start = System.nanoTime();
      Outcome outcome = TiptoeRun.tiptoe("ps", "--tsv").expect(0).expectSilence();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      for (Hostile each : silent) {
        assertTrue(
            outcome.rows().stream()
                .anyMatch(
                    row ->
                        row.get(0).equals(Long.toString(each.pid()))
                            && row.get(3).contains("no answer")),
            outcome::toString);
      }
      assertTrue(took.compareTo(PS_OF_SILENT_RUNTIMES) < 0, took::toString);
    } finally {
      silent.forEach(Hostile::close);
    }
  }
}
