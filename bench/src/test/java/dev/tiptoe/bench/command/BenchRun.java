// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.testdata.command.Outcome;

/** Runs {@code prove bench} in this JVM. */
final class BenchRun {

  private BenchRun() {}

  static Outcome prove(String... arguments) {
    return Outcome.of(Bench::run, "", arguments);
  }
}
