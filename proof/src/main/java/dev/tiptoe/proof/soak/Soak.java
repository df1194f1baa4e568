// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
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
 * A busy program, and the agent that comes and goes; and beside it the same program once more, the
 * control, to which nobody attaches. Mutable, for one thread.
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
  private final BusyServer control;
  private final ResidentMemory resident = new ResidentMemory();
  private final ResidentMemory residentAlone = new ResidentMemory();
  private final List<String> problems = new ArrayList<>();
  private int failures;
  private long stacks;

  private Soak(int cycles, Path folder, BusyServer server, BusyServer control) {
    this.cycles = cycles;
    this.folder = folder;
    this.server = server;
    this.control = control;
  }

  /**
   * Runs so many cycles.
   *
   * @param gcStress what {@code DOTNET_GCStress} is for both programs
   * @param progress is told of each
   * @throws LaunchException when the program does not run
   */
  public static SoakReport run(
      Installation installation,
      DotnetRuntime runtime,
      int cycles,
      Optional<String> gcStress,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tiptoe-soak");
    Path own = Files.createDirectory(folder.resolve("own"));
    Path alone = Files.createDirectory(folder.resolve("alone"));
    Files.createDirectory(own.resolve(TRACES));
    try (BusyServer server = BusyServer.start(installation, runtime, own, gcStress);
        BusyServer control = BusyServer.start(installation, runtime, alone, gcStress)) {
      return new Soak(cycles, own, server, control).run(progress);
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

  /** Looks at the memory of both; what is seen, in words, if both are still there. */
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

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
