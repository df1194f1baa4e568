// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.testdata.command.FuzzTargets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Jazzer looks for inputs that break a target. */
@Tag("quarter-2")
class FuzzTargetsTest {

  private static final String PACKAGE = "dev.tiptoe.trace.eventpipe.recording";

  @TestFactory
  Stream<DynamicTest> target_fuzzed_breaksOnNoInput() {
    return FuzzTargets.in(PACKAGE).stream()
        .map(target -> dynamicTest(target, () -> FuzzTargets.fuzz(PACKAGE, target)));
  }
}
