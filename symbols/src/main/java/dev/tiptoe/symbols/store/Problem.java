// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.store;

import dev.tiptoe.metadata.MetadataFormatException;
import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes problems with files in one line. Stateless. */
final class Problem {

  private Problem() {}

  /** Returns a text that names the file and the reason. */
  static String of(String file, Exception problem) {
    if (problem instanceof MetadataFormatException) {
      return String.valueOf(problem.getMessage());
    }
    return file + ": " + reason(problem);
  }

  private static String reason(Exception problem) {
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
