// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sequence points of a method, which map its IL to its sources. Immutable.
 *
 * @param localSignature the StandAloneSig of the method's locals, in the module; nil for none
 * @param points by ascending offset
 */
public record SequencePoints(Token localSignature, List<SequencePoint> points) {

  /** The sequence points of a method without source. */
  public static final SequencePoints NONE = new SequencePoints(new Token(0), List.of());

  /** Copies the list. */
  public SequencePoints {
    points = List.copyOf(points);
  }

  /**
   * The points of a method; none when it has no source.
   *
   * @throws MetadataFormatException when the row is damaged; its reason names the row
   */
  public static SequencePoints of(MethodDebugInformation method) {
    try {
      Bytes blob = method.sequencePoints();
      Token document = method.document();
      return blob.length() == 0 ? NONE : read(new SequencePointReader(blob, document));
    } catch (MetadataFormatException e) {
      throw e.about(method.token());
    }
  }

  private static SequencePoints read(SequencePointReader reader) {
    List<SequencePoint> points = new ArrayList<>();
    for (var next = reader.next(); next.isPresent(); next = reader.next()) {
      points.add(next.get());
    }
    return new SequencePoints(reader.localSignature(), points);
  }

  /**
   * Returns the point that the IL at {@code offset} belongs to: the last one that begins there or
   * before.
   */
  public Optional<SequencePoint> at(int offset) {
    int begun = begunBy(offset);
    return begun == 0 ? Optional.empty() : Optional.of(points.get(begun - 1));
  }

  /**
   * Returns the source for the IL at {@code offset}, as in the runtime's own stack traces: the last
   * point that begins there or before and is not hidden.
   */
  public Optional<SequencePoint> sourceOf(int offset) {
    for (int i = begunBy(offset) - 1; i >= 0; i--) {
      if (!points.get(i).isHidden()) {
        return Optional.of(points.get(i));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether the source for an IL offset that a runtime gave may be a later one than {@link
   * #sourceOf} says: the JIT gives 0 to native code that it has no place in the IL for, too.
   */
  public static boolean isAtOrAfter(int offset) {
    return offset == 0;
  }

  /**
   * Returns the source for an IL offset that a runtime gave: that of the offset, or else, where it
   * {@linkplain #isAtOrAfter may be a later one}, the first one of the method.
   */
  public Optional<SequencePoint> sourceFor(int offset) {
    Optional<SequencePoint> source = sourceOf(offset);
    return source.isEmpty() && isAtOrAfter(offset) ? firstSource() : source;
  }

  /** Returns the first point that is not hidden. */
  public Optional<SequencePoint> firstSource() {
    return points.stream().filter(point -> !point.isHidden()).findFirst();
  }

  /** Returns how many points begin at an offset or before. */
  private int begunBy(int offset) {
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).offset() <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
