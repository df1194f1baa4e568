// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import java.util.Optional;
import java.util.UUID;

/**
 * A runtime's description of its process.
 *
 * @param pid as the process sees itself, in its pid namespace
 * @param cookie random; the same as long as the runtime lives
 * @param commandLine joined with spaces, not quoted; before the start perhaps without arguments
 * @param operatingSystem {@code Linux}, {@code Windows}, {@code macOS} or {@code Unknown}
 * @param architecture {@code x64}, {@code arm64}, {@code x86}, {@code arm32} or {@code Unknown}
 * @param entryAssembly the simple name of the program's assembly; empty before it is known, and for
 *     runtimes before .NET 5
 * @param version of the runtime, such as {@code 9.0.1}; empty from .NET 5
 * @param runtimeIdentifier such as {@code linux-x64}; empty before .NET 8
 */
public record ProcessInfo(
    long pid,
    UUID cookie,
    String commandLine,
    String operatingSystem,
    String architecture,
    Optional<String> entryAssembly,
    Optional<String> version,
    Optional<String> runtimeIdentifier) {

  /** Reads the answer to {@code command}, one of the three that describe a process. */
  static ProcessInfo read(Command command, DiagnosticsReply answer) throws DiagnosticsException {
    int form = command == Command.PROCESS_INFO_3 ? answer.i32() : 0;
    return new ProcessInfo(
        answer.i64(),
        answer.guid(),
        answer.string(),
        answer.string(),
        answer.string(),
        text(command != Command.PROCESS_INFO, answer),
        text(command != Command.PROCESS_INFO, answer),
        text(form >= 1, answer));
  }

  private static Optional<String> text(boolean present, DiagnosticsReply answer)
      throws DiagnosticsException {
    return present
        ? Optional.of(answer.string()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }
}
