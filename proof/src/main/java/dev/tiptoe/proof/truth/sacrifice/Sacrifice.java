// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.attach.DotnetProcess;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.proof.agent.TestAgent;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.TwoAttachments;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program at its end: it has done its work, the agent has recorded it, and its runtime answers
 * questions until it is released.
 *
 * <p>Mutable, not thread-safe. Until it is closed it keeps the process, and a folder that only its
 * owner may read.
 */
final class Sacrifice implements AutoCloseable {

  private static final Duration TO_ITS_END = Duration.ofMinutes(3);
  private static final Duration TO_AN_ANSWER = Duration.ofSeconds(60);
  private static final Duration OUT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(10);

  /** The share of the time for which the sampler may pause the program, in millionths. */
  private static final int ALL_OF_THE_TIME = 1_000_000;

  private final Program program;
  private final Path folder;
  private final Process process;
  private final Line line;
  private final TraceReader trace;
  private final RuntimeIdMap map = Session.newMap();
  private final RuntimeFeed feed;

  private Sacrifice(Program program, Path folder, Process process, Line line, UsedRules rules)
      throws IOException {
    this.feed = rules.into(map);
    this.program = program;
    this.folder = folder;
    this.process = process;
    this.line = line;
    this.trace = TraceReader.open(traceIn(folder));
  }

  /** How the sacrificial agent comes into the process. */
  interface Entry {

    /** Returns additional variables for the program's environment. */
    Map<String, String> environment(Path folder);

    /**
     * Called once the program has started. Afterwards the program's input ends.
     *
     * @throws IOException when the agent cannot be brought in
     */
    void bring(Process process, Path folder) throws IOException, InterruptedException;
  }

  /** Loaded by the program's environment, from the runtime's first step on. */
  private record FromTheStart(Path library, SamplingEngine engine) implements Entry {
    @Override
    public Map<String, String> environment(Path folder) {
      Map<String, String> environment =
          new HashMap<>(Recording.environment(library, traceIn(folder), BETWEEN_SAMPLES));
      environment.put("TIPTOE_DUTY", Integer.toString(ALL_OF_THE_TIME));
      environment.put("TIPTOE_ENGINE", engine.toString());
      return environment;
    }

    @Override
    public void bring(Process process, Path folder) {}
  }

  /** The second agent that is attached to a program; the first is the one that is shipped. */
  private record SecondAttached(Path library, int contexts, SamplingEngine engine)
      implements Entry {
    @Override
    public Map<String, String> environment(Path folder) {
      return Map.of();
    }

    @Override
    public void bring(Process process, Path folder) throws IOException, InterruptedException {
      new TwoAttachments(process, contexts, outputIn(folder), engine)
          .observe(folder.resolve("first-trace"), running -> attach(running, folder));
    }

    private void attach(Process process, Path folder) throws IOException {
      byte[] settings =
          AgentSettings.tracing(traceIn(folder).toString())
              .sampleEvery(BETWEEN_SAMPLES)
              .duty(ALL_OF_THE_TIME)
              .engine(engine)
              .clientData();
      try {
        DotnetProcess.of(LinuxProcess.of(process.pid()), TO_AN_ANSWER)
            .client()
            .orElseThrow()
            .attachProfiler(AgentLibrary.CLSID, library.toString(), TO_AN_ANSWER, settings);
      } catch (DiagnosticsException e) {
        throw new LaunchException("the agent was not attached: " + e.getMessage());
      }
    }
  }

  /**
   * Runs a program up to its end, recorded from its start.
   *
   * @throws LaunchException when it cannot be run, or ends before it can answer
   */
  static Sacrifice of(
      Installation installation,
      DotnetRuntime runtime,
      Program program,
      UsedRules rules,
      SamplingEngine engine)
      throws IOException {
    Path library = TestAgent.SACRIFICIAL.in(installation);
    return of(runtime, program, rules, new FromTheStart(library, engine));
  }

  /**
   * Runs a program up to its end, recorded from the second of {@link TwoAttachments} on.
   *
   * @throws LaunchException when it cannot be run, or ends before it can answer
   */
  static Sacrifice ofSecondAttached(
      Installation installation,
      DotnetRuntime runtime,
      Program program,
      UsedRules rules,
      SamplingEngine engine)
      throws IOException {
    Path library = TestAgent.SACRIFICIAL.in(installation);
    int contexts = program.contexts().orElseThrow();
    return of(runtime, program, rules, new SecondAttached(library, contexts, engine));
  }

  private static Sacrifice of(DotnetRuntime runtime, Program program, UsedRules rules, Entry agent)
      throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-witness");
    Path socket = folder.resolve("line");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      ProcessBuilder builder = new ProcessBuilder(program.command(runtime));
      Map<String, String> environment = builder.environment();
      environment.putAll(agent.environment(folder));
      environment.put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
      environment.put("TIPTOE_WITNESS_SOCKET", socket.toString());
      builder.redirectErrorStream(true).redirectOutput(outputIn(folder).toFile());
      Process process = builder.start();
      try {
        agent.bring(process, folder);
        process.getOutputStream().close();
        Line line = new Line(accept(server, process), TO_AN_ANSWER);
        line.greet();
        return new Sacrifice(program, folder, process, line, rules);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        process.destroyForcibly();
        throw new LaunchException("interrupted");
      } catch (IOException | LaunchException e) {
        process.destroyForcibly();
        throw e;
      }
    } catch (IOException | LaunchException e) {
      LaunchException described =
          new LaunchException(program.name() + ": " + e.getMessage() + output(folder));
      delete(folder);
      throw described;
    }
  }

  private static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }

  private static Path outputIn(Path folder) {
    return folder.resolve("output");
  }

  private static SocketChannel accept(ServerSocketChannel server, Process process)
      throws IOException {
    server.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      server.register(selector, SelectionKey.OP_ACCEPT);
      long end = System.nanoTime() + TO_ITS_END.toNanos();
      while (selector.select(POLL_INTERVAL.toMillis()) == 0) {
        if (!process.isAlive()) {
          throw new LaunchException("ended with status " + process.exitValue() + ", unasked");
        }
        if (System.nanoTime() - end > 0) {
          throw new LaunchException("does not end");
        }
      }
      return server.accept();
    }
  }

  /** Returns the last lines that it printed, for an error message. */
  private static String output(Path folder) {
    try {
      List<String> lines = Files.readAllLines(outputIn(folder));
      return "".equals(String.join("", lines))
          ? ""
          : "; it printed: "
              + String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the line to it. */
  Line line() {
    return line;
  }

  /** Returns the map of what it recorded; see {@link #readTrace}. */
  RuntimeIdMap map() {
    return map;
  }

  /** Feeds the map with everything that is recorded by now. */
  void readTrace() throws IOException {
    var ignored = trace.poll(feed);
  }

  /**
   * Releases the process, and waits for its end. A process that was lost over a question has ended
   * already.
   *
   * @throws LaunchException when it ends unexpectedly
   */
  void release() throws IOException {
    line.hangUp();
    int status = await(process);
    if (status != program.status()) {
      throw new LaunchException(
          program.name() + ": ended with status " + status + " instead of " + program.status());
    }
  }

  private static int await(Process process) {
    try {
      if (process.waitFor(OUT.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return -1;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    line.close();
    trace.close();
    delete(folder);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
