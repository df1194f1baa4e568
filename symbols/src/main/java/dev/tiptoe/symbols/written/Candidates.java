// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Predicate;

/** Chooses among the methods of a name the one that a generated method is written in. Immutable. */
final class Candidates {

  /** EncLambdaAndClosureMap; begins with the ordinal of the method, plus one. */
  private static final UUID LAMBDA_MAP = UUID.fromString("a643004c-0240-496f-a783-30d64f4979de");

  private final Optional<Image> pdb;

  Candidates(Optional<Image> pdb) {
    this.pdb = pdb;
  }

  /**
   * Returns the method of a type with a name.
   *
   * @param name empty if it is not known
   * @param ordinal that of the method, as in the generated name
   * @param generated the method whose lines lie in it
   */
  WrittenMethod of(TypeDef type, String name, OptionalInt ordinal, Optional<MethodDef> generated) {
    List<MethodDef> all = name.isEmpty() ? type.methods() : type.findMethods(name);
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
    Optional<SequencePoint> first = generated.flatMap(this::firstLine);
    Optional<MethodDef> enclosing =
        first.flatMap(point -> only(all, each -> encloses(each, point)));
    return enclosing.isPresent()
        ? written(enclosing.get(), Source.LINES)
        : new WrittenMethod(new Token(0), orOwn(name, generated), List.of(), Source.NAME);
  }

  private static String orOwn(String name, Optional<MethodDef> generated) {
    return name.isEmpty() ? generated.map(MethodDef::name).orElse("?") : name;
  }

  private static WrittenMethod written(MethodDef method, Source source) {
    return new WrittenMethod(method.token(), method.name(), List.of(), source);
  }

  private static Optional<MethodDef> only(List<MethodDef> all, Predicate<MethodDef> fits) {
    List<MethodDef> fitting = all.stream().filter(fits).limit(2).toList();
    return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
  }

  private boolean hasOrdinal(MethodDef method, int ordinal) {
    try {
      return pdb.stream()
          .flatMap(image -> CustomDebugInformation.of(image, method.token()).stream())
          .filter(each -> each.kind().filter(LAMBDA_MAP::equals).isPresent())
          .anyMatch(each -> new Cursor(each.value()).compressed() == ordinal + 1);
    } catch (MetadataFormatException damage) {
      return false;
    }
  }

  // ---- lines

  private List<SequencePoint> points(MethodDef method) {
    try {
      return pdb
          .flatMap(image -> MethodDebugInformation.of(image, method.token()))
          .map(information -> SequencePoints.of(information).points())
          .orElse(List.of())
          .stream()
          .filter(point -> !point.isHidden())
          .toList();
    } catch (MetadataFormatException damage) {
      return List.of();
    }
  }

  private Optional<SequencePoint> firstLine(MethodDef method) {
    return points(method).stream().findFirst();
  }

  /** Whether the method's lines in the same document begin before a point and end behind it. */
  private boolean encloses(MethodDef method, SequencePoint point) {
    List<SequencePoint> around =
        points(method).stream().filter(each -> each.document().equals(point.document())).toList();
    return around.stream().anyMatch(each -> isBefore(each, point))
        && around.stream().anyMatch(each -> isBefore(point, each));
  }

  private static boolean isBefore(SequencePoint one, SequencePoint other) {
    return one.startLine() < other.startLine()
        || (one.startLine() == other.startLine() && one.startColumn() <= other.startColumn());
  }
}
