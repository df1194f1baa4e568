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
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record ClassFact(
    ClassID id, ClassShape shape, Interval interval, List<Evidence> evidence, boolean disputed)
    implements Fact {

  /** Copies the list. */
  public ClassFact {
    evidence = List.copyOf(evidence);
  }
}
