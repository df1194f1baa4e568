// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is read without picocli is read as picocli does, and the rest is left to it. */
class PlainNamesTest {

  private static final List<String> WORDS =
      List.of(
          TestAssembly.HELLO.path().toString(),
          TestAssembly.HELLO.path().toString(),
          "/no/such/file.dll",
          "-",
          "--",
          "",
          "@",
          "--tsv",
          "--tsv=false",
          "--tokens",
          "--tokens=0x06000001",
          "--style",
          "clr",
          "0x06000001",
          "0x06000001,0x02000002",
          "0x06000001,",
          "0x06ffffff",
          "--help",
          "--nonsense");

  private static Outcome byPicocli(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(InputStream.nullInputStream(), out, err);
    int status = terminal.finish(Tiptoe.commandLine(terminal, arguments).execute(arguments));
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void arguments_inAnyOrder_areReadAsByPicocli() {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      List<String> line = new ArrayList<>(List.of("names"));
      for (int words = random.nextInt(5); words >= 0; words--) {
        line.add(WORDS.get(random.nextInt(WORDS.size())));
      }
      String[] arguments = line.toArray(String[]::new);
      assertEquals(byPicocli(arguments), Outcome.of(arguments), line::toString);
    }
  }
}
