// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A Location message, as far as symbolization needs it. Reused for all messages of a table. Not
 * thread-safe.
 */
public final class LocationFields {

  /** The most lines of a location whose functions and numbers are kept. */
  public static final int MOST_LINES = 1 << 22;

  private static final int FUNCTION = 1;
  private static final int LINE = 2;
  private static final int COLUMN = 3;

  /** The fields of OTLP. */
  private static final Layout OTLP = new Layout(0, 1, 2, 3, 4);

  /** The fields of pprof. */
  private static final Layout PPROF = new Layout(1, 2, 3, 4, 0);

  private final Layout layout;
  private final @Nullable OtlpAttributes attributes;

  private long end;
  private long id;
  private long mapping;
  private long address;
  private FrameType type = FrameType.UNKNOWN;

  /** The field of the first line with its tag: without one, where it would be. */
  private long lineStart;

  private long lineEnd;
  private int lines;
  private long function;
  private long line;
  private long column;
  private boolean isPlainLine;

  /** Of each line its function and its number. */
  private long[] allLines = new long[16];

  /**
   * The numbers of the fields in a format; 0 for a field that it lacks.
   *
   * @param id the ID of the location
   * @param mapping the mapping
   * @param address the address
   * @param line the lines
   * @param attributes the attributes
   */
  private record Layout(int id, int mapping, int address, int line, int attributes) {}

  private LocationFields(Layout layout, @Nullable OtlpAttributes attributes) {
    this.layout = layout;
    this.attributes = attributes;
  }

  /** Returns the fields of locations in OTLP, and the attributes with the types of their frames. */
  public static LocationFields otlp(OtlpAttributes attributes) {
    return new LocationFields(OTLP, attributes);
  }

  /** Returns the fields of locations in pprof. */
  public static LocationFields pprof() {
    return new LocationFields(PPROF, null);
  }

  /** Reads a message. */
  public void read(WireReader in, long messageEnd) {
    end = messageEnd;
    id = 0;
    mapping = 0;
    address = 0;
    type = FrameType.UNKNOWN;
    lines = 0;
    function = 0;
    line = 0;
    column = 0;
    isPlainLine = false;
    lineStart = -1;
    lineEnd = -1;
    while (in.position() < end) {
      readField(in);
    }
    if (lineStart < 0) {
      lineStart = end;
    }
    if (lines == 0) {
      lineEnd = lineStart;
    }
  }

  private void readField(WireReader in) {
    long start = in.position();
    int tag = in.tag(end);
    int field = WireReader.field(tag);
    int type = tag & 7;
    if (field > layout.line() && lineStart < 0) {
      lineStart = start;
    }
    if (type == WireReader.VARINT && field == layout.address()) {
      address = in.varint(end);
    } else if (type == WireReader.VARINT && field == layout.mapping()) {
      mapping = in.varint(end);
    } else if (type == WireReader.VARINT && field == layout.id()) {
      id = in.varint(end);
    } else if (type == WireReader.LENGTH && field == layout.line()) {
      readLine(in, start);
    } else if (field == layout.attributes() && type == WireReader.VARINT) {
      attribute(in.varint(end));
    } else if (field == layout.attributes() && type == WireReader.LENGTH) {
      long packed = in.enter(end);
      while (in.position() < packed) {
        attribute(in.varint(packed));
      }
    } else {
      in.skip(tag, end);
    }
  }

  private void attribute(long index) {
    FrameType known = attributes == null ? FrameType.UNKNOWN : attributes.frameType(index);
    if (known != FrameType.UNKNOWN && type != FrameType.DOTNET) {
      type = known;
    }
  }

  private void readLine(WireReader in, long start) {
    long lastOfLine = in.enter(end);
    function = 0;
    line = 0;
    column = 0;
    isPlainLine = true;
    if (lines++ == 0) {
      lineStart = start;
      lineEnd = lastOfLine;
    }
    while (in.position() < lastOfLine) {
      int tag = in.tag(lastOfLine);
      if (tag == FUNCTION << 3) {
        function = in.varint(lastOfLine);
      } else if (tag == LINE << 3) {
        line = in.varint(lastOfLine);
      } else if (tag == COLUMN << 3) {
        column = in.varint(lastOfLine);
      } else {
        isPlainLine = false;
        in.skip(tag, lastOfLine);
      }
    }
    if (lines <= MOST_LINES) {
      if (2 * lines > allLines.length) {
        allLines = Arrays.copyOf(allLines, 2 * allLines.length);
      }
      allLines[2 * lines - 2] = function;
      allLines[2 * lines - 1] = line;
    }
  }

  /** Returns the ID, in pprof. */
  public long id() {
    return id;
  }

  /** Returns the ID or the index of the mapping; 0 for none. */
  public long mapping() {
    return mapping;
  }

  /** Returns the address. */
  public long address() {
    return address;
  }

  /** Returns the type of its frame, by its attributes. */
  public FrameType type() {
    return type;
  }

  /** Returns the number of lines; more than one come from inlined frames. */
  public int lines() {
    return lines;
  }

  /** Returns the function of a line; that of the innermost frame is the first. */
  public long function(int place) {
    return allLines[2 * place];
  }

  /** Returns the number of a line. */
  public long line(int place) {
    return allLines[2 * place + 1];
  }

  /** Returns the function of the last line. */
  public long function() {
    return function;
  }

  /** Returns the line number of the last line. */
  public long line() {
    return line;
  }

  /** Returns whether a line is all that the message has of lines. */
  public boolean hasLine(long ofFunction, long number, long inColumn) {
    return lines == 1
        && isPlainLine
        && function == ofFunction
        && line == number
        && column == inColumn;
  }

  /**
   * Writes the message with its length: with one line, all else as it was.
   *
   * @param start where the message begins
   */
  public void write(
      WireWriter out, ProfileBytes from, long start, long newFunction, long number, long inColumn) {
    int size =
        WireWriter.sizeOfNumber(FUNCTION, newFunction)
            + WireWriter.sizeOfNumber(LINE, number)
            + WireWriter.sizeOfNumber(COLUMN, inColumn);
    int tag = WireReader.message(layout.line());
    long rest = end - start - (lineEnd - lineStart);
    out.varint(rest + WireWriter.sizeOf(tag) + WireWriter.sizeOf(size) + size);
    out.copy(from, start, lineStart);
    out.varint(tag);
    out.varint(size);
    out.number(FUNCTION, newFunction);
    out.number(LINE, number);
    out.number(COLUMN, inColumn);
    out.copy(from, lineEnd, end);
  }
}
