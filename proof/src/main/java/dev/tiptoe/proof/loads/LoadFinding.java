// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import java.util.List;

/**
 * What the agent changed of the types that a program loads: nothing, if all is well. Immutable.
 *
 * @param entry how the agent was there
 * @param without how many types were loaded in the runs without the agent together
 * @param with how many were loaded in the runs with it together
 * @param different the types that each run of one kind loaded, and no run of the other
 * @param byChance other types that some run with it loaded, and no run without
 * @param onItsThreads how many were loaded on threads of the agent, by the runtime's record
 * @param inItsCalls how many were loaded there or inside a call of the agent, by its own count
 */
public record LoadFinding(
    String entry,
    int without,
    int with,
    List<String> different,
    List<String> byChance,
    long onItsThreads,
    long inItsCalls) {

  /** Copies the lists. */
  public LoadFinding {
    different = List.copyOf(different);
    byChance = List.copyOf(byChance);
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
