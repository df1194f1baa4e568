// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.pdb.PdbPoints;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Chooses, among the methods of a name, the one in which a generated method is written.
 * Thread-safe.
 */
final class MethodChoice {

  /** EncLambdaAndClosureMap; begins with the ordinal of the method, plus one. */
  private static final UUID LAMBDA_MAP = UUID.fromString("a643004c-0240-496f-a783-30d64f4979de");

  /** Overloads beyond this number are not distinguished. */
  private static final int MOST = 256;

  /** The methods of a type with a name. */
  private record Overloads(int type, String name) {}

  /** The first and the last line of a method's source in a document. */
  private record Lines(SequencePoint first, SequencePoint last) {

    private static Lines around(SequencePoint one, SequencePoint other) {
      return isBefore(one, other) ? new Lines(one, other) : new Lines(other, one);
    }
  }

  private final Optional<Image> pdb;
  private final Optional<PdbPoints> points;
  private final Map<Overloads, List<MethodDef>> overloads = new ConcurrentHashMap<>();
  private final Map<Integer, OptionalInt> ordinals = new ConcurrentHashMap<>();
  private final Map<Integer, Optional<SequencePoint>> firstLines = new ConcurrentHashMap<>();
  private final Map<Integer, Map<Token, Lines>> lines = new ConcurrentHashMap<>();

  MethodChoice(Optional<Image> pdb) {
    this.pdb = pdb;
    this.points = pdb.map(PdbPoints::new);
  }

  /**
   * Returns the method of a type with a name.
   *
   * @param name empty if it is not known
   * @param ordinal that of the method, as in the generated name
   * @param generated the method whose lines lie in it
   */
  WrittenMethod of(TypeDef type, String name, OptionalInt ordinal, Optional<MethodDef> generated) {
    List<MethodDef> all =
        name.isEmpty()
            ? type.methods()
            : overloads.computeIfAbsent(
                new Overloads(type.rid(), name), any -> type.findMethods(name));
    if (all.size() > MOST) {
      return byName(name, type);
    }
    Optional<MethodDef> mapped =
        ordinal.isEmpty()
            ? Optional.empty()
            : only(all, each -> hasOrdinal(each, ordinal.getAsInt()));
    if (mapped.isPresent()) {
      return written(mapped.get(), Source.DEBUG_MAP);
    }
    if (all.size() == 1) {
      return written(all.get(0), Source.ONLY_ONE);
    }
    Optional<SequencePoint> first =
        generated.flatMap(it -> firstLines.computeIfAbsent(it.rid(), any -> firstLine(it)));
    Optional<MethodDef> enclosing =
        first.flatMap(point -> only(all, each -> encloses(each, point)));
    return enclosing.isPresent() ? written(enclosing.get(), Source.LINES) : byName(name, type);
  }

  /** Where the name does not say that of the method, the type is known all the same. */
  private static WrittenMethod byName(String name, TypeDef type) {
    return byName(name.isEmpty() ? type.name() : name);
  }

  /** The answer where nothing but a name is known. */
  static WrittenMethod byName(String name) {
    return new WrittenMethod(new Token(0), name, List.of(), Source.NAME);
  }

  private static WrittenMethod written(MethodDef method, Source source) {
    return new WrittenMethod(method.token(), method.name(), List.of(), source);
  }

  private static Optional<MethodDef> only(List<MethodDef> all, Predicate<MethodDef> fits) {
    List<MethodDef> fitting = all.stream().filter(fits).limit(2).toList();
    return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
  }

  private boolean hasOrdinal(MethodDef method, int ordinal) {
    OptionalInt own = ordinals.computeIfAbsent(method.rid(), any -> ordinal(method));
    return own.isPresent() && own.getAsInt() == ordinal;
  }

  private OptionalInt ordinal(MethodDef method) {
    try {
      return pdb.stream()
          .flatMap(image -> CustomDebugInformation.of(image, method.token()).stream())
          .filter(each -> each.kind().filter(LAMBDA_MAP::equals).isPresent())
          .mapToInt(each -> new Cursor(each.value()).compressed() - 1)
          .findFirst();
    } catch (MetadataFormatException damage) {
      return OptionalInt.empty();
    }
  }

  // ---- lines

  private Optional<SequencePoint> firstLine(MethodDef method) {
    return points(method).stream().filter(point -> !point.isHidden()).findFirst();
  }

  /** Whether the method's lines in the same document begin before a point and end behind it. */
  private boolean encloses(MethodDef method, SequencePoint point) {
    Lines own = lines.computeIfAbsent(method.rid(), any -> lines(method)).get(point.document());
    return own != null && isBefore(own.first(), point) && isBefore(point, own.last());
  }

  private Map<Token, Lines> lines(MethodDef method) {
    Map<Token, Lines> all = new HashMap<>();
    for (SequencePoint each : points(method)) {
      if (!each.isHidden()) {
        all.merge(
            each.document(),
            new Lines(each, each),
            (known, one) ->
                new Lines(
                    Lines.around(known.first(), each).first(),
                    Lines.around(known.last(), each).last()));
      }
    }
    return all;
  }

  private List<SequencePoint> points(MethodDef method) {
    try {
      return points.map(its -> its.of(method.token()).points()).orElse(List.of());
    } catch (MetadataFormatException damage) {
      return List.of();
    }
  }

  private static boolean isBefore(SequencePoint one, SequencePoint other) {
    return one.startLine() < other.startLine()
        || (one.startLine() == other.startLine() && one.startColumn() <= other.startColumn());
  }
}
