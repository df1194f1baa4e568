// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import java.util.List;

/**
 * What the agent changed of the types that a program loads: nothing, if all is well. Immutable.
 *
 * @param presence how the agent was there
 * @param without how many types were loaded in the runs without the agent together
 * @param with how many were loaded in the run with it
 * @param different the types that only one of the two loaded, in words
 * @param onItsThreads how many were loaded on threads of the agent, by the runtime's record
 * @param inItsCalls how many were loaded there or inside a call of the agent, by its own count
 */
public record LoadFinding(
    String presence,
    int without,
    int with,
    List<String> different,
    long onItsThreads,
    long inItsCalls) {

  /** Copies the list. */
  public LoadFinding {
    different = List.copyOf(different);
  }

  /** Whether the agent changed nothing. */
  public boolean isClean() {
    return different.isEmpty() && onItsThreads == 0 && inItsCalls == 0;
  }

  /** How many types were loaded by the agent, by whichever count has more. */
  public long ours() {
    return Math.max(onItsThreads, inItsCalls);
  }
}
