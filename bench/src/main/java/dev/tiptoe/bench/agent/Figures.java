// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.bench.agent.Figure.Quantity;
import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.SamplerTotals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** Computes figures from the runs of one work. Mutable, not thread-safe. */
public final class Figures {

  private static final double PERCENT = 100;
  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final double MEBI = 1 << 20;

  private final AgentWork work;
  private final Map<Observer, List<Run>> runs;
  private final List<Figure> figures = new ArrayList<>();

  private Figures(AgentWork work, Map<Observer, List<Run>> runs) {
    this.work = work;
    this.runs = runs;
  }

  /** Runs a work and returns its figures. */
  public static List<Figure> of(AgentWork work, Experiment experiment) throws IOException {
    return of(work, experiment.runs(work));
  }

  static List<Figure> of(AgentWork work, Map<Observer, List<Run>> runs) {
    Figures figures = new Figures(work, runs);
    for (Observer observer : work.cost().observers()) {
      if (observer != Observer.NOBODY && runs.containsKey(observer)) {
        figures.addAll(observer);
      }
    }
    figures.addSamplerRatio();
    return figures.figures;
  }

  private void addAll(Observer observer) {
    switch (work.cost()) {
      case THROUGHPUT -> {
        beside(observer, Quantity.THROUGHPUT, bySlices(Figures::lost));
        beside(observer, Quantity.PROCESSOR, bySlices(Figures::addedProcessor));
        beside(observer, Quantity.MEMORY, Figures::addedMemory);
        addSampling(observer);
        if (observer.rests()) {
          besideResting(observer, Quantity.SAMPLING, Figures::lost);
          besideResting(observer, Quantity.SAMPLING_PROCESSOR, Figures::addedProcessor);
          addStops(observer);
        }
      }
      case TRACE -> addWaiting(observer);
      case START -> beside(observer, Quantity.START, added(Timing::nanoseconds, run -> MILLI));
      case LOADS -> {
        ToDoubleFunction<Run> loads = run -> MICRO * run.timing().count();
        beside(observer, Quantity.LOAD, added(Timing::nanoseconds, loads));
        beside(observer, Quantity.LOAD_PROCESSOR, added(Timing::spent, loads));
      }
    }
  }

  /** No throughput is lost where no work is done. */
  private void addWaiting(Observer observer) {
    addRate(observer);
    of(observer, Quantity.SAMPLER, Figures::samplerMicros);
    if (observer.isAgent()) {
      addBytes(observer);
      addStops(observer);
    }
  }

  private void addRate(Observer observer) {
    of(observer, Quantity.RATE, run -> run.trail().samples() * SECOND / run.timing().nanoseconds());
  }

  private static double samplerMicros(Run run) {
    return run.observerNanos() / (MICRO * run.trail().samples());
  }

  private void addSampling(Observer observer) {
    if (runsWith(observer).stream().allMatch(run -> run.trail().samples() == 0)) {
      return;
    }
    ToDoubleFunction<Run> samples = run -> MICRO * run.trail().samples();
    addRate(observer);
    beside(observer, Quantity.SAMPLE, added(Timing::nanoseconds, samples));
    beside(observer, Quantity.SAMPLE_PROCESSOR, added(Timing::spent, samples));
    of(observer, Quantity.SAMPLER, Figures::samplerMicros);
    if (observer.rests()) {
      addBytes(observer);
    }
  }

  private void addBytes(Observer observer) {
    of(observer, Quantity.BYTES, run -> (double) run.trail().bytes() / run.trail().samples());
  }

  private void addStops(Observer observer) {
    List<SamplerState> states = present(observer, run -> run.trail().state());
    List<SamplerTotals> totals = present(observer, run -> run.trail().totals());
    if (states.isEmpty() || totals.stream().allMatch(total -> total.rounds() == 0)) {
      return;
    }
    double threads = estimate(totals, total -> (double) total.stacks() / total.rounds()).median();
    Estimate median = estimate(states, state -> state.stoppedMedianNanos() / MICRO);
    add(observer, Quantity.STOP_MEDIAN, median, OptionalDouble.of(Targets.stop(threads)));
    add(observer, Quantity.STOP_P99, estimate(states, state -> state.stoppedP99Nanos() / MICRO));
    add(
        observer,
        Quantity.STOP_LONGEST,
        estimate(totals, total -> total.longestStopNanos() / MICRO));
    add(
        observer,
        Quantity.PAUSED,
        estimate(states, state -> PERCENT * state.pausedNanos() / state.samplingNanos()));
  }

  private <T> List<T> present(Observer observer, Function<Run, Optional<T>> of) {
    return runsWith(observer).stream().map(of).flatMap(Optional::stream).toList();
  }

  /** All of them sample every millisecond. */
  private void addSamplerRatio() {
    addSamplerRatio(Observer.AGENT_1MS);
    addSamplerRatio(Observer.PERF_1MS);
    addSamplerRatio(Observer.PERF_TOOL);
  }

  private void addSamplerRatio(Observer observer) {
    List<Run> ours = runsWith(observer);
    List<Run> theirs = runsWith(Observer.EVENT_PIPE);
    double[] rounds = new double[Math.min(ours.size(), theirs.size())];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = samplerMicros(ours.get(i)) / samplerMicros(theirs.get(i));
    }
    add(observer, Quantity.SAMPLER_RATIO, estimate(rounds));
  }

  private static double lost(Timing slice, Timing alone) {
    return PERCENT * (1 - (double) alone.nanoseconds() / slice.nanoseconds());
  }

  private static double addedProcessor(Timing slice, Timing alone) {
    return PERCENT * ((double) slice.spent() / alone.spent() - 1);
  }

  /** Returns the median over the slices, each compared with that of the same turn. */
  private static double bySlices(
      List<Timing> slices, List<Timing> beside, ToDoubleBiFunction<Timing, Timing> figure) {
    double[] turns = new double[Math.min(slices.size(), beside.size())];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = figure.applyAsDouble(slices.get(i), beside.get(i));
    }
    return Estimate.median(turns);
  }

  private static ToDoubleBiFunction<Run, Run> bySlices(ToDoubleBiFunction<Timing, Timing> figure) {
    return (run, alone) -> bySlices(run.slices(), alone.slices(), figure);
  }

  /** The comparison is within one process, so the only difference is the observer. */
  private void besideResting(
      Observer observer, Quantity quantity, ToDoubleBiFunction<Timing, Timing> figure) {
    of(observer, quantity, run -> bySlices(run.slices(), run.resting(), figure));
  }

  /** Recent kernels do not count rings as resident, so they may count twice here. */
  private static double addedMemory(Run run, Run alone) {
    return (run.residentBytes() + run.trail().ringBytes() - alone.residentBytes()) / MEBI;
  }

  /** Returns the difference, divided by another figure of the run. */
  private static ToDoubleBiFunction<Run, Run> added(
      ToDoubleFunction<Timing> of, ToDoubleFunction<Run> by) {
    return (run, alone) ->
        (of.applyAsDouble(run.timing()) - of.applyAsDouble(alone.timing())) / by.applyAsDouble(run);
  }

  private void beside(
      Observer observer, Quantity quantity, ToDoubleBiFunction<Run, Run> ofRunAndAlone) {
    List<Run> observed = runsWith(observer);
    List<Run> alone = runsWith(Observer.NOBODY);
    double[] rounds = new double[observed.size()];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = ofRunAndAlone.applyAsDouble(observed.get(i), alone.get(i));
    }
    add(observer, quantity, estimate(rounds));
  }

  private void of(Observer observer, Quantity quantity, ToDoubleFunction<Run> ofRun) {
    add(observer, quantity, estimate(runsWith(observer), ofRun));
  }

  private static <T> Estimate estimate(List<T> rounds, ToDoubleFunction<T> of) {
    return estimate(rounds.stream().mapToDouble(of).toArray());
  }

  /** A round with a zero divisor is left out. */
  private static Estimate estimate(double[] rounds) {
    return Estimate.of(Arrays.stream(rounds).filter(Double::isFinite).toArray());
  }

  private List<Run> runsWith(Observer observer) {
    return runs.getOrDefault(observer, List.of());
  }

  private void add(Observer observer, Quantity quantity, Estimate estimate) {
    add(observer, quantity, estimate, Targets.of(work, quantity, observer));
  }

  private void add(Observer observer, Quantity quantity, Estimate estimate, OptionalDouble target) {
    if (!Double.isNaN(estimate.median())) { // otherwise no round had any
      figures.add(new Figure(work, quantity, observer, estimate, target));
    }
  }
}
