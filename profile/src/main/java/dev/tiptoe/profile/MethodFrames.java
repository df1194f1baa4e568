// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The frames of methods, for programs that count samples without making a profile. Not thread-safe.
 * Memory: by the number of distinct methods requested.
 */
public final class MethodFrames {

  /** The frame of an ID's meaning that begins at a time. */
  private record Made(long from, Frame frame) {}

  private final Session session;
  private final FrameMaker maker;
  private final PrecompiledFrames precompiled;
  private final NativeSymbols symbols = NativeSymbols.usual();
  private final Map<FunctionID, Made> made = new HashMap<>();
  private final List<Frame> numbered = new ArrayList<>();
  private final Map<Frame, Integer> numbers = new HashMap<>();
  private AddressFrames addresses;

  /**
   * Creates the frames of a session's methods, which have no position.
   *
   * @param session may still be fed, by the same thread
   */
  public MethodFrames(Session session, Set<FrameDetail> details) {
    this.session = session;
    this.maker = new FrameMaker(session, details);
    this.precompiled = new PrecompiledFrames(session, maker);
    this.addresses = freshAddresses();
  }

  /** Returns the frame of a method as of now; {@link Frame#UNKNOWN} for an ID without a meaning. */
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

  /**
   * Returns frames that are shown together, in the same order. Where types of several namespaces
   * have one name, their written methods get the namespaces, as {@link
   * ProfileViews#typesDisambiguated} does for a profile.
   */
  public static List<Frame> disambiguated(List<Frame> frames) {
    return SharedTypeNames.disambiguated(frames);
  }

  /**
   * Returns the frame of the innermost managed method of a sample, or of its leaf if there is none.
   */
  public Frame innermost(long at, AddressSample sample) {
    Frame leaf = numbered.get(addresses.frame(sample.leaf(), at));
    Frame frame = leaf;
    for (int i = 1; frame.kind() == FrameKind.NATIVE && i < sample.stack().depth(); i++) {
      frame = numbered.get(addresses.frame(sample.executing(i), at));
    }
    return frame.kind() == FrameKind.NATIVE ? leaf : frame;
  }

  /**
   * Forgets what addresses mean. To be called when the session was fed: what has ended since was
   * taken to go on.
   */
  public void forgetAddresses() {
    addresses = freshAddresses();
  }

  private AddressFrames freshAddresses() {
    numbered.clear();
    numbers.clear();
    ResolvedFrames methods = new ResolvedFrames(session, maker, this::number);
    return new AddressFrames(session, precompiled, methods, symbols, this::number);
  }

  private int number(Frame frame) {
    int next = numbered.size();
    int number = numbers.computeIfAbsent(frame, any -> next);
    if (number == next) {
      numbered.add(frame);
    }
    return number;
  }
}
