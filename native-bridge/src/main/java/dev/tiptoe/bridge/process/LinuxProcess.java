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
 * A process of this machine, as Linux shows it under {@code /proc}. It may have ended, and its
 * number may belong to another process. Immutable; every method reads anew.
 *
 * <p>A method throws {@link java.nio.file.AccessDeniedException} when this user has no permission.
 *
 * @param proc the folder of processes: {@code /proc}
 * @param pid its number in this process's pid namespace
 */
public record LinuxProcess(Path proc, long pid) {

  private static final Path PROC = Path.of("/proc");

  /** The most that is read of a file that the process itself can make large. */
  private static final int MOST = 16 << 20;

  private static final int MOST_MAPPED = 10_000;

  /** PF_KTHREAD in the flags of a process. */
  private static final long KERNEL_THREAD = 0x0020_0000;

  /**
   * The timeout of reads for which the kernel needs the process's memory: the process's user can
   * block them.
   */
  private static final Duration TO_ANSWER = Duration.ofSeconds(2);

  /** Returns the process of that number. */
  public static LinuxProcess of(long pid) {
    return new LinuxProcess(PROC, pid);
  }

  /** Returns all processes, by number. */
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

  /** Returns whether there is a process of that number, even a zombie. */
  public boolean isThere() {
    return Files.isDirectory(proc.resolve(Long.toString(pid)));
  }

  /** Returns whether it is there and has not ended. */
  public boolean isAlive() {
    try {
      return !fields().get(0).matches("[ZXx]");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns when it started, in clock ticks since boot. This distinguishes it from a later process
   * of the same number.
   */
  public long startTime() throws IOException {
    return Long.parseLong(fields().get(19));
  }

  /** Returns whether it is a thread of the kernel, which has no memory and no environment. */
  public boolean isKernelThread() throws IOException {
    return (Long.parseLong(fields().get(6)) & KERNEL_THREAD) != 0;
  }

  /** Returns the fields behind the name in {@code stat}, from the state on. */
  private List<String> fields() throws IOException {
    String stat = text("stat");
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1));
    if (fields.size() < 20
        || !fields.get(6).matches("[0-9]{1,18}")
        || !fields.get(19).matches("[0-9]{1,18}")) {
      throw new IOException(file("stat") + ": it has an unexpected format");
    }
    return fields;
  }

  /** Returns its number in its own pid namespace. */
  public long ownPid() throws IOException {
    return status("NSpid").map(LinuxProcess::last).orElse(OptionalLong.empty()).orElse(pid);
  }

  /** Returns the user that it acts as. */
  public long uid() throws IOException {
    String[] uids = status("Uid").orElse("").split("\\s+", -1);
    if (uids.length < 2 || !uids[1].matches("[0-9]{1,10}")) {
      throw new IOException(file("status") + ": names no user");
    }
    return Long.parseLong(uids[1]);
  }

  /**
   * Returns its threads, in no order. A thread that ends meanwhile is left out.
   *
   * @throws java.nio.file.NoSuchFileException when the process has ended
   */
  public List<LinuxThread> threads() throws IOException {
    boolean renumbered = ownPid() != pid;
    try (Stream<Path> tasks = Files.list(file("task"))) {
      return tasks.flatMap(task -> thread(task, renumbered).stream()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Optional<LinuxThread> thread(Path task, boolean renumbered) {
    try {
      long number = Long.parseLong(String.valueOf(task.getFileName()));
      OptionalLong own =
          renumbered
              ? status(text(task.resolve("status")), "NSpid")
                  .map(LinuxProcess::last)
                  .orElse(OptionalLong.empty())
              : OptionalLong.empty();
      String nanos = text(task.resolve("schedstat")).split(" ", 2)[0];
      return Optional.of(
          new LinuxThread(
              own.orElse(number), text(task.resolve("comm")).strip(), Long.parseLong(nanos)));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns its environment as of its start.
   *
   * @throws UnreachableException when the kernel does not answer in time
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
   * Returns its command line; empty for a kernel thread.
   *
   * @throws UnreachableException when the kernel does not answer in time
   */
  public List<String> commandLine() throws IOException {
    String all = inTime("cmdline", () -> text("cmdline"));
    return all.isEmpty() ? List.of() : List.of(all.replaceFirst("\0$", "").split("\0", -1));
  }

  /**
   * Returns the files mapped into its memory whose path contains one of these parts, each once. A
   * process can make the list long, so it is read line by line.
   *
   * @throws UnreachableException when the kernel does not answer in time
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

  /** Returns an identification of its network namespace; its own when this user may not read it. */
  public String networkNamespace() {
    try {
      return Files.readSymbolicLink(file("ns").resolve("net")).toString();
    } catch (IOException e) {
      return "process " + pid;
    }
  }

  /** Returns the path of the kernel's list of Unix-domain sockets in that namespace. */
  public Path boundSockets() {
    return file("net").resolve("unix");
  }

  /** Returns the message that this user may not look at the process. */
  public String notOursToLookAt() {
    return notOurs("to look at process " + pid);
  }

  /** Returns the message that only a process's own user and root may do something. */
  public static String notOurs(String what) {
    return what + " (only its own user and root may)";
  }

  private Optional<String> status(String name) throws IOException {
    return status(text("status"), name);
  }

  private static Optional<String> status(String text, String name) {
    return text.lines()
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
    return text(file(name));
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
    }
  }
}
