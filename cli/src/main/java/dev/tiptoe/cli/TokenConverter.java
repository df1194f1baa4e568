// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.metadata.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a metadata token: {@code 0x} and one to eight hex digits. */
final class TokenConverter implements ITypeConverter<Token> {

  private static final Pattern TOKEN = Pattern.compile("0[xX][0-9a-fA-F]{1,8}");

  static Optional<Token> parse(String text) {
    return TOKEN.matcher(text).matches()
        ? Optional.of(new Token(Integer.parseUnsignedInt(text.substring(2), 16)))
        : Optional.empty();
  }

  /** Tokens with commas between; none where any is no token. */
  static List<Token> list(String text) {
    List<Token> tokens = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      Optional<Token> token = parse(one);
      if (token.isEmpty()) {
        return List.of();
      }
      tokens.add(token.get());
    }
    return tokens;
  }

  @Override
  public Token convert(String text) {
    return parse(text)
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is no token (0x06000001)"));
  }
}
