// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static java.io.InputStream.nullInputStream;
import static java.io.OutputStream.nullOutputStream;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.trace.Trace;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two seconds of the demo program, recorded once in each JVM for all tests of its trace. The file
 * stays in the build folder, for the analysis of failures.
 */
final class DemoTrace {

  private static final Path FILE =
      Path.of(System.getProperty("tests.folder", "target"), "demo.tiptoe").toAbsolutePath();

  /** The recording, made when it is first asked for. */
  private static final class Recorded {
    static final Outcome OUTCOME = record();

    private static Outcome record() {
      try {
        Files.createDirectories(FILE.resolveSibling("."));
        Files.deleteIfExists(FILE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String program = TestAssembly.DEMO.path().toString();
      // On a busy machine the agent would look less often than the tests need.
      String[] record = {
        "record", "--wall", "--sample-every", "2ms", "--out", FILE.toString(), "--", program, "2"
      };
      return Child.tiptoe(record).with(Map.of("TIPTOE_DUTY", "1000000")).outcome();
    }
  }

  private DemoTrace() {}

  /** How the recording went. */
  static Outcome recording() {
    return Recorded.OUTCOME;
  }

  /** The trace's path. */
  static String file() {
    recording().expect(0).expectSilence();
    return FILE.toString();
  }

  /** The trace, read. */
  static Trace read() throws IOException {
    file();
    var err = new ByteArrayOutputStream();
    Trace trace =
        Trace.read(FILE, new Terminal("tiptoe", nullInputStream(), nullOutputStream(), err));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    return trace;
  }

  /** The token of a type of the program. */
  static Token typeDef(String name) throws IOException {
    return row(name, 2);
  }

  /** The token of a method of the program. */
  static Token methodDef(String name) throws IOException {
    return row(name, 6);
  }

  private static Token row(String name, int table) throws IOException {
    Image image = Image.open(TestAssembly.DEMO.path());
    Names names = new Names(image);
    return Stream.iterate(1, rid -> rid + 1)
        .map(rid -> new Token(table << 24 | rid))
        .takeWhile(token -> image.contains(token))
        .filter(token -> names.of(token).equals(name))
        .findFirst()
        .orElseThrow();
  }
}
