// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.Arrays;

/**
 * The end of a trace, as its writer recorded it.
 *
 * @param reason the kind of end
 * @param agentErrors the number of failed calls and refused allocations
 * @param identityRecords the number of identity records that were appended
 * @param identityLost the number of identity records that could not be appended
 * @param loadsOnOurThreads the number of types that were loaded on a thread of the agent or inside
 *     one of its calls; anything but 0 means that the agent changed the program
 */
public record TraceEnding(
    Reason reason,
    long agentErrors,
    long identityRecords,
    long identityLost,
    long loadsOnOurThreads) {

  /** The orderly ends. */
  public enum Reason {
    /** The program ended, and the runtime shut down. */
    RUNTIME_SHUT_DOWN("the runtime shut down"),
    /** The agent was detached. */
    DETACHED("the agent detached"),
    /** Another writer than the agent ended the recording. */
    CLOSED("the recording was closed");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** Returns the reason that has a phrase; {@link #CLOSED} for any other. */
    static Reason of(String words) {
      return Arrays.stream(values())
          .filter(each -> each.words.equals(words))
          .findFirst()
          .orElse(CLOSED);
    }

    /** Returns the reason as a phrase. */
    public String inWords() {
      return words;
    }
  }
}
