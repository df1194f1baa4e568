// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The C++ tests with checks for data races. */
@Tag("quarter-2")
class ThreadSanitizerTest {

  @Test
  void testsOfTheAgent_underTheSanitizer_pass() {
    String output =
        Script.run("native-bridge/src/witness/cpp/sanitize", "thread", "target/sanitized");
    assertTrue(output.contains("100% tests passed"), output);
  }
}
