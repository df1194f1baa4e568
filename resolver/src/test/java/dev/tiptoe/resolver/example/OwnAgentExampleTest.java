// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The output of the example is what the README shows. */
final class OwnAgentExampleTest {

  @Test
  void example_run_printsTokenAndReasons() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OwnAgentExample.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertEquals(
        """
        loaded [0x7f0c3000]
        0x02000004 in Fruit.dll: usable, because it had an instance on the heap at 95.0 ms; it was announced at 12.3 ms
        0x02000004 in Fruit.dll: announced, because it was announced at 12.3 ms
        """,
        bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"));
  }
}
