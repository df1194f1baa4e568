// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process about which the kernel reports nothing: its user can lock its memory. */
class AttachToASilentKernelTest {

  @TempDir private Path folder = Path.of("");

  private FakeProcess target = new FakeProcess(folder, 0, folder);

  /** A read of a pipe without a writer waits as long. */
  @BeforeEach
  void prepare() throws Exception {
    target = FakeProcess.in(folder);
    Files.delete(target.file("maps"));
    String pipe = target.file("maps").toString();
    assertEquals(0, new ProcessBuilder("mkfifo", pipe).start().waitFor());
  }

  private Refusal refused() throws Exception {
    AttachRequest request =
        new AttachRequest(
            target.process(),
            folder.resolve("a.tiptoe"),
            Duration.ofMillis(5),
            true,
            Duration.ofSeconds(60));
    AttachOutcome outcome = Attach.to(request, target.target().border());
    return assertInstanceOf(Refused.class, outcome).refusal();
  }

  @Test
  void process_ofWhichTheKernelReportsNothing_isGivenUp() throws Exception {
    Refusal refusal = refused();
    assertTrue(refusal.inWords().contains("maps: no answer within"), refusal.inWords());
  }

  @Test
  void attach_thatIsInterruptedWhileTheKernelReportsNothing_ends() throws Exception {
    Thread.currentThread().interrupt();
    assertEquals(RefusalReason.INTERRUPTED, refused().reason());
    assertTrue(Thread.interrupted());
  }
}
