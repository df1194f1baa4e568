// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs two commands in turn, each as a process of its own from its start to its end, so that what
 * slows the machine down slows both. The shortest time of each counts: what else runs only adds to
 * it.
 *
 * <p>The results of the first run of each are compared; they go to files, and nowhere afterwards.
 */
public final class ProcessContest {

  /** The greatest exit code of a command that worked: its answer is "no". */
  private static final int NO = 1;

  private final int warmUp;
  private final int rounds;

  public ProcessContest(int warmUp, int rounds) {
    this.warmUp = warmUp;
    this.rounds = rounds;
  }

  /**
   * Measures both commands.
   *
   * @throws LaunchException when one of them fails
   */
  public RaceResult at(ProcessWork work, List<String> our, List<String> their) throws IOException {
    Path ours = Files.createTempFile("ours", ".tsv");
    Path theirs = Files.createTempFile("theirs", ".tsv");
    try {
      run(our, Redirect.to(ours.toFile()));
      run(their, Redirect.to(theirs.toFile()));
      return measured(work, our, their, lines(ours), Files.mismatch(ours, theirs) < 0);
    } finally {
      Files.delete(ours);
      Files.delete(theirs);
    }
  }

  private RaceResult measured(
      ProcessWork work, List<String> our, List<String> their, long count, boolean agree)
      throws IOException {
    long ours = Long.MAX_VALUE;
    long theirs = Long.MAX_VALUE;
    for (int i = -warmUp; i < rounds; i++) {
      long our1 = run(our, Redirect.DISCARD);
      long their1 = run(their, Redirect.DISCARD);
      if (i >= 0) {
        ours = Math.min(ours, our1);
        theirs = Math.min(theirs, their1);
      }
    }
    return new RaceResult(work, count, ours, theirs, agree);
  }

  private static long lines(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Runs a command to its end; returns the time in nanoseconds. */
  private static long run(List<String> command, Redirect out) throws IOException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectOutput(out).redirectError(Redirect.DISCARD).start();
    try {
      int status = process.waitFor();
      long time = System.nanoTime() - start;
      if (status > NO) {
        throw new LaunchException(command.get(0) + " ended with " + status);
      }
      return time;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    }
  }
}
