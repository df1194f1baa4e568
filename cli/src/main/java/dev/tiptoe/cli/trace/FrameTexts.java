// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.SourceLocation.InSource;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The frames of stacks as text: the method's name, and in brackets the chosen and known details of
 * the position in the method. Not thread-safe; caches one text for each position.
 */
final class FrameTexts {

  /** A detail that can follow the name of a method. */
  enum Detail {
    /** The IL offset, as in {@code IL_002a}, or {@code prolog} or {@code epilog}. */
    IL_OFFSET,
    /** The file and line. */
    SOURCE_LINE
  }

  /**
   * A position in a method. It has a time, because the same ID may have been another method before.
   */
  private record Place(FunctionID method, long from, long address) {}

  private final Trace trace;
  private final RuntimeIdMap map;
  private final Session session;
  private final Set<Detail> details;
  private final Map<Place, String> known = new HashMap<>();
  private boolean anySource;

  FrameTexts(Trace trace, Set<Detail> details) {
    this.trace = trace;
    this.map = trace.map();
    this.session = trace.session();
    this.details = details;
  }

  /** Returns whether the source of any frame was found. */
  boolean anySource() {
    return anySource;
  }

  /**
   * Returns the text of a frame.
   *
   * @param address an address in the executing instruction; 0 when it is not known
   */
  String of(ThreadID thread, FunctionID method, long address, long at) {
    if (method.isNone()) {
      return trace.frameOutside(thread, address);
    }
    if (address == 0 || details.isEmpty()) {
      return session.nameOf(method, at);
    }
    return map.at(at)
        .meaningOf(method)
        .valid()
        .map(fact -> known.computeIfAbsent(place(fact, address), it -> made(fact, address)))
        .orElseGet(() -> session.nameOf(method, at));
  }

  private static Place place(FunctionFact method, long address) {
    return new Place(method.id(), method.interval().from(), address);
  }

  private String made(FunctionFact method, long address) {
    String name = session.nameOf(method);
    // Code is recorded after the sample in which it was first met.
    CodeLocation there = map.atEndOf(method).codeAt(address);
    return there instanceof InCode code && code.method().id().equals(method.id())
        ? name + where(code)
        : name;
  }

  private String where(InCode code) {
    StringJoiner where = new StringJoiner(" ", " [", "]").setEmptyValue("");
    if (details.contains(Detail.IL_OFFSET)) {
      ilOffset(code.il()).ifPresent(where::add);
    }
    if (details.contains(Detail.SOURCE_LINE)) {
      Optional<InSource> source = session.sourceOf(code).known();
      source.map(InSource::toString).ifPresent(where::add);
      anySource |= source.isPresent();
    }
    return where.toString();
  }

  private static Optional<String> ilOffset(IlPosition il) {
    if (il instanceof IlPosition.At at) {
      return Optional.of(String.format(Locale.ROOT, "IL_%04x", at.offset()));
    }
    return il == IlPosition.Nowhere.PROLOG || il == IlPosition.Nowhere.EPILOG
        ? Optional.of(il.toString().toLowerCase(Locale.ROOT))
        : Optional.empty();
  }
}
