// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.resolver.id.ClassID;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a ClassID as {@code tiptoe ids} writes it: {@code 0x} and one to sixteen hex digits. */
public final class ClassIDConverter implements ITypeConverter<ClassID> {

  private static final Pattern ID = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");

  @Override
  public ClassID convert(String text) {
    if (!ID.matcher(text).matches()) {
      throw new TypeConversionException("'" + text + "' is not a ClassID (0x7f0c12345678)");
    }
    return new ClassID(Long.parseUnsignedLong(text.substring(2), 16));
  }
}
