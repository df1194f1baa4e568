// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The C++ tests with checks of each access to memory, and of undefined behavior. */
@Tag("quarter-1")
class AddressSanitizerTest {

  @Test
  void testsOfTheAgent_underTheSanitizer_pass() {
    String output =
        Script.run(
            "native-bridge/src/witness/cpp/sanitize", "address,undefined", "target/sanitized");
    assertTrue(output.contains("100% tests passed"), output);
  }
}
