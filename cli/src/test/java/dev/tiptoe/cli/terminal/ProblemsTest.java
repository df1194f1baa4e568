// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A missing part of a Java exception is never printed as the word null. */
class ProblemsTest {

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of(new NoSuchFileException("f"), "f: no such file"),
        Arguments.of(new AccessDeniedException("f"), "f: permission denied"),
        Arguments.of(new NotDirectoryException("f"), "f: not a folder"),
        Arguments.of(new FileAlreadyExistsException("f"), "f: exists already"),
        Arguments.of(new DirectoryNotEmptyException("f"), "f: the folder is not empty"),
        Arguments.of(new FileSystemLoopException("f"), "f: FileSystemLoopException"),
        Arguments.of(new FileSystemException("f"), "f: FileSystemException"),
        Arguments.of(new FileSystemException("f", null, "Is odd"), "f: Is odd"),
        Arguments.of(new FileSystemException(null, null, "Is odd"), "Is odd"),
        Arguments.of(new FileSystemException(null), "FileSystemException"),
        Arguments.of(new InvalidPathException("f", "odd"), "f: not a path: odd"),
        Arguments.of(new IOException("f: gone"), "f: gone"),
        Arguments.of(new IOException(), "java.io.IOException"));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void describe_ofAnyProblem_isInWords(Exception problem, String words) {
    assertEquals(words, Problems.describe(problem));
  }
}
