// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A program that runs with the agent inside, from its start.
 *
 * @param process the program; its input and outputs are those of this process
 * @param trace the file that the agent writes
 */
public record Recording(Process process, Path trace) {

  private static final String USERS_LOCALE = "TIPTOE_USERS_LC_ALL";

  /**
   * Starts a program. The first CoreCLR in it, or in a process it starts, is recorded; any other
   * runs unobserved. A profiler that this process's environment names is replaced; {@link
   * RuntimeSettings#profiler} returns it before that.
   *
   * @param command the program and its arguments
   * @param trace the file to write; it must not exist
   * @param sampleEvery the time between two samples of the stacks; zero for no sampling
   * @throws LaunchException when the trace cannot be written there, the agent is missing or cannot
   *     be loaded, or this process's environment makes a runtime load no profiler
   * @throws IOException when the program cannot be started
   */
  public static Recording start(
      Installation installation, List<String> command, Path trace, Duration sampleEvery)
      throws IOException {
    return start(installation, command, trace, sampleEvery, SamplingEngine.SUSPEND);
  }

  /**
   * Starts a program as {@link #start(Installation, List, Path, Duration)} does.
   *
   * @param engine how stacks are sampled
   */
  public static Recording start(
      Installation installation,
      List<String> command,
      Path trace,
      Duration sampleEvery,
      SamplingEngine engine)
      throws IOException {
    return start(installation, command, trace, settings(sampleEvery, engine));
  }

  /**
   * Starts a program as {@link #start(Installation, List, Path, Duration)} does.
   *
   * @param settings adds the agent's settings to those that name the trace
   */
  public static Recording start(
      Installation installation,
      List<String> command,
      Path trace,
      UnaryOperator<AgentSettings> settings)
      throws IOException {
    Path file = creatable(trace);
    ProcessBuilder builder = builder(command);
    requirePermitted(new RuntimeSettings(builder.environment()).profilersOff());
    Path agent = loadable(installation.agent());
    builder
        .environment()
        .putAll(environment(agent, settings.apply(AgentSettings.tracing(file.toString()))));
    return new Recording(InheritedSignals.start(builder), file);
  }

  private static UnaryOperator<AgentSettings> settings(
      Duration sampleEvery, SamplingEngine engine) {
    return settings -> settings.sampleEvery(sampleEvery).engine(engine);
  }

  /**
   * Starts a program as {@link #startSuspended(Installation, List, Path, Duration, SamplingEngine)}
   * does; the agent samples by suspending.
   */
  public static Recording startSuspended(
      Installation installation, List<String> command, Path trace, Duration sampleEvery)
      throws IOException {
    return startSuspended(installation, command, trace, sampleEvery, SamplingEngine.SUSPEND);
  }

  /**
   * Starts a program whose runtime waits at a diagnostic port and loads the agent from there: its
   * environment names no profiler. The first CoreCLR in it, or in a process it starts, is recorded;
   * any other is resumed as long as the program runs.
   *
   * <p>Parameters and exceptions are those of {@link #start(Installation, List, Path, Duration,
   * SamplingEngine)}. Needs .NET 5 or later.
   */
  public static Recording startSuspended(
      Installation installation,
      List<String> command,
      Path trace,
      Duration sampleEvery,
      SamplingEngine engine)
      throws IOException {
    return startSuspended(installation, command, trace, settings(sampleEvery, engine));
  }

  /**
   * Starts a program as {@link #startSuspended(Installation, List, Path, Duration, SamplingEngine)}
   * does.
   *
   * @param settings adds the agent's settings to those that name the trace
   */
  public static Recording startSuspended(
      Installation installation,
      List<String> command,
      Path trace,
      UnaryOperator<AgentSettings> settings)
      throws IOException {
    Path file = creatable(trace);
    ProcessBuilder builder = builder(command);
    RuntimeSettings theirs = new RuntimeSettings(builder.environment());
    requirePermitted(theirs.profilersOff().or(theirs::portOff));
    Path agent = loadable(installation.agent());
    builder
        .environment()
        .putAll(settings.apply(AgentSettings.tracing(file.toString())).environment());
    return new Recording(SuspendedStart.of(builder, agent), file);
  }

  /** A runtime reports neither, and the program would run for nothing. */
  private static void requirePermitted(Optional<String> off) {
    off.ifPresent(
        setting -> {
          throw new LaunchException(
              setting + " in the environment: with it .NET 8 and later load no profiler");
        });
  }

  private static Path loadable(Path agent) {
    AgentLibrary.requireLoadable(agent);
    return agent;
  }

  private static Path creatable(Path trace) {
    Path file = trace.toAbsolutePath();
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new LaunchException(trace + " exists already");
    }
    requireCreatable(file);
    return file;
  }

  private static ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    Map<String, String> environment = builder.environment();
    restoreLocale(environment);
    // Those of another profiler: a path for one architecture, or a name with the prefix of .NET 11,
    // would take precedence over ours.
    environment.keySet().removeIf(RuntimeSettings::isOfProfilers);
    listen(environment);
    return builder;
  }

  /** Without a private folder the program is recorded all the same, but has no control socket. */
  private static void listen(Map<String, String> environment) {
    try {
      environment.put("TIPTOE_CONTROL", ControlClient.settingForNewProcess().toString());
    } catch (ControlException e) {
      environment.remove("TIPTOE_CONTROL");
    }
  }

  /** Only an attempt shows whether a file can be created; the agent creates the one that stays. */
  private static void requireCreatable(Path file) {
    try {
      Files.delete(Files.createFile(file));
    } catch (FileSystemException e) {
      throw LaunchException.ofFile(file, e);
    } catch (IOException e) {
      throw new LaunchException(file + ": " + e.getMessage());
    }
  }

  /** Gives the program its user's locale, not the one that {@code ./tiptoe} runs in. */
  private static void restoreLocale(Map<String, String> environment) {
    String own = environment.remove(USERS_LOCALE);
    if (own != null && own.isEmpty()) {
      environment.remove("LC_ALL");
    } else if (own != null) {
      environment.put("LC_ALL", own);
    }
  }

  /** Returns the environment variables that load the agent into a program. */
  public static Map<String, String> environment(Path agent, Path trace, Duration sampleEvery) {
    return environment(agent, AgentSettings.tracing(trace.toString()).sampleEvery(sampleEvery));
  }

  /** Returns the environment variables that load the agent into a program with those settings. */
  public static Map<String, String> environment(Path agent, AgentSettings settings) {
    Map<String, String> all = new HashMap<>(settings.environment());
    all.put("CORECLR_ENABLE_PROFILING", "1");
    all.put("CORECLR_PROFILER", "{" + AgentLibrary.CLSID + "}");
    all.put("CORECLR_PROFILER_PATH", agent.toString());
    return Map.copyOf(all);
  }
}
