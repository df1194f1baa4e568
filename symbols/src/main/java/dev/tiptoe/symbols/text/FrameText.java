// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.metadata.Token;
import java.util.Optional;
import java.util.UUID;

/**
 * A frame as a stack trace writes it, behind the word {@code at}. Immutable.
 *
 * <pre>
 *  LOCATED  T.M[A](P p) in FILE:line 42
 *  TOKEN    T.M[A](P p) in Shop.dll:token 0x6000001+0x5
 *  NAME     T.M[A](P p)
 *  ANDROID  T.M + 0x2db(Unknown Source)
 *  MONO     T.M[A] (P p) [0x0000c] in &lt;mvid&gt;:0
 *  CODE     T::M(sig)
 * </pre>
 *
 * @param form how it is written
 * @param method the name of the method behind that of its type, as in the text
 * @param arguments the type arguments or parameters of the method, with their brackets; or empty
 * @param parameters what is between the brackets; empty where there are none
 * @param member of the state machine of the method, the member that has the code; or empty
 * @param module the file name of the module; empty where the text has none
 * @param mvid the module version ID, where the text has one
 * @param token the method; nil where the text has none
 * @param offset the IL offset; 0 where the text has none
 */
public record FrameText(
    Form form,
    String method,
    String arguments,
    Optional<String> parameters,
    String member,
    String module,
    Optional<UUID> mvid,
    Token token,
    int offset) {

  /** The forms. */
  public enum Form {
    /** It has a source line. */
    LOCATED,
    /** It has a token and an IL offset: .NET 6 and later, on demand. */
    TOKEN,
    /** It has no position. */
    NAME,
    /** It has an IL offset and no signature: .NET on Android. */
    ANDROID,
    /** It has an IL offset and the MVID: Mono. */
    MONO,
    /** A method of a perf map or of the runtime's events. */
    CODE
  }

  static final String ANDROID_END = "(Unknown Source)";

  /** Parses a frame that is all of a text. */
  public static Optional<FrameText> parse(String text) {
    return FrameParser.parse(text)
        .filter(found -> found.end() == text.length())
        .map(FrameParser.Found::frame);
  }

  /** Parses a method of a perf map, {@code T::M(sig)}, that is all of a text. */
  public static Optional<FrameText> parseCode(String text) {
    return FrameParser.parseCode(text)
        .filter(found -> found.end() == text.length())
        .map(FrameParser.Found::frame);
  }

  /** Returns the method with its parameters, without its position. */
  public String name() {
    String list = parameters.map(each -> "(" + each + ")").orElse("");
    String inside = member.isEmpty() ? "" : "+" + member + "()";
    return method + arguments + (form == Form.MONO ? " " : "") + list + inside;
  }

  /** Returns the frame as it was written, but for the position of one that has a source line. */
  @Override
  public String toString() {
    return name()
        + switch (form) {
          case LOCATED -> " in " + module;
          case TOKEN -> String.format(" in %s:token 0x%x+0x%x", module, token.value(), offset);
          case ANDROID -> String.format(" + 0x%x%s", offset, ANDROID_END);
          case MONO ->
              String.format(
                  " [0x%05x] in <%s>:0",
                  offset, mvid.map(each -> each.toString().replace("-", "")).orElse(""));
          case NAME, CODE -> "";
        };
  }
}
