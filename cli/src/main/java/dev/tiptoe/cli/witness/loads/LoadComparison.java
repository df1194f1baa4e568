// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.witness.Program;
import dev.tiptoe.cli.witness.typeload.RecordedRun;
import dev.tiptoe.cli.witness.typeload.RecordedRun.Company;
import dev.tiptoe.cli.witness.typeload.TypeLoad;
import dev.tiptoe.cli.witness.typeload.TypeLoads;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The types that a program loads by itself, for comparison with those that it loads with the agent
 * inside. Mutable, for one thread.
 *
 * <p>Types are told apart by the runtime's names for them, since IDs differ from run to run. A
 * program that loads the same types in each of its runs alone must load exactly these. Of another,
 * one whose threads meet in a different order each time for instance, no run is like the last:
 * there the agent must add nothing to what any run alone loads.
 */
public final class LoadComparison {

  private static final int RUNS = 5;

  /** A rare type may take many runs to appear. */
  private static final int RUNS_FOR_A_RARE_TYPE = 20;

  private final DotnetRuntime runtime;
  private final Program program;
  private final Set<String> always;
  private final Set<String> ever;
  private int runs;

  private LoadComparison(DotnetRuntime runtime, Program program, Set<String> first) {
    this.runtime = runtime;
    this.program = program;
    this.always = new TreeSet<>(first);
    this.ever = new TreeSet<>(first);
    this.runs = 1;
  }

  /**
   * Runs a program alone, several times.
   *
   * @throws LaunchException when it cannot be run, or the runtime writes no record of loads
   */
  public static LoadComparison of(DotnetRuntime runtime, Program program) throws IOException {
    LoadComparison comparison = new LoadComparison(runtime, program, alone(runtime, program));
    while (comparison.runs < RUNS) {
      comparison.runAgain();
    }
    return comparison;
  }

  private void runAgain() throws IOException {
    Set<String> again = alone(runtime, program);
    always.retainAll(again);
    ever.addAll(again);
    runs++;
  }

  private static Set<String> alone(DotnetRuntime runtime, Program program) throws IOException {
    try (RecordedRun run = RecordedRun.of(runtime, program, Company.NONE)) {
      return names(loads(run));
    }
  }

  private static List<TypeLoad> loads(RecordedRun run) throws IOException {
    return run.loads()
        .map(TypeLoads::loads)
        .orElseThrow(() -> new LaunchException("this runtime writes no record of loads"));
  }

  private static Set<String> names(List<TypeLoad> loads) {
    return loads.stream().map(TypeLoad::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Runs the program once more, with the agent. */
  public LoadFinding with(Installation installation) throws IOException {
    Guest guest = new Guest(installation.agent());
    try (RecordedRun run = RecordedRun.of(runtime, program, guest)) {
      List<TypeLoad> loads = loads(run);
      if (guest.threads().isEmpty()) {
        throw new LaunchException("no thread of the agent was met in " + program.name());
      }
      long onItsThreads =
          loads.stream().filter(load -> guest.threads().contains(load.thread())).count();
      long counted = Guest.ending(run.folder()).loadsOnOurThreads();
      Set<String> types = names(loads);
      List<String> different = differences(types);
      return new LoadFinding(
          "start-up", ever.size(), types.size(), different, Math.max(onItsThreads, counted));
    }
  }

  private List<String> differences(Set<String> with) throws IOException {
    boolean deterministic = always.equals(ever);
    while (!deterministic && !ever.containsAll(with) && runs < RUNS_FOR_A_RARE_TYPE) {
      runAgain();
    }
    Stream<String> added =
        with.stream().filter(type -> !ever.contains(type)).map(type -> type + ": only with it");
    Stream<String> gone =
        always.stream()
            .filter(type -> deterministic && !with.contains(type))
            .map(type -> type + ": only without it");
    return Stream.concat(added, gone).toList();
  }
}
