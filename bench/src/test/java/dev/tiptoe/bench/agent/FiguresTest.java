// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.bench.agent.Figure.Quantity;
import dev.tiptoe.bench.agent.Figure.Verdict;
import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.SamplerTotals;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The figures of runs with invented times. */
class FiguresTest {

  private static final double EXACT = 1e-9;

  private static Run run(long nanoseconds, long processor, Trail trail) {
    return new Run(List.of(timing(nanoseconds, processor)), List.of(), 40_000, 1 << 20, trail);
  }

  private static Timing timing(long nanoseconds, long processor) {
    return new Timing(nanoseconds, 1000, 0, processor);
  }

  private static Figure figure(List<Figure> figures, Quantity quantity, Observer observer) {
    return figures.stream()
        .filter(figure -> figure.quantity() == quantity && figure.observer() == observer)
        .findFirst()
        .orElseThrow();
  }

  /** Alone 900 and 1,000 ms; observed so much longer. */
  private static List<Figure> cpu(double factor) {
    Map<Observer, List<Run>> runs = new EnumMap<>(Observer.class);
    for (Observer observer : Observer.values()) {
      double slower = observer == Observer.NOBODY ? 1 : factor;
      boolean samples = observer != Observer.NOBODY && observer != Observer.NOBODY_AGAIN;
      SamplerTotals totals = new SamplerTotals(100, 500, 0, 0, 0, 20_000_000, 900_000, 0, 0, 0);
      SamplerState state =
          new SamplerState(
              0, 0, 5, 1_000_000_000, 0, 0, 200_000, 700_000, 9_000_000, 0, 0, 0, 0, List.of());
      Trail trail =
          samples ? new Trail(200, 8000, 0, Optional.of(totals), Optional.of(state)) : Trail.NONE;
      runs.put(
          observer,
          List.of(
              run((long) (900e6 * slower), (long) (1800e6 * slower), trail),
              run((long) (1000e6 * slower), (long) (2000e6 * slower), trail)));
    }
    return Figures.of(AgentWork.CPU, runs);
  }

  @Test
  void throughput_isLost_byTheRoundsOwnNeighbour() {
    Figure lost = figure(cpu(1.25), Quantity.THROUGHPUT, Observer.AGENT);
    assertEquals(20, lost.estimate().median(), EXACT);
    assertEquals(20, lost.estimate().low(), EXACT);
    assertEquals(Verdict.MISSED, lost.verdict());
    Figure little = figure(cpu(1.01), Quantity.THROUGHPUT, Observer.AGENT);
    assertEquals(Verdict.REACHED, little.verdict());
    Figure noise = figure(cpu(1.25), Quantity.THROUGHPUT, Observer.NOBODY_AGAIN);
    assertEquals(Verdict.NONE, noise.verdict());
  }

  @Test
  void target_insideTheInterval_isNotShown() {
    Map<Observer, List<Run>> runs = new EnumMap<>(Observer.class);
    Run alone = run(1_000_000, 1, Trail.NONE);
    runs.put(Observer.NOBODY, List.of(alone, alone));
    runs.put(Observer.AGENT, List.of(run(900_000, 1, Trail.NONE), run(1_100_000, 1, Trail.NONE)));
    List<Figure> figures = Figures.of(AgentWork.CPU, runs);
    assertEquals(Verdict.NOT_SHOWN, figure(figures, Quantity.THROUGHPUT, Observer.AGENT).verdict());
  }

  /** The machine was three times as slow for half of the time. */
  @Test
  void slice_isCompared_withThatOfTheSameTurn() {
    Map<Observer, List<Run>> runs = new EnumMap<>(Observer.class);
    runs.put(
        Observer.NOBODY,
        List.of(
            new Run(
                List.of(timing(100, 1000), timing(300, 1000), timing(300, 1000)),
                List.of(),
                0,
                0,
                Trail.NONE)));
    runs.put(
        Observer.AGENT,
        List.of(
            new Run(
                List.of(timing(125, 1100), timing(375, 1100), timing(900, 1300)),
                List.of(timing(120, 1100), timing(360, 1000), timing(864, 1000)),
                0,
                0,
                Trail.NONE)));
    List<Figure> figures = Figures.of(AgentWork.CPU, runs);
    Estimate lost = figure(figures, Quantity.THROUGHPUT, Observer.AGENT).estimate();
    assertEquals(20, lost.median(), EXACT);
    Estimate added = figure(figures, Quantity.PROCESSOR, Observer.AGENT).estimate();
    assertEquals(10, added.median(), EXACT);
    Estimate sampling = figure(figures, Quantity.SAMPLING, Observer.AGENT).estimate();
    assertEquals(4, sampling.median(), EXACT);
  }

  @Test
  void sample_takes_whatTheProgramTookLonger() {
    List<Figure> figures = cpu(1.01);
    // 9 and 10 ms more, for 200 stacks.
    Estimate sample = figure(figures, Quantity.SAMPLE, Observer.EVENT_PIPE).estimate();
    assertEquals(47.5, sample.median(), EXACT);
    assertEquals(45, sample.low(), EXACT);
    assertEquals(0.2, figure(figures, Quantity.SAMPLER, Observer.AGENT).estimate().low(), EXACT);
    assertEquals(40, figure(figures, Quantity.BYTES, Observer.AGENT).estimate().median(), EXACT);
    Figure ratio = figure(figures, Quantity.SAMPLER_RATIO, Observer.AGENT_1MS);
    assertEquals(Verdict.MISSED, ratio.verdict());
  }

  @Test
  void round_withoutASample_saysNothingOfSamples() {
    Map<Observer, List<Run>> runs = new EnumMap<>(Observer.class);
    List<Run> alone = List.of(run(1_000_000, 1, Trail.NONE), run(1_000_000, 1, Trail.NONE));
    runs.put(Observer.NOBODY, alone);
    runs.put(
        Observer.EVENT_PIPE,
        List.of(run(1_000_000, 1, Trail.NONE), run(1_010_000, 1, Trail.of(10, 0))));
    Estimate sample =
        figure(Figures.of(AgentWork.WEB, runs), Quantity.SAMPLE, Observer.EVENT_PIPE).estimate();
    assertEquals(new Estimate(1, 1, 1), sample);
  }

  @Test
  void stop_mayBeLonger_withMoreThreads() {
    List<Figure> figures = cpu(1);
    Figure stop = figure(figures, Quantity.STOP_MEDIAN, Observer.AGENT);
    assertEquals(200, stop.estimate().median(), EXACT);
    assertEquals(275, stop.target().orElseThrow(), EXACT);
    assertEquals(0.9, figure(figures, Quantity.PAUSED, Observer.AGENT).estimate().high(), EXACT);
  }

  /** As tables of the sign test have it. */
  @Test
  void interval_leavesOut_whatTheRoundsAllow() {
    assertEquals(new Estimate(1, 3, 5), estimate(5));
    assertEquals(new Estimate(1, 3.5, 6), estimate(6));
    assertEquals(new Estimate(1, 4.5, 8), estimate(8));
    assertEquals(new Estimate(2, 5, 8), estimate(9));
    assertEquals(new Estimate(3, 6.5, 10), estimate(12));
    assertEquals(new Estimate(6, 10.5, 15), estimate(20));
  }

  private static Estimate estimate(int rounds) {
    return Estimate.of(
        IntStream.rangeClosed(1, rounds).map(i -> rounds + 1 - i).asDoubleStream().toArray());
  }
}
