// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.pdb.SequencePointReader.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the sequence points of one method by IL offset. Immutable and thread-safe.
 *
 * <p>A method with more than {@value #STRIDE} points is long: its points are not kept, but the
 * place of each {@value #STRIDE}th one in the PDB. A search decodes the points behind one such
 * place, at most {@value #STRIDE}. So its cost and the memory of a method do not grow with its
 * points.
 */
public final class PointSearch {

  /** The points of which one has its place kept. */
  public static final int STRIDE = 256;

  /** A search in no points. */
  public static final PointSearch NONE =
      new PointSearch(Bytes.of("", new byte[0]), SequencePoints.NONE, List.of(), Optional.empty());

  /**
   * Where each {@value #STRIDE}th point is.
   *
   * @param offset its IL offset
   * @param before the last point before it that is not hidden
   */
  private record Mark(Place place, int offset, Optional<SequencePoint> before) {}

  private final Bytes blob;

  /** All points of a short method. */
  private final SequencePoints points;

  /** Of a long method, by ascending offset. */
  private final List<Mark> marks;

  private final Optional<SequencePoint> firstSource;

  private PointSearch(
      Bytes blob, SequencePoints points, List<Mark> marks, Optional<SequencePoint> firstSource) {
    this.blob = blob;
    this.points = points;
    this.marks = List.copyOf(marks);
    this.firstSource = firstSource;
  }

  /**
   * Prepares a search in the points of a method; all of them are decoded once.
   *
   * @throws MetadataFormatException when the row is damaged; its reason names the row
   */
  public static PointSearch of(MethodDebugInformation method) {
    try {
      Bytes blob = method.sequencePoints();
      return blob.length() == 0 ? NONE : of(blob, new SequencePointReader(blob, method.document()));
    } catch (MetadataFormatException e) {
      throw e.about(method.token());
    }
  }

  private static PointSearch of(Bytes blob, SequencePointReader reader) {
    List<SequencePoint> some = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    Optional<SequencePoint> firstSource = Optional.empty();
    Optional<SequencePoint> before = Optional.empty();
    Place place = reader.place();
    for (var next = reader.next(); next.isPresent(); next = reader.next()) {
      SequencePoint point = next.get();
      if (place.count() % STRIDE == 0) {
        marks.add(new Mark(place, point.offset(), before));
      }
      if (some.size() <= STRIDE) {
        some.add(point);
      }
      before = point.isHidden() ? before : next;
      firstSource = firstSource.isPresent() ? firstSource : before;
      place = reader.place();
    }
    boolean isLong = some.size() > STRIDE;
    SequencePoints points = new SequencePoints(reader.localSignature(), isLong ? List.of() : some);
    return new PointSearch(blob, points, isLong ? marks : List.of(), firstSource);
  }

  /** Returns whether the method has no points. */
  public boolean isEmpty() {
    return points.points().isEmpty() && marks.isEmpty();
  }

  /** Returns how many points, or places of points, are kept. */
  public int size() {
    return points.points().size() + marks.size();
  }

  /** Returns whether the method has more than {@value #STRIDE} points. */
  public boolean isLong() {
    return !marks.isEmpty();
  }

  /**
   * Returns whether reading the points again takes a share of what {@link PdbPoints} reads of long
   * ones: then a search is to be kept.
   */
  public boolean isCostly() {
    return blob.length() > PdbPoints.SHORT;
  }

  /** Returns what {@link SequencePoints#sourceOf} does. */
  public Optional<SequencePoint> sourceOf(int offset) {
    if (!isLong()) {
      return points.sourceOf(offset);
    }
    int begun = begunBy(offset);
    return begun == 0 ? Optional.empty() : sourceBehind(marks.get(begun - 1), offset);
  }

  private Optional<SequencePoint> sourceBehind(Mark mark, int offset) {
    SequencePointReader reader = new SequencePointReader(blob, mark.place());
    Optional<SequencePoint> source = mark.before();
    for (int i = 0; i < STRIDE; i++) {
      Optional<SequencePoint> next = reader.next();
      if (next.isEmpty() || next.get().offset() > offset) {
        return source;
      }
      source = next.get().isHidden() ? source : next;
    }
    return source;
  }

  /** Returns what {@link SequencePoints#sourceFor} does. */
  public Optional<SequencePoint> sourceFor(int offset) {
    Optional<SequencePoint> source = sourceOf(offset);
    return source.isEmpty() && SequencePoints.isAtOrAfter(offset) ? firstSource : source;
  }

  /** Returns how many marks begin at an offset or before. */
  private int begunBy(int offset) {
    int low = 0;
    int high = marks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (marks.get(middle).offset() <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
