// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The end of a trace, as the agent recorded it.
 *
 * @param reason why it ended
 * @param agentErrors failed calls and refused allocations
 * @param identityRecords identity records it appended
 * @param identityLost identity records it could not append
 * @param loadsOnOurThreads types that were loaded on a thread of the agent or inside one of its
 *     calls; anything but 0 means that the agent changed the program
 */
public record TraceEnding(
    Reason reason,
    long agentErrors,
    long identityRecords,
    long identityLost,
    long loadsOnOurThreads) {

  /** The orderly ends. */
  public enum Reason {
    /** The program ended, and the runtime said so. */
    RUNTIME_SHUT_DOWN("the runtime shut down"),
    /** The agent left the program. */
    DETACHED("the agent detached");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** The reason as a phrase. */
    public String inWords() {
      return words;
    }
  }
}
