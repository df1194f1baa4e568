// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.symbols.text.FrameText.Form;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A position in a text that begins with a frame. Mutable, not thread-safe. Linear in the length of
 * the text.
 */
final class FrameParser {

  /**
   * A frame at the beginning of a text.
   *
   * @param nameEnd where its name ends
   * @param end where it ends
   */
  record Found(FrameText frame, int nameEnd, int end) {}

  private static final Pattern TOKEN =
      Pattern.compile(
          " in (?<module>[^:]{1,255}): ?token 0x(?<token>[0-9a-fA-F]{1,8})"
              + "\\+0x(?<offset>[0-9a-fA-F]{1,8})");

  private static final Pattern ANDROID =
      Pattern.compile(" \\+ 0x(?<offset>[0-9a-fA-F]{1,8})\\(Unknown Source\\)");

  private static final Pattern MONO =
      Pattern.compile(
          " \\[0x(?<offset>[0-9a-fA-F]{1,8})\\] in <(?<mvid>[0-9a-f]{32})(?:#[0-9a-f]+)?>:0");

  private static final Pattern LOCATED =
      Pattern.compile(" in (?<place>.{1,4096}?:(?:[\\p{L}\\x80-\\xff]+ )?[0-9]+)");

  /** The name of a closure in F# has its line: {@code pipe #1 input at line 12@12.Invoke}. */
  private static final Pattern CLOSURE =
      Pattern.compile("@[0-9]{1,9}(?:-[0-9]{1,9})?\\.[\\w.]{1,255}(?=\\()");

  private final String text;
  private int at;
  private String method = "";
  private String arguments = "";
  private String member = "";
  private @Nullable String parameters;

  private FrameParser(String text) {
    this.text = text;
  }

  /** Parses the frame that a text begins with. */
  static Optional<Found> parse(String text) {
    return new FrameParser(text).frame();
  }

  /** Parses the method of a perf map that a text begins with. */
  static Optional<Found> parseCode(String text) {
    return new FrameParser(text).code();
  }

  /**
   * In F# a name may have any characters. Where a frame is none with usual names, or seems to end
   * before a position, the position or the line of a closure shows where the name ends.
   */
  private Optional<Found> frame() {
    Optional<Found> usual = usual();
    return usual.isPresent() && usual.get().frame().form() != Form.NAME
        ? usual
        : new FrameParser(text).withAnyName().or(() -> usual);
  }

  private Optional<Found> usual() {
    if (!qualifiedName('.')) {
      return Optional.empty();
    }
    if (text.startsWith(" (", at)) {
      at++;
      return parameters() ? mono() : Optional.empty();
    }
    if (text.startsWith(" + 0x", at)) {
      return android();
    }
    return parameters() && memberOfMachine() ? position() : Optional.empty();
  }

  private Optional<Found> withAnyName() {
    int token = text.indexOf("token 0x");
    if (token >= 0) {
      at = text.lastIndexOf(" in ", token);
      return list(at) ? position() : Optional.empty();
    }
    int android = text.indexOf(FrameText.ANDROID_END);
    if (android >= 0) {
      at = text.lastIndexOf(" + 0x", android);
      return at > 0 && named(text.substring(0, at)) ? android() : Optional.empty();
    }
    int mono = text.indexOf("] in <");
    if (mono >= 0) {
      at = text.lastIndexOf(" [0x", mono);
      return list(at) ? mono() : Optional.empty();
    }
    Matcher closure = CLOSURE.matcher(text);
    if (closure.find() && named(text.substring(0, closure.end()))) {
      at = closure.end();
      return parameters() ? position() : Optional.empty();
    }
    return Optional.empty();
  }

  /** Takes the name and the parameters before a place, and a member of a state machine. */
  private boolean list(int end) {
    if (end <= 0 || text.charAt(end - 1) != ')') {
      return false;
    }
    int close = end - 1;
    int plus = text.lastIndexOf(")+", close);
    if (plus > 0 && text.indexOf('(', plus) == close - 1) {
      member = text.substring(plus + 2, close - 1);
      close = plus;
    }
    int open = opening(close);
    if (open <= 0) {
      return false;
    }
    parameters = text.substring(open + 1, close);
    return named(text.substring(0, open).stripTrailing());
  }

  /** Returns where the bracket that is closed at a place is opened; -1 where it is not. */
  private int opening(int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      char each = text.charAt(i);
      depth += each == ')' ? 1 : each == '(' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private boolean named(String name) {
    int open = name.endsWith("]") ? name.lastIndexOf('[') : -1;
    arguments = open > 0 ? name.substring(open) : "";
    method = open > 0 ? name.substring(0, open) : name;
    return isQualified('.');
  }

  private Optional<Found> code() {
    return qualifiedName(':') && parameters()
        ? found(Form.CODE, at, "", Optional.empty(), new Token(0), 0)
        : Optional.empty();
  }

  /**
   * A name up to a bracket or a space. Brackets of type arguments that are not at its end belong to
   * its types and are left out: {@code List`1[T].Add} is {@code List`1.Add}.
   */
  private boolean qualifiedName(char separator) {
    StringBuilder name = new StringBuilder();
    int angles = 0;
    for (; at < text.length(); at++) {
      char next = text.charAt(at);
      if (next == '[') {
        int end = closing('[', ']');
        if (end < 0) {
          return false;
        }
        if (end + 1 < text.length() && ".+/:".indexOf(text.charAt(end + 1)) >= 0) {
          at = end;
          continue;
        }
        arguments = text.substring(at, end + 1);
        at = end + 1;
        break;
      }
      if (((next == '(' || next == ' ') && angles <= 0) || next < ' ') {
        break;
      }
      angles += next == '<' ? 1 : next == '>' ? -1 : 0;
      name.append(next);
    }
    method = name.toString();
    return isQualified(separator);
  }

  private boolean isQualified(char separator) {
    int first = method.indexOf(separator);
    return first > 0
        && first < method.length() - 1
        && isStart(method.charAt(0))
        && (separator == '.' ? method.indexOf("::") < 0 : method.startsWith("::", first));
  }

  /** The text may be one of bytes: any that is not ASCII may begin a letter. */
  private static boolean isStart(char first) {
    return Character.isJavaIdentifierStart(first) || first == '<' || first >= 0x80;
  }

  /** Returns where the bracket at the position is closed; -1 where it is not. */
  private int closing(char open, char close) {
    int depth = 0;
    for (int i = at; i < text.length(); i++) {
      char next = text.charAt(i);
      depth += next == open ? 1 : next == close ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private boolean parameters() {
    int end = at < text.length() && text.charAt(at) == '(' ? closing('(', ')') : -1;
    if (end >= 0) {
      parameters = text.substring(at + 1, end);
      at = end + 1;
    }
    return end >= 0;
  }

  /** The runtime writes a state machine's method as {@code M(P p)+MoveNext()}. */
  private boolean memberOfMachine() {
    if (at < text.length() && text.charAt(at) == '+') {
      int open = text.indexOf('(', at);
      if (open < 0 || !text.startsWith("()", open) || open == at + 1) {
        return false;
      }
      member = text.substring(at + 1, open);
      at = open + 2;
    }
    return true;
  }

  private Optional<Found> position() {
    int nameEnd = at;
    Matcher token = matcher(TOKEN);
    if (token.lookingAt()) {
      at = token.end();
      int value = Integer.parseUnsignedInt(token.group("token"), 16);
      int offset = Integer.parseUnsignedInt(token.group("offset"), 16);
      return offset < 0
          ? Optional.empty()
          : found(
              Form.TOKEN,
              nameEnd,
              token.group("module"),
              Optional.empty(),
              new Token(value),
              offset);
    }
    Matcher located = matcher(LOCATED);
    if (located.lookingAt()) {
      at = located.end();
      return found(
          Form.LOCATED, nameEnd, located.group("place"), Optional.empty(), new Token(0), 0);
    }
    // A position that is cut off, or in another form, is one too.
    Form form = text.startsWith(" in ", at) ? Form.LOCATED : Form.NAME;
    return found(form, nameEnd, "", Optional.empty(), new Token(0), 0);
  }

  private Optional<Found> android() {
    int nameEnd = at;
    Matcher matcher = matcher(ANDROID);
    if (!matcher.lookingAt()) {
      return Optional.empty();
    }
    at = matcher.end();
    int offset = Integer.parseUnsignedInt(matcher.group("offset"), 16);
    return offset < 0
        ? Optional.empty()
        : found(Form.ANDROID, nameEnd, "", Optional.empty(), new Token(0), offset);
  }

  private Optional<Found> mono() {
    int nameEnd = at;
    Matcher matcher = matcher(MONO);
    if (matcher.lookingAt()) {
      at = matcher.end();
      int offset = Integer.parseUnsignedInt(matcher.group("offset"), 16);
      return offset < 0
          ? Optional.empty()
          : found(
              Form.MONO,
              nameEnd,
              "",
              Optional.of(mvid(matcher.group("mvid"))),
              new Token(0),
              offset);
    }
    return Optional.empty();
  }

  private Matcher matcher(Pattern pattern) {
    return pattern.matcher(text).region(at, text.length());
  }

  private static UUID mvid(String digits) {
    return new UUID(
        Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, 32, 16));
  }

  private Optional<Found> found(
      Form form, int nameEnd, String module, Optional<UUID> mvid, Token token, int offset) {
    FrameText frame =
        new FrameText(
            form,
            method,
            arguments,
            Optional.ofNullable(parameters),
            member,
            module,
            mvid,
            token,
            offset);
    return Optional.of(new Found(frame, nameEnd, at));
  }
}
