// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.metadata.Token;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a metadata token: {@code 0x} and one to eight hex digits. */
public final class TokenConverter implements ITypeConverter<Token> {

  @Override
  public Token convert(String text) {
    return Token.parse(text)
        .orElseThrow(
            () -> new TypeConversionException("'" + text + "' is not a token (0x06000001)"));
  }
}
