// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.attach.DotnetProcess;
import dev.tiptoe.bridge.attach.Refusal;
import dev.tiptoe.bridge.control.AgentStatus;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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
      "Lists the .NET processes of this machine. If 'tiptoe attach' cannot attach to one, or the"
          + " system refuses perf events to the agent in it, the reason is printed.",
      "",
      "Columns: pid, version, user, why not (empty: it can), command, engine of its agent (suspend,"
          + " perf, both; empty: none answers), why no perf (empty: the system permits it, or there"
          + " is no agent); the members of JSON are the same, with _ for a space."
    })
public final class PsCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of("pid", "version", "user", "why_not", "command", "engine", "why_no_perf");

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
    Map<Long, AgentStatus> agents = agents(processes);
    processes.forEach(each -> print(each, Optional.ofNullable(agents.get(each.process().pid()))));
    return processes.isEmpty() ? ExitCode.NO : ExitCode.OK;
  }

  /** Asks the agents of all processes at once; returns the answers that come in time. */
  private static Map<Long, AgentStatus> agents(List<DotnetProcess> processes) {
    Map<Long, AgentStatus> agents = new ConcurrentHashMap<>();
    ExecutorService asking = Executors.newCachedThreadPool(PsCommand::daemon);
    processes.forEach(each -> asking.execute(() -> ask(each.process().pid(), agents)));
    asking.shutdown();
    try {
      var ignored = asking.awaitTermination(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Map.copyOf(agents);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "tiptoe-ps");
    thread.setDaemon(true);
    return thread;
  }

  private static void ask(long pid, Map<Long, AgentStatus> agents) {
    try {
      agents.put(pid, ControlClient.of(pid).within(PATIENCE).status());
    } catch (IOException e) {
      // There is no agent, or none for this user.
    }
  }

  private void print(DotnetProcess dotnet, Optional<AgentStatus> agent) {
    long pid = dotnet.process().pid();
    String version = dotnet.version().orElse("");
    String whyNot = dotnet.obstacle().map(Refusal::inWords).orElse("");
    String user = user(pid);
    String command = String.join(" ", dotnet.commandLine());
    String engine = inWords(agent, Quantity.ENGINES);
    String whyNoPerf = isRefused(agent) ? inWords(agent, Quantity.PERF_REFUSAL) : "";
    if (asRows) {
      format.row(terminal, COLUMNS, pid, version, user, whyNot, command, engine, whyNoPerf);
    } else {
      terminal.line(line(Long.toString(pid), version, user, command));
      if (!whyNot.isEmpty()) {
        terminal.line(INDENT + "cannot be attached to: " + whyNot);
      }
      if (!whyNoPerf.isEmpty()) {
        terminal.line(INDENT + "its agent suspends: perf events are " + whyNoPerf);
      }
    }
  }

  private static boolean isRefused(Optional<AgentStatus> agent) {
    return agent.map(its -> its.of(Quantity.PERF_REFUSAL).orElse(0)).orElse(0L) != 0;
  }

  private static String inWords(Optional<AgentStatus> agent, Quantity quantity) {
    OptionalLong value = agent.map(its -> its.of(quantity)).orElseGet(OptionalLong::empty);
    return value.isPresent() ? StatusCommand.inWords(quantity, value.getAsLong()) : "";
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
