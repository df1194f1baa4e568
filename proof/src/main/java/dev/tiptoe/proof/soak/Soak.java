// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.soak.Cycle.FailedCycle;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Attaches the agent to a busy program and detaches it, again and again. The same program runs
 * beside it without an agent, as a control. Mutable, not thread-safe.
 *
 * <p>The first cycle is not measured, because it creates what stays from then on: the agent's
 * library in the program's temporary folder, and the runtime's own structures for profilers.
 */
public final class Soak {

  /** The name of the folder of the traces; nothing else in the program has it. */
  static final String TRACES = "tiptoe-soak-traces";

  private static final int MOST_PROBLEMS = 20;
  private static final int LOOKS = 20;
  private static final Path CONTROL = Path.of("/tmp");

  private final int cycles;
  private final SamplingEngine engine;
  private final Path folder;
  private final BusyServer server;
  private final BusyServer control;
  private final ResidentMemory resident = new ResidentMemory();
  private final ResidentMemory residentAlone = new ResidentMemory();
  private final List<String> problems = new ArrayList<>();
  private int failures;
  private long stacks;

  private Soak(
      int cycles, SamplingEngine engine, Path folder, BusyServer server, BusyServer control) {
    this.cycles = cycles;
    this.engine = engine;
    this.folder = folder;
    this.server = server;
    this.control = control;
  }

  /**
   * Runs so many cycles.
   *
   * @param engine how the agent samples, every millisecond
   * @param gcStress the value of {@code DOTNET_GCStress} for both programs
   * @param progress called after each cycle
   * @throws LaunchException when the program does not run
   */
  public static SoakReport run(
      Installation installation,
      DotnetRuntime runtime,
      int cycles,
      SamplingEngine engine,
      Optional<String> gcStress,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tiptoe-soak");
    Path own = Files.createDirectory(folder.resolve("own"));
    Path alone = Files.createDirectory(folder.resolve("alone"));
    Files.createDirectory(own.resolve(TRACES));
    try (BusyServer server = BusyServer.start(installation, runtime, own, gcStress);
        BusyServer control = BusyServer.start(installation, runtime, alone, gcStress)) {
      return new Soak(cycles, engine, own, server, control).run(progress);
    } finally {
      delete(folder);
    }
  }

  private SoakReport run(Consumer<String> progress) throws IOException, InterruptedException {
    cycle(0);
    Optional<ProcessFootprint> before = leastFootprint();
    List<Path> filesBefore = files();
    boolean bothLive = true;
    for (int i = 1; i < cycles && bothLive; i++) {
      cycle(i);
      Optional<String> seen = look();
      String number = (i + 1) + ": ";
      seen.ifPresent(words -> progress.accept(number + words));
      bothLive = seen.isPresent();
    }
    Optional<ProcessFootprint> after = leastFootprint();
    List<Path> left = new ArrayList<>(files());
    left.removeAll(filesBefore);
    left.forEach(file -> problem(file + " is left"));
    server.end().ifPresent(problems::add);
    control.end().ifPresent(what -> problems.add("the control: " + what));
    return new SoakReport(
        cycles,
        failures,
        after.isPresent() ? 0 : 1,
        left.size(),
        after.map(ProcessFootprint::threads).orElse(0),
        Math.max(0, descriptors(after) - descriptors(before)),
        server.answered(),
        resident.grown(),
        stacks,
        residentAlone.grown(),
        problems);
  }

  private static int descriptors(Optional<ProcessFootprint> of) {
    return of.map(ProcessFootprint::descriptors).orElse(0);
  }

  /** Reads the memory of both programs; returns a text about it, if both are still running. */
  private Optional<String> look() throws IOException {
    Optional<ProcessFootprint> own = ProcessFootprint.of(server.pid());
    Optional<ProcessFootprint> alone = ProcessFootprint.of(control.pid());
    if (own.isEmpty() || alone.isEmpty()) {
      return Optional.empty();
    }
    resident.add(own.get().resident());
    residentAlone.add(alone.get().resident());
    return Optional.of(
        own.get()
            + ", "
            + server.answered()
            + " requests answered; control: "
            + alone.get().resident()
            + " KiB, "
            + control.answered());
  }

  private void cycle(int number) throws InterruptedException {
    Path trace = folder.resolve(TRACES).resolve(number + ".tiptoe");
    Cycle cycle = new Cycle(server, trace, number, engine);
    try {
      stacks += cycle.run();
    } catch (FailedCycle | IOException | LaunchException e) {
      failures++;
      problem("cycle " + number + ": " + e);
      cycle.leave();
    }
  }

  private void problem(String what) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(what);
    }
  }

  /**
   * The program opens and closes descriptors of its own all the time, so the least number counts.
   */
  private Optional<ProcessFootprint> leastFootprint() throws IOException {
    Optional<ProcessFootprint> least = ProcessFootprint.of(server.pid());
    for (int i = 0; i < LOOKS && least.isPresent(); i++) {
      ProcessFootprint before = least.get();
      least =
          ProcessFootprint.of(server.pid())
              .map(now -> now.descriptors() < before.descriptors() ? now : before);
    }
    return least;
  }

  /**
   * Returns the files that an agent or its reader may leave: those of the program, and control
   * sockets.
   */
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
      // it belongs to another process
      return;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
