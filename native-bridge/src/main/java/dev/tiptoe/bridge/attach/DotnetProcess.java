// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.attach.AttachOutcome.NoPermission;
import dev.tiptoe.bridge.attach.AttachOutcome.NoSuchProcess;
import dev.tiptoe.bridge.attach.AttachOutcome.NotAttachable;
import dev.tiptoe.bridge.attach.AttachOutcome.NotAttachable.Reason;
import dev.tiptoe.bridge.attach.AttachOutcome.TimedOut;
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
    Optional<AttachOutcome> obstacle) {

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
    AttachOutcome known = obstacle.orElse(new AttachOutcome.AlreadyActive());
    if (known instanceof NoPermission) {
      return listensInTmp(process.pid());
    }
    return !(known instanceof NoSuchProcess)
        && !(known instanceof NotAttachable other && other.reason() == Reason.NOT_DOTNET);
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
      return blocked(process, Optional.empty(), new NoPermission("to look at " + e.getFile()));
    } catch (NoSuchFileException e) {
      return blocked(process, Optional.empty(), new NoSuchProcess(process.pid()));
    } catch (IOException e) {
      AttachOutcome obstacle =
          process.isAlive()
              ? new NotAttachable(Reason.NO_SOCKET, String.valueOf(e.getMessage()))
              : new NoSuchProcess(process.pid());
      return blocked(process, Optional.empty(), obstacle);
    }
  }

  private static DotnetProcess look(LinuxProcess process, Duration patience) throws IOException {
    if (!process.isAlive()) {
      return blocked(process, Optional.empty(), new NoSuchProcess(process.pid()));
    }
    List<String> mapped = process.mappedFiles();
    if (mapped.isEmpty()) {
      // A thread of the kernel: it has not even an environment.
      return blocked(process, Optional.empty(), new NotAttachable(Reason.NOT_DOTNET, ""));
    }
    Optional<String> version = mapped.stream().flatMap(file -> versionOf(file).stream()).findAny();
    Optional<Path> socket = DiagnosticsSocket.find(process);
    if (socket.isEmpty()) {
      return blocked(process, version, withoutSocket(process, mapped));
    }
    Optional<String> musl = mapped.stream().filter(file -> file.contains("/ld-musl-")).findAny();
    if (musl.isPresent()) {
      return blocked(process, version, new NotAttachable(Reason.MUSL, musl.get()));
    }
    return ask(process, DiagnosticsClient.of(socket.get(), patience), version, patience);
  }

  private static AttachOutcome withoutSocket(LinuxProcess process, List<String> mapped)
      throws IOException {
    Map<String, String> environment = process.environment();
    for (String setting : List.of("EnableDiagnostics", "EnableDiagnostics_IPC")) {
      for (String prefix : List.of("DOTNET_", "COMPlus_")) {
        if (environment.getOrDefault(prefix + setting, "1").equals("0")) {
          return new NotAttachable(Reason.DIAGNOSTICS_OFF, prefix + setting + "=0");
        }
      }
    }
    boolean clr = mapped.stream().anyMatch(file -> file.endsWith("/libcoreclr.so"));
    return new NotAttachable(clr ? Reason.NO_SOCKET : Reason.NOT_DOTNET, "");
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

  private static Optional<AttachOutcome> objection(LinuxProcess process, ProcessInfo info)
      throws IOException {
    if (info.pid() != process.ownPid()) {
      return Optional.of(
          new NotAttachable(Reason.BAD_ANSWER, "process " + info.pid() + " answers there"));
    }
    return info.architecture().equals("x64")
        ? Optional.empty()
        : Optional.of(new NotAttachable(Reason.ARCHITECTURE, info.architecture()));
  }

  /** What a failure of the port means for an attach. */
  static AttachOutcome obstacle(
      LinuxProcess process, DiagnosticsException problem, Duration patience) {
    String words = String.valueOf(problem.getMessage());
    return switch (problem.reason()) {
      case NO_PERMISSION -> new NoPermission("to connect with " + problem.where());
      case SILENT -> new TimedOut(patience);
      case REFUSED -> new AttachOutcome.Refused(problem.hresult().orElseThrow());
      case MALFORMED -> new NotAttachable(Reason.BAD_ANSWER, words);
      case HUNG_UP ->
          process.isAlive()
              ? new NotAttachable(Reason.BAD_ANSWER, words)
              : new NoSuchProcess(process.pid());
      case NOBODY ->
          process.isAlive()
              ? new NotAttachable(Reason.NO_SOCKET, words)
              : new NoSuchProcess(process.pid());
    };
  }

  private static Optional<String> versionOf(String file) {
    Matcher matcher = RUNTIME_FOLDER.matcher(file);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static DotnetProcess open(
      LinuxProcess process, DiagnosticsClient client, Optional<String> version) {
    Optional<AttachOutcome> tooOld =
        version
            .filter(text -> text.matches("([0-2]|3\\.0)\\..*"))
            .map(text -> new NotAttachable(Reason.TOO_OLD, text));
    return new DotnetProcess(process, Optional.of(client), version, tooOld);
  }

  private static DotnetProcess blocked(
      LinuxProcess process, Optional<String> version, AttachOutcome obstacle) {
    return new DotnetProcess(process, Optional.empty(), version, Optional.of(obstacle));
  }
}
