// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.StandAloneSig;
import java.util.Optional;

/**
 * A position in a blob of sequence points. Mutable, not thread-safe.
 *
 * <p>The blob has compressed numbers; signed ones are differences from the point before:
 *
 * <pre>
 *  header    |rid of the locals' signature|rid of the first document, unless the row names it|
 *  document  |0|rid of the document of the points behind|
 *  point     |offset|lines|columns (signed if lines is not 0)|start line|start column|
 *  hidden    |offset|0|0|
 * </pre>
 *
 * <p>Offsets are differences, never 0, except for the first. The first point that is not hidden has
 * its start line and column as unsigned values.
 */
final class SequencePointReader {

  private static final int MOST_COLUMNS = 0xffff;

  /**
   * The limit for the points of one method: a hostile blob of megabytes could be that of each
   * method.
   */
  private static final int MOST = 1 << 17;

  /**
   * Where a reader is between two points.
   *
   * @param position in the blob
   * @param document that of the next point, unless another one is named before it
   * @param count the number of points before
   * @param offset that of the point before
   * @param line that of the last point before that is not hidden
   * @param column in the same way
   * @param first whether no point before is not hidden
   */
  record Place(
      int position, Token document, int count, int offset, int line, int column, boolean first) {}

  private final Cursor cursor;
  private final Token locals;
  private Token document;
  private int count;
  private int offset;
  private int line;
  private int column;
  private boolean first = true;

  /** Reads the header. */
  SequencePointReader(Bytes blob, Token document) {
    this.cursor = new Cursor(blob);
    this.locals = locals();
    this.document = document.isNil() ? row(Document.TABLE) : document;
  }

  /** Continues where a reader of the same blob was. */
  SequencePointReader(Bytes blob, Place from) {
    this.cursor = new Cursor(blob);
    this.locals = new Token(0);
    cursor.moveTo(from.position());
    document = from.document();
    count = from.count();
    offset = from.offset();
    line = from.line();
    column = from.column();
    first = from.first();
  }

  /** Returns the signature of the locals, if the header was read. */
  Token localSignature() {
    return locals;
  }

  Place place() {
    return new Place(cursor.position(), document, count, offset, line, column, first);
  }

  /** Returns the next point; empty at the end. */
  Optional<SequencePoint> next() {
    while (!cursor.atEnd()) {
      int distance = cursor.compressed();
      if (distance == 0 && count > 0) {
        document = row(Document.TABLE);
      } else {
        offset = within(Integer.MAX_VALUE, (long) offset + distance, "an offset");
        SequencePoint point = point();
        if (++count > MOST) {
          throw cursor.damaged("more than " + MOST + " sequence points of one method");
        }
        return Optional.of(point);
      }
    }
    return Optional.empty();
  }

  /** The F# compiler writes the whole token instead of the rid (4.7). */
  private Token locals() {
    int value = cursor.compressed();
    return value >>> 24 == StandAloneSig.TABLE ? new Token(value) : row(StandAloneSig.TABLE, value);
  }

  private Token row(int table) {
    return row(table, cursor.compressed());
  }

  private Token row(int table, int rid) {
    if (rid > 0x00ffffff) {
      throw cursor.damaged("no row has the number " + rid);
    }
    return Token.of(table, rid);
  }

  private SequencePoint point() {
    int lines = cursor.compressed();
    int columns = lines == 0 ? cursor.compressed() : cursor.compressedSigned();
    if (lines == 0 && columns == 0) {
      return SequencePoint.hidden(offset, document);
    }
    line = within(SequencePoint.HIDDEN_LINE - 1, (long) line + difference(), "a line");
    column = within(MOST_COLUMNS, (long) column + difference(), "a column");
    first = false;
    int endLine = within(SequencePoint.HIDDEN_LINE - 1, (long) line + lines, "a line");
    int endColumn = within(MOST_COLUMNS, (long) column + columns, "a column");
    return new SequencePoint(offset, document, line, column, endLine, endColumn);
  }

  private int difference() {
    return first ? cursor.compressed() : cursor.compressedSigned();
  }

  private int within(int most, long value, String what) {
    if (value < 0 || value > most) {
      throw cursor.damaged(value + " is not " + what);
    }
    return (int) value;
  }
}
