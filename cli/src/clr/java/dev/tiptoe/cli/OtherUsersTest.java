// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of other users and in containers, which only root may start and attach to; and users
 * without permission for a process. Tests that this machine does not allow are not run, and report
 * so.
 */
class OtherUsersTest extends OtherUsersFixture {

  private static final int SOME = 200;

  private static final String WHO_MAY = " (only its own user and root may)";

  private static final Path RUNTIME =
      Installation.current().fetchedRuntime().resolve("libcoreclr.so");

  @TestFactory
  Stream<DynamicTest> attach_toAProgramOfAnotherUserOrInAContainer_isAsToAnyOther()
      throws IOException {
    return Stream.of(
            RunAs.anotherUser(),
            RunAs.container(folder.resolve("t1")),
            RunAs.anotherUserInAContainer(folder.resolve("t2")))
        .map(runAs -> runningAs(runAs, () -> attachAndLeave(runAs)));
  }

  @Test
  void runAs_whoseCommandIsNotHere_isAProblem() {
    RunAs runAs = new RunAs("nobody", List.of("/no/such/command"));
    assertEquals(Optional.of("there is no /no/such/command"), runAs.problem(RUNTIME));
  }

  /** Its folder for sockets is its own, and the one that all have is not its to write. */
  @TestFactory
  Stream<DynamicTest> attach_toAProgramThatMayNotWriteItsTrace_isRefusedWithTheReason()
      throws IOException {
    Path closed = folder.resolve("closed");
    RunAs runAs = RunAs.anotherUserInAContainer(closed);
    return Stream.of(runningAs(runAs, () -> attachInVain(runAs, closed)));
  }

  private void attachInVain(RunAs runAs, Path closed) throws IOException {
    Path trace = folder.resolve("trace");
    Path own = Files.createDirectory(closed.resolve("own"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    RunAs inItsOwn = runAs.with("TMPDIR=/tmp/own");
    try (Attachable program = new Attachable(folder, inItsOwn)) {
      Outcome refused = attach(program, trace).outcome().expect(3);
      String words = "no folder for the agent: /tmp: no permission to write there";
      assertTrue(refused.err().contains(words), refused.err());
      assertEquals(1, refused.err().lines().count(), refused.err());
      assertFalse(Files.exists(trace));
      program.work(SOME);
      program.end();
    }
  }

  /** As root we become another user; any other user has no permission already. */
  @TestFactory
  Stream<DynamicTest> unrelatedUser_whateverItWants_isRefused(@TempDir Path open)
      throws IOException {
    RunAs unrelated = RunAs.unrelatedUser();
    PublicCopy copy = PublicCopy.in(open);
    if (copy.problem(unrelated).isEmpty()) {
      return Stream.of(dynamicTest(unrelated.name(), () -> asUnrelatedUser(unrelated, copy)));
    }
    Optional<String> another = aProcessThatIsNotOurs();
    return Stream.of(
        another.isPresent()
            ? dynamicTest(
                "we, to " + another.get(), () -> refusesAll(another.get(), TiptoeRun::tiptoe))
            : dynamicTest("all are ours", () -> assertEquals(another, aProcessThatIsNotOurs())));
  }

  private void asUnrelatedUser(RunAs unrelated, PublicCopy copy) throws IOException {
    try (Attachable program = new Attachable(folder)) {
      String pid = Long.toString(program.pid());
      refusesAll(pid, arguments -> copy.tiptoe(unrelated, arguments).outcome());
      program.work(SOME);
      program.end();
    }
  }

  private static void refusesAll(String pid, Function<String[], Outcome> tiptoe) {
    Map<String, Integer> statuses =
        Map.of("attach", 1, "status", 3, "sample", 3, "heap", 3, "flush", 3, "detach", 3);
    statuses.forEach(
        (command, status) -> {
          Outcome refused = tiptoe.apply(new String[] {command, pid}).expect(status);
          String line = "no permission: to look at process " + pid + WHO_MAY;
          String whose = command.equals("attach") ? pid + ": " : "";
          assertEquals("tiptoe: " + whose + line, refused.err().strip());
          assertEquals("", refused.out());
        });
  }

  private static Optional<String> aProcessThatIsNotOurs() throws IOException {
    return LinuxProcess.all().stream()
        .map(process -> Long.toString(process.pid()))
        .filter(pid -> !Files.isReadable(Path.of("/proc", pid, "root")))
        .findFirst();
  }

  private static DynamicTest runningAs(RunAs runAs, Executable test) {
    Optional<String> problem = runAs.problem(RUNTIME);
    return problem.isEmpty()
        ? dynamicTest(runAs.name(), test)
        : dynamicTest(
            runAs.name() + " cannot be here: " + problem.get(),
            () -> assertEquals(problem, runAs.problem(RUNTIME)));
  }

  private void attachAndLeave(RunAs runAs) throws IOException {
    Path place = Files.createDirectory(folder.resolve(runAs.name().replace(' ', '-')));
    Path trace = place.resolve("trace");
    try (Attachable program = new Attachable(place, runAs);
        Child.Running attached = attach(program, trace).receivingSignals().start()) {
      String pid = Long.toString(program.pid());
      attached.await(() -> attached.hasNoted("attached to " + pid));
      program.work(SOME);
      Map<String, String> status = status(pid);
      assertEquals(ownPid(pid), status.get("process-id"));
      assertEquals("from the attach on", status.get("coverage"));
      assertTrue(program.hasLibrary());
      isWhatTheProcessMapped(pid);

      TiptoeRun.tiptoe("detach", pid).expect(0).expectSilence();
      attached.outcome().expect(0);
      program.await(() -> !program.hasLibrary());
      Path theirs = Path.of("/proc", pid, "root", status.get("trace"));
      assertTrue(Files.notExists(theirs) || Files.isSameFile(theirs, trace), theirs::toString);
      program.end();
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(trace)));
    String ids = TiptoeRun.tiptoe("ids", trace.toString(), "--tsv").expect(0).expectSilence().out();
    assertTrue(ids.contains("Tiptoe.Dockyard."), "nothing of the program is known");
  }

  /** The library is a file of the process's user that all may read. */
  private static void isWhatTheProcessMapped(String pid) throws IOException {
    List<String[]> mapped =
        Files.readAllLines(Path.of("/proc", pid, "maps")).stream()
            .filter(line -> line.contains("/tiptoe-agent-"))
            .map(line -> line.split(" +", 6))
            .toList();
    assertFalse(mapped.isEmpty());
    for (String[] line : mapped) {
      Path theirs = Path.of("/proc", pid, "root", line[5]);
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(theirs));
      assertEquals("r--r--r--", mode);
      assertEquals(line[4], Files.getAttribute(theirs, "unix:ino").toString());
      Object user = Files.getAttribute(Path.of("/proc", pid), "unix:uid");
      assertEquals(user, Files.getAttribute(theirs, "unix:uid"));
    }
  }

  private static String ownPid(String pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", pid, "status")).stream()
        .filter(line -> line.startsWith("NSpid:"))
        .map(line -> line.substring(line.lastIndexOf('\t') + 1))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> status(String pid) {
    return TiptoeRun.tiptoe("status", pid)
        .expect(0)
        .expectSilence()
        .out()
        .lines()
        .skip(1)
        .map(line -> line.strip().split(" +", 2))
        .collect(Collectors.toMap(words -> words[0], words -> words[1]));
  }

  private static Child attach(Attachable program, Path trace) {
    return Child.tiptoe(
        "attach", Long.toString(program.pid()), "--out", trace.toString(), "--sample-every", "5ms");
  }
}
