// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program that runs with the agent inside, from its start.
 *
 * @param process the program; its input and outputs are those of this process
 * @param trace the file that the agent writes
 */
public record Recording(Process process, Path trace) {

  /** What the runtime knows the agent by. */
  public static final String CLSID = "{8F0E2C4A-6B7D-4E51-9A3C-D1F5B2E7A946}";

  /**
   * Starts a program. The first CoreCLR in it, or in a process it starts, is recorded; any other runs unobserved.
   *
   * @param command the program and its arguments
   * @param trace the file to write; it must not exist
   * @param sampleEvery the time between two looks at the stacks; zero for none
   * @throws LaunchException when the trace cannot be written there, or the agent is missing
   * @throws IOException when the program cannot be started
   */
  public static Recording start(
      Installation installation, List<String> command, Path trace, Duration sampleEvery) throws IOException {
    Path file = trace.toAbsolutePath();
    if (Files.exists(file)) {
      throw new LaunchException(trace + " exists already");
    }
    Path folder = file.getParent();
    if (folder == null || !Files.isWritable(folder)) {
      throw new LaunchException(trace + ": its folder does not exist or cannot be written to");
    }
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment(installation.agent(), file, sampleEvery));
    return new Recording(builder.start(), file);
  }

  /** The environment variables that bring the agent into a program. */
  public static Map<String, String> environment(Path agent, Path trace, Duration sampleEvery) {
    return Map.of(
        "CORECLR_ENABLE_PROFILING", "1",
        "CORECLR_PROFILER", CLSID,
        "CORECLR_PROFILER_PATH", agent.toString(),
        "TIPTOE_TRACE", trace.toString(),
        "TIPTOE_SAMPLE_EVERY", Long.toString(sampleEvery.toNanos()));
  }
}
