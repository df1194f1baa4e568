// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * What a ThreadID meant. Immutable.
 *
 * @param id the ID
 * @param osThreadId the operating system's ID of the thread; 0 when it is not known
 * @param name empty when it was given none
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record ThreadFact(
    ThreadID id,
    int osThreadId,
    String name,
    Interval interval,
    List<Evidence> evidence,
    boolean disputed)
    implements Fact {

  /** Copies the list. */
  public ThreadFact {
    evidence = List.copyOf(evidence);
  }
}
