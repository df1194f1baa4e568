// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.agent.Figure.Quantity;
import java.util.List;
import java.util.OptionalDouble;

/** The targets: upper bounds for medians. */
final class Targets {

  private static final List<Target> ALL =
      List.of(
          new Target(AgentWork.CPU, Quantity.THROUGHPUT, Observer.AGENT, 1.5),
          new Target(AgentWork.CPU_ONE, Quantity.THROUGHPUT, Observer.AGENT, 1.5),
          new Target(AgentWork.CPU, Quantity.THROUGHPUT, Observer.AGENT_10MS, 3),
          new Target(AgentWork.CPU_ONE, Quantity.THROUGHPUT, Observer.AGENT_10MS, 3),
          new Target(AgentWork.CPU, Quantity.SAMPLING, Observer.AGENT, 1.5),
          new Target(AgentWork.CPU_ONE, Quantity.SAMPLING, Observer.AGENT, 1.5),
          new Target(AgentWork.CPU, Quantity.SAMPLING, Observer.AGENT_10MS, 3),
          new Target(AgentWork.CPU_ONE, Quantity.SAMPLING, Observer.AGENT_10MS, 3),
          new Target(AgentWork.CPU, Quantity.SAMPLING, Observer.PERF_1MS, 2),
          new Target(AgentWork.CPU_ONE, Quantity.SAMPLING, Observer.PERF_1MS, 2),
          new Target(AgentWork.CPU, Quantity.SAMPLER_RATIO, Observer.PERF_1MS, 0.5),
          new Target(AgentWork.CPU, Quantity.MEMORY, Observer.PERF, 8),
          new Target(AgentWork.CPU, Quantity.MEMORY, Observer.PERF_1MS, 8),
          new Target(AgentWork.CPU, Quantity.SAMPLER_RATIO, Observer.AGENT_1MS, 0.5),
          new Target(AgentWork.WEB, Quantity.SAMPLER_RATIO, Observer.AGENT_1MS, 0.5),
          new Target(AgentWork.WAITING, Quantity.SAMPLER_RATIO, Observer.AGENT_1MS, 0.5),
          new Target(AgentWork.WAITING, Quantity.BYTES, Observer.AGENT, 64),
          new Target(AgentWork.WAITING, Quantity.BYTES, Observer.AGENT_10MS, 64),
          new Target(AgentWork.INSTANTIATIONS, Quantity.LOAD, Observer.AGENT, 3),
          new Target(AgentWork.INSTANTIATIONS, Quantity.LOAD_PROCESSOR, Observer.AGENT, 3),
          new Target(AgentWork.TYPEDEFS, Quantity.LOAD, Observer.AGENT, 3),
          new Target(AgentWork.TYPEDEFS, Quantity.LOAD_PROCESSOR, Observer.AGENT, 3));

  private static final double STOP_MICROS = 250;
  private static final double STOP_MICROS_PER_THREAD = 5;

  private record Target(AgentWork work, Quantity quantity, Observer observer, double most) {}

  private Targets() {}

  /** Returns the target for a figure; empty where there is none. */
  static OptionalDouble of(AgentWork work, Quantity quantity, Observer observer) {
    return ALL.stream()
        .filter(target -> target.work == work)
        .filter(target -> target.quantity == quantity && target.observer == observer)
        .mapToDouble(Target::most)
        .findFirst();
  }

  /** Returns the target for the median pause of a program with so many threads, in microseconds. */
  static double stop(double threads) {
    return STOP_MICROS + STOP_MICROS_PER_THREAD * threads;
  }
}
