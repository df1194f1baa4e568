// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.message.FrameType;
import dev.tiptoe.profile.wire.ProfileBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads collapsed stacks. Lines that begin with {@code #} and no name are comments. The first name
 * of a line is the thread or the program where no line of the file has it at another place; else
 * all names are frames. So the file is read twice. Not thread-safe; used once.
 */
public final class CollapsedReader {

  private static final SampleType SAMPLES = new SampleType("samples", "count");

  /** How often the file is read. */
  public static final int READINGS = 2;

  private static final int LONGEST_LINE = 1 << 20;
  private static final int READ_AT_ONCE = 1 << 16;
  private static final int MOST_DIGITS = 18;

  /** What a line may end with that is meant as a number. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?");

  /** The module before a method, as some tools write it; it stays part of the method's name. */
  private static final Pattern MODULE =
      Pattern.compile("([^!\\s()<>/\\\\]{1,200}\\.(?:dll|exe|so))!.", Pattern.CASE_INSENSITIVE);

  private final ProfileBytes bytes;
  private final ProfileSink sink;
  private final ReadProgress progress;
  private final Segments segments;
  private byte[] line = new byte[1 << 10];
  private int[] frames = {};

  /** Receives a line without what ends it. */
  private interface Line {
    void at(long offset, int length);
  }

  private CollapsedReader(ProfileBytes bytes, ProfileSink sink, ReadProgress progress) {
    this.bytes = bytes;
    this.sink = sink;
    this.progress = progress;
    this.segments = new Segments(bytes);
  }

  /**
   * Returns whether the first line of a file that is no comment has the form of a stack with a
   * number, be it one that is not read.
   */
  public static boolean isIn(byte[] head) {
    int start = 0;
    while (isComment(head, start, head.length)) {
      start = lineEnd(head, start) + 1;
    }
    int end = lineEnd(head, start);
    boolean hasSemicolon = false;
    for (int i = 0; i < end; i++) {
      if (head[i] >= 0 && head[i] < ' ' && head[i] != '\t' && head[i] != '\r' && head[i] != '\n') {
        return false;
      }
      hasSemicolon |= i >= start && head[i] == ';';
    }
    return (end == head.length && end - start > LONGEST_LINE / 32)
        ? hasSemicolon
        : hasNumber(head, start, trimmed(head, end));
  }

  private static boolean isComment(byte[] text, int from, int end) {
    return from < end
        && text[from] == '#'
        && (from + 1 == end || Character.isWhitespace(text[from + 1]));
  }

  private static int lineEnd(byte[] text, int from) {
    int end = from;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Returns whether the last word of a line is a number and not the only word. */
  private static boolean hasNumber(byte[] text, int from, int end) {
    int space = end - 1;
    while (space > from && text[space] != ' ') {
      space--;
    }
    return space > from && NUMBER.matcher(word(text, space + 1, end)).matches();
  }

  private static String word(byte[] text, int from, int end) {
    return new String(text, from, end - from, StandardCharsets.ISO_8859_1);
  }

  private static int trimmed(byte[] text, int end) {
    int length = end;
    while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == ' ')) {
      length--;
    }
    return length;
  }

  /** Returns where the number at the end of a line begins; 0 if there is none behind a name. */
  private static int numberStart(byte[] text, int end) {
    int start = end;
    while (start > 0 && text[start - 1] >= '0' && text[start - 1] <= '9') {
      start--;
    }
    boolean isNumber = start < end && end - start <= MOST_DIGITS;
    return isNumber && start > 1 && text[start - 1] == ' ' ? start : 0;
  }

  /**
   * Reads a profile.
   *
   * @param sampleType the kind of values; empty for the default
   */
  public static ReadProfile read(
      ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> sampleType) {
    return new CollapsedReader(bytes, sink, progress).read(sampleType);
  }

  private ReadProfile read(Optional<String> sampleType) {
    Values.choose(List.of(SAMPLES), sampleType, 0, bytes);
    lines(this::collect);
    frames = new int[segments.size()];
    Arrays.fill(frames, -1);
    progress.begin(1, 0, bytes.size());
    lines(this::add);
    return new ReadProfile(sink.builder().build(), SAMPLES, List.of(SAMPLES));
  }

  private void lines(Line action) {
    byte[] some = new byte[READ_AT_ONCE];
    int length = 0;
    long at = 0;
    long start = 0;
    InputStream in = bytes.stream();
    try {
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        for (int i = 0; i < read; i++, at++) {
          if (some[i] == '\n') {
            action.at(start, trimmed(line, length));
            length = 0;
            start = at + 1;
          } else {
            if (length == line.length) {
              longer(start);
            }
            line[length++] = some[i];
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    action.at(start, trimmed(line, length));
  }

  private void longer(long start) {
    if (line.length >= LONGEST_LINE) {
      throw bytes.bad(start, "a line has more than " + LONGEST_LINE + " bytes");
    }
    line = Arrays.copyOf(line, line.length * 2);
  }

  /** Returns the end of the names of a line; 0 for one without a stack. */
  private int names(long offset, int length) {
    if (length == 0 || isComment(line, 0, length)) {
      return 0;
    }
    int number = numberStart(line, length);
    if (number == 0) {
      throw bytes.bad(
          offset,
          hasNumber(line, 0, length)
              ? "a line whose number is not a whole one from 0 to " + "9".repeat(MOST_DIGITS)
              : "a line that does not end in a space and a number");
    }
    return number - 1;
  }

  private int end(int from, int names) {
    int end = from;
    while (end < names && line[end] != ';') {
      end++;
    }
    return end;
  }

  private void collect(long offset, int length) {
    int names = names(offset, length);
    for (int from = 0; from < names; ) {
      int end = end(from, names);
      int segment = segments.of(line, from, end, offset);
      segments.place(segment, from == 0);
      from = end + 1;
    }
  }

  private void add(long offset, int length) {
    int names = names(offset, length);
    if (names == 0) {
      return;
    }
    long count = 0;
    for (int i = names + 1; i < length; i++) {
      count = count * 10 + line[i] - '0';
    }
    int from = segments.areFirstNamesThreads() ? end(0, names) + 1 : 0;
    int thread = from == 0 ? sink.anyThread() : sink.thread(0, text(0, from - 1), offset);
    int node = StackTree.NONE;
    while (from < names) {
      int end = end(from, names);
      node = sink.stack(node, frame(from, end, offset), offset);
      from = end + 1;
    }
    sink.add(0, thread, node, count, 0, offset);
  }

  private String text(int from, int end) {
    return new String(line, from, end - from, StandardCharsets.UTF_8);
  }

  private int frame(int from, int end, long offset) {
    int segment = segments.of(line, from, end, offset);
    if (frames[segment] < 0) {
      String name = text(from, end);
      Matcher prefix = MODULE.matcher(name);
      String module = prefix.lookingAt() ? prefix.group(1) : "";
      frames[segment] =
          sink.frame(
              new Frame(
                  name,
                  "",
                  module.isEmpty() ? FrameModule.NONE : FrameModule.named(module),
                  0,
                  Frame.NO_OFFSET,
                  FrameSource.UNKNOWN,
                  Locations.kind(FrameType.UNKNOWN, name, module)));
    }
    return frames[segment];
  }
}
