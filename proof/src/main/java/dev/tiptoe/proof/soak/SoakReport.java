// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import java.util.List;

/**
 * The result of attaching the agent to a program and detaching it again and again. Immutable.
 *
 * @param cycles the number of cycles
 * @param failures the number of cycles with a fault
 * @param crashes how many times the program ended unexpectedly
 * @param leakedFiles files and sockets that were left behind
 * @param leakedThreads threads of the agent that were left behind
 * @param leakedDescriptors descriptors of the program that were left open
 * @param requests the number of requests that the program answered correctly meanwhile
 * @param grown the growth of the program's resident memory from the second quarter of the cycles to
 *     the last, in KiB
 * @param stacks the number of stacks that were sampled
 * @param grownAlone the growth of the control over the same time
 * @param problems descriptions of the problems
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

  /** Returns whether the program was as it would have been alone, apart from its memory. */
  public boolean isClean() {
    return problems.isEmpty()
        && failures + crashes + leakedFiles + leakedThreads + leakedDescriptors == 0;
  }
}
