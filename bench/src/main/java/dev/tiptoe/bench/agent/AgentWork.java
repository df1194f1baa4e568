// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Work;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The works of {@code prove bench agent}. */
public enum AgentWork implements Work {
  /** Recursion on as many threads as there are processors, without allocation. */
  CPU(
      "cpu",
      "CPU-bound",
      Cost.THROUGHPUT,
      100,
      1120,
      "Workload",
      WorkingProgram.Asked.start("cpu")),
  /** The same on one thread; the sampler has a processor of its own on a machine with two. */
  CPU_ONE(
      "cpu-one",
      "CPU-bound, one thread",
      Cost.THROUGHPUT,
      100,
      1120,
      "Workload",
      WorkingProgram.Asked.start("cpu-one")),
  /** Allocation of trees that mostly die young, on as many threads as there are processors. */
  ALLOCATION(
      "allocation",
      "allocation-bound",
      Cost.THROUGHPUT,
      1500,
      4000,
      "Workload",
      WorkingProgram.Asked.start("allocation")),
  /** Requests to an ASP.NET Core server over loopback. */
  WEB(
      "web",
      "web server",
      Cost.THROUGHPUT,
      6000,
      8000,
      "WebServer",
      WorkingProgram.Served::start,
      "serve"),
  /** Eight waiting threads, so that every sample of them is like the one before. */
  WAITING(
      "waiting",
      "waiting threads",
      Cost.TRACE,
      100,
      1000,
      "Workload",
      WorkingProgram.Asked.start("waiting")),
  /** The start of a server, up to its first answer. */
  WEB_START(
      "web-start",
      "web server, to its first answer",
      Cost.START,
      0,
      0,
      "WebServer",
      WorkingProgram.Served::start,
      "serve"),
  /** The start of the smallest program, up to its first answer. */
  START(
      "start", "start", Cost.START, 0, 0, "Workload", WorkingProgram.Asked.start("instantiations")),
  /** New instantiations of a generic class over value types. */
  INSTANTIATIONS(
      "instantiations",
      "load of an instantiation",
      Cost.LOADS,
      1000,
      12000,
      "Workload",
      WorkingProgram.Asked.start("instantiations")),
  /** All types that some assemblies of the framework define. */
  TYPEDEFS(
      "typedefs",
      "load of a type of the framework",
      Cost.LOADS,
      1,
      7,
      "Workload",
      WorkingProgram.Asked.start("typedefs"));

  /** The kind of cost that an observer causes in a work. */
  enum Cost {
    /** It takes longer; memory, samples and pauses are measured too. */
    THROUGHPUT(4, Observer.values()),
    /** A file grows. */
    TRACE(1, Observer.AGENT, Observer.AGENT_10MS, Observer.AGENT_1MS, Observer.EVENT_PIPE),
    /** The start takes longer. */
    START(1, Observer.NOBODY, Observer.NOBODY_AGAIN, Observer.AGENT, Observer.EVENT_PIPE),
    /** Each counted thing takes longer. */
    LOADS(1, Observer.NOBODY, Observer.NOBODY_AGAIN, Observer.AGENT);

    @SuppressWarnings("ImmutableEnumChecker") // always a List.of
    private final List<Observer> observers;

    private final int slices;

    Cost(int slices, Observer... observers) {
      this.slices = slices;
      this.observers = List.of(observers);
    }

    /** Returns the number of slices of the work, between which the others have their turns. */
    int slices() {
      return slices;
    }

    /** Returns the observers. */
    List<Observer> observers() {
      return observers;
    }
  }

  /** The works that consist of one loop. */
  private static final Set<AgentWork> TIERLESS = Set.of(CPU, CPU_ONE, ALLOCATION);

  private final String word;
  private final String description;
  private final Cost cost;
  private final int warmUp;
  private final int amount;
  private final String assembly;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final WorkingProgram.Start start;

  @SuppressWarnings("ImmutableEnumChecker") // always a List.of
  private final List<String> arguments;

  AgentWork(
      String word,
      String description,
      Cost cost,
      int warmUp,
      int amount,
      String assembly,
      WorkingProgram.Start start,
      String... arguments) {
    this.word = word;
    this.description = description;
    this.cost = cost;
    this.warmUp = warmUp;
    this.amount = amount;
    this.assembly = assembly;
    this.start = start;
    this.arguments = List.of(arguments);
  }

  @Override
  public String word() {
    return word;
  }

  @Override
  public String description() {
    return description;
  }

  Cost cost() {
    return cost;
  }

  /** Returns the amount of work before the measured part. */
  int warmUp() {
    return warmUp;
  }

  /** Returns the amount of measured work. */
  int amount() {
    return amount;
  }

  /**
   * Starts its program. Tiered compilation is off for works of one loop: its effect on them differs
   * from one process to the next by a seventh either way, for as long as the process lives.
   */
  WorkingProgram start(
      Installation installation, DotnetRuntime runtime, Map<String, String> environment)
      throws IOException {
    Path dll = installation.home().resolve("testdata/assemblies/" + assembly);
    Map<String, String> all = new HashMap<>(environment);
    if (TIERLESS.contains(this)) {
      all.put("DOTNET_TieredCompilation", "0");
    }
    return start.of(runtime.command(dll.resolve(assembly + ".dll"), arguments), all);
  }
}
