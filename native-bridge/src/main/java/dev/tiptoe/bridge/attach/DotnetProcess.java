// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.bridge.diagnostics.DiagnosticsClient;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import dev.tiptoe.bridge.diagnostics.DiagnosticsSocket;
import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.diagnostics.ProcessInfo;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process with a CLR in it, as far as it can be looked at from outside. Immutable: what was so
 * when it was looked at.
 *
 * @param process the process
 * @param client asks its runtime; empty when there is an {@code obstacle}
 * @param version of the runtime, such as {@code 9.0.1}; empty when it does not tell
 * @param obstacle why the agent cannot be attached to it; empty when nothing is known against it
 */
public record DotnetProcess(
    LinuxProcess process,
    Optional<DiagnosticsClient> client,
    Optional<String> version,
    Optional<Refusal> obstacle) {

  private static final Refusal NO_SUCH_PROCESS = Refusal.of(RefusalReason.NO_SUCH_PROCESS, "");
  private static final int UNKNOWN_COMMAND = 0x80131385;
  private static final Pattern RUNTIME_FOLDER =
      Pattern.compile("/Microsoft\\.NETCore\\.App/([0-9][^/]*)/libcoreclr\\.so");

  /**
   * All processes with a CLR in them that can be looked at, by number; and those that this user may
   * not look at, if they have a diagnostics socket in {@code /tmp}.
   */
  public static List<DotnetProcess> all(Duration patience) throws IOException {
    return LinuxProcess.all().stream()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .map(process -> of(process, patience))
        .filter(DotnetProcess::isDotnet)
        .toList();
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
    try {
      return look(process, patience);
    } catch (AccessDeniedException e) {
      return blocked(process, Optional.empty(), noPermission(process.notOursToLookAt()));
    } catch (NoSuchFileException e) {
      return blocked(process, Optional.empty(), NO_SUCH_PROCESS);
    } catch (IOException e) {
      Refusal obstacle =
          process.isAlive()
              ? Refusal.of(RefusalReason.NO_SOCKET, String.valueOf(e.getMessage()))
              : NO_SUCH_PROCESS;
      return blocked(process, Optional.empty(), obstacle);
    }
  }

  private static DotnetProcess look(LinuxProcess process, Duration patience) throws IOException {
    if (!process.isAlive()) {
      return blocked(process, Optional.empty(), NO_SUCH_PROCESS);
    }
    List<String> mapped = process.mappedFiles();
    if (mapped.isEmpty()) {
      // A thread of the kernel: it has not even an environment.
      return blocked(process, Optional.empty(), Refusal.of(RefusalReason.NO_RUNTIME, ""));
    }
    Optional<String> version = mapped.stream().flatMap(file -> versionOf(file).stream()).findAny();
    Optional<Path> socket = DiagnosticsSocket.find(process);
    if (socket.isEmpty()) {
      return blocked(process, version, withoutSocket(process, mapped));
    }
    Optional<String> musl = mapped.stream().filter(file -> file.contains("/ld-musl-")).findAny();
    if (musl.isPresent()) {
      return blocked(process, version, Refusal.of(RefusalReason.MUSL, musl.get()));
    }
    return ask(process, DiagnosticsClient.of(socket.get(), patience), version, patience);
  }

  private static Refusal withoutSocket(LinuxProcess process, List<String> mapped)
      throws IOException {
    Map<String, String> environment = process.environment();
    for (String setting : List.of("EnableDiagnostics", "EnableDiagnostics_IPC")) {
      for (String prefix : List.of("DOTNET_", "COMPlus_")) {
        if (environment.getOrDefault(prefix + setting, "1").equals("0")) {
          return Refusal.of(RefusalReason.DIAGNOSTICS_OFF, prefix + setting + "=0");
        }
      }
    }
    boolean clr = mapped.stream().anyMatch(file -> file.endsWith("/libcoreclr.so"));
    return Refusal.of(clr ? RefusalReason.NO_SOCKET : RefusalReason.NO_RUNTIME, "");
  }

  private static DotnetProcess ask(
      LinuxProcess process, DiagnosticsClient client, Optional<String> mapped, Duration patience)
      throws IOException {
    try {
      ProcessInfo info = client.processInfo();
      Optional<String> version =
          info.version().map(text -> text.split("[+ ]", 2)[0]).or(() -> mapped);
      return objection(process, info)
          .map(obstacle -> blocked(process, version, obstacle))
          .orElseGet(() -> open(process, client, version));
    } catch (DiagnosticsException e) {
      if (e.hresult().orElse(Hresult.S_OK) == UNKNOWN_COMMAND) {
        // .NET Core 3 tells nothing of itself.
        return open(process, client, mapped);
      }
      return blocked(process, mapped, obstacle(process, e, patience));
    }
  }

  private static Optional<Refusal> objection(LinuxProcess process, ProcessInfo info)
      throws IOException {
    if (info.pid() != process.ownPid()) {
      return Optional.of(
          Refusal.of(RefusalReason.BAD_ANSWER, "process " + info.pid() + " answers there"));
    }
    return info.architecture().equals("x64")
        ? Optional.empty()
        : Optional.of(Refusal.of(RefusalReason.ARCHITECTURE, info.architecture()));
  }

  /** What a failure of the port means for an attach. */
  static Refusal obstacle(LinuxProcess process, DiagnosticsException problem, Duration patience) {
    String words = String.valueOf(problem.getMessage());
    return switch (problem.reason()) {
      case NO_PERMISSION ->
          noPermission(LinuxProcess.notOurs("to connect with " + problem.where()));
      case SILENT -> silence(patience);
      case REFUSED -> Refusal.of(problem.hresult().orElseThrow());
      case MALFORMED -> Refusal.of(RefusalReason.BAD_ANSWER, words);
      case HUNG_UP ->
          process.isAlive() ? Refusal.of(RefusalReason.BAD_ANSWER, words) : NO_SUCH_PROCESS;
      case NOBODY ->
          process.isAlive() ? Refusal.of(RefusalReason.NO_SOCKET, words) : NO_SUCH_PROCESS;
    };
  }

  private static Refusal noPermission(String what) {
    return Refusal.of(RefusalReason.NO_PERMISSION, what);
  }

  /** That a runtime gave no answer, for so long. */
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
    return new DotnetProcess(process, Optional.of(client), version, tooOld);
  }

  private static DotnetProcess blocked(
      LinuxProcess process, Optional<String> version, Refusal obstacle) {
    return new DotnetProcess(process, Optional.empty(), version, Optional.of(obstacle));
  }
}
