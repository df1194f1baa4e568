// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.proof.verify.WitnessProcess.GoneException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The CLR's own reader of metadata, in a JVM of its own, for comparison with ours.
 *
 * <p>That JVM starts with the first file. When it dies or hangs, that is the verdict about the
 * current file, and the next file gets a new JVM. Not thread-safe.
 */
public final class ClrWitness implements AutoCloseable {

  /** Each step takes milliseconds on a machine that is not overloaded. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Creates the command of the process, given a folder for its files. */
  interface Starter {
    ProcessBuilder start(Path folder);
  }

  private final Starter starter;
  private final Duration patience;
  private @Nullable WitnessProcess process;

  ClrWitness(Starter starter, Duration patience) {
    this.starter = starter;
    this.patience = patience;
  }

  /** Returns the reader of that runtime. */
  public static ClrWitness of(DotnetRuntime runtime) {
    List<String> arguments = List.of(runtime.directory().toAbsolutePath().toString());
    return new ClrWitness(
        folder ->
            ClrJvm.running(WitnessMain.class, folder.resolve(DeathNotice.JVM_ERROR), arguments),
        PATIENCE);
  }

  /**
   * Compares both readers' results for a file.
   *
   * @throws LaunchException when the CLR does not start
   * @throws IOException when the file is not there, or no process can be started
   */
  public Verdict compare(Path file) throws IOException {
    return compare(file, file);
  }

  /**
   * Compares our reader's results for one file with the CLR's for another.
   *
   * @throws LaunchException when the CLR does not start
   * @throws IOException when a file is not there, or no process can be started
   */
  public Verdict compare(Path ours, Path theirs) throws IOException {
    WitnessMessage request =
        WitnessMessage.of(WitnessMessage.Kind.COMPARE, existing(ours), existing(theirs));
    WitnessProcess child = running();
    try {
      child.send(request);
      return verdict(child);
    } catch (GoneException e) {
      close();
      return new Verdict.Lost(String.valueOf(e.getMessage()));
    }
  }

  private static Path existing(Path file) throws IOException {
    if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new FileSystemException(file.toString(), null, "not a regular file");
    }
    return file.toAbsolutePath();
  }

  private static Verdict verdict(WitnessProcess child) throws GoneException {
    List<Difference> differences = new ArrayList<>();
    while (true) {
      WitnessMessage message = child.next();
      List<String> fields = message.fields();
      switch (message.kind()) {
        case PROGRESS -> {}
        case DIFFERENCE -> differences.add(difference(fields));
        case COMPARED -> {
          return new Verdict.Compared(Tally.parse(fields), List.copyOf(differences));
        }
        case REFUSED -> {
          return new Verdict.Refused(fields.get(0));
        }
        case UNREADABLE -> {
          return new Verdict.Unreadable(Boolean.parseBoolean(fields.get(0)), fields.get(1));
        }
        case FAILED -> throw new GoneException(fields.get(0));
        default -> throw new GoneException("it sent " + message.kind() + " out of turn");
      }
    }
  }

  private static Difference difference(List<String> fields) {
    return new Difference(
        fields.get(0),
        Integer.parseInt(fields.get(1)),
        fields.get(2),
        fields.get(3),
        fields.get(4));
  }

  private WitnessProcess running() throws IOException {
    WitnessProcess running = process;
    if (running == null) {
      Path folder = Files.createTempDirectory("tiptoe-verify");
      running = new WitnessProcess(starter.start(folder), folder, patience);
      process = running;
      awaitReady(running);
    }
    return running;
  }

  private void awaitReady(WitnessProcess started) throws IOException {
    try {
      WitnessMessage message = started.next();
      if (message.kind() != WitnessMessage.Kind.READY) {
        throw new GoneException(String.join(" ", message.fields()));
      }
    } catch (GoneException e) {
      close();
      throw new LaunchException("the CLR does not start: " + e.getMessage());
    }
  }

  /** Returns the running process, so that tests can disturb it. */
  Process process() throws IOException {
    return running().process();
  }

  /** Ends that JVM. */
  @Override
  public void close() throws IOException {
    WitnessProcess running = process;
    process = null;
    if (running != null) {
      running.close();
    }
  }
}
