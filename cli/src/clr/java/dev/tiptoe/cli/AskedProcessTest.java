// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The commands that send requests to an agent, when there is none: one line with the reason, and
 * one exit code. Our own process has no agent.
 */
class AskedProcessTest {

  private static final List<String> COMMANDS =
      List.of("status", "sample", "heap", "flush", "detach", "fields");

  private static final long OURSELVES = ProcessHandle.current().pid();

  private static Outcome ask(String command, String pid) {
    if (!command.equals("fields")) {
      return TiptoeRun.tiptoe(command, pid);
    }
    List<String> arguments = new ArrayList<>(List.of(command, DemoTrace.file(), ship()));
    arguments.addAll(List.of("--live", pid));
    return TiptoeRun.tiptoe(arguments.toArray(String[]::new));
  }

  private static String ship() {
    return TiptoeRun.tiptoe("ids", DemoTrace.file(), "--module", "Demo", "--tsv")
        .expect(0)
        .rows()
        .stream()
        .filter(row -> row.get(0).equals("class") && row.get(6).equals("Tiptoe.Demo.Ship"))
        .map(row -> row.get(1))
        .findFirst()
        .orElseThrow();
  }

  private static void assertSaid(String said, String pid) {
    for (String command : COMMANDS) {
      Outcome outcome = ask(command, pid).expect(ExitCode.BAD_INPUT);
      assertEquals("tiptoe: " + said + "\n", outcome.err(), command);
      assertEquals("", outcome.out(), command);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "4194305", "9223372036854775807"})
  void process_thatIsNotThere_isReported(String pid) {
    // No system has numbers above 4194304.
    assertSaid(pid + ": there is no such process", pid);
  }

  @Test
  void process_withoutAnAgent_isReported() {
    assertSaid("no agent listens in process " + OURSELVES, Long.toString(OURSELVES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "init", "1.5", "0x1"})
  void process_thatIsNoNumber_makesNoSense(String pid) {
    for (String command : COMMANDS) {
      ask(command, pid).expect(2);
    }
  }

  /** It accepts the connection and ends, like an agent that was just detached. */
  @Test
  void agent_thatLeavesMeanwhile_isReported() throws IOException {
    Path socket =
        Path.of(
            ControlClient.settingForNewProcess()
                .toString()
                .replace("%p", Long.toString(OURSELVES)));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Thread agent = new Thread(() -> hangUpOnAll(server), "agent");
      agent.setDaemon(true);
      agent.start();
      for (String command : COMMANDS) {
        Outcome outcome = ask(command, Long.toString(OURSELVES)).expect(ExitCode.BAD_INPUT);
        assertEquals(1, outcome.err().lines().count(), outcome::toString);
        assertEquals(
            "tiptoe: the agent closed the connection",
            outcome.err().strip().replaceFirst(": (?!the agent).*", ""),
            command);
      }
    } finally {
      Files.deleteIfExists(socket);
    }
    assertSaid("no agent listens in process " + OURSELVES, Long.toString(OURSELVES));
  }

  private static void hangUpOnAll(ServerSocketChannel server) {
    try {
      while (server.isOpen()) {
        server.accept().close();
      }
    } catch (IOException e) {
      if (server.isOpen()) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
