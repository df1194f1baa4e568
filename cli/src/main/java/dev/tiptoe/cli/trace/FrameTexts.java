// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.SourceLocation.InSource;
import dev.tiptoe.resolver.id.FunctionID;
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
 * The frames of stacks in words: the method's name, and behind it in brackets whatever was chosen
 * and is known of where in the method the thread stood. For one thread; keeps one text for each
 * place met.
 */
final class FrameTexts {

  /** What may stand behind the name of a method. */
  enum Detail {
    /** The IL offset, as in {@code IL_002a}; {@code prolog} and {@code epilog}. */
    IL_OFFSET,
    /** File and line. */
    SOURCE_LINE
  }

  static final String NATIVE = "<native>";

  /** A place in a method: the same ID may have been another method before. */
  private record Place(FunctionID method, long from, long address) {}

  private final RuntimeIdMap map;
  private final Session session;
  private final Set<Detail> details;
  private final Map<Place, String> known = new HashMap<>();
  private boolean anySource;

  FrameTexts(Trace trace, Set<Detail> details) {
    this.map = trace.map();
    this.session = trace.session();
    this.details = details;
  }

  /** Whether the source of any frame was found. */
  boolean anySource() {
    return anySource;
  }

  /**
   * A frame.
   *
   * @param address in the instruction that it was executing; 0 where that is not known
   */
  String of(FunctionID method, long address, long at) {
    if (method.isNone()) {
      return NATIVE;
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
    // Code is described after the sample in which it was first met.
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
