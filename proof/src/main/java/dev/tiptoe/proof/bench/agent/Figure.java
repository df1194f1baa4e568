// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import java.util.OptionalDouble;

/**
 * A figure of the bench.
 *
 * @param work whose runs gave it
 * @param quantity what was measured
 * @param observer who looked on
 * @param estimate by the rounds
 * @param target what the median may be at most; empty where nothing is aimed at
 */
public record Figure(
    AgentWork work,
    Quantity quantity,
    Observer observer,
    Estimate estimate,
    OptionalDouble target) {

  /** Whether what is aimed at is reached. */
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

  /** What can be said of a target. */
  public enum Verdict {
    /** Nothing is aimed at. */
    NONE(""),
    /** All of the interval is what it may be. */
    REACHED("reached"),
    /** All of it is more. */
    MISSED("missed"),
    /** What is aimed at lies inside the interval: more rounds, or a quieter machine, would tell. */
    NOT_SHOWN("not shown");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    /** What it is called. */
    public String word() {
      return word;
    }
  }

  /** What can be measured. */
  public enum Quantity {
    /** How much less was done in a time, by the clock. */
    THROUGHPUT("throughput", "throughput lost", "%"),
    /** How much more processor time it took, that of the observer's threads included. */
    PROCESSOR("processor", "processor time added", "%"),
    /** How much less was done in a time than by the same process while the observer rested. */
    SAMPLING("sampling", "throughput lost to sampling", "%"),
    /** How much more processor time it took than there. */
    SAMPLING_PROCESSOR("sampling-processor", "processor time added by it", "%"),
    /** By how much the most resident memory was more. */
    MEMORY("memory", "memory added", "MiB"),
    /** Stacks in a second, of all threads together. */
    RATE("rate", "samples a second", ""),
    /** How much longer the program took, for each stack. */
    SAMPLE("sample", "time lost for a sample", "us"),
    /** How much more processor time it took, for each stack. */
    SAMPLE_PROCESSOR("sample-processor", "processor time added for one", "us"),
    /** Processor time that the observer's own threads took, for each stack. */
    SAMPLER("sampler", "the sampler's own time for a sample", "us"),
    /** That, by what EventPipe's takes. */
    SAMPLER_RATIO("sampler-ratio", "the same, by EventPipe's", ""),
    /**
     * Bytes that the trace grew by, for each stack; one that is met for the first time takes more.
     */
    BYTES("bytes", "trace for a sample", "B"),
    /** How long the program stood still; half of the stops were no longer. */
    STOP_MEDIAN("stop-median", "stop, median", "us"),
    /** 99 of a hundred were no longer. */
    STOP_P99("stop-p99", "stop, p99", "us"),
    /** No stop was longer. */
    STOP_LONGEST("stop-longest", "stop, longest", "us"),
    /** How much of the time went from asking for a stop to the end of it. */
    PAUSED("paused", "time paused", "%"),
    /** How much longer it took to the first answer. */
    START("start", "time added", "ms"),
    /** How much longer it took to load a type, by the clock. */
    LOAD("load", "time added", "us"),
    /** How much more processor time it took. */
    LOAD_PROCESSOR("load-processor", "processor time added", "us");

    private final String word;
    private final String description;
    private final String unit;

    Quantity(String word, String description, String unit) {
      this.word = word;
      this.description = description;
      this.unit = unit;
    }

    /** What scripts call it. */
    public String word() {
      return word;
    }

    /** What it is called in a table. */
    public String description() {
      return description;
    }

    /** The unit of the figure. */
    public String unit() {
      return unit;
    }
  }
}
