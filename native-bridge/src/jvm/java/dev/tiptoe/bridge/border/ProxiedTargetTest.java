// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** This process, reached as if it were another one: its folders for temporary files are real. */
class ProxiedTargetTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final LinuxProcess SELF = LinuxProcess.of(ProcessHandle.current().pid());
  private static final String DIGEST = "0123456789abcdef".repeat(4);

  /** It is started by the path of a descriptor, which would be the name that {@code ps} shows. */
  @Test
  void child_hasItsName() throws IOException {
    try (ProxyProcess child = ProxyProcess.start(SELF.pid(), SELF.startTime())) {
      child.hello();
      List<String> children = new ArrayList<>();
      for (ProcessHandle each : ProcessHandle.current().children().toList()) {
        Path about = Path.of("/proc", String.valueOf(each.pid()));
        try {
          String arguments = Files.readString(about.resolve("cmdline")).replaceAll("\0+", " ");
          children.add(Files.readString(about.resolve("comm")) + arguments);
        } catch (IOException e) {
          // Another test's child, which has ended.
        }
      }
      String wanted = "tiptoe-proxy\ntiptoe-proxy " + SELF.pid() + " " + SELF.startTime() + " ";
      assertTrue(children.contains(wanted), children::toString);
    }
  }

  @Test
  void ourselves_areWhoWeAre() throws IOException {
    try (Target target = Border.enterOurselves()) {
      assertEquals(new Target.Identity(SELF.ownPid(), SELF.uid(), true), target.identity());
    }
  }

  @Test
  void process_ofAnotherStartTime_isNone() throws IOException {
    long later = SELF.startTime() + 1;
    assertReason(Reason.NO_PROCESS, () -> Border.PROXIED.enter(SELF, later));
  }

  @Test
  void runtime_atItsSocket_isSpokenWith() throws IOException {
    Path socket = socket(Long.toString(SELF.startTime()));
    try (Echo echo = Echo.at(socket);
        Target target = Border.enterOurselves();
        Connection connection = target.connectToRuntime(Deadline.in(PATIENCE))) {
      Deadline deadline = Deadline.in(PATIENCE);
      byte[] sent = "a question".getBytes(StandardCharsets.US_ASCII);
      connection.send(ByteBuffer.wrap(sent), deadline);
      byte[] received = new byte[sent.length];
      connection.receive(sent.length, deadline).get(received);
      assertArrayEquals(sent, received);
      assertTrue(echo.isOpen());
      assertReason(
          Reason.TIMED_OUT, () -> connection.receive(1, Deadline.in(Duration.ofMillis(50))));
    }
  }

  /** In a time namespace the process counts from another start than we do. */
  @Test
  void runtime_atASocketWithAnotherKey_isFoundBesideOneThatWasLeft() throws IOException {
    Path left = socket(Long.toString(SELF.startTime()));
    Echo.at(left).server().close();
    try (Target target = Border.enterOurselves()) {
      assertReason(Reason.NOBODY, () -> target.connectToRuntime(Deadline.in(PATIENCE)));
      try (Echo echo = Echo.at(socket("99"))) {
        target.connectToRuntime(Deadline.in(PATIENCE)).close();
        assertTrue(echo.isOpen());
      }
    } finally {
      Files.delete(left);
    }
  }

  @Test
  void agent_thatIsPut_isThereForAllToReadAndIsPutOnce() throws IOException {
    byte[] library = "a library".getBytes(StandardCharsets.US_ASCII);
    try (Target target = Border.enterOurselves()) {
      Path path = Path.of(target.putAgent(DIGEST, library));
      try {
        assertTrue(path.toString().contains(DIGEST), path::toString);
        assertArrayEquals(library, Files.readAllBytes(path));
        assertEquals(
            PosixFilePermissions.fromString("r--r--r--"), Files.getPosixFilePermissions(path));
        assertEquals(path.toString(), target.putAgent(DIGEST, library));
      } finally {
        Files.delete(path);
      }
    }
  }

  @Test
  void socket_thatAKilledAgentLeft_isRemovedByTheNextWhoAsks() throws Throwable {
    try (Target target = Border.enterOurselves()) {
      String pid = Long.toString(SELF.ownPid());
      Path socket = Path.of(target.newControlPath().replace("%p", pid));
      Echo.at(socket).server().close();
      assertTrue(Files.exists(socket));
      isRemovedBy(
          socket,
          () -> assertReason(Reason.NOT_THERE, () -> target.connectToAgent(Deadline.in(PATIENCE))));

      Path ofAnother = Path.of(target.newControlPath().replace("%p", "999999999"));
      Echo.at(ofAnother).server().close();
      isRemovedBy(ofAnother, () -> target.clearControlSocketsOf(999_999_999));
      try (Echo echo = Echo.at(socket)) {
        target.connectToAgent(Deadline.in(PATIENCE)).close();
        assertTrue(echo.isOpen());
      }
    }
  }

  /** A socket that was just closed is listed by the kernel until the last thread has let it go. */
  private static void isRemovedBy(Path socket, Executable asking) throws Throwable {
    Deadline deadline = Deadline.in(PATIENCE);
    do {
      asking.execute();
    } while (Files.exists(socket) && !deadline.isOver());
    assertFalse(Files.exists(socket));
  }

  @Test
  void trace_asItGrows_isReadInPieces() throws IOException {
    try (Target target = Border.enterOurselves()) {
      Path trace = Path.of(target.beginTrace());
      assertEquals(Optional.empty(), target.readTrace(0, 10));
      Files.writeString(trace, "0123456789abcdef");
      Target.Piece piece = target.readTrace(4, 6).orElseThrow();
      assertEquals(16, piece.size());
      assertEquals(4, piece.begin());
      assertEquals("456789", StandardCharsets.US_ASCII.decode(piece.bytes()).toString());
      assertEquals(0, target.readTrace(16, 10).orElseThrow().bytes().remaining());
      target.endTrace();
      assertFalse(Files.exists(trace));
    }
  }

  /** As the user of the process may do. */
  @Test
  void child_thatIsKilled_isOneErrorForEachQuestion() throws IOException {
    try (Target target = Border.enterOurselves()) {
      child().destroyForcibly();
      assertReason(Reason.FAILED, target::newControlPath);
      assertReason(Reason.FAILED, target::newControlPath);
    }
  }

  @Test
  void child_thatIsStopped_isGivenUp() throws IOException, InterruptedException {
    Path socket = socket(Long.toString(SELF.startTime()));
    try (Echo echo = Echo.at(socket);
        Target target = Border.enterOurselves()) {
      Process stop = new ProcessBuilder("kill", "-STOP", Long.toString(child().pid())).start();
      assertEquals(0, stop.waitFor());
      Deadline soon = Deadline.in(Duration.ofMillis(10));
      assertReason(Reason.TIMED_OUT, () -> target.connectToRuntime(soon));
      assertTrue(echo.isOpen());
    }
  }

  @Test
  void thread_thatIsInterrupted_waitsNoMore() throws IOException {
    try (Target target = Border.enterOurselves()) {
      Thread.currentThread().interrupt();
      assertReason(Reason.INTERRUPTED, () -> target.connectToRuntime(Deadline.in(PATIENCE)));
      assertTrue(Thread.interrupted());
    }
  }

  /** The last child that was started. */
  private static ProcessHandle child() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").contains("tiptoe-proxy"))
        .max(Comparator.comparing(ProcessHandle::pid))
        .orElseThrow();
  }

  private static Path socket(String key) throws IOException {
    String configured = System.getenv().getOrDefault("TMPDIR", "");
    return Path.of(configured.startsWith("/") ? configured : "/tmp")
        .resolve("dotnet-diagnostic-" + SELF.ownPid() + "-" + key + "-socket");
  }

  private static void assertReason(Reason reason, Executable asking) {
    UnreachableException problem = assertThrows(UnreachableException.class, asking);
    assertEquals(reason, problem.reason(), problem.getMessage());
  }

  /**
   * Sends back what it receives.
   *
   * @param server listens
   * @param socket where
   */
  private record Echo(ServerSocketChannel server, Path socket) implements AutoCloseable {

    static Echo at(Path socket) throws IOException {
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(socket));
      Echo echo = new Echo(server, socket);
      Thread thread = new Thread(echo::serve, "echo");
      thread.setDaemon(true);
      thread.start();
      return echo;
    }

    boolean isOpen() {
      return server.isOpen();
    }

    private void serve() {
      try {
        while (true) {
          SocketChannel peer = server.accept();
          ByteBuffer bytes = ByteBuffer.allocate(1024);
          while (peer.read(bytes) >= 0) {
            bytes.flip();
            while (bytes.hasRemaining()) {
              int ignored = peer.write(bytes);
            }
            bytes.clear();
          }
        }
      } catch (IOException e) {
        // The test is over.
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      Files.deleteIfExists(socket);
    }
  }
}
