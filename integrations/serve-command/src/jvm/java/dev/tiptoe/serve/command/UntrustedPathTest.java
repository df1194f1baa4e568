// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that are made of what must not reach a terminal. */
class UntrustedPathTest {

  private static final String ESCAPED =
      UntrustedText.FOLDERS.stream().map(UntrustedText::escaped).collect(Collectors.joining("/"));

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--index \"$P/none\"",
        "--index . --token-file \"$P/none\"",
        "--index . --otlp 127.0.0.1:0 --admin 127.0.0.1:0 --tls-cert \"$P/none\" --tls-key"
            + " \"$P/a\"",
        "--index . --otlp 127.0.0.1:0 --admin 127.0.0.1:0 --dead-letters \"$P/a\""
      })
  void path_ofSuchText_isEscaped(String options) throws IOException, InterruptedException {
    Outcome outcome =
        shell(
            "mkdir -p \"$P\" && touch \"$P/a\" && LC_ALL=C.UTF-8 \"$JAVA\" -Xlog:disable"
                + " -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED "
                + TiptoeServe.class.getName()
                + " --to grpc://127.0.0.1:1 "
                + options);
    assertTrue(outcome.status() != 0);
    UntrustedText.assertAbsent("tiptoe-serve", outcome, false);
    assertEquals("", outcome.out());
    assertTrue(
        outcome.err().replace("\\b", "\\u0008").replace("\\f", "\\u000c").contains(ESCAPED),
        outcome::err);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
  }

  /** Runs a script with such a path in the variable P: this JVM may be in another locale. */
  private Outcome shell(String script) throws IOException, InterruptedException {
    String path = UntrustedText.inBash(String.join("/", UntrustedText.FOLDERS));
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", "-c", "P=" + path + "; " + script)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder
        .environment()
        .put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Process process = builder.start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    return new Outcome(status, Files.readString(folder.resolve("out")), err);
  }
}
