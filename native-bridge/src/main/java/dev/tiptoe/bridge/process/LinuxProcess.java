// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.process;

import dev.tiptoe.bridge.socket.Background;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of this machine, as Linux shows it under {@code /proc}; it may have ended, and its
 * number may have been given to another one. Immutable; every question reads anew.
 *
 * <p>A question that this user may not ask throws {@link java.nio.file.AccessDeniedException}.
 *
 * @param proc where processes are shown: {@code /proc}
 * @param pid its number in our pid namespace
 */
public record LinuxProcess(Path proc, long pid) {

  private static final Path PROC = Path.of("/proc");

  /** What a process can make large itself is read so far and no further. */
  private static final int MOST = 16 << 20;

  private static final int MOST_MAPPED = 10_000;

  /**
   * For what the kernel tells only when it gets hold of the process's memory, which its user can
   * keep it from.
   */
  private static final Duration TO_ANSWER = Duration.ofSeconds(2);

  /** The process of that number. */
  public static LinuxProcess of(long pid) {
    return new LinuxProcess(PROC, pid);
  }

  /** All there are, by number. */
  public static List<LinuxProcess> all() throws IOException {
    try (Stream<Path> entries = Files.list(PROC)) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> name.matches("[0-9]{1,18}"))
          .map(name -> of(Long.parseLong(name)))
          .sorted((one, other) -> Long.compare(one.pid, other.pid))
          .toList();
    }
  }

  /**
   * Whether there is a process of that number, be it one that has ended and is not yet forgotten.
   */
  public boolean isThere() {
    return Files.isDirectory(proc.resolve(Long.toString(pid)));
  }

  /** Whether it is there and has not ended. */
  public boolean isAlive() {
    try {
      return !fields().get(0).matches("[ZXx]");
    } catch (IOException e) {
      return false;
    }
  }

  /** When it started, in clock ticks since the machine did; tells it from a later one. */
  public long startTime() throws IOException {
    return Long.parseLong(fields().get(19));
  }

  /** What stands behind its name in {@code stat}, from the state on. */
  private List<String> fields() throws IOException {
    String stat = text("stat");
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1));
    if (fields.size() < 20 || !fields.get(19).matches("[0-9]{1,18}")) {
      throw new IOException(file("stat") + ": not what Linux writes");
    }
    return fields;
  }

  /** Its number as it sees itself, in its own pid namespace. */
  public long ownPid() throws IOException {
    return status("NSpid").map(LinuxProcess::last).orElse(OptionalLong.empty()).orElse(pid);
  }

  /** The user that it acts as. */
  public long uid() throws IOException {
    String[] uids = status("Uid").orElse("").split("\\s+", -1);
    if (uids.length < 2 || !uids[1].matches("[0-9]{1,10}")) {
      throw new IOException(file("status") + ": names no user");
    }
    return Long.parseLong(uids[1]);
  }

  /**
   * Its environment when it started.
   *
   * @throws UnreachableException when the kernel does not tell in time
   */
  public Map<String, String> environment() throws IOException {
    return Arrays.stream(inTime("environ", () -> text("environ")).split("\0", -1))
        .filter(line -> line.indexOf('=') > 0)
        .collect(
            Collectors.toUnmodifiableMap(
                line -> line.substring(0, line.indexOf('=')),
                line -> line.substring(line.indexOf('=') + 1),
                (first, second) -> first));
  }

  /**
   * Its command line; empty for a thread of the kernel.
   *
   * @throws UnreachableException when the kernel does not tell in time
   */
  public List<String> commandLine() throws IOException {
    String all = inTime("cmdline", () -> text("cmdline"));
    return all.isEmpty() ? List.of() : List.of(all.replaceFirst("\0$", "").split("\0", -1));
  }

  /**
   * The files that are mapped into its memory, each once, of which the path has one of these parts
   * in it. A process can make the list long, so it is read line by line.
   *
   * @throws UnreachableException when the kernel does not tell in time
   */
  public List<String> mappedFiles(String... parts) throws IOException {
    return inTime("maps", () -> readMappedFiles(parts));
  }

  private List<String> readMappedFiles(String... parts) throws IOException {
    try (BufferedReader maps = Files.newBufferedReader(file("maps"), StandardCharsets.ISO_8859_1)) {
      return maps.lines()
          .filter(line -> line.indexOf('/') > 0)
          .map(line -> line.substring(line.indexOf('/')))
          .filter(path -> parts.length == 0 || Arrays.stream(parts).anyMatch(path::contains))
          .distinct()
          .limit(MOST_MAPPED)
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Names its network namespace; itself where this user may not know. */
  public String networkNamespace() {
    try {
      return Files.readSymbolicLink(file("ns").resolve("net")).toString();
    } catch (IOException e) {
      return "process " + pid;
    }
  }

  /** The kernel's list of the Unix-domain sockets in that. */
  public Path boundSockets() {
    return file("net").resolve("unix");
  }

  /** That this user may not look at it, in words: one line for all who wanted to. */
  public String notOursToLookAt() {
    return notOurs("to look at process " + pid);
  }

  /** That only a process's own user may do something, in words, and root. */
  public static String notOurs(String what) {
    return what + " (its own user may, and root)";
  }

  private Optional<String> status(String name) throws IOException {
    return text("status")
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).trim())
        .findFirst();
  }

  private static OptionalLong last(String numbers) {
    String number =
        numbers.substring(Math.max(numbers.lastIndexOf('\t'), numbers.lastIndexOf(' ')) + 1);
    return number.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(number))
        : OptionalLong.empty();
  }

  private <T> T inTime(String name, Callable<T> reading) throws IOException {
    Future<T> answer = Background.start(reading);
    try {
      return answer.get(TO_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      boolean ignored = answer.cancel(true);
      String words = ": no answer within " + TO_ANSWER.toMillis() + " ms: its memory is locked";
      throw new UnreachableException(Reason.TIMED_OUT, file(name) + words);
    } catch (InterruptedException e) {
      boolean ignored = answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new UnreachableException(Reason.INTERRUPTED, "interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private Path file(String name) {
    return proc.resolve(Long.toString(pid)).resolve(name);
  }

  private String text(String name) throws IOException {
    try (InputStream in = Files.newInputStream(file(name))) {
      return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
    }
  }
}
