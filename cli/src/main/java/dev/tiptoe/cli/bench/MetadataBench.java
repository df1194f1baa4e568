// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Our side of {@code tiptoe bench metadata}, a program: {@code MetadataBench DIR} does the works
 * that the lines of standard input name, over the managed DLLs in a folder, and answers each with a
 * line.
 *
 * <p>Behind {@code whole}, every character counts in the checksum; without it, little of each text
 * does. {@code footprint} asks for the heap, {@code method} for a method to name.
 */
public final class MetadataBench {

  static final String WHOLE = "whole ";
  static final String FOOTPRINT = "footprint";
  static final String METHOD = "method";

  private MetadataBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    MetadataWorks works = new MetadataWorks(Path.of(arguments[0]));
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(answer(works, line));
    }
  }

  private static String answer(MetadataWorks works, String line) {
    return switch (line) {
      case FOOTPRINT -> Footprint.of(works).toString();
      case METHOD -> works.method();
      default -> timed(works, line).toString();
    };
  }

  private static Timing timed(MetadataWorks works, String line) {
    boolean whole = line.startsWith(WHOLE);
    Checksum checksum = new Checksum(whole);
    Consumer<Checksum> work = works.prepare(whole ? line.substring(WHOLE.length()) : line);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = thread.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    work.accept(checksum);
    long nanoseconds = System.nanoTime() - start;
    allocated = thread.getCurrentThreadAllocatedBytes() - allocated;
    return new Timing(nanoseconds, checksum.count(), checksum.sum(), allocated);
  }
}
