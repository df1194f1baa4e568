// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.bridge.diagnostics.DiagnosticsClient;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import dev.tiptoe.bridge.diagnostics.ProcessInfo;
import dev.tiptoe.bridge.launch.RuntimeSettings;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process with a CLR in it, as seen from outside at one time. Immutable.
 *
 * @param process the process
 * @param client talks to its runtime; empty when there is an {@code obstacle}
 * @param version of the runtime, such as {@code 9.0.1}; empty when the runtime does not give it
 * @param obstacle why the agent cannot be attached to it; empty when no obstacle is known
 * @param commandLine its command line; empty unless {@link #all} was called, and when it cannot be
 *     read
 */
public record DotnetProcess(
    LinuxProcess process,
    Optional<DiagnosticsClient> client,
    Optional<String> version,
    Optional<Refusal> obstacle,
    List<String> commandLine) {

  private static final Refusal NO_SUCH_PROCESS = Refusal.of(RefusalReason.NO_SUCH_PROCESS, "");
  private static final int UNKNOWN_COMMAND = 0x80131385;
  private static final Pattern RELEASE = Pattern.compile("([0-9]{1,4})\\.");

  private static final Pattern RUNTIME_FOLDER =
      Pattern.compile("/Microsoft\\.NETCore\\.App/([0-9][^/]*)/libcoreclr\\.so");

  /**
   * Returns all processes with a CLR in them that this user may look at, by number; and of the
   * others those that have a diagnostics socket in {@code /tmp}. All are queried at the same time.
   *
   * @param patience how long to wait for answers; the whole call takes about twice as long at most
   */
  public static List<DotnetProcess> all(Duration patience) throws IOException {
    BoundSockets sockets = new BoundSockets();
    List<LinuxProcess> processes =
        LinuxProcess.all().stream()
            .filter(process -> process.pid() != ProcessHandle.current().pid())
            .toList();
    return AllAtOnce.ask(
            processes,
            process -> of(process, Border.PROXIED, sockets, patience).withCommandLine(),
            process -> late(process, sockets, patience),
            patience.multipliedBy(2))
        .stream()
        .filter(DotnetProcess::isDotnet)
        .toList();
  }

  /**
   * Returns a process that did not answer in time. If it was not yet known to have a runtime, its
   * socket decides.
   */
  private static DotnetProcess late(LinuxProcess process, BoundSockets sockets, Duration patience) {
    Refusal none = Refusal.of(RefusalReason.NO_RUNTIME, "");
    Refusal obstacle = mayHaveSocket(process, sockets) ? silence(patience) : none;
    return blocked(process, Optional.empty(), obstacle);
  }

  private static boolean mayHaveSocket(LinuxProcess process, BoundSockets sockets) {
    try {
      return sockets.mayBelongTo(process);
    } catch (IOException e) {
      return false;
    }
  }

  private DotnetProcess withCommandLine() {
    try {
      return isDotnet()
          ? new DotnetProcess(process, client, version, obstacle, process.commandLine())
          : this;
    } catch (IOException e) {
      return this;
    }
  }

  private boolean isDotnet() {
    return obstacle.map(against -> isDotnet(process, against.reason())).orElse(true);
  }

  private static boolean isDotnet(LinuxProcess process, RefusalReason against) {
    return switch (against) {
      case NO_PERMISSION -> listensInTmp(process.pid());
      case NO_SUCH_PROCESS, NO_RUNTIME -> false;
      default -> true;
    };
  }

  private static boolean listensInTmp(long pid) {
    String[] sockets =
        Path.of("/tmp")
            .toFile()
            .list((folder, name) -> name.startsWith("dotnet-diagnostic-" + pid + "-"));
    return sockets != null && sockets.length > 0;
  }

  /** Looks at a process. */
  public static DotnetProcess of(LinuxProcess process, Duration patience) {
    return of(process, Border.PROXIED, new BoundSockets(), patience);
  }

  static DotnetProcess of(
      LinuxProcess process, Border border, BoundSockets sockets, Duration patience) {
    try {
      return look(process, border, sockets, patience);
    } catch (AccessDeniedException e) {
      return blocked(process, Optional.empty(), noPermission(process.notOursToLookAt()));
    } catch (NoSuchFileException e) {
      return blocked(process, Optional.empty(), NO_SUCH_PROCESS);
    } catch (IOException e) {
      return blocked(process, Optional.empty(), obstacle(process, e, sockets));
    }
  }

  private static Refusal obstacle(LinuxProcess process, IOException problem, BoundSockets sockets) {
    String words = String.valueOf(problem.getMessage());
    if (problem instanceof UnreachableException unreachable
        && unreachable.reason() == Reason.INTERRUPTED) {
      return Refusal.of(RefusalReason.INTERRUPTED, "");
    }
    if (!process.isAlive()) {
      return NO_SUCH_PROCESS;
    }
    if (problem instanceof UnreachableException unreachable
        && unreachable.reason() == Reason.TIMED_OUT) {
      // Most processes that this user may not look at are no .NET processes.
      boolean dotnet = mayHaveSocket(process, sockets);
      return Refusal.of(dotnet ? RefusalReason.UNREACHABLE : RefusalReason.NO_RUNTIME, words);
    }
    return Refusal.of(RefusalReason.NO_SOCKET, words);
  }

  private static DotnetProcess look(
      LinuxProcess process, Border border, BoundSockets sockets, Duration patience)
      throws IOException {
    if (!process.isAlive()) {
      return blocked(process, Optional.empty(), NO_SUCH_PROCESS);
    }
    if (process.isKernelThread()) {
      // Recent kernels answer questions about its environment with an error.
      return blocked(process, Optional.empty(), Refusal.of(RefusalReason.NO_RUNTIME, ""));
    }
    long startTime = process.startTime();
    List<String> mapped = process.mappedFiles("libcoreclr.so", "/ld-musl-");
    Optional<String> version = mapped.stream().flatMap(file -> versionOf(file).stream()).findAny();
    if (!isClrMapped(mapped) && !sockets.mayBelongTo(process)) {
      return blocked(process, version, withoutSocket(process, mapped, version));
    }
    Optional<String> musl = mapped.stream().filter(file -> file.contains("/ld-musl-")).findAny();
    if (musl.isPresent()) {
      return blocked(process, version, Refusal.of(RefusalReason.MUSL, musl.get()));
    }
    DiagnosticsClient client =
        DiagnosticsClient.through(border.runtimeOf(process, startTime), patience);
    return ask(process, client, mapped, version, patience);
  }

  private static Refusal withoutSocket(
      LinuxProcess process, List<String> mapped, Optional<String> version) throws IOException {
    OptionalInt release = version.map(DotnetProcess::release).orElse(OptionalInt.empty());
    Optional<String> off = new RuntimeSettings(process.environment(), release).portOff();
    if (off.isPresent()) {
      return Refusal.of(RefusalReason.DIAGNOSTICS_OFF, off.get());
    }
    return Refusal.of(isClrMapped(mapped) ? RefusalReason.NO_SOCKET : RefusalReason.NO_RUNTIME, "");
  }

  private static OptionalInt release(String version) {
    Matcher matcher = RELEASE.matcher(version);
    return matcher.lookingAt()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  private static boolean isClrMapped(List<String> mapped) {
    return mapped.stream().anyMatch(file -> file.endsWith("/libcoreclr.so"));
  }

  private static DotnetProcess ask(
      LinuxProcess process,
      DiagnosticsClient client,
      List<String> mapped,
      Optional<String> version,
      Duration patience)
      throws IOException {
    try {
      ProcessInfo info = client.processInfo();
      Optional<String> reported =
          info.version().map(text -> text.split("[+ ]", 2)[0]).or(() -> version);
      return refusal(process, info)
          .map(obstacle -> blocked(process, reported, obstacle))
          .orElseGet(() -> open(process, client, reported));
    } catch (DiagnosticsException e) {
      if (e.hresult().orElse(Hresult.S_OK) == UNKNOWN_COMMAND) {
        // .NET Core 3 has no command for its version.
        return open(process, client, version);
      }
      Refusal obstacle =
          e.reason() == DiagnosticsException.Reason.NOBODY && process.isAlive()
              ? withoutSocket(process, mapped, version)
              : obstacle(process, e, patience);
      return blocked(process, version, obstacle);
    }
  }

  private static Optional<Refusal> refusal(LinuxProcess process, ProcessInfo info)
      throws IOException {
    if (info.pid() != process.ownPid()) {
      return Optional.of(
          Refusal.of(RefusalReason.BAD_ANSWER, "process " + info.pid() + " answers there"));
    }
    return info.architecture().equals("x64")
        ? Optional.empty()
        : Optional.of(Refusal.of(RefusalReason.ARCHITECTURE, info.architecture()));
  }

  /** Returns what a failure of the diagnostics port means for an attach. */
  static Refusal obstacle(LinuxProcess process, DiagnosticsException problem, Duration patience) {
    String words = String.valueOf(problem.getMessage());
    return switch (problem.reason()) {
      case NO_PERMISSION -> noPermission(process.notOursToLookAt());
      case SILENT -> silence(patience);
      case REFUSED -> Refusal.of(problem.hresult().orElseThrow());
      case MALFORMED, ANOTHER_PROCESS -> Refusal.of(RefusalReason.BAD_ANSWER, words);
      case INTERRUPTED -> Refusal.of(RefusalReason.INTERRUPTED, "");
      case UNREACHABLE ->
          process.isAlive() ? Refusal.of(RefusalReason.UNREACHABLE, words) : NO_SUCH_PROCESS;
      case HUNG_UP ->
          process.isAlive() ? Refusal.of(RefusalReason.BAD_ANSWER, words) : NO_SUCH_PROCESS;
      case NOBODY ->
          process.isAlive() ? Refusal.of(RefusalReason.NO_SOCKET, words) : NO_SUCH_PROCESS;
    };
  }

  private static Refusal noPermission(String what) {
    return Refusal.of(RefusalReason.NO_PERMISSION, what);
  }

  /** Returns the refusal of a runtime that gave no answer for so long. */
  static Refusal silence(Duration waited) {
    return Refusal.of(RefusalReason.TIMED_OUT, "no answer within " + waited.toMillis() + " ms");
  }

  private static Optional<String> versionOf(String file) {
    Matcher matcher = RUNTIME_FOLDER.matcher(file);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static DotnetProcess open(
      LinuxProcess process, DiagnosticsClient client, Optional<String> version) {
    Optional<Refusal> tooOld =
        version
            .filter(text -> text.matches("([0-2]|3\\.0)\\..*"))
            .map(text -> Refusal.of(RefusalReason.RUNTIME_TOO_OLD, text));
    return new DotnetProcess(process, Optional.of(client), version, tooOld, List.of());
  }

  private static DotnetProcess blocked(
      LinuxProcess process, Optional<String> version, Refusal obstacle) {
    return new DotnetProcess(process, Optional.empty(), version, Optional.of(obstacle), List.of());
  }
}
