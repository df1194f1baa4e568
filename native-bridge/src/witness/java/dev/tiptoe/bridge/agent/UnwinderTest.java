// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The C++ tests of the unwinder, on the native libraries of .NET 9 and 3.1. */
@Tag("quarter-3")
class UnwinderTest {

  @Test
  void rows_ofTheRuntimesLibraries_areThoseOfReadelf() throws Exception {
    List<String> libraries =
        Stream.concat(
                libraries(TestRuntime.directory()).stream(),
                libraries(TestRuntime.netCore31()).stream())
            .toList();
    assertTrue(libraries.size() > 20, libraries::toString);
    String output = run("eh_frame_test", libraries);
    assertTrue(output.contains("libcoreclr.so: "), output);
  }

  /** Each instruction of a compression, which clang compiled. */
  @Test
  void walks_atEachInstructionOfClangsCode_findTheCallers() throws Exception {
    Path library = TestRuntime.directory().resolve("libSystem.IO.Compression.Native.so");
    run("walker_test", List.of(library.toString()));
  }

  private static String run(String test, List<String> arguments)
      throws IOException, InterruptedException {
    Path program = Path.of("target/cpp/test", test).toAbsolutePath();
    List<String> command =
        Stream.concat(Stream.of(program.toString()), arguments.stream()).toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  private static List<String> libraries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).filter(file -> file.endsWith(".so")).sorted().toList();
    }
  }
}
