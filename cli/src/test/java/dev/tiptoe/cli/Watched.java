// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All on a machine that nothing must happen to, and what it was like before. For one thread. */
final class Watched implements AutoCloseable {

  private static final int SOME = 50;

  private final Attacked on;
  private final Sentinels sentinels;
  private final Attachable resident;
  private final Attachable roots;
  private final Child.Running attached;
  private final Map<String, String> state;
  private final List<String> madeByRoot;
  private final String mounts;

  Watched(Attacked on) throws IOException {
    this.on = on;
    sentinels = Sentinels.on(on.machine());
    resident = on.resident();
    roots = on.program(on.machine().runAs());
    attached = attachToRoots();
    attached.await(() -> attached.hasNoted("attached to"));
    state = sentinels.state();
    madeByRoot = madeByRoot();
    mounts = on.machine().mounts();
  }

  /**
   * Dockyard starts and ends threads so fast that ten minutes of it may come to more than the
   * quarter of the disk at which the command would leave by itself.
   */
  private Child.Running attachToRoots() {
    String pid = Long.toString(roots.pid());
    return Child.tiptoe("attach", pid, "--out", on.newTrace(), "--max-size", "1600M")
        .as(on.machine().runAs())
        .receivingSignals()
        .start();
  }

  /** The sockets of others, for links to lead to; as the machine sees them. */
  List<String> sockets() throws IOException {
    return List.of(
        on.portOf(resident.pid(), Attacked.RESIDENTS),
        on.portOf(roots.pid(), "/tmp"),
        on.controlOf(roots.pid()));
  }

  private List<String> madeByRoot() throws IOException {
    List<String> found = new ArrayList<>();
    for (String each : List.of("/tmp", "/var/tmp", Namespaces.ATTACKERS_ROOT + "/tmp")) {
      List<String> apart = List.of(Sentinels.FOLDER, "/tmp/disk", Attacked.OUT);
      found.addAll(Sentinels.rootsIn(on.machine().reached(each), apart));
    }
    return found;
  }

  void requireUnchanged() throws IOException {
    assertEquals(differences(state, state), differences(state, sentinels.state()));
    List<String> made = madeByRoot();
    made.removeAll(madeByRoot);
    assertEquals(List.of(), made, "root made something");
    assertEquals(mounts, on.machine().mounts());
    assertFalse(Attacked.hasAgent(resident.pid()), "the agent is in the resident's program");
    assertFalse(resident.said().contains("tiptoe"), resident::said);
    resident.work(SOME);
    resident.end();
    // Its agent received nothing of the requests to another one.
    assertTrue(attached.isRunning(), () -> "the command ended: " + attached.noted());
    Outcome ignored = on.tiptoe("status", Long.toString(roots.pid())).expect(0);
    Outcome detached = on.tiptoe("detach", Long.toString(roots.pid())).expect(0);
    assertEquals("", detached.err());
    attached.outcome().expect(0);
    roots.work(SOME);
    roots.end();
    planted();
  }

  private static Map<String, String> differences(
      Map<String, String> before, Map<String, String> after) {
    Map<String, String> differences = new HashMap<>();
    Stream.concat(before.keySet().stream(), after.keySet().stream())
        .filter(name -> !before.getOrDefault(name, "").equals(after.getOrDefault(name, "")))
        .forEach(name -> differences.put(name, before.get(name) + " → " + after.get(name)));
    return differences;
  }

  /** The programs in a process of the attacker's do not matter. */
  private void planted() throws IOException {
    Path temporary = on.machine().reached("/tmp");
    for (String name : Attacked.names(temporary, "*.ran")) {
      long pid = Long.parseLong(Files.readString(temporary.resolve(name)).strip());
      assertTrue(pid != resident.pid() && pid != roots.pid(), "it ran in " + pid);
    }
  }

  @Override
  public void close() {
    attached.close();
    resident.close();
    roots.close();
  }
}
