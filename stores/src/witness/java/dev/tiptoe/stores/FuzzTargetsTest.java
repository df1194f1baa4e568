// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.testdata.command.FuzzTargets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

@Tag("quarter-1")
class FuzzTargetsTest {

  private static final String PACKAGE = "dev.tiptoe.stores.fuzz";

  @TestFactory
  Stream<DynamicTest> target_fuzzedForAWhile_isBrokenByNoInput() {
    return FuzzTargets.in(PACKAGE).stream()
        .map(target -> dynamicTest(target, () -> FuzzTargets.fuzz(PACKAGE, target)));
  }
}
