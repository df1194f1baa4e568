// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Looks at processes, whatever becomes of them. */
class ProcessFootprintTest {

  private static final int LOOKS = 10_000;

  @Test
  void process_thatLives_isLookedAt() throws IOException {
    ProcessFootprint own = ProcessFootprint.of(ProcessHandle.current().pid()).orElseThrow();
    assertTrue(own.resident() > 0 && own.isEmpty(), own.toString());
  }

  @Test
  void process_thatIsGone_hasNoFootprint() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    assertEquals(Optional.empty(), ProcessFootprint.of(process.pid()));
  }

  /** Its parent does not ask for its exit code. */
  @Test
  void process_ofWhichOnlyTheExitCodeIsLeft_hasNoFootprint()
      throws IOException, InterruptedException {
    Process parent = new ProcessBuilder("sh", "-c", "true & echo $!; exec sleep 60").start();
    try {
      long child = Long.parseLong(parent.inputReader().readLine());
      Optional<ProcessFootprint> last = ProcessFootprint.of(child);
      for (int i = 0; i < LOOKS && last.isPresent(); i++) {
        TimeUnit.MILLISECONDS.sleep(1);
        last = ProcessFootprint.of(child);
      }
      assertEquals(Optional.empty(), last);
    } finally {
      parent.destroyForcibly();
    }
  }

  /** Looked at without a pause while it dies. */
  @Test
  void process_thatDiesMeanwhile_isNoError() throws IOException {
    for (int i = 0; i < 20; i++) {
      Process process = new ProcessBuilder("sleep", "0.05").start();
      boolean lives = true;
      while (lives) {
        lives = ProcessFootprint.of(process.pid()).isPresent();
      }
    }
  }
}
