// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.trace.TraceFormatException;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * What went wrong so far in a command that goes on: each problem told once, in one line, and the
 * exit code that follows.
 */
final class Problems {

  private final Terminal terminal;
  private boolean negative;
  private boolean badInput;

  Problems(Terminal terminal) {
    this.terminal = terminal;
  }

  /** An answer was "no". */
  void no() {
    negative = true;
  }

  /** A file or a part of it could not be read. */
  void badInput(String what) {
    badInput = true;
    terminal.noteOnce(what);
  }

  /** The exit code that says the worst of it. */
  int exitCode() {
    return badInput ? ExitCode.BAD_INPUT : negative ? ExitCode.NO : ExitCode.OK;
  }

  /** One line for a problem that tells its place by itself. */
  static String describe(Exception problem) {
    if (problem instanceof FileSystemException file) {
      return describe(String.valueOf(file.getFile()), problem);
    }
    if (problem instanceof InvalidPathException path) {
      return describe(path.getInput(), problem);
    }
    return problem instanceof MetadataFormatException metadata
        ? describe(metadata.file(), problem)
        : String.valueOf(problem.getMessage());
  }

  /** One line for a problem with a file. */
  static String describe(String file, Exception problem) {
    if (problem instanceof MetadataFormatException metadata && metadata.kind() == Kind.BUNDLE) {
      String example = metadata.file() + "!App.dll";
      return metadata.file()
          + ": a single-file bundle; name a file in it, as in "
          + example
          + " (tiptoe dump lists them)";
    }
    if (problem instanceof MetadataFormatException || problem instanceof TraceFormatException) {
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
    if (problem instanceof NotDirectoryException) {
      return "not a folder";
    }
    if (problem instanceof InvalidPathException invalid) {
      return "not a path: " + invalid.getReason();
    }
    if (problem instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    String message = problem.getMessage();
    return problem instanceof IOException && message != null ? message : problem.toString();
  }
}
