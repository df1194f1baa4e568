// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.soak;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.witness.soak.Cycle.FailedCycle;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A busy program, and the agent that comes and goes. Mutable, for one thread.
 *
 * <p>The first cycle is for what is there for good from then on: the agent's library in the
 * program's temporary folder, and what the runtime itself makes when a profiler comes.
 */
public final class Soak {

  /** What the folder of the traces is called, and nothing else in the program. */
  static final String TRACES = "tiptoe-soak-traces";

  private static final int MOST_PROBLEMS = 20;
  private static final int LOOKS = 20;
  private static final Path CONTROL = Path.of("/tmp");

  private final int cycles;
  private final Path folder;
  private final BusyServer server;
  private final List<Long> resident = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int failures;
  private long stacks;

  private Soak(int cycles, Path folder, BusyServer server) {
    this.cycles = cycles;
    this.folder = folder;
    this.server = server;
  }

  /**
   * Runs so many cycles.
   *
   * @param progress is told of each
   * @throws LaunchException when the program does not run
   */
  public static SoakReport run(
      Installation installation, DotnetRuntime runtime, int cycles, Consumer<String> progress)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tiptoe-soak");
    Files.createDirectory(folder.resolve(TRACES));
    try (BusyServer server = BusyServer.start(installation, runtime, folder)) {
      return new Soak(cycles, folder, server).run(progress);
    } finally {
      delete(folder);
    }
  }

  private SoakReport run(Consumer<String> progress) throws IOException, InterruptedException {
    cycle(0);
    Footprint before = leastFootprint();
    List<Path> filesBefore = files();
    for (int i = 1; i < cycles && server.isAlive(); i++) {
      cycle(i);
      if (server.isAlive()) {
        Footprint now = Footprint.of(server.pid());
        resident.add(now.resident());
        progress.accept((i + 1) + ": " + now + ", " + server.answered() + " requests answered");
      }
    }
    Footprint after = server.isAlive() ? leastFootprint() : before;
    List<Path> left = new ArrayList<>(files());
    left.removeAll(filesBefore);
    left.forEach(file -> problem(file + " is left"));
    boolean survived = server.isAlive();
    server.end().ifPresent(this::problem);
    return new SoakReport(
        cycles,
        failures,
        survived ? 0 : 1,
        left.size(),
        after.threads(),
        Math.max(0, after.descriptors() - before.descriptors()),
        server.answered(),
        grown(),
        stacks,
        problems);
  }

  private void cycle(int number) throws InterruptedException {
    Path trace = folder.resolve(TRACES).resolve(number + ".tiptoe");
    try {
      stacks += new Cycle(server, trace, number).run();
    } catch (FailedCycle | IOException | LaunchException e) {
      failures++;
      problem("cycle " + number + ": " + e);
    }
  }

  private void problem(String what) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(what);
    }
  }

  /** The program opens and closes descriptors of its own all the time: the fewest that are seen. */
  private Footprint leastFootprint() throws IOException {
    Footprint least = Footprint.of(server.pid());
    for (int i = 0; i < LOOKS; i++) {
      Footprint now = Footprint.of(server.pid());
      least = now.descriptors() < least.descriptors() ? now : least;
    }
    return least;
  }

  /** The files that an agent or its reader may leave: of the program, and its control sockets. */
  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> own = Files.walk(folder)) {
      own.forEach(files::add);
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(CONTROL, "tiptoe-control-*")) {
      for (Path each : folders) {
        addSockets(each, files);
      }
    }
    return files;
  }

  private void addSockets(Path of, List<Path> files) throws IOException {
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(of, server.pid() + "-*")) {
      sockets.forEach(files::add);
    } catch (NoSuchFileException | AccessDeniedException | NotDirectoryException e) {
      // it is another's
      return;
    }
  }

  private long grown() {
    int quarter = resident.size() / 4;
    return quarter == 0
        ? 0
        : median(resident.subList(resident.size() - quarter, resident.size()))
            - median(resident.subList(quarter, 2 * quarter));
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
