// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The counters and measures of an agent, with the numbers of {@code
 * src/site/reference/control-protocol.md}.
 */
public enum Quantity {
  /** The process ID, in the process's own namespace. */
  PROCESS_ID(1, Unit.NUMBER),
  /** {@code major << 16 | minor}. */
  AGENT_VERSION(2, Unit.NUMBER),
  /** 1: loaded at start-up; 2: attached. */
  START_MODE(3, Unit.NUMBER),
  /** The time since the trace began. */
  UPTIME(4, Unit.NANOSECONDS),
  /** The size of the trace. */
  TRACE_BYTES(5, Unit.BYTES),
  /** Identity records in the trace. */
  IDENTITY_RECORDS(6, Unit.NUMBER),
  /** Identity records that could not be written. */
  IDENTITY_LOST(7, Unit.NUMBER),
  /** 1: complete; 2: complete from the attach on; 3: ended. */
  COVERAGE(8, Unit.NUMBER),
  /** Types loaded on threads of the agent or inside its calls; must be 0. */
  LOADS_ON_AGENT_THREADS(9, Unit.NUMBER),
  /** Failures of the agent's own. */
  FAULTS(10, Unit.NUMBER),
  /** Modules that are loaded. */
  MODULES(11, Unit.NUMBER),
  /** Recorded classes that are still valid. */
  CLASSES(12, Unit.NUMBER),
  /** Recorded functions that are still valid. */
  FUNCTIONS(13, Unit.NUMBER),
  /** Managed threads. */
  THREADS(14, Unit.NUMBER),
  /** The requested time between two rounds of sampling; 0: not sampling. */
  SAMPLE_PERIOD(15, Unit.NANOSECONDS),
  /** The share of the time for which the program may be paused. */
  DUTY(16, Unit.MILLIONTHS),
  /** Rounds of sampling. */
  ROUNDS(17, Unit.NUMBER),
  /** Stacks that were sampled. */
  STACKS(18, Unit.NUMBER),
  /** Walks that gave no stack. */
  FAILED_WALKS(19, Unit.NUMBER),
  /** Suspensions that the runtime refused. */
  REFUSED_SUSPENSIONS(20, Unit.NUMBER),
  /** Sample records that were dropped. */
  DROPPED_SAMPLES(21, Unit.NUMBER),
  /** The time for which the program was paused for samples, in total. */
  PAUSED_TOTAL(22, Unit.NANOSECONDS),
  /** The longest such pause. */
  PAUSED_LONGEST(23, Unit.NANOSECONDS),
  /** The actual time between two rounds. */
  REACHED_PERIOD(24, Unit.NANOSECONDS),
  /** How the agent is to sample. 0: by suspending; 1: by perf events; 2: both. */
  ENGINES(25, Unit.NUMBER),
  /** 1: perf events serve; 2: the system refuses them; 3: they are off. */
  PERF_CONDITION(26, Unit.NUMBER),
  /** The system's error number when it refuses perf events; 0: it does not. */
  PERF_REFUSAL(27, Unit.NUMBER),
  /** Samples of running threads by perf events. */
  PERF_SAMPLES(28, Unit.NUMBER),
  /** Those of them whose stack reaches the thread's first frame. */
  PERF_WHOLE(29, Unit.NUMBER),
  /** Samples that the system had no room for, or that could not be written. */
  PERF_LOST(30, Unit.NUMBER),
  /** The processor time that the agent took to read and unwind them. */
  PERF_WORKING(31, Unit.NANOSECONDS),
  /** The processor time of the program's threads while perf events served. */
  PERF_USED(32, Unit.NANOSECONDS),
  /** The part of it that the samples stand for. */
  PERF_SAMPLED(33, Unit.NANOSECONDS);

  /** The units of the quantities. */
  public enum Unit {
    /** A count, or a number with a meaning of its own. */
    NUMBER,
    /** Nanoseconds. */
    NANOSECONDS,
    /** Bytes. */
    BYTES,
    /** Millionths of a whole. */
    MILLIONTHS
  }

  private final int number;
  private final Unit unit;

  Quantity(int number, Unit unit) {
    this.number = number;
    this.unit = unit;
  }

  /** Returns its unit. */
  public Unit unit() {
    return unit;
  }

  /** Returns its name for people and scripts, such as {@code failed-walks}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Quantity> ofNumber(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
