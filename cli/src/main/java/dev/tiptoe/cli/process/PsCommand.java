// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.attach.DotnetProcess;
import dev.tiptoe.bridge.attach.Refusal;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Printable;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code tiptoe ps}: lists the .NET processes of this machine, and whether the agent can be
 * attached to them.
 */
@Command(
    name = "ps",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the .NET processes of this machine, and for those that 'tiptoe attach' cannot attach to,"
          + " the reason; for those with an agent that the system refuses perf events, that one.",
      "",
      "Columns: pid, version, user, why not (empty: it can), command; the members of JSON are the"
          + " same, with _ for a space."
    })
public final class PsCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of("pid", "version", "user", "why_not", "command");

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String INDENT = " ".repeat(8);

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;
  private boolean asRows;

  public PsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    asRows = format.isGiven();
    List<DotnetProcess> processes = DotnetProcess.all(PATIENCE);
    if (!asRows && !processes.isEmpty()) {
      terminal.line(line("PID", "RUNTIME", "USER", "COMMAND"));
    }
    processes.forEach(this::print);
    return processes.isEmpty() ? ExitCode.NO : ExitCode.OK;
  }

  private void print(DotnetProcess dotnet) {
    long pid = dotnet.process().pid();
    String version = dotnet.version().orElse("");
    String whyNot = dotnet.obstacle().map(Refusal::inWords).orElse("");
    String user = user(pid);
    String command = String.join(" ", dotnet.commandLine());
    if (asRows) {
      format.row(terminal, COLUMNS, pid, version, user, whyNot, command);
    } else {
      terminal.line(line(Long.toString(pid), version, user, command));
      if (!whyNot.isEmpty()) {
        terminal.line(INDENT + "cannot be attached to: " + whyNot);
      }
      perfRefusal(pid)
          .ifPresent(why -> terminal.line(INDENT + "its agent suspends: perf events are " + why));
    }
  }

  /** Returns why the system refuses perf events to an agent in the process, if there is one. */
  private static Optional<String> perfRefusal(long pid) {
    try {
      long errno = ControlClient.of(pid).status().of(Quantity.PERF_REFUSAL).orElse(0);
      return errno == 0 ? Optional.empty() : Optional.of(StatusCommand.refusal(errno));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String line(String pid, String version, String user, String command) {
    return String.format(
        "%7s %-10s %-10s %s", pid, Printable.of(version), Printable.of(user), command);
  }

  private static String user(long pid) {
    try {
      return Files.getOwner(Path.of("/proc", Long.toString(pid))).getName();
    } catch (IOException e) {
      return "";
    }
  }
}
