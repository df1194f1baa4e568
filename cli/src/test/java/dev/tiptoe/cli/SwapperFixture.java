// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code SwapperTest} share, which stand by kind. */
abstract class SwapperFixture {

  static final Duration LONG = Duration.ofMinutes(Integer.getInteger("tiptoe.swaps.minutes", 2));

  @TempDir Path folder = Path.of("");

  /**
   * What is attached to.
   *
   * @param pid its process, which may be another one later
   */
  record Target(String name, LongSupplier pid) {}

  Stream<DynamicTest> test(Duration time, TestReporter reporter) {
    return Stream.of(
        Attacked.test(
            "for " + time.toSeconds() + " s",
            folder,
            "64m",
            on -> {
              try (Watched others = new Watched(on)) {
                SwapperTally tally = new SwapperTally();
                List<Outcome> undisturbed = run(on, others, time, tally);
                tally.counts().forEach((what, count) -> reporter.publishEntry(what, "" + count));
                others.requireUnchanged();
                tally.requireAll(time.equals(LONG));
                assertEquals(
                    List.of(0, 0),
                    undisturbed.stream().map(Outcome::status).toList(),
                    undisturbed::toString);
              }
            }));
  }

  /** The results of the attaches when nothing disturbed them any more. */
  static List<Outcome> run(Attacked on, Watched others, Duration time, SwapperTally tally)
      throws IOException {
    int seed = new Random().nextInt(1 << 30);
    tally.add("seed", seed);
    String leads = Sentinels.FOLDER + "/secret";
    RunAs inside = on.hostile().runAs();
    try (Observed in = new Observed(on, inside);
        Observed out = new Observed(on, on.attacker());
        Hostile refuser = new Hostile(inside, "refuses");
        Hostile liarIn = new Hostile(inside, "lies", "" + seed, leads);
        Hostile liarOut = new Hostile(on.attacker(), "lies", "" + (seed + 1), leads);
        Hostile swapperIn = new Hostile(inside, swapsInside(others, seed + 2));
        Hostile swapperOut = new Hostile(on.attacker(), swapsOutside(others, seed + 3));
        CommandLoop asking = on.loop();
        CommandLoop refused = on.loop()) {
      List<Target> targets =
          List.of(
              new Target("inside", in::pid),
              new Target("outside", out::pid),
              new Target("liar-inside", liarIn::pid),
              new Target("liar", liarOut::pid));
      long end = System.nanoTime() + time.toNanos();
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(() -> ask(asking, targets, new Random(seed), end, tally));
      CompletableFuture<Void> inVain =
          CompletableFuture.runAsync(() -> attachInVain(refused, refuser.pid(), end, tally));
      while (System.nanoTime() < end && !asked.isDone() && !inVain.isDone()) {
        for (Target each : targets) {
          attach(on, each, tally, in, out);
        }
      }
      asked.join();
      inVain.join();
      tally.add("inside", swapperIn.end());
      tally.add("outside", swapperOut.end());
      tally.add("started anew", in.renewals() + out.renewals());
      List<Outcome> undisturbed = new ArrayList<>();
      for (Observed each : List.of(in, out)) {
        each.renew();
        undisturbed.add(on.attach(each.pid(), on.newTrace()));
      }
      assertFalse(
          asking.hasChildren() || refused.hasChildren() || on.hasChildren(),
          "a process of ours is left");
      return undisturbed;
    }
  }

  static void attach(Attacked on, Target target, SwapperTally tally, Observed in, Observed out)
      throws IOException {
    long pid = target.pid().getAsLong();
    String trace = "/tmp/disk/" + target.name();
    Outcome outcome = on.attach(pid, trace, "--timeout", "1s");
    tally.add("attach", target.name(), outcome);
    Files.deleteIfExists(on.machine().reached(trace));
    for (Observed each : List.of(in, out)) {
      if (each.pid() == pid) {
        each.prepareAfter(outcome);
      }
    }
  }

  /** A runtime that refuses profilers: an attach takes little time, so it is done often. */
  static void attachInVain(CommandLoop loop, long pid, long end, SwapperTally tally) {
    while (System.nanoTime() < end) {
      String[] attach = {"attach", "" + pid, "--out", "/tmp/disk/vain", "--timeout", "200ms"};
      tally.add("attach", "refuser", Attacked.proper(loop.run(attach)));
    }
  }

  static void ask(
      CommandLoop loop, List<Target> targets, Random random, long end, SwapperTally tally) {
    List<List<String>> commands =
        List.of(
            List.of("status"),
            List.of("sample", "--every", "5ms"),
            List.of("heap", "--budget", "1s", "--within", "5s"),
            List.of("flush"),
            List.of("detach"),
            List.of("ps"));
    while (System.nanoTime() < end) {
      List<String> command = new ArrayList<>(commands.get(random.nextInt(commands.size())));
      Target target = targets.get(random.nextInt(targets.size()));
      if (!command.get(0).equals("ps")) {
        command.add(1, Long.toString(target.pid().getAsLong()));
      }
      Outcome outcome = Attacked.proper(loop.run(command.toArray(String[]::new)));
      tally.add(command.get(0), target.name(), outcome);
      assertEquals(outcome.status() == 0 ? 0 : 1, outcome.err().lines().count(), outcome::toString);
    }
  }

  /** It has the folder of the machine twice: to link to as root sees it, and to mount from. */
  static String[] swapsInside(Watched others, int seed) throws IOException {
    List<String> all = new ArrayList<>(List.of("swaps", "" + seed, "mounts", "/tmp", "/var/tmp"));
    String seen = Namespaces.OUTSIDE + "/sentinels";
    List<String> sockets = others.sockets();
    all.add("--");
    Stream.concat(Sentinels.files(Sentinels.FOLDER), Sentinels.files(seen)).forEach(all::add);
    all.add(Hostile.planted().toString());
    all.add("--");
    Stream.concat(Sentinels.folders(Sentinels.FOLDER), Sentinels.folders(seen)).forEach(all::add);
    all.addAll(List.of(Namespaces.OUTSIDE.toString(), "--"));
    all.addAll(sockets);
    sockets.forEach(each -> all.add(each.replaceFirst("^/tmp", Namespaces.OUTSIDE.toString())));
    return all.toArray(String[]::new);
  }

  static String[] swapsOutside(Watched others, int seed) throws IOException {
    List<String> all = new ArrayList<>(List.of("swaps", "" + seed, "files"));
    all.addAll(List.of("/tmp", Attacked.ATTACKERS, "--"));
    Sentinels.files(Sentinels.FOLDER).forEach(all::add);
    all.addAll(List.of(Hostile.planted().toString(), "--"));
    Sentinels.folders(Sentinels.FOLDER).forEach(all::add);
    all.add("--");
    all.addAll(others.sockets());
    return all.toArray(String[]::new);
  }
}
