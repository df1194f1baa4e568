// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.frame;

import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.util.BitSet;

/**
 * A Location message, as far as symbolization needs it. Reused for all messages of a table. Not
 * thread-safe.
 */
public final class LocationFields {

  private static final int FUNCTION = 1;
  private static final int LINE = 2;
  private static final int COLUMN = 3;

  private final Layout layout;
  private final BitSet dotnetAttributes;
  private final BitSet kernelAttributes;

  private long end;
  private long id;
  private long mapping;
  private long address;
  private boolean isDotnet;
  private boolean isKernel;

  /** The field of the first line with its tag: without one, where it would be. */
  private long lineStart;

  private long lineEnd;
  private int lines;
  private long function;
  private long line;
  private long column;
  private boolean isPlainLine;

  /**
   * The numbers of the fields in a format; 0 for a field that it lacks.
   *
   * @param id the ID of the location
   * @param mapping the mapping
   * @param address the address
   * @param line the lines
   * @param attributes the attributes
   */
  public record Layout(int id, int mapping, int address, int line, int attributes) {}

  /**
   * Creates the fields. The sets have the attributes that mark the frames of .NET and of the
   * kernel.
   */
  public LocationFields(Layout layout, BitSet dotnetAttributes, BitSet kernelAttributes) {
    this.layout = layout;
    this.dotnetAttributes = dotnetAttributes;
    this.kernelAttributes = kernelAttributes;
  }

  /** Reads a message. */
  public void read(WireReader in, long messageEnd) {
    end = messageEnd;
    id = 0;
    mapping = 0;
    address = 0;
    isDotnet = false;
    isKernel = false;
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
    if ((index & ~Integer.MAX_VALUE) == 0) {
      isDotnet |= dotnetAttributes.get((int) index);
      isKernel |= kernelAttributes.get((int) index);
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

  /** Returns whether an attribute says that it is a frame of .NET. */
  public boolean isDotnet() {
    return isDotnet;
  }

  /** Returns whether an attribute says that it is a frame of the kernel. */
  public boolean isKernel() {
    return isKernel;
  }

  /** Returns the number of lines; more than one come from inlined frames. */
  public int lines() {
    return lines;
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
