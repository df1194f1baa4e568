// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import java.util.List;

/**
 * The meaning of a ClassID over an interval. Immutable.
 *
 * @param id the ID
 * @param shape the type
 * @param interval when it meant this
 * @param described when a fact first described the ID. An observation may have come first: between
 *     that and {@code described}, the answer rests on a later fact, and another fact that comes
 *     late may still change it
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record ClassFact(
    ClassID id,
    ClassShape shape,
    Interval interval,
    long described,
    List<Evidence> evidence,
    boolean disputed)
    implements Fact {

  /** Copies the list. */
  public ClassFact {
    evidence = List.copyOf(evidence);
  }
}
