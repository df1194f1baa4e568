// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.proof.agent.TestAgent;
import dev.tiptoe.proof.truth.Program;
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

  private final Program program;
  private final Path folder;
  private final Process process;
  private final Line line;
  private final TraceReader trace;
  private final RuntimeIdMap map = new RuntimeIdMap();

  private Sacrifice(Program program, Path folder, Process process, Line line) throws IOException {
    this.program = program;
    this.folder = folder;
    this.process = process;
    this.line = line;
    this.trace = TraceReader.open(folder.resolve("trace"));
  }

  /**
   * Runs a program up to its end.
   *
   * @throws LaunchException when it cannot be run, or ends before it can be asked
   */
  static Sacrifice of(Installation installation, DotnetRuntime runtime, Program program)
      throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-witness");
    Path socket = folder.resolve("line");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      ProcessBuilder builder = new ProcessBuilder(program.command(runtime));
      Map<String, String> environment = builder.environment();
      environment.putAll(
          Recording.environment(
              TestAgent.SACRIFICIAL.in(installation),
              folder.resolve("trace"),
              Duration.ofMillis(10)));
      environment.put("TIPTOE_DUTY", "1000000");
      environment.put("TIPTOE_WITNESS_SOCKET", socket.toString());
      builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile());
      Process process = builder.start();
      try {
        Line line = new Line(accept(server, process), TO_AN_ANSWER);
        line.greet();
        return new Sacrifice(program, folder, process, line);
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
      List<String> lines = Files.readAllLines(folder.resolve("output"));
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
    var ignored = trace.poll(map);
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
