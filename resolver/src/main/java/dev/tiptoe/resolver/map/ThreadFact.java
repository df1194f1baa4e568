// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * The meaning of a ThreadID over an interval. Immutable.
 *
 * @param id the ID
 * @param osThreadId the operating system's ID of the thread; 0 when it is not known
 * @param name the name that the program was seen to give it; empty when there was none
 * @param osName what the operating system called it when it was met; empty when that is not known.
 *     It may be cut (Linux: to 15 bytes), and the name of whoever made the thread, if the program
 *     gave it none
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record ThreadFact(
    ThreadID id,
    int osThreadId,
    String name,
    String osName,
    Interval interval,
    List<Evidence> evidence,
    boolean disputed)
    implements Fact {

  /** Copies the list. */
  public ThreadFact {
    evidence = List.copyOf(evidence);
  }

  /** The name that it was given, or else what the operating system called it; empty for neither. */
  public String anyName() {
    return name.isEmpty() ? osName : name;
  }
}
