// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import dev.tiptoe.bridge.diagnostics.DiagnosticsClient;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.TemporaryFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One attempt to get the agent into a process that runs. Immutable, used once.
 *
 * <p>The runtime's silence is no answer: an attach that was given up may still be carried out. So
 * it is asked again, and the agent's own trace has the last word.
 */
public final class Attach {

  /** The first, and the one that learns what became of it. */
  private static final int TRIES = 2;

  private final AttachRequest request;
  private final LinuxProcess process;
  private final AgentControl control;

  private Attach(AttachRequest request, AgentControl control) {
    this.request = request;
    this.control = control;
    this.process = request.process();
  }

  /**
   * Attaches the agent, and waits until it has begun its trace.
   *
   * @throws dev.tiptoe.bridge.launch.LaunchException when the trace or the agent cannot be put
   *     where they must be; the process was not touched then
   * @throws IOException when a file cannot be written
   */
  public static AttachOutcome to(AttachRequest request) throws IOException {
    return to(request, AgentControl.of(request.process().pid()));
  }

  static AttachOutcome to(AttachRequest request, AgentControl control) throws IOException {
    return new Attach(request, control).run();
  }

  private AttachOutcome run() throws IOException {
    DotnetProcess dotnet = DotnetProcess.of(process, request.patience());
    Optional<Refusal> obstacle = dotnet.obstacle();
    if (obstacle.isPresent()) {
      return new Refused(obstacle.get());
    }
    // The runtime maps a library before it refuses it, and then keeps it: it is not asked in vain.
    if (control.listens()) {
      return new Refused(Refusal.of(RefusalReason.ALREADY_ACTIVE, ""));
    }
    try {
      return attach(dotnet.client().orElseThrow());
    } catch (NoSuchFileException e) {
      if (process.isAlive()) {
        throw e;
      }
      return new Refused(Refusal.of(RefusalReason.NO_SUCH_PROCESS, ""));
    }
  }

  private AttachOutcome attach(DiagnosticsClient client) throws IOException {
    TemporaryFolder temporary = TemporaryFolder.in(process.root(), temporaryFolders());
    Path library = AgentLibrary.bundled().in(temporary);
    TraceFile file = TraceFile.of(request.trace(), process.root(), process.uid(), temporary);
    boolean attached = false;
    try {
      Optional<Refusal> failure = attach(client, library, settings(file), file);
      if (failure.isPresent()) {
        return new Refused(failure.get());
      }
      AttachOutcome outcome = new Attached(new Attachment(process, file, control));
      attached = true;
      return outcome;
    } finally {
      if (!attached) {
        file.close();
      }
    }
  }

  private AgentSettings settings(TraceFile file) throws IOException {
    AgentSettings always =
        AgentSettings.tracing(file.seen().toString())
            .sampleEvery(request.sampleEvery())
            .probe(request.probe())
            .snapshotsAt(request.snapshotsAt())
            .control(control.socket());
    return request.duty().map(always::duty).orElse(always);
  }

  /** The failure, if it is one. */
  private Optional<Refusal> attach(
      DiagnosticsClient client, Path library, AgentSettings settings, TraceFile file)
      throws IOException {
    long ownPid = process.ownPid();
    Refusal failure = DotnetProcess.silence(request.patience());
    for (int tries = 0; tries < TRIES && isSilence(failure); tries++) {
      try {
        client.attachProfiler(
            AgentLibrary.CLSID, library.toString(), request.patience(), settings.clientData());
        return Optional.empty();
      } catch (DiagnosticsException e) {
        failure = DotnetProcess.obstacle(process, e, request.patience());
      }
      if (file.isBegunBy(ownPid)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        isSilence(failure)
            ? DotnetProcess.silence(request.patience().multipliedBy(TRIES))
            : failure);
  }

  /** Whether there was no answer; a runtime that says that it had no time has given one. */
  private static boolean isSilence(Refusal failure) {
    return failure.reason() == RefusalReason.TIMED_OUT && failure.hresult().isEmpty();
  }

  private List<Path> temporaryFolders() throws IOException {
    List<Path> folders = new ArrayList<>(List.of(Path.of("/tmp"), Path.of("/var/tmp")));
    Optional.ofNullable(process.environment().get("TMPDIR"))
        .map(Path::of)
        .filter(Path::isAbsolute)
        .map(Path::normalize)
        .ifPresent(folders::add);
    return folders;
  }
}
