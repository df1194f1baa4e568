// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The loop of one of our sides: reads a request line and prints an answer line. Not thread-safe.
 */
public final class Stage {

  /** The prefix of a work's name that makes every character count in the checksum. */
  static final String WHOLE = "whole ";

  private Stage() {}

  /** Answers each line of standard input up to its end. */
  public static void answer(UnaryOperator<String> answers) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(answers.apply(line));
    }
  }

  /** The works of a side. */
  @FunctionalInterface
  public interface Works {
    /** Prepares a work, without being measured. */
    Consumer<Checksum> prepare(String word);
  }

  /** Does the work that a line requests, and returns how long it took. */
  public static String timed(String line, Works works) {
    boolean whole = line.startsWith(WHOLE);
    Checksum checksum = new Checksum(whole);
    Consumer<Checksum> work = works.prepare(whole ? line.substring(WHOLE.length()) : line);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = thread.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    work.accept(checksum);
    long nanoseconds = System.nanoTime() - start;
    allocated = thread.getCurrentThreadAllocatedBytes() - allocated;
    return new Timing(nanoseconds, checksum.count(), checksum.sum(), allocated).toString();
  }

  /** Returns the answer for a measured number that is not a time of {@link #timed}. */
  public static String measured(long number) {
    return new Timing(number, 1, 0, 0).toString();
  }
}
