// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.witness.Program;
import dev.tiptoe.cli.witness.typeload.RecordedRun;
import dev.tiptoe.cli.witness.typeload.TypeLoad;
import dev.tiptoe.cli.witness.typeload.TypeLoads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A program that was run alone several times, to be run with the agent. Mutable, for one thread.
 *
 * <p>Types are told apart by the runtime's names for them, since IDs differ from run to run. A
 * program that loads the same types in each of its runs alone must load exactly these. Of another,
 * one whose threads meet in a different order each time for instance, no run is like the last:
 * there the agent must add nothing to what any run alone loads.
 *
 * <p>All runs have one tier of compilation only: how far the second gets, and what types it needs,
 * depends on how long the program runs, and that on the machine.
 */
public final class LoadComparison {

  /** What all runs have in their environment. */
  static final Map<String, String> ONE_TIER = Map.of("DOTNET_TieredCompilation", "0");

  private static final int RUNS = 5;

  /** A rare type may take many runs to appear. */
  private static final int RUNS_FOR_A_RARE_TYPE = 20;

  private final DotnetRuntime runtime;
  private final Program program;
  private final TypesAlone alone = new TypesAlone();

  private LoadComparison(DotnetRuntime runtime, Program program) {
    this.runtime = runtime;
    this.program = program;
  }

  /**
   * Runs a program alone.
   *
   * @throws LaunchException when it cannot be run, or the runtime writes no record of loads
   */
  public static LoadComparison of(DotnetRuntime runtime, Program program) throws IOException {
    LoadComparison comparison = new LoadComparison(runtime, program);
    while (comparison.alone.runs() < RUNS) {
      comparison.runAlone();
    }
    return comparison;
  }

  private void runAlone() throws IOException {
    try (RecordedRun run = RecordedRun.of(runtime, program, folder -> ONE_TIER)) {
      alone.add(names(loads(run)));
    }
  }

  /**
   * Runs the program with the agent, and alone again as often as it takes to explain what was
   * loaded then.
   *
   * @throws LaunchException when it cannot be run, or the agent was not there
   */
  public LoadFinding with(Installation installation, Presence presence) throws IOException {
    Guest guest = new Guest(installation, presence);
    List<TypeLoad> loads;
    long inItsCalls;
    try (RecordedRun run = RecordedRun.of(runtime, program, guest)) {
      loads = loads(run);
      inItsCalls = Guest.ending(run.folder()).loadsOnOurThreads();
    }
    if (guest.threads().isEmpty() || guest.layouts() == 0 || guest.heapWalks() == 0) {
      throw new LaunchException("the agent did nothing in " + program.name());
    }
    Set<String> types = names(loads);
    while (alone.mayExplain(types) && alone.runs() < RUNS_FOR_A_RARE_TYPE) {
      runAlone();
    }
    return new LoadFinding(
        presence.inWords(),
        alone.size(),
        types.size(),
        alone.differences(types),
        onThreads(guest.threads(), loads),
        inItsCalls);
  }

  private static long onThreads(Set<Long> threads, List<TypeLoad> loads) {
    return loads.stream().filter(load -> threads.contains(load.thread())).count();
  }

  private static List<TypeLoad> loads(RecordedRun run) throws IOException {
    return run.loads()
        .map(TypeLoads::loads)
        .orElseThrow(() -> new LaunchException("this runtime writes no record of loads"));
  }

  private static Set<String> names(List<TypeLoad> loads) {
    return loads.stream().map(TypeLoad::name).collect(Collectors.toCollection(TreeSet::new));
  }
}
