// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import java.util.OptionalDouble;

/**
 * A figure of the bench.
 *
 * @param work the work of the runs
 * @param quantity the measured quantity
 * @param observer the observer
 * @param estimate its estimate from the rounds
 * @param target the greatest allowed median; empty where there is no target
 */
public record Figure(
    AgentWork work,
    Quantity quantity,
    Observer observer,
    Estimate estimate,
    OptionalDouble target) {

  /** Returns whether the target is reached. */
  public Verdict verdict() {
    if (target.isEmpty()) {
      return Verdict.NONE;
    }
    double most = target.getAsDouble();
    if (estimate.high() <= most) {
      return Verdict.REACHED;
    }
    return estimate.low() > most ? Verdict.MISSED : Verdict.NOT_SHOWN;
  }

  /** The state of a target. */
  public enum Verdict {
    /** There is no target. */
    NONE(""),
    /** The whole interval is within the target. */
    REACHED("reached"),
    /** The whole interval exceeds it. */
    MISSED("missed"),
    /** The target lies inside the interval: more rounds, or a quieter machine, would decide. */
    NOT_SHOWN("not shown");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    /** Returns its name. */
    public String word() {
      return word;
    }
  }

  /** The measured quantities. */
  public enum Quantity {
    /** The throughput that is lost, by the clock. */
    THROUGHPUT("throughput", "throughput lost", "%"),
    /** The processor time that is added, including that of the observer's threads. */
    PROCESSOR("processor", "processor time added", "%"),
    /** The throughput that is lost compared with the same process while the observer rests. */
    SAMPLING("sampling", "throughput lost to sampling", "%"),
    /** The processor time that is added compared with the same. */
    SAMPLING_PROCESSOR("sampling-processor", "processor time added by it", "%"),
    /** The increase of the greatest resident memory. */
    MEMORY("memory", "memory added", "MiB"),
    /** The number of stacks per second, of all threads together. */
    RATE("rate", "samples a second", ""),
    /** The time added to the program for each stack. */
    SAMPLE("sample", "time lost for a sample", "us"),
    /** The processor time added for each stack. */
    SAMPLE_PROCESSOR("sample-processor", "processor time added for one", "us"),
    /** The processor time of the observer's own threads for each stack. */
    SAMPLER("sampler", "the sampler's own time for a sample", "us"),
    /** The same, divided by EventPipe's. */
    SAMPLER_RATIO("sampler-ratio", "the same, by EventPipe's", ""),
    /** The bytes added to the trace for each stack; a new stack takes more. */
    BYTES("bytes", "trace for a sample", "B"),
    /** The median time for which the program was stopped. */
    STOP_MEDIAN("stop-median", "stop, median", "us"),
    /** The 99th percentile of it. */
    STOP_P99("stop-p99", "stop, p99", "us"),
    /** The longest of them. */
    STOP_LONGEST("stop-longest", "stop, longest", "us"),
    /** The share of the time from the request of a stop to its end. */
    PAUSED("paused", "time paused", "%"),
    /** The time added up to the first answer. */
    START("start", "time added", "ms"),
    /** The time added to loading a type, by the clock. */
    LOAD("load", "time added", "us"),
    /** The processor time added to it. */
    LOAD_PROCESSOR("load-processor", "processor time added", "us");

    private final String word;
    private final String description;
    private final String unit;

    Quantity(String word, String description, String unit) {
      this.word = word;
      this.description = description;
      this.unit = unit;
    }

    /** Returns its name for scripts. */
    public String word() {
      return word;
    }

    /** Returns its name in a table. */
    public String description() {
      return description;
    }

    /** Returns the unit of the figure. */
    public String unit() {
      return unit;
    }
  }
}
