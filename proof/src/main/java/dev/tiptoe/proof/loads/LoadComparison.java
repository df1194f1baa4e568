// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.typeload.RecordedRun;
import dev.tiptoe.proof.truth.typeload.RecordedRun.Companion;
import dev.tiptoe.proof.truth.typeload.TypeLoad;
import dev.tiptoe.proof.truth.typeload.TypeLoads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares a program that was run alone several times with runs with the agent. Mutable, not
 * thread-safe.
 *
 * <p>Types are identified by the runtime's names, since IDs differ from run to run. A program whose
 * threads meet in another order each time never runs twice in the same way: two threads that want
 * one lock at once need types that are not needed otherwise. So a type that one run loaded and
 * another did not proves nothing; a type that the agent causes appears in <em>every</em> run with
 * it and in <em>no</em> run without. As long as there is such a type, runs with the agent are
 * repeated, up to a bound. As long as any type appears only with the agent, runs without it are
 * repeated, which are then disturbed in another way.
 *
 * <p>All runs use one tier of compilation only: the progress of the second tier, and the types it
 * needs, depend on how long the program runs, and so on the machine.
 */
public final class LoadComparison {

  /** The environment of all runs. */
  static final Map<String, String> ONE_TIER = Map.of("DOTNET_TieredCompilation", "0");

  private static final int RUNS_ALONE = 5;
  private static final int MOST_RUNS_ALONE = 20;
  private static final int MOST_RUNS_WITH_IT = 7;

  private final DotnetRuntime runtime;
  private final Program program;
  private final TypesOfRuns alone = new TypesOfRuns();

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
    while (comparison.alone.runs() < RUNS_ALONE) {
      comparison.runAlone(Nobody.LEFT_IN_PEACE);
    }
    return comparison;
  }

  private void runAlone(Nobody nobody) throws IOException {
    try (RecordedRun run = RecordedRun.of(runtime, program, nobody)) {
      alone.add(names(loads(run)));
    }
  }

  /**
   * Runs the program with the agent, and repeats both kinds of runs as often as needed to explain
   * the differences.
   *
   * @param engine how the agent samples
   * @throws LaunchException when it cannot be run, or the agent was not there
   */
  public LoadFinding with(Installation installation, AgentEntry entry, SamplingEngine engine)
      throws IOException {
    Accompanied with = new Accompanied(installation, entry, engine);
    with.run();
    while (!different(with.types).isEmpty() && with.types.runs() < MOST_RUNS_WITH_IT) {
      with.run();
    }
    while (!isExplained(with.types) && alone.runs() < MOST_RUNS_ALONE) {
      runAlone(Nobody.DISTURBED);
    }
    Set<String> different = different(with.types);
    Set<String> byChance = with.types.everAndNeverIn(alone);
    byChance.removeAll(different);
    return new LoadFinding(
        entry.inWords(),
        alone.size(),
        with.types.size(),
        List.copyOf(different),
        List.copyOf(byChance),
        with.onItsThreads,
        with.inItsCalls);
  }

  private Set<String> different(TypesOfRuns with) {
    Set<String> different = with.alwaysAndNeverIn(alone);
    different.addAll(alone.alwaysAndNeverIn(with));
    return different;
  }

  private boolean isExplained(TypesOfRuns with) {
    return different(with).isEmpty() && with.everAndNeverIn(alone).isEmpty();
  }

  private static List<TypeLoad> loads(RecordedRun run) throws IOException {
    return run.loads()
        .map(TypeLoads::loads)
        .orElseThrow(() -> new LaunchException("this runtime writes no record of loads"));
  }

  private static Set<String> names(List<TypeLoad> loads) {
    return loads.stream().map(TypeLoad::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** A run without the agent. */
  private record Nobody(List<String> providers, Map<String, String> settings) implements Companion {

    static final Nobody LEFT_IN_PEACE = new Nobody(List.of(), Map.of());

    /**
     * Disturbs a program like the agent does, without it: all threads stop each millisecond for the
     * runtime's own sampler, and there are many collections, since the youngest generation has 256
     * KiB. Threads then meet in other orders, and code that waits for a collection runs.
     */
    static final Nobody DISTURBED =
        new Nobody(
            List.of("Microsoft-DotNETCore-SampleProfiler:0:5"),
            Map.of("DOTNET_GCgen0size", "40000", "DOTNET_GCHighMemPercent", "1"));

    @Override
    public Map<String, String> environment(Path folder) {
      Map<String, String> environment = new HashMap<>(ONE_TIER);
      environment.putAll(settings);
      return environment;
    }
  }

  /** The runs with the agent, and the types that it loaded itself in them. */
  private final class Accompanied {

    private final Installation installation;
    private final AgentEntry entry;
    private final SamplingEngine engine;
    private final TypesOfRuns types = new TypesOfRuns();
    private long onItsThreads;
    private long inItsCalls;

    Accompanied(Installation installation, AgentEntry entry, SamplingEngine engine) {
      this.installation = installation;
      this.entry = entry;
      this.engine = engine;
    }

    void run() throws IOException {
      BusyAgent busyAgent = new BusyAgent(installation, entry, engine);
      try (RecordedRun run = RecordedRun.of(runtime, program, busyAgent)) {
        List<TypeLoad> loads = loads(run);
        types.add(names(loads));
        onItsThreads +=
            loads.stream().filter(load -> busyAgent.threads().contains(load.thread())).count();
        inItsCalls += BusyAgent.ending(run.folder()).loadsOnOurThreads();
      }
      if (busyAgent.threads().isEmpty() || busyAgent.layouts() == 0 || busyAgent.heapWalks() == 0) {
        throw new LaunchException("the agent did nothing in " + program.name());
      }
    }
  }
}
