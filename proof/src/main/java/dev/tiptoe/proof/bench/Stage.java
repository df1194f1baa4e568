// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Where a side of ours does what it is asked to: a line for a line. For one thread. */
public final class Stage {

  /** Before a work's word: every character counts in the checksum. */
  static final String WHOLE = "whole ";

  private Stage() {}

  /** Answers each line of standard input, until there is none. */
  public static void answer(UnaryOperator<String> answers) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(answers.apply(line));
    }
  }

  /** What a side can do. */
  @FunctionalInterface
  public interface Works {
    /** Makes a work ready; what is not to be measured is done here. */
    Consumer<Checksum> prepare(String word);
  }

  /** Does the work that a line asks for, and says how long it took. */
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

  /** The answer that a measured number is, where it is no time that {@link #timed} takes. */
  public static String measured(long number) {
    return new Timing(number, 1, 0, 0).toString();
  }
}
