// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.problem;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Describes problems with files in one line. Stateless. */
public final class Problem {

  /** A name from a file may have 64 KiB. */
  private static final int LONGEST_NAME = 200;

  private Problem() {}

  /** Returns a text that names the file and the reason. */
  public static String of(String file, Exception problem) {
    if (problem instanceof MetadataFormatException) {
      return String.valueOf(problem.getMessage());
    }
    return file + ": " + reason(problem);
  }

  /** Returns a name, or the beginning and the end of a long one. */
  public static String shortened(String name) {
    int length = name.length();
    int half = LONGEST_NAME / 2;
    return length <= LONGEST_NAME
        ? name
        : name.substring(0, half) + "…" + name.substring(length - half);
  }

  /** Returns the reason why an IL offset that is behind the code of a method has no source. */
  public static String behindCode(Token methodDef, int ilOffset, int size) {
    return String.format(
        Locale.ROOT,
        "IL offset 0x%x is behind the %d bytes of code of %s",
        ilOffset,
        size,
        methodDef);
  }

  /** Returns the reason without the file. */
  public static String reason(Exception problem) {
    if (problem instanceof NoSuchFileException || problem instanceof FileNotFoundException) {
      return "no such file";
    }
    if (problem instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (problem instanceof FileSystemException file) {
      // Without a reason the message is just the name of the file.
      return file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
    }
    String message = problem.getMessage();
    return message == null ? problem.getClass().getSimpleName() : message;
  }
}
