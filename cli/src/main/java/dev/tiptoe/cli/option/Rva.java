// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address from the beginning of a module in memory, unsigned. */
public record Rva(int value) {

  /** Reads {@code 0x} and one to eight hex digits. */
  public static final class Converter implements ITypeConverter<Rva> {

    private static final Pattern RVA = Pattern.compile("0[xX][0-9a-fA-F]{1,8}");

    @Override
    public Rva convert(String text) {
      if (!RVA.matcher(text).matches()) {
        throw new TypeConversionException("'" + text + "' is not an RVA (0x1a2b30)");
      }
      return new Rva(Integer.parseUnsignedInt(text.substring(2), 16));
    }
  }

  @Override
  public String toString() {
    return "0x" + Integer.toHexString(value);
  }
}
