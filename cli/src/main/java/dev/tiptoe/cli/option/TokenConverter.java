// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.metadata.Token;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a metadata token: {@code 0x} and one to eight hex digits. */
public final class TokenConverter implements ITypeConverter<Token> {

  private static final Pattern TOKEN = Pattern.compile("0[xX][0-9a-fA-F]{1,8}");

  /** Parses a token; empty when the text is not one. */
  public static Optional<Token> parse(String text) {
    return TOKEN.matcher(text).matches()
        ? Optional.of(new Token(Integer.parseUnsignedInt(text.substring(2), 16)))
        : Optional.empty();
  }

  @Override
  public Token convert(String text) {
    return parse(text)
        .orElseThrow(
            () -> new TypeConversionException("'" + text + "' is not a token (0x06000001)"));
  }
}
