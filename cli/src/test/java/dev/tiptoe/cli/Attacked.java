// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;

/**
 * A machine with three users: root, who runs {@code tiptoe}; a resident with a program that must
 * stay unaffected; and an attacker, with namespaces of its own. Not thread-safe.
 */
final class Attacked implements AutoCloseable {

  /** The resident's temporary folder. */
  static final String RESIDENTS = "/tmp/resident";

  /** The attacker's, where it uses no namespaces. */
  static final String ATTACKERS = "/tmp/attacker";

  /** Root's. */
  static final String OUT = "/tmp/out";

  private static final List<String> UNHEARD_OF =
      List.of("internal error", "Exception", "\tat ", "TIPTOE_DEBUG");

  private final Path folder;
  private final Namespaces machine;
  private final Namespaces hostile;
  private final CommandLoop loop;
  private int places;

  /** The actions on such a machine. */
  interface Attack {
    void on(Attacked attacked) throws IOException;
  }

  private Attacked(Path folder, String diskSize) throws IOException {
    this.folder = folder;
    machine = Namespaces.machine(folder.resolve("machine"), diskSize);
    hostile = machine.hostile();
    machine.folder(OUT, 0, "rwx------");
    machine.folder(RESIDENTS, RunAs.RESIDENT, "rwxr-xr-x");
    machine.folder(ATTACKERS, RunAs.UNRELATED_USER, "rwxr-xr-x");
    loop = loop();
  }

  /** Returns a test on such a machine; where none is possible, a test that reports so. */
  static DynamicTest test(String name, Path folder, String diskSize, Attack attack) {
    Optional<String> problem = Namespaces.problem();
    return problem.isEmpty()
        ? dynamicTest(name, () -> run(folder, diskSize, attack))
        : dynamicTest(
            name + " cannot be here: " + problem.get(),
            () -> assertEquals(problem, Namespaces.problem()));
  }

  private static void run(Path folder, String diskSize, Attack attack) throws IOException {
    Path own = Files.createTempDirectory(folder, "attacked");
    try (Attacked attacked = new Attacked(own.toRealPath(), diskSize)) {
      attack.on(attacked);
    }
  }

  Namespaces machine() {
    return machine;
  }

  Namespaces hostile() {
    return hostile;
  }

  /** Another JVM of root's. */
  CommandLoop loop() throws IOException {
    return new CommandLoop(machine.runAs(), OUT);
  }

  /** Whether root's first JVM has started processes that are still there. */
  boolean hasChildren() {
    return loop.hasChildren();
  }

  /** Whether something has become true before a time is over. */
  boolean await(Child.Condition condition, Duration bound) throws IOException {
    return loop.await(condition, bound);
  }

  /** Runs a command as root, and checks that it ends in time with proper lines of output. */
  Outcome tiptoe(String... arguments) {
    return proper(loop.run(arguments));
  }

  /** Attaches to a process, for a moment. */
  Outcome attach(long pid, String trace, String... options) {
    List<String> all = new ArrayList<>(List.of("attach", Long.toString(pid)));
    all.addAll(List.of("--out", trace, "--for", "100ms"));
    all.addAll(List.of(options));
    return tiptoe(all.toArray(String[]::new));
  }

  /** A place for a trace that is root's. */
  String newTrace() {
    return OUT + "/" + places++;
  }

  /** The same outcome, after making sure that it is one that scripts can rely on. */
  static Outcome proper(Outcome outcome) {
    assertTrue(List.of(0, 1, 3).contains(outcome.status()), outcome::toString);
    outcome.err().lines().forEach(line -> assertTrue(line.startsWith("tiptoe: "), line));
    UNHEARD_OF.forEach(words -> assertFalse(outcome.err().contains(words), outcome::toString));
    return outcome;
  }

  /** The resident's program. */
  Attachable resident() throws IOException {
    return program(machine.as(RunAs.anotherUser()).with("TMPDIR=" + RESIDENTS));
  }

  /** The attacker's own, in its namespaces. */
  Attachable program() throws IOException {
    return program(hostile.runAs());
  }

  Attachable program(RunAs runAs) throws IOException {
    return new Attachable(Files.createDirectory(folder.resolve("place" + places++)), runAs);
  }

  /** The attacker without namespaces. */
  RunAs attacker() {
    return machine.as(RunAs.unrelatedUser()).with("TMPDIR=" + ATTACKERS);
  }

  /** The diagnostics socket of a process, whose temporary folder that is. */
  String portOf(long pid, String temporary) throws IOException {
    return temporary + "/" + only(temporary, "dotnet-diagnostic-" + pid + "-*-socket");
  }

  /** The control socket of the agent in a process without namespaces. */
  String controlOf(long pid) throws IOException {
    String control = "";
    Path temporary = machine.reached("/tmp");
    try (var folders = Files.newDirectoryStream(temporary, "tiptoe-control-*")) {
      for (Path each : folders) {
        try (var sockets = Files.newDirectoryStream(each, pid + "-*")) {
          for (Path socket : sockets) {
            control = "/tmp/" + temporary.relativize(socket);
          }
        }
      }
    }
    assertFalse(control.isEmpty(), "no control socket of " + pid);
    return control;
  }

  private String only(String in, String glob) throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(machine.reached(in), glob)) {
      return found.iterator().next().getFileName().toString();
    }
  }

  /** Whether any agent, or what claims to be one, is mapped. */
  static boolean hasAgent(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "maps")).contains("tiptoe-agent");
  }

  /** The files in a folder whose names match. */
  static List<String> names(Path folder, String glob) throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
      List<String> names = new ArrayList<>();
      found.forEach(each -> names.add(each.getFileName().toString()));
      return names;
    }
  }

  @Override
  public void close() throws IOException {
    try (hostile;
        machine) {
      loop.close();
    }
  }
}
