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
import dev.tiptoe.testdata.Recordings;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The demo program, recorded once in a build, in each way that tests read: by the agent for two
 * seconds, and by the agent and the runtime itself for a second.
 */
final class DemoTrace {

  private static final String PROGRAM = TestAssembly.DEMO.path().toString();

  /** Samples, and loader, JIT, precompiled code, IL maps, types and details of methods. */
  private static final Map<String, String> EVENTS =
      Map.of(
          "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1",
          "DOTNET_EnableEventPipe", "1",
          "DOTNET_EventPipeCircularMB", "256",
          "DOTNET_EventPipeConfig",
              "Microsoft-DotNETCore-SampleProfiler:0:5,"
                  + "Microsoft-Windows-DotNETRuntime:0x40000A003C:5");

  /** Both recordings of one run. */
  static final String AGENT = "demo.tiptoe";

  static final String EVENT_PIPE = "demo.nettrace";

  private DemoTrace() {}

  /** The trace, and beside it what the program and the command wrote. */
  private static Path recorded() {
    return Recordings.once(
        "demo",
        folder -> {
          Files.createDirectory(folder);
          String trace = folder.resolve(AGENT).toString();
          // On a busy machine the agent would look less often than the tests need.
          Outcome outcome =
              Child.tiptoe(
                      "record",
                      "--wall",
                      "--sample-every",
                      "2ms",
                      "--out",
                      trace,
                      "--",
                      PROGRAM,
                      "2")
                  .with(Map.of("TIPTOE_DUTY", "1000000"))
                  .outcome()
                  .expect(0)
                  .expectSilence();
          Files.writeString(folder.resolve("output"), outcome.out());
        });
  }

  /** What the program wrote while it was recorded: two lines, without a note of the command. */
  static List<String> output() throws IOException {
    return Files.readAllLines(recorded().resolve("output"));
  }

  /** The trace's path. */
  static String file() {
    return recorded().resolve(AGENT).toString();
  }

  /** The folder with the recordings that the agent and the runtime made of one run. */
  static Path withEvents() {
    return Recordings.once(
        "demo-with-events",
        folder -> {
          Files.createDirectory(folder);
          String trace = folder.resolve(AGENT).toString();
          Child.tiptoe("record", "--out", trace, "--", PROGRAM, "1")
              .with(events(folder.resolve(EVENT_PIPE)))
              .with(Map.of("TIPTOE_DUTY", "1000000"))
              .outcome()
              .expect(0);
        });
  }

  /** The variables by which the runtime itself records a program. */
  static Map<String, String> events(Path file) {
    Map<String, String> all = new HashMap<>(EVENTS);
    all.put("DOTNET_EventPipeOutputPath", file.toString());
    return all;
  }

  /** The trace, read. */
  static Trace read() throws IOException {
    Path trace = Path.of(file());
    var err = new ByteArrayOutputStream();
    Trace read =
        Trace.read(trace, new Terminal("tiptoe", nullInputStream(), nullOutputStream(), err));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    return read;
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
