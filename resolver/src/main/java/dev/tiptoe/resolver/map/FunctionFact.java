// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.FunctionID;
import java.util.List;

/**
 * The meaning of a FunctionID over an interval. Immutable.
 *
 * @param id the ID
 * @param shape the method
 * @param interval when it meant this
 * @param evidence how that is known, strongest first
 * @param disputed whether another fact gave the same ID another meaning meanwhile
 */
public record FunctionFact(
    FunctionID id,
    FunctionShape shape,
    Interval interval,
    List<Evidence> evidence,
    boolean disputed)
    implements Fact {

  /** Copies the list. */
  public FunctionFact {
    evidence = List.copyOf(evidence);
  }
}
