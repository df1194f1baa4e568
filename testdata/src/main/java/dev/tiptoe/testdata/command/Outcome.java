// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The result of a command and its output.
 *
 * @param status its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Outcome(int status, String out, String err) {

  /** A program whose commands run inside this JVM. */
  public interface Program {
    /** Runs the command that {@code arguments} name, and returns its exit code. */
    int run(String[] arguments, InputStream in, OutputStream out, OutputStream err);
  }

  /** Runs a program in this JVM, with a text on its standard input. */
  public static Outcome of(Program program, String in, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var text = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
    int status = program.run(arguments, text, out, err);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The lines of the standard output. */
  public List<String> lines() {
    return out.lines().toList();
  }

  /** The fields of each line of the standard output; those at the end may be empty. */
  public List<List<String>> rows() {
    return out.lines().map(line -> List.of(line.split("\t", -1))).toList();
  }

  /** Returns this outcome after checking the exit code. */
  public Outcome expect(int expected) {
    return require(status == expected);
  }

  /** Returns this outcome after checking that nothing was printed beside the results. */
  public Outcome expectSilence() {
    return require(err.isEmpty());
  }

  private Outcome require(boolean condition) {
    if (!condition) {
      throw new AssertionError(toString());
    }
    return this;
  }
}
