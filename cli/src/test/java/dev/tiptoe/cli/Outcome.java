// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a command ended and what it said.
 *
 * @param status its exit code
 * @param out its standard output
 * @param err its standard error
 */
record Outcome(int status, String out, String err) {

  /** Runs {@code tiptoe} in this JVM, with nothing on its standard input. */
  static Outcome of(String... arguments) {
    return fed("", arguments);
  }

  /** Runs {@code tiptoe} in this JVM, with a text on its standard input. */
  static Outcome fed(String in, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var text = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
    int status = Tiptoe.run(arguments, text, out, err);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The lines of the standard output. */
  List<String> lines() {
    return out.lines().toList();
  }

  /** The fields of each line of the standard output; those at the end may be empty. */
  List<List<String>> rows() {
    return out.lines().map(line -> List.of(line.split("\t", -1))).toList();
  }

  /** The same outcome, after making sure of the exit code. */
  Outcome expect(int expected) {
    assertEquals(expected, status, this::toString);
    return this;
  }

  /** The same outcome, after making sure that nothing was said beside the results. */
  Outcome expectSilence() {
    assertEquals("", err);
    return this;
  }
}
