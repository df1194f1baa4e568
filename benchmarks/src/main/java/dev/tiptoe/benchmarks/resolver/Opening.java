// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.benchmarks.resolver;

import dev.tiptoe.bridge.trace.TraceReader;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A recording of ten events for each ID, and a program of its own that opens it and gives one
 * answer: {@code Opening FILE ID} prints the ID's token.
 */
public final class Opening {

  private final Population population;
  private final Path file;

  /** Writes the recording; it goes when this process ends. */
  Opening(int ids) {
    population =
        new Population((int) (ids * 10L * Population.PER_TYPE / (Population.PER_TYPE + 1)));
    try {
      file = Files.createTempFile("bench", ".tiptoe");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.toFile().deleteOnExit();
    try (TraceFile trace = new TraceFile(file)) {
      Events.feed(trace, population);
    }
  }

  /** Opens the recording in a process of its own, and asks it for the token of its last ID. */
  int token() {
    String last = Long.toString(population.functionID(population.methods() - 1));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Opening.class.getName(),
            file.toString(),
            last);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process process = builder.start();
      byte[] answer = process.getInputStream().readAllBytes();
      return Integer.parseInt(new String(answer, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a recording and prints one answer. */
  public static void main(String[] arguments) throws IOException {
    RuntimeIdMap map = new RuntimeIdMap();
    try (TraceReader reader = TraceReader.open(new File(arguments[0]).toPath())) {
      reader.poll(map);
    }
    System.out.println(map.now().methodDefOf(new FunctionID(Long.parseLong(arguments[1]))).value());
  }
}
