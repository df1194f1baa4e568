// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

  /** A heap that is not there is one problem, whatever many rows are in want of it. */
  @Test
  void problem_ofManyRowsAtOnePlace_isReportedOfTheFirst() {
    var err = new ByteArrayOutputStream();
    Problems problems =
        new Problems(
            new Terminal(
                "tiptoe", InputStream.nullInputStream(), OutputStream.nullOutputStream(), err));
    problems.badInput(new Token(0x06000001), "f: at offset 0x10: gone");
    problems.badInput(new Token(0x06000002), "f: at offset 0x10: gone");
    problems.badInput(new Token(0x06000003), "f: at offset 0x20: gone");
    assertEquals(
        """
        tiptoe: 0x06000001 in f: at offset 0x10: gone
        tiptoe: 0x06000003 in f: at offset 0x20: gone
        """,
        err.toString(StandardCharsets.UTF_8));
    assertEquals(3, problems.met());
    assertEquals(ExitCode.BAD_INPUT, problems.exitCode());
  }

  @ParameterizedTest
  @MethodSource("problems")
  void describe_ofAnyProblem_isInWords(Exception problem, String words) {
    assertEquals(words, Problems.describe(problem));
  }
}
