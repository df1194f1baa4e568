// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.jmh;

import java.io.IOException;
import java.util.stream.Stream;

/** JMH's command line, with the allocation profiler always on. */
public final class Benchmarks {

  private Benchmarks() {}

  /** Runs the benchmarks that the arguments choose, or all. */
  public static void main(String[] args) throws IOException {
    Stream<String> counted = Stream.concat(Stream.of(args), Stream.of("-prof", "gc"));
    org.openjdk.jmh.Main.main(counted.toArray(String[]::new));
  }
}
