// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A recording of ten events for each ID, and a program of its own that opens it and gives its first
 * answer: {@code Opening FILE FUNCTIONID MODULEID TYPEDEF} prints the sum of the method's token and
 * of the type's ClassIDs.
 */
public final class Opening {

  private final Population population;
  private final List<String> options;
  private final Path file;

  /**
   * Writes the recording, which is deleted when this process ends.
   *
   * @param options those of the JVM that opens it
   */
  Opening(int ids, List<String> options) {
    this.options = options;
    population =
        new Population((int) (ids * 10L * Population.PER_TYPE / (Population.PER_TYPE + 1)));
    try {
      Path folder = Files.createTempDirectory("bench");
      folder.toFile().deleteOnExit();
      file = folder.resolve("recording.tiptoe");
      file.toFile().deleteOnExit();
      try (TraceWriter trace = TraceWriter.create(file, 0, Instant.EPOCH)) {
        PopulationEvents.feed(trace, population);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens the recording in a process of its own, and looks up its last method and type. */
  long answer() {
    int method = population.methods() - 1;
    int type = population.types() - 1;
    long answer =
        ask(
            population.functionID(method),
            Population.moduleID(Population.module(type)),
            Population.typeDef(type));
    if (answer != population.token(method) + population.classID(type)) {
      throw new IllegalStateException("the recording was read as something else");
    }
    return answer;
  }

  private long ask(long functionID, long moduleID, int typeDef) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Opening.class.getName(),
            file.toString(),
            Long.toString(functionID),
            Long.toString(moduleID),
            Integer.toString(typeDef)));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process process = builder.start();
      byte[] answer = process.getInputStream().readAllBytes();
      return Long.parseLong(new String(answer, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a recording and prints its first answer. */
  public static void main(String[] arguments) throws IOException {
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(new File(arguments[0]).toPath())) {
      reader.poll(map);
    }
    IdView now = map.now();
    long[] sum = {now.methodDefOf(new FunctionID(Long.parseLong(arguments[1]))).value()};
    now.forEachClassID(
        new ModuleID(Long.parseLong(arguments[2])),
        new Token(Integer.parseInt(arguments[3])),
        id -> sum[0] += id.value());
    System.out.println(sum[0]);
  }
}
