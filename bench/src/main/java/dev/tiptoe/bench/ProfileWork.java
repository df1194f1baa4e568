// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/** The works of {@code prove bench profile}. */
public enum ProfileWork implements Race {
  /** Reads a trace whose stacks repeat, up to the counts of its stacks. */
  COUNT("count", "reading and counting a sample of a known stack", 100),
  /** Reads a trace whose stacks are distinct, and resolves them. */
  RESOLVE("resolve", "reading and resolving a distinct stack", 3_000);

  private final String word;
  private final String description;
  private final double target;

  ProfileWork(String word, String description, double target) {
    this.word = word;
    this.description = description;
    this.target = target;
  }

  @Override
  public String word() {
    return word;
  }

  @Override
  public String description() {
    return description;
  }

  /** Returns the target for one sample or stack, in nanoseconds. */
  @Override
  public double target() {
    return target;
  }
}
