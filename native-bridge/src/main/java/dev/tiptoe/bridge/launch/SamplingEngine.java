// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

/** The ways in which the agent can sample stacks. */
public enum SamplingEngine {
  /**
   * Suspends the runtime and gets the stacks of managed threads from it, running or waiting, for at
   * most its share of the time.
   */
  SUSPEND("suspend"),

  /**
   * The kernel copies registers and stacks of running threads, by perf events; nothing is stopped,
   * and native frames are seen. Where the kernel does not permit it, the agent suspends.
   */
  PERF("perf"),

  /** Both at once. */
  BOTH("both");

  private final String name;

  SamplingEngine(String name) {
    this.name = name;
  }

  /** Returns its name in the agent's settings. */
  @Override
  public String toString() {
    return name;
  }
}
