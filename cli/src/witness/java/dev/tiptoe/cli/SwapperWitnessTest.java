// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/**
 * An attacker replaces sockets, folders, files, links and mounts at random, with namespaces of its
 * own and without, while root attaches to its processes, asks them and makes the agent leave: all
 * that is not the attacker's is afterwards as it was.
 */
@Tag("alone")
@Tag("quarter-2")
class SwapperWitnessTest extends SwapperFixture {

  @TestFactory
  Stream<DynamicTest> commands_amidMinutesOfSwaps_changeNothingOfOthers(TestReporter reporter) {
    return test(LONG, reporter);
  }
}
