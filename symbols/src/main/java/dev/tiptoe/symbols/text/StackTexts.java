// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.symbols.text.FrameRewriter.Replacement;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the frames of stack traces in lines of bytes and replaces them; all other bytes stay
 * unchanged. Thread-safe.
 *
 * <p>A frame stands behind the word {@code at}, anywhere in a line, or behind another language's
 * word at its beginning; a method of a perf map has {@code ::} in it. In a text that is a JSON
 * string, line feeds are the two characters {@code \n}, and what is put in is escaped as well.
 */
public final class StackTexts implements LineFilter.Rewriter {

  /** A longer frame stays as it is. */
  private static final int MOST_FRAME = 2 << 10;

  /** What the .NET Framework writes for {@code at} in other languages. */
  private static final List<byte[]> WORDS =
      List.of("bei", "à", "en", "em", "in", "w", "v", "в", "konum:", "場所", "在", "위치:").stream()
          .map(word -> (word + " ").getBytes(StandardCharsets.UTF_8))
          .toList();

  /** What has one of these is no prose. */
  private static final List<byte[]> MARKERS =
      List.of("token 0x", FrameText.ANDROID_END, "] in <").stream()
          .map(marker -> marker.getBytes(StandardCharsets.US_ASCII))
          .toList();

  private static final int MOST_INDENTATION = 64;

  /** A state machine is started by this method of its builder. */
  private static final byte[] START = ".Start[".getBytes(StandardCharsets.US_ASCII);

  private enum Trigger {
    AT(0),
    WORD(4),
    CODE(8);

    private final long seed;

    Trigger(long seed) {
      this.seed = seed;
    }
  }

  private static final byte[] NOTHING = {};

  private final FrameRewriter frames;
  private final boolean hideNoise;
  private final FrameCache cache = new FrameCache();

  /**
   * Creates a rewriter of lines.
   *
   * @param hideNoise whether lines that are noise are left out
   */
  public StackTexts(FrameRewriter frames, boolean hideNoise) {
    this.frames = frames;
    this.hideNoise = hideNoise;
  }

  @Override
  public LineFilter.Piece rewrite(byte[] bytes, int context, int from, int to) {
    return new Lines(bytes, context, from, to).rewritten();
  }

  /** Some lines, and what is written for them. For one thread. */
  private final class Lines {

    private final byte[] bytes;
    private final int context;
    private final int from;
    private final int to;

    /** The input before this place is written. */
    private int copied;

    private byte[] out = NOTHING;
    private int written;

    private Lines(byte[] bytes, int context, int from, int to) {
      this.bytes = bytes;
      this.context = context;
      this.from = from;
      this.to = to;
      this.copied = from;
    }

    private LineFilter.Piece rewritten() {
      scan();
      if (copied == from) {
        return new LineFilter.Piece(bytes, from, to);
      }
      write(bytes, copied, to);
      return new LineFilter.Piece(out, 0, written);
    }

    /** All bytes of all texts pass here: the loop only looks for the rare ones. */
    private void scan() {
      int at = word(from);
      byte[] all = bytes;
      int end = to - 1;
      while (at < end) {
        byte next = all[at];
        if (next == 't') {
          at = all[at + 1] == ' ' && isAt(at - 1) ? frame(at + 2, Trigger.AT) : at + 1;
        } else if (next == ':') {
          at = all[at + 1] == ':' ? code(at) : at + 1;
        } else if (next == '\n' && all[at + 1] == ' ') {
          at = word(at + 1);
        } else {
          at++;
        }
      }
    }

    private boolean isAt(int at) {
      if (at < from || bytes[at] != 'a') {
        return false;
      }
      if (at == from) {
        return true;
      }
      byte before = bytes[at - 1];
      return before == ' '
          || before == '\n'
          || before == '\t'
          || before == '"'
          || before == '|'
          || before == '>'
          || before == ']'
          || isEscape(at);
    }

    /** Whether an escape such as {@code \n} ends before a place. */
    private boolean isEscape(int at) {
      return at - 2 >= from
          && bytes[at - 2] == '\\'
          && (bytes[at - 1] == 'n' || bytes[at - 1] == 't' || bytes[at - 1] == 'r');
    }

    /** Continues at the beginning of a line, where another language's word may be. */
    private int word(int line) {
      if (line + 4 < to && bytes[line] == ' ' && bytes[line + 1] == ' ' && bytes[line + 2] == ' ') {
        for (byte[] word : WORDS) {
          int end = line + 3 + word.length;
          if (end < to && Arrays.equals(bytes, line + 3, end, word, 0, word.length)) {
            return frame(end, Trigger.WORD);
          }
        }
      }
      return line;
    }

    /** The name of a type stands before the colons, up to a space. */
    private int code(int colons) {
      int start = colons;
      while (start > from
          && start > copied
          && bytes[start - 1] > ' '
          && colons - start < MOST_FRAME / 2) {
        start--;
      }
      boolean hasModule = start - 2 >= from && bytes[start - 1] == ' ' && bytes[start - 2] == ']';
      return hasModule ? Math.max(colons + 2, frame(start, Trigger.CODE)) : colons + 2;
    }

    // ---- one frame

    /** Writes the replacement of a frame, if there is one, and returns where to continue. */
    private int frame(int start, Trigger trigger) {
      int limit = limit(start);
      if (limit < 0) {
        return start;
      }
      int depth = escapes(start, limit);
      long seed = trigger.seed + depth;
      long hash = FrameCache.hash(seed, bytes, start, limit);
      FrameCache.Entry entry = cache.get(hash, bytes, start, limit);
      if (entry == null) {
        entry = resolved(hash, start, limit, trigger, depth);
        cache.put(entry);
      }
      if (entry.end == 0) {
        return start;
      }
      int end = start + entry.end;
      if (entry.noise && hideNoise) {
        return hidden(start, end);
      }
      if (entry.ofMachine && startsMachine(start)) {
        replace(start, entry.starting, end);
      } else {
        replace(start + entry.keep, entry.replacement, end);
      }
      return end;
    }

    private void replace(int first, byte[] text, int end) {
      if (text.length > 0) {
        write(bytes, copied, first);
        write(text, 0, text.length);
        copied = end;
      }
    }

    /**
     * Returns where the text that may be a frame ends: at the end of the line, or of the JSON
     * string or line in it. Negative if it is not even like a frame: prose ends here.
     */
    private int limit(int start) {
      int most = Math.min(to, start + MOST_FRAME);
      boolean named = false;
      for (int at = start; at < most; at++) {
        byte next = bytes[at];
        if (next == '(') {
          named = true;
        } else if (next == ' ' && !named) {
          if (at + 1 >= most || (bytes[at + 1] != '(' && bytes[at + 1] != '+')) {
            return beginsLine(start) ? spaced(start) : -1;
          }
          named = true;
        } else if (next == '\n' || next == '\r' || next == '"' || next == 0) {
          return named ? at : -1;
        } else if (next == '\\' && !isUnicode(at)) {
          return named ? at : -1;
        }
      }
      return named && most == to ? to : -1;
    }

    /** Whether the word {@code at} before a place begins its line, but for spaces. */
    private boolean beginsLine(int start) {
      int at = start - "at ".length();
      if (at < from || bytes[at] != 'a' || bytes[at + 1] != 't') {
        return false;
      }
      int first = Math.max(from, at - MOST_INDENTATION);
      while (at > first && (bytes[at - 1] == ' ' || bytes[at - 1] == '\t')) {
        at--;
      }
      return at == from || bytes[at - 1] == '\n' || isEscape(at);
    }

    /**
     * Returns where the text that may be a frame ends, if its name has spaces, as names in F# may:
     * then a position, or the line of a closure, must be in it.
     */
    private int spaced(int start) {
      int most = Math.min(to, start + MOST_FRAME);
      boolean marked = false;
      for (int at = start; at < most; at++) {
        byte next = bytes[at];
        if (next == '\n' || next == '\r' || next == '"' || next == 0) {
          return marked ? at : -1;
        }
        if (next == '\\' && !isUnicode(at)) {
          return marked ? at : -1;
        }
        marked = marked || isMarker(at, most);
      }
      return marked && most == to ? to : -1;
    }

    private boolean isMarker(int at, int most) {
      byte next = bytes[at];
      if (next == '@') {
        return at + 1 < most && bytes[at + 1] >= '0' && bytes[at + 1] <= '9';
      }
      for (byte[] marker : MARKERS) {
        int end = at + marker.length;
        if (next == marker[0]
            && end <= most
            && Arrays.equals(bytes, at, end, marker, 0, marker.length)) {
          return true;
        }
      }
      return false;
    }

    private boolean isUnicode(int at) {
      if (at + 5 >= to || bytes[at + 1] != 'u') {
        return false;
      }
      for (int i = at + 2; i < at + 6; i++) {
        if (Character.digit(bytes[i], 16) < 0) {
          return false;
        }
      }
      return true;
    }

    /** Returns how many JSON strings the text is inside of: none, one, or two. */
    private int escapes(int start, int limit) {
      byte last = limit < to ? bytes[limit] : 0;
      if (last == '\\') {
        boolean twice = limit + 1 < to && (bytes[limit + 1] == '\\' || bytes[limit + 1] == '"');
        return twice ? 2 : 1;
      }
      return last == '"' || isEscape(start - 3) ? 1 : 0;
    }

    private FrameCache.Entry resolved(long hash, int start, int limit, Trigger trigger, int depth) {
      byte[] text = Arrays.copyOfRange(bytes, start, limit);
      Unescaped plain = Unescaped.of(new String(text, StandardCharsets.ISO_8859_1));
      Optional<Replacement> found =
          trigger == Trigger.CODE ? frames.rewriteCode(plain.text()) : frames.rewrite(plain.text());
      if (trigger == Trigger.WORD) {
        // The text after a name is in another language, too.
        found = found.filter(each -> each.end() == plain.text().length());
      }
      if (found.isEmpty()) {
        return new FrameCache.Entry(hash, text, 0, 0, NOTHING, false, NOTHING, false);
      }
      Replacement each = found.get();
      return new FrameCache.Entry(
          hash,
          text,
          plain.place(each.keep()),
          plain.place(each.end()),
          escaped(each.text(), depth),
          each.ofMachine(),
          escaped(each.starting(), depth),
          each.noise());
    }

    private byte[] escaped(String text, int depth) {
      String escaped = text;
      for (int i = 0; i < depth; i++) {
        escaped = escaped.replace("\\", "\\\\").replace("\"", "\\\"");
      }
      return escaped.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the frame before this one shows that this one starts a state machine. */
    private boolean startsMachine(int start) {
      int first = Math.max(context, start - LineFilter.CONTEXT);
      int at = start - "at ".length();
      for (int i = at - START.length; i >= first; i--) {
        if (bytes[i] == ' ' && bytes[i + 1] == 'a' && bytes[i + 2] == 't' && bytes[i + 3] == ' ') {
          return false;
        }
        if (bytes[i] == '.' && Arrays.equals(bytes, i, i + START.length, START, 0, START.length)) {
          return true;
        }
      }
      return false;
    }

    // ---- noise

    /** Leaves out the line of a frame, if it has nothing else, and returns where to go on. */
    private int hidden(int start, int end) {
      int first = start - "at ".length();
      while (first > copied && (bytes[first - 1] == ' ' || bytes[first - 1] == '\t')) {
        first--;
      }
      int last = end;
      boolean inJson = isEscape(first);
      boolean alone = first == from || inJson || (first > 0 && bytes[first - 1] == '\n');
      if (inJson) {
        while (last + 1 < to
            && bytes[last] == '\\'
            && (bytes[last + 1] == 'r' || bytes[last + 1] == 'n')) {
          last += 2;
        }
        alone = last > end;
      } else {
        while (last < to && (bytes[last] == ' ' || bytes[last] == '\r')) {
          last++;
        }
        alone &= last == to || bytes[last] == '\n';
        last = Math.min(to, last + 1);
      }
      if (!alone) {
        return end;
      }
      write(bytes, copied, first);
      copied = last;
      // The end of the line before is where the next one begins.
      return Math.max(from, last - 1);
    }

    private void write(byte[] source, int start, int end) {
      int length = end - start;
      if (written + length > out.length) {
        int enough = Math.max(written + length, to - from + (to - from) / 2);
        out = Arrays.copyOf(out, Math.max(enough, out.length + out.length / 2));
      }
      System.arraycopy(source, start, out, written, length);
      written += length;
    }
  }
}
