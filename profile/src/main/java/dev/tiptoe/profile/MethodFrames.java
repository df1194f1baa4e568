// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The frames of methods by their FunctionIDs, as of now, where samples are counted and no profile
 * is made of them. Not thread-safe. Memory: by the distinct methods that were asked for.
 */
public final class MethodFrames {

  /** The frame of an ID's meaning that begins at a time. */
  private record Made(long from, Frame frame) {}

  private final Session session;
  private final FrameMaker maker;
  private final Map<FunctionID, Made> made = new HashMap<>();

  /**
   * Creates the frames of a session's methods, which have no position.
   *
   * @param session may still be fed, by the same thread
   */
  public MethodFrames(Session session, Set<FrameDetail> details) {
    this.session = session;
    this.maker = new FrameMaker(session, details);
  }

  /** Returns the frame of a method; {@link Frame#UNKNOWN} for an ID without a meaning. */
  public Frame of(FunctionID id) {
    Optional<FunctionFact> fact = session.map().now().meaningOf(id).valid();
    if (fact.isEmpty()) {
      return Frame.UNKNOWN;
    }
    Made known = made.get(id);
    if (known == null || known.from != fact.get().interval().from()) {
      known = new Made(fact.get().interval().from(), maker.of(fact.get()));
      made.put(id, known);
    }
    return known.frame;
  }

  /**
   * Returns the frame of a method of which no FunctionID need be known; {@link Frame#UNKNOWN} when
   * its module is not loaded. It has no source.
   */
  public Frame of(ModuleID module, Token methodDef) {
    return session
        .map()
        .now()
        .meaningOf(module)
        .valid()
        .map(fact -> maker.of(session.now().nameOf(module, methodDef), fact.loaded(), methodDef))
        .orElse(Frame.UNKNOWN);
  }
}
