// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A diagnostic port at which the runtimes of one program wait before they start. The first one
 * loads the agent, and all are resumed.
 *
 * <p>One daemon thread does that, from {@link #of} until the program has ended. A runtime that
 * starts after that, in a process that was left behind, would wait in vain.
 */
final class SuspendedStart {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final String PORTS = "DOTNET_DiagnosticPorts";

  private final DiagnosticsListener listener;
  private final Path agent;

  private SuspendedStart(DiagnosticsListener listener, Path agent) {
    this.listener = listener;
    this.agent = agent;
  }

  /** Starts a program that waits for {@code agent}. */
  static Process of(ProcessBuilder builder, Path agent) throws IOException {
    DiagnosticsListener listener = DiagnosticsListener.open(PATIENCE);
    // Deletion on exit runs in the reverse order.
    Optional.ofNullable(listener.socket().getParent())
        .ifPresent(folder -> folder.toFile().deleteOnExit());
    listener.socket().toFile().deleteOnExit();
    try {
      Map<String, String> environment = builder.environment();
      environment.merge(PORTS, listener.environment(), (theirs, ours) -> theirs + ";" + ours);
      Process program = InheritedSignals.start(builder);
      SuspendedStart start = new SuspendedStart(listener, agent);
      Thread thread = new Thread(() -> start.serve(program), "tiptoe-suspended-start");
      thread.setDaemon(true);
      thread.start();
      return program;
    } catch (IOException | RuntimeException e) {
      listener.close();
      throw e;
    }
  }

  private void serve(Process program) {
    try (listener) {
      boolean first = true;
      while (program.isAlive()) {
        Optional<SuspendedRuntime> runtime = listener.next(POLL_INTERVAL);
        if (runtime.isPresent()) {
          release(runtime.get(), first);
          first = false;
        }
      }
    } catch (IOException e) {
      // Without its socket the port is of no use; the user has to end what waits there.
    }
  }

  /** The program is resumed whatever becomes of the agent. */
  private void release(SuspendedRuntime runtime, boolean observed) {
    try {
      if (observed) {
        runtime.client().startupProfiler(AgentLibrary.CLSID, agent.toString());
      }
    } catch (DiagnosticsException e) {
      // It runs unobserved; the missing trace shows that.
    }
    try {
      runtime.client().resumeRuntime();
    } catch (DiagnosticsException e) {
      // It has ended.
    }
  }
}
