// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code perf} tool of Linux, which samples a program's threads from a process of its own and
 * follows frame pointers. It samples during turns only. The runtime writes the names of its methods
 * to a file for it. Mutable, not thread-safe.
 */
final class PerfTool implements Watch {

  private static final Pattern SAMPLES = Pattern.compile("SAMPLE events: +([0-9]+)");

  /** In seconds. */
  private static final int PATIENCE = 60;

  private final Path data;
  private final Path names;
  private final Path requests;
  private final Path answers;
  private final Process process;
  private final RandomAccessFile asking;
  private final FileInputStream answering;

  private PerfTool(Path data, long pid) throws IOException {
    this.data = data;
    names = Path.of("/tmp/perf-" + pid + ".map");
    requests = data.resolveSibling("perf-requests");
    answers = data.resolveSibling("perf-answers");
    run(List.of("mkfifo", requests.toString(), answers.toString()));
    // A pipe that is open for both does not wait for the other side.
    asking = new RandomAccessFile(requests.toFile(), "rw");
    answering = new FileInputStream(new RandomAccessFile(answers.toFile(), "rw").getFD());
    process =
        new ProcessBuilder(
                "perf",
                "record",
                "--quiet",
                "--event=cpu-clock",
                "--freq=1000",
                "--call-graph=fp",
                "--delay=-1",
                "--control=fifo:" + requests + "," + answers,
                "--pid=" + pid,
                "--output=" + data)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** Starts it beside a process; it writes to {@code data}, and samples nothing yet. */
  static PerfTool beside(long pid, Path data) throws IOException {
    PerfTool tool = new PerfTool(data, pid);
    try {
      tool.command("ping");
      return tool;
    } catch (IOException | RuntimeException e) {
      tool.close();
      throw e;
    }
  }

  /** Returns whether this machine has it, and permits it. */
  static boolean isHere() {
    try {
      run(List.of("perf", "record", "--quiet", "--event=cpu-clock", "--output=/dev/null", "true"));
      return true;
    } catch (IOException | LaunchException e) {
      return false;
    }
  }

  /** Sends a command, and waits for the answer, which ends with a zero. */
  private void command(String word) throws IOException {
    asking.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
    int octet = -1;
    while (octet != 0) {
      if (answering.available() > 0) {
        octet = answering.read();
      } else if (!process.isAlive() || System.nanoTime() - until > 0) {
        throw new LaunchException("perf record does not answer");
      } else {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    }
  }

  @Override
  public void begin() throws IOException {
    command("enable");
  }

  @Override
  public void end() throws IOException {
    command("disable");
  }

  @Override
  public OptionalLong ownNanos() throws IOException {
    return OptionalLong.of(new ProcessFiles(process.pid()).processorNanos());
  }

  /** It ends with the program. */
  @Override
  public Trail trail() throws IOException {
    try {
      if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
        throw new LaunchException("perf record does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    }
    String said = run(List.of("perf", "report", "--stats", "--input=" + data));
    Matcher samples = SAMPLES.matcher(said);
    return samples.find()
        ? Trail.of(Long.parseLong(samples.group(1)), Files.size(data))
        : Trail.NONE;
  }

  private static String run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new LaunchException(String.join(" ", command) + ": " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    }
    return said;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    asking.close();
    answering.close();
    for (Path file : List.of(requests, answers, names)) {
      Files.deleteIfExists(file);
    }
  }
}
