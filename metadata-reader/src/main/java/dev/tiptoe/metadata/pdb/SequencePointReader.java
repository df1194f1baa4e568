// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.StandAloneSig;
import java.util.ArrayList;
import java.util.List;

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

  private final Cursor cursor;
  private Token document;
  private int offset;
  private int line;
  private int column;
  private boolean first = true;

  SequencePointReader(Bytes blob, Token document) {
    this.cursor = new Cursor(blob);
    this.document = document;
  }

  SequencePoints read() {
    Token locals = locals();
    if (document.isNil()) {
      document = row(Document.TABLE);
    }
    List<SequencePoint> points = new ArrayList<>();
    while (!cursor.atEnd()) {
      int distance = cursor.compressed();
      if (distance == 0 && !points.isEmpty()) {
        document = row(Document.TABLE);
      } else {
        offset = within(Integer.MAX_VALUE, (long) offset + distance, "an offset");
        points.add(point());
        if (points.size() > MOST) {
          throw cursor.damaged("more than " + MOST + " sequence points of one method");
        }
      }
    }
    return new SequencePoints(locals, points);
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
