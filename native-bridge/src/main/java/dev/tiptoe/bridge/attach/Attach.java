// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.diagnostics.DiagnosticsClient;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;

/**
 * Attaches the agent to a running process. Immutable, used once.
 *
 * <p>A timeout of the runtime proves nothing: an attach that was given up may still be carried out.
 * So the attach is tried again, and in the end the agent's own trace decides whether it is there.
 */
public final class Attach {

  /** The first try, and one that finds out what became of it. */
  private static final int TRIES = 2;

  private static final Duration TO_FIND_THE_AGENT = Duration.ofSeconds(2);

  private final AttachRequest request;
  private final Border border;
  private final LinuxProcess process;

  private Attach(AttachRequest request, Border border) {
    this.request = request;
    this.border = border;
    this.process = request.process();
  }

  /**
   * Attaches the agent, and waits until it has begun its trace. When the thread is interrupted, it
   * gives up, detaches the agent if it is there, and stays interrupted.
   *
   * @throws LaunchException when the trace or the agent's library cannot be created; the process
   *     was not touched then
   * @throws IOException when a file cannot be written
   */
  public static AttachOutcome to(AttachRequest request) throws IOException {
    return to(request, Border.PROXIED);
  }

  static AttachOutcome to(AttachRequest request, Border border) throws IOException {
    return new Attach(request, border).run();
  }

  private AttachOutcome run() throws IOException {
    try {
      // The start time is read first: everything later is done to this process or fails.
      long startTime = process.startTime();
      DotnetProcess dotnet =
          DotnetProcess.of(process, border, new BoundSockets(), request.patience());
      Optional<Refusal> obstacle = dotnet.obstacle();
      return obstacle.isPresent()
          ? new Refused(obstacle.get())
          : attach(dotnet.client().orElseThrow(), startTime);
    } catch (NoSuchFileException e) {
      if (process.isAlive()) {
        throw e;
      }
      return new Refused(Refusal.of(RefusalReason.NO_SUCH_PROCESS, ""));
    } catch (UnreachableException e) {
      return switch (e.reason()) {
        case NO_PROCESS -> new Refused(Refusal.of(RefusalReason.NO_SUCH_PROCESS, ""));
        case INTERRUPTED -> new Refused(Refusal.of(RefusalReason.INTERRUPTED, ""));
        default -> throw new LaunchException(e.inWords());
      };
    }
  }

  private AttachOutcome attach(DiagnosticsClient client, long startTime) throws IOException {
    Target target = border.enter(process, startTime);
    boolean attached = false;
    try {
      // The runtime maps a library before it refuses it, and then keeps it, so no attach is
      // requested in vain.
      Optional<Refusal> occupied = occupant(target);
      if (occupied.isPresent()) {
        return new Refused(occupied.get());
      }
      AgentLibrary agent = AgentLibrary.bundled();
      String library = target.putAgent(agent.sha256(), agent.bytes());
      String control = controlPath(target);
      AgentTraceFile file = AgentTraceFile.of(request.trace(), target, request.maxSize());
      AttachOutcome outcome =
          attach(client, library, settings(file, control), file, target, startTime);
      attached = outcome instanceof Attached;
      return outcome;
    } finally {
      if (!attached) {
        target.close();
      }
    }
  }

  /** From here on the agent may be in the process, and must not be left there unnoticed. */
  private AttachOutcome attach(
      DiagnosticsClient client,
      String library,
      AgentSettings settings,
      AgentTraceFile file,
      Target target,
      long startTime)
      throws IOException {
    try {
      Optional<Failure> failure = ask(client, library, settings, file, target.identity());
      if (failure.isEmpty()) {
        return new Attached(new Attachment(process, startTime, border, target, file, library));
      }
      Refusal refusal = failure.get().refusal();
      if (failure.get().agentMayHaveCome()) {
        return new Refused(departure(file, startTime).after(refusal));
      }
      file.discard(true);
      return new Refused(refusal);
    } catch (ClosedByInterruptException e) {
      Refusal interrupted = Refusal.of(RefusalReason.INTERRUPTED, "");
      return new Refused(departure(file, startTime).after(interrupted));
    } catch (UnreachableException e) {
      if (e.reason() == Reason.INTERRUPTED) {
        Refusal interrupted = Refusal.of(RefusalReason.INTERRUPTED, "");
        return new Refused(departure(file, startTime).after(interrupted));
      }
      throw new LaunchException(e.inWords() + "; " + departure(file, startTime).inWords());
    } catch (IOException | RuntimeException | Error e) {
      throw new LaunchException(e.getMessage() + "; " + departure(file, startTime).inWords());
    }
  }

  /** An agent that may stay keeps its file. */
  private AgentDeparture departure(AgentTraceFile file, long startTime) {
    AgentDeparture departure = AgentDeparture.of(process, border.agentOf(process, startTime));
    file.discard(departure.isSure());
    return departure;
  }

  /**
   * A try after which the agent is not known to be there.
   *
   * @param refusal the last refusal
   * @param agentMayHaveCome whether the agent may be there all the same
   */
  private record Failure(Refusal refusal, boolean agentMayHaveCome) {}

  /**
   * Returns a refusal when a profiler is there, or when that cannot be found out; empty when there
   * is none.
   */
  private static Optional<Refusal> occupant(Target target) throws UnreachableException {
    try {
      target.connectToAgent(Deadline.in(TO_FIND_THE_AGENT)).close();
      return Optional.of(Refusal.of(RefusalReason.ALREADY_ACTIVE, ""));
    } catch (UnreachableException e) {
      return switch (e.reason()) {
        case NOT_THERE, NOBODY -> Optional.empty();
        case TIMED_OUT -> {
          String unknown = "whether it has an agent is not known: " + e.inWords();
          yield Optional.of(Refusal.of(RefusalReason.UNREACHABLE, unknown));
        }
        default -> throw e;
      };
    }
  }

  private static String controlPath(Target target) throws UnreachableException {
    try {
      return target.newControlPath();
    } catch (UnreachableException e) {
      if (e.reason() == Reason.NO_PROCESS || e.reason() == Reason.INTERRUPTED) {
        throw e;
      }
      throw new LaunchException(
          "there is no place for the control socket by which the agent is detached: "
              + e.inWords());
    }
  }

  private AgentSettings settings(AgentTraceFile file, String control) {
    AgentSettings always =
        AgentSettings.tracing(file.seen().toString())
            .sampleEvery(request.sampleEvery())
            .engine(request.engine())
            .kernel(request.kernel())
            .probe(request.probe())
            .snapshotsAt(request.snapshotsAt())
            .control(control);
    return request.duty().map(always::duty).orElse(always);
  }

  /** Tries once. Returns the failure, if it failed. */
  private Optional<Failure> ask(
      DiagnosticsClient client,
      String library,
      AgentSettings settings,
      AgentTraceFile file,
      Target.Identity identity)
      throws IOException {
    Refusal failure = DotnetProcess.silence(request.patience());
    boolean mayHaveCome = false;
    for (int tries = 0; tries < TRIES && isSilence(failure); tries++) {
      try {
        client.attachProfiler(
            AgentLibrary.CLSID, library, request.patience(), settings.clientData());
        return Optional.empty();
      } catch (DiagnosticsException e) {
        failure = DotnetProcess.obstacle(process, e, request.patience());
      }
      // A first try that was refused left nothing behind.
      mayHaveCome |= failure.hresult().isEmpty();
      boolean interrupted = failure.reason() == RefusalReason.INTERRUPTED;
      if (mayHaveCome && !interrupted && file.isBegunBy(identity.ownPid())) {
        return Optional.empty();
      }
    }
    Refusal last =
        isSilence(failure)
            ? DotnetProcess.silence(request.patience().multipliedBy(TRIES))
            : failure;
    return Optional.of(new Failure(last, mayHaveCome));
  }

  /**
   * Returns whether there was no answer. A runtime that answers that it had no time has answered.
   */
  private static boolean isSilence(Refusal failure) {
    return failure.reason() == RefusalReason.TIMED_OUT && failure.hresult().isEmpty();
  }
}
