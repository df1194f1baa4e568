// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The counters and measures of an agent, as {@code src/site/reference/control-protocol.md} numbers
 * it.
 */
public enum Quantity {
  /** The process, as it sees itself. */
  PROCESS_ID(1, Unit.NUMBER),
  /** {@code major << 16 | minor}. */
  AGENT_VERSION(2, Unit.NUMBER),
  /** 1: there from the start; 2: attached. */
  START_MODE(3, Unit.NUMBER),
  /** Since the trace began. */
  UPTIME(4, Unit.NANOSECONDS),
  /** The size of the trace. */
  TRACE_BYTES(5, Unit.BYTES),
  /** Identity records in the trace. */
  IDENTITY_RECORDS(6, Unit.NUMBER),
  /** Identity records that could not be written. */
  IDENTITY_LOST(7, Unit.NUMBER),
  /** 1: complete; 2: from the attach on; 3: ended. */
  COVERAGE(8, Unit.NUMBER),
  /** Types loaded on threads of the agent or inside its calls; must be 0. */
  LOADS_ON_AGENT_THREADS(9, Unit.NUMBER),
  /** Failures of the agent's own. */
  FAULTS(10, Unit.NUMBER),
  /** Modules that are loaded. */
  MODULES(11, Unit.NUMBER),
  /** Classes that were told of and are still valid. */
  CLASSES(12, Unit.NUMBER),
  /** Functions that were told of and are still valid. */
  FUNCTIONS(13, Unit.NUMBER),
  /** Managed threads. */
  THREADS(14, Unit.NUMBER),
  /** The time between two rounds of sampling that was asked for; 0: not sampling. */
  SAMPLE_PERIOD(15, Unit.NANOSECONDS),
  /** The share of the time that the program may be paused. */
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
  /** How long the program was paused for samples, all together. */
  PAUSED_TOTAL(22, Unit.NANOSECONDS),
  /** The longest such pause. */
  PAUSED_LONGEST(23, Unit.NANOSECONDS),
  /** The time between two rounds that was reached. */
  REACHED_PERIOD(24, Unit.NANOSECONDS);

  /** What a quantity is measured in. */
  public enum Unit {
    /** A count, or a number that stands for something. */
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

  /** What it is measured in. */
  public Unit unit() {
    return unit;
  }

  /** Its name for people and scripts, such as {@code failed-walks}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Quantity> ofNumber(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
