// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import java.util.List;

/**
 * The differences that the agent made in the types that a program loads; there should be none.
 * Immutable.
 *
 * @param entry how the agent entered the program
 * @param without the number of types loaded in all runs without the agent together
 * @param with the number loaded in all runs with it together
 * @param different the types that each run of one kind loaded, and no run of the other
 * @param byChance other types that some run with it loaded, and no run without
 * @param onItsThreads the number of types loaded on threads of the agent, by the runtime's record
 * @param inItsCalls the number loaded there or inside a call of the agent, by its own count
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

  /** Returns whether the agent changed nothing. */
  public boolean isClean() {
    return different.isEmpty() && onItsThreads == 0 && inItsCalls == 0;
  }

  /** Returns how many types the agent loaded, by the greater of both counts. */
  public long ours() {
    return Math.max(onItsThreads, inItsCalls);
  }
}
