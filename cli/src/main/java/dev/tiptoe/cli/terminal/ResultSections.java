// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Does the tasks of a command, such as one for each file, and prints their results in order.
 *
 * <p>Several threads work at the same time, at most one for each processor. All that is printed is
 * the same as if one thread did one task after the other, up to the first exception, which is
 * thrown in its place too. A thread whose turn has come prints at once; others keep what they have
 * written, 16 MiB in all, and then wait.
 */
public final class ResultSections {

  private static final int MOST_THREADS = 4;

  /** Tasks are done at the same time while they need at most so many bytes together. */
  private static final long MOST_AT_ONCE = 256 << 20;

  /** How many bytes of results may wait for their turn. */
  private static final long MOST_WAITING = 16 << 20;

  /** How many bytes of results are passed on together. */
  private static final int PORTION = 1 << 16;

  /** Writes the results of a task. */
  @FunctionalInterface
  public interface Work {
    /** Does the work and writes the results; no other thread uses {@code section}. */
    void print(ResultSection section) throws IOException;
  }

  /**
   * A task.
   *
   * @param size how many bytes of memory it needs, about
   * @param work does it
   */
  public record Task(long size, Work work) {}

  /** Ends the work of a thread because another has met an exception. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super(null, null, false, false);
    }
  }

  private final Terminal terminal;
  private final List<Task> tasks;
  private final Progress progress;

  /** Portions that were printed, for reuse: memory that was used before is faster. */
  private final Deque<byte[]> spare = new ArrayDeque<>();

  /** What was written by tasks that are done and waits for their turn, by index. */
  private final Map<Integer, Part> complete = new HashMap<>();

  /** The index of the part that may print. */
  private volatile int turn;

  private volatile @Nullable Throwable failure;
  private int next;
  private long inWork;
  private long waiting;
  private boolean interrupted;

  private ResultSections(Terminal terminal, List<Task> tasks, Progress progress) {
    this.terminal = terminal;
    this.tasks = tasks;
    this.progress = progress;
  }

  /**
   * Does all tasks, each of which is about one file, and shows how many are done.
   *
   * @param what the work, such as {@code indexing}
   */
  public static void print(Terminal terminal, String what, List<Task> tasks) throws IOException {
    try (Progress progress = terminal.progress(what, Progress.Unit.FILES, tasks.size())) {
      new ResultSections(terminal, tasks, progress).print();
    }
  }

  private void print() throws IOException {
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS);
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < Math.min(processors, tasks.size()); i++) {
      Thread other = new Thread(this::run, "sections");
      other.start();
      others.add(other);
    }
    run();
    others.forEach(this::join);
    end();
  }

  private void run() {
    try {
      Optional<Part> part = claim();
      while (part.isPresent()) {
        print(part.get());
        part = claim();
      }
    } catch (Stopped e) {
      // The other thread's exception is thrown.
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Returns the part of the results that the next task is to write. */
  private synchronized Optional<Part> claim() {
    while (failure == null && next < tasks.size()) {
      long size = tasks.get(next).size();
      boolean fits = inWork == 0 || inWork + size <= MOST_AT_ONCE;
      // The part whose turn it is must not wait for others.
      if (next == turn || (fits && waiting <= MOST_WAITING)) {
        inWork += size;
        return Optional.of(new Part(next++));
      }
      await();
    }
    return Optional.empty();
  }

  private void print(Part part) {
    ResultSection section = new ResultSection(part, portion());
    try {
      tasks.get(part.index).work().print(section);
    } catch (Stopped e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      section.then(() -> fail(e));
    }
    reuse(section.passOn());
    if (isFirst(part)) {
      Optional<Part> first = Optional.of(part);
      while (first.isPresent()) {
        first.get().printWaiting();
        first = following();
      }
    }
  }

  /** Ends the work on a part; returns whether it has the turn. */
  private synchronized boolean isFirst(Part part) {
    inWork -= tasks.get(part.index).size();
    notifyAll();
    if (part.index != turn) {
      complete.put(part.index, part);
    }
    return part.index == turn;
  }

  /** Passes the turn on; returns the part that has it now, if that is complete. */
  private synchronized Optional<Part> following() {
    turn++;
    progress.at(turn);
    notifyAll();
    return failure == null ? Optional.ofNullable(complete.remove(turn)) : Optional.empty();
  }

  private synchronized void fail(Throwable problem) {
    if (failure == null) {
      failure = problem;
    }
    notifyAll();
  }

  private synchronized byte[] portion() {
    byte[] known = spare.poll();
    return known == null ? new byte[PORTION] : known;
  }

  private synchronized void reuse(byte[] text) {
    if (text.length == PORTION) {
      spare.push(text);
    }
  }

  private synchronized void keep(Part part, int bytes) {
    part.bytes += bytes;
    waiting += bytes;
    while (failure == null && waiting > MOST_WAITING && part.index != turn) {
      await();
    }
  }

  private synchronized void release(int bytes) {
    waiting -= bytes;
    notifyAll();
  }

  /** Waits until another thread changes something. */
  @SuppressWarnings("WaitNotInLoop") // it is in all of its callers
  private synchronized void await() {
    try {
      wait();
    } catch (InterruptedException e) {
      interrupted = true;
    }
  }

  private void join(Thread other) {
    while (other.isAlive()) {
      try {
        other.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  private void end() throws IOException {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof IOException problem) {
      throw problem;
    } else if (failure instanceof RuntimeException problem) {
      throw problem;
    } else if (failure instanceof Error problem) {
      throw problem;
    }
  }

  /** What a section passes on. */
  private final class Part implements ResultSection.Turn {

    private final int index;

    /** Prints what waits for the turn. */
    private final Deque<Runnable> prints = new ArrayDeque<>();

    /** How many bytes wait. */
    private int bytes;

    Part(int index) {
      this.index = index;
    }

    @Override
    public byte[] take(byte[] text, int length) {
      if (hasTurn()) {
        terminal.print(text, length);
        return text;
      }
      if (length < PORTION / 2) {
        byte[] copy = Arrays.copyOf(text, length);
        prints.add(() -> terminal.print(copy, length));
        keep(this, length);
        return text;
      }
      prints.add(
          () -> {
            terminal.print(text, length);
            reuse(text);
          });
      keep(this, text.length);
      return portion();
    }

    @Override
    public void take(Runnable action, int memory) {
      if (hasTurn()) {
        action.run();
      } else {
        prints.add(action);
        keep(this, memory);
      }
    }

    private boolean hasTurn() {
      if (failure != null) {
        throw new Stopped();
      }
      if (index != turn) {
        return false;
      }
      printWaiting();
      return true;
    }

    private void printWaiting() {
      if (prints.isEmpty()) {
        return;
      }
      while (!prints.isEmpty() && failure == null) {
        prints.remove().run();
      }
      release(bytes);
      bytes = 0;
    }
  }
}
