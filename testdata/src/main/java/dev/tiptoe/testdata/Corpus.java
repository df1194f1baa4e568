// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Visits the managed DLLs of the test runtime: opens each once, and hands it to every check.
 *
 * <p>The system property {@code corpus.part} selects the files: {@code all}, or a number from 0 to
 * 7, which stands for the files whose position in the list has this remainder modulo 8; 0 if it is
 * not set. Opened files are kept, so that a check can follow references into files that are not
 * visited. For one thread.
 *
 * @param <T> what a file is opened as
 */
public final class Corpus<T> {

  private static final int PARTS = 8;

  /** The name of the result that counts files which could not be opened. */
  private static final String OPENED = "file_ofTheRuntime_isOpened";

  /** Opens a file. */
  @FunctionalInterface
  public interface Opener<T> {
    /**
     * Returns the opened file.
     *
     * @throws IOException if it cannot be opened
     */
    T open(Path file) throws IOException;
  }

  /** A check of every file. Has state of its own if it counts. */
  @FunctionalInterface
  public interface Check<T> {
    /**
     * Checks one file; one that fails does not keep the others from being visited.
     *
     * @throws Exception if the file is not as it should be
     */
    void visit(T opened) throws Exception;

    /**
     * Checks what was counted, after the last file. {@code all} is true if every file was visited
     * and no visit failed, so that exact totals can be expected.
     *
     * @throws Exception if something was not counted as often as it should be
     */
    default void end(boolean all) throws Exception {}
  }

  /** What a check has found. */
  public static final class Result {

    private static final int SHOWN = 20;

    private final String name;
    private final Map<String, Throwable> failures = new LinkedHashMap<>();
    private long nanos;
    private int files;

    private Result(String name) {
      this.name = name;
    }

    /** The name of the check. */
    public String name() {
      return name;
    }

    /**
     * Does nothing if no file failed.
     *
     * @throws AssertionError if one did; its message has a line for each, and theirs are suppressed
     *     in it
     */
    public void assertPassed() {
      if (failures.isEmpty()) {
        return;
      }
      String lines =
          failures.entrySet().stream()
              .limit(SHOWN)
              .map(failure -> "\n  " + failure.getKey() + ": " + failure.getValue())
              .collect(Collectors.joining());
      String more = failures.size() > SHOWN ? "\n  and more" : "";
      AssertionError error =
          new AssertionError(
              name + ": " + failures.size() + " failures, " + files + " files" + lines + more);
      failures.values().stream().limit(SHOWN).forEach(error::addSuppressed);
      throw error;
    }
  }

  /** Something that may fail. */
  private interface Step {
    void run() throws Exception;
  }

  private final List<Path> files = TestRuntime.managedDlls();
  private final Opener<? extends T> opener;
  private final Map<Path, T> opened = new HashMap<>();
  private final Map<Result, Check<? super T>> checks = new LinkedHashMap<>();

  private Corpus(Opener<? extends T> opener) {
    this.opener = opener;
  }

  /** Returns a corpus without checks, whose files are opened in this way. */
  public static <T> Corpus<T> of(Opener<? extends T> opener) {
    return new Corpus<>(opener);
  }

  /** Adds a check under a name, such as {@code body_ofEveryMethod_isReadToItsEnd}. */
  public Corpus<T> check(String name, Check<? super T> check) {
    checks.put(new Result(name), check);
    return this;
  }

  /** Returns the paths of all managed DLLs, also of those that are not visited. */
  public List<Path> files() {
    return files;
  }

  /** Returns the file of this name, also one that is not visited; empty if there is none. */
  public Optional<T> named(String fileName) {
    for (Path file : files) {
      if (file.getFileName().toString().equals(fileName)) {
        return Optional.of(open(file));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a file, also one that is not visited; opens it unless that was done before.
   *
   * @throws UncheckedIOException if it cannot be opened
   */
  public T open(Path file) {
    T known = opened.get(file);
    if (known == null) {
      try {
        known = opener.open(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      opened.put(file, known);
    }
    return known;
  }

  /**
   * Visits the files of the part, and prints how many these were and how long each check took.
   * Returns a result for each check, in the order in which they were added, behind one for the
   * files themselves.
   */
  public List<Result> visit() {
    String part = System.getProperty("corpus.part", "0");
    List<Path> wanted = files(part);
    Result opening = new Result(OPENED);
    List<Result> results = new ArrayList<>(List.of(opening));
    results.addAll(checks.keySet());
    for (Path file : wanted) {
      String name = file.getFileName().toString();
      attempt(
          opening,
          name,
          () -> {
            T content = open(file);
            checks.forEach(
                (result, check) -> attempt(result, name, () -> check.visit(content), true));
          },
          true);
    }
    boolean isAll = wanted.size() == files.size() && opening.failures.isEmpty();
    checks.forEach(
        (result, check) ->
            attempt(
                result, "at the end", () -> check.end(isAll && result.failures.isEmpty()), false));
    print(part, wanted.size(), results);
    return results;
  }

  private List<Path> files(String part) {
    if (part.equals("all")) {
      return files;
    }
    int remainder = Integer.parseInt(part);
    if (remainder < 0 || remainder >= PARTS) {
      throw new IllegalArgumentException("corpus.part must be all or 0 to 7: " + part);
    }
    List<Path> some = new ArrayList<>();
    for (int i = remainder; i < files.size(); i += PARTS) {
      some.add(files.get(i));
    }
    return some;
  }

  /** Whatever is thrown is a failure, an overflow of the stack as well as an assertion. */
  private static void attempt(Result result, String where, Step step, boolean isFile) {
    long start = System.nanoTime();
    try {
      step.run();
    } catch (Exception | AssertionError | StackOverflowError e) {
      result.failures.put(where, e);
    }
    result.nanos += System.nanoTime() - start;
    result.files += isFile ? 1 : 0;
  }

  private void print(String part, int visited, List<Result> results) {
    System.out.printf(
        Locale.ROOT,
        "corpus: %d of %d files (part %s), %d checks, %.1f s%n",
        visited,
        files.size(),
        part,
        checks.size(),
        results.get(0).nanos / 1e9);
    results.stream()
        .skip(1)
        .forEach(
            result ->
                System.out.printf(
                    Locale.ROOT, "corpus: %7.2f s  %s%n", result.nanos / 1e9, result.name));
  }
}
