// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import java.util.List;

/**
 * What was seen of a program that the agent was attached to and detached from again and again.
 * Immutable.
 *
 * @param cycles how many times
 * @param failures how many cycles did not go as they should
 * @param crashes how many times the program ended that should have gone on
 * @param leakedFiles files and sockets that were left
 * @param leakedThreads threads of the agent that were left
 * @param leakedDescriptors descriptors of the program that were left open
 * @param requests how many requests the program answered correctly meanwhile
 * @param grown by how much the program's resident memory grew from the second quarter of the cycles
 *     to the last, in KiB
 * @param stacks how many stacks were sampled
 * @param grownAlone by how much, over the same time, that of the control grew
 * @param problems what was wrong, in words
 */
public record SoakReport(
    int cycles,
    int failures,
    int crashes,
    int leakedFiles,
    int leakedThreads,
    int leakedDescriptors,
    long requests,
    long grown,
    long stacks,
    long grownAlone,
    List<String> problems) {

  /** Copies the list. */
  public SoakReport {
    problems = List.copyOf(problems);
  }

  /** Whether the program was as it would have been alone, but for its memory. */
  public boolean isClean() {
    return problems.isEmpty()
        && failures + crashes + leakedFiles + leakedThreads + leakedDescriptors == 0;
  }
}
