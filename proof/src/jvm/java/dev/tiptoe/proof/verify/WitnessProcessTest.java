// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that behave badly, played by shells. */
class WitnessProcessTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir private Path temp = Path.of("");

  private final AtomicReference<Path> folder = new AtomicReference<>(Path.of(""));

  /** A process that follows a script in which $FOLDER is its own. */
  private ClrWitness playedBy(String script, Duration patience) {
    return new ClrWitness(
        own -> {
          folder.set(own);
          ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
          builder.environment().put("FOLDER", own.toString());
          return builder;
        },
        patience);
  }

  private Verdict verdict(String script, Duration patience) throws IOException {
    Path file = Files.createFile(temp.resolve("any.dll"));
    try (ClrWitness witness = playedBy(script, patience)) {
      return witness.compare(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo READY; read x; exit 3 | ended with exit code 3",
        "echo READY; read x; echo oh no >&2; exit 4 | ended with exit code 4: oh no",
        "echo READY; read x; kill -KILL $$ | killed by signal 9",
        "echo READY; read x; printf 'FAILED\\tmy fault\\n'; cat | my fault",
        "echo READY; read x; echo nonsense; cat | it sent an invalid message",
        "echo READY; read x; echo READY; cat | it sent READY out of turn"
      })
  void process_thatFails_isTheVerdict(String script, String reason) throws IOException {
    Verdict.Lost lost = assertInstanceOf(Verdict.Lost.class, verdict(script, LONG));
    assertTrue(lost.reason().startsWith(reason), lost.reason());
  }

  @Test
  void process_whoseJvmCrashes_isReportedWithItsReason() throws IOException {
    String script =
        """
        echo READY; read x
        printf '#\\n# A fatal error has been detected\\n#\\n#  SIGBUS (0x7) at pc=0x1\\n#\\n' >$FOLDER/hs_err.log
        printf '# Problematic frame:\\n# C  [libcoreclr.so+0x123]\\n' >>$FOLDER/hs_err.log
        kill -ABRT $$
        """;
    assertEquals(
        new Verdict.Lost("killed by signal 6: SIGBUS (0x7) at pc=0x1, in C  [libcoreclr.so+0x123]"),
        verdict(script, LONG));
    assertTrue(Files.notExists(folder.get()), "what it left behind is deleted");
  }

  @Test
  void process_thatHangs_isEnded() throws IOException {
    Verdict.Lost lost =
        assertInstanceOf(Verdict.Lost.class, verdict("echo READY; read x; exec cat", SHORT));
    assertEquals("no answer for 200 ms", lost.reason());
  }

  @Test
  void process_thatShowsSignsOfLife_isAwaited() throws IOException {
    String script = "echo READY; read x; echo PROGRESS; echo PROGRESS; echo 'REFUSED\tby it'; cat";
    assertEquals(new Verdict.Refused("by it"), verdict(script.replace("\\t", "\t"), LONG));
  }

  @Test
  void process_thatDoesNotStart_isALaunchException() {
    for (String script : new String[] {"exit 1", "printf 'FAILED\\tno CLR\\n'; exec cat"}) {
      try (ClrWitness witness = playedBy(script, LONG)) {
        Path file = Files.createTempFile(temp, "any", ".dll");
        LaunchException e =
            assertThrows(LaunchException.class, () -> witness.compare(file), script);
        assertTrue(e.toString().contains("the CLR does not start: "), e.toString());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"plain", "'a\tb'", "'back\\slash'", "'\r\n'", "'\\t'", "''", "ü𝄞"})
  void message_survivesTheWayAsALine(String field) {
    WitnessMessage message = WitnessMessage.of(WitnessMessage.Kind.DIFFERENCE, field, "", field);
    assertEquals(message, WitnessMessage.parse(message.line()));
    assertEquals(1, message.line().lines().count());
  }
}
