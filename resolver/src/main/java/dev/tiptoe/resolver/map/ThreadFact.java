// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * The meaning of a ThreadID over an interval. Immutable.
 *
 * @param id the ID
 * @param osThreadId the operating system's ID of the thread; 0 when it is not known
 * @param name the name that the program gave it, as far as known; empty otherwise
 * @param osName its name in the operating system when it was first known; empty when that is not
 *     known. It may be cut (Linux: to 15 bytes), and a thread that the program never named has the
 *     name of the thread that created it
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

  /**
   * Returns the name that the program gave it, or else the operating system's; empty for neither.
   */
  public String anyName() {
    return name.isEmpty() ? osName : name;
  }
}
