// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The output of the example in the resolver's package. */
final class SessionExampleTest {

  @Test
  void example_run_printsNamesAndReasons() throws IOException {
    TypeDef ship =
        Image.open(TestAssembly.DEMO.path()).findType("Tiptoe.Demo", "Ship").orElseThrow();
    Token constructor =
        ship.methods().stream()
            .filter(method -> method.name().equals(".ctor"))
            .findFirst()
            .orElseThrow()
            .token();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SessionExample.run(
        TestAssembly.DEMO.path().toString(),
        ship.token(),
        constructor,
        new PrintStream(bytes, true, StandardCharsets.UTF_8));
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals("Tiptoe.Demo.Ship", lines.get(0));
    assertEquals(
        "Tiptoe.Demo.Ship: usable, because it declares Tiptoe.Demo.Ship::.ctor, which was executing"
            + " at 14.0 ms; it was announced at 12.3 ms",
        lines.get(1));
    assertEquals(
        "Tiptoe.Demo.Ship: not seen; not all announcements since the runtime's start are known",
        lines.get(2));
    assertEquals("Tiptoe.Demo.Ship::.ctor", lines.get(3).substring(0, 23));
  }
}
