// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException.Reason;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.LocalConnection;
import dev.tiptoe.bridge.socket.Port;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Sends commands to one runtime through its diagnostics port. Immutable; holds nothing between its
 * calls.
 *
 * <p>Every call takes at most as long as the client was told to wait, and throws {@link
 * DiagnosticsException} for whatever goes wrong. Nothing takes back a command that was sent: one
 * that is given up may still be carried out.
 */
public final class DiagnosticsClient {

  private static final int UNKNOWN_COMMAND = 0x80131385;

  /** The newest first. */
  private static final List<Command> PROCESS_INFOS =
      List.of(Command.PROCESS_INFO_3, Command.PROCESS_INFO_2, Command.PROCESS_INFO);

  private final Port port;
  private final Duration patience;

  private DiagnosticsClient(Port port, Duration patience) {
    this.port = port;
    this.patience = patience;
  }

  /**
   * The runtime that listens at a socket, in a process of our own user.
   *
   * @param patience how long an answer is waited for
   */
  public static DiagnosticsClient of(Path socket, Duration patience) {
    return through(deadline -> LocalConnection.open(socket, deadline), patience);
  }

  /**
   * The runtime that a port leads to.
   *
   * @param patience how long an answer is waited for
   */
  @SuppressWarnings("exports")
  public static DiagnosticsClient through(Port port, Duration patience) {
    return new DiagnosticsClient(port, patience);
  }

  /** What the runtime tells of itself, in the newest form that it knows; .NET 5 and later. */
  public ProcessInfo processInfo() throws DiagnosticsException {
    for (Command command : PROCESS_INFOS) {
      try {
        return ProcessInfo.read(command, ask(command, new Payload()));
      } catch (DiagnosticsException e) {
        if (command == Command.PROCESS_INFO || !isUnknown(e)) {
          throw e;
        }
      }
    }
    throw new AssertionError("the last of them returns or throws");
  }

  /** Whether the runtime is too old for the command. */
  static boolean isUnknown(DiagnosticsException problem) {
    return problem.hresult().orElse(Hresult.S_OK) == UNKNOWN_COMMAND;
  }

  /**
   * Has the runtime load a profiler now; returns when it is attached.
   *
   * <p>While it is at it, the runtime answers nobody else. A profiler that another one keeps out is
   * loaded all the same, and let go.
   *
   * @param library the path as the process sees it
   * @param concurrentCollection how long a garbage collection that runs beside the program is
   *     waited for, if the profiler wants to hear of collections; the attach itself has no limit
   * @param clientData what the profiler is given
   */
  public void attachProfiler(
      UUID clsid, String library, Duration concurrentCollection, byte[] clientData)
      throws DiagnosticsException {
    int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(0, concurrentCollection.toMillis()));
    Payload payload = new Payload().u32(millis).guid(clsid).string(library).counted(clientData);
    carryOut(Command.ATTACH_PROFILER, payload);
  }

  /**
   * Has a runtime that waits to be resumed load a profiler when it starts, as if environment
   * variables named it.
   *
   * @param library the path as the process sees it
   */
  public void startupProfiler(UUID clsid, String library) throws DiagnosticsException {
    carryOut(Command.STARTUP_PROFILER, new Payload().guid(clsid).string(library));
  }

  /**
   * Changes an environment variable of a runtime that waits to be resumed, .NET 6 and later. Only
   * the runtime's own settings are read from there: native libraries, the agent among them, and
   * {@code System.Environment} see the process's environment, which stays as it is.
   */
  public void setEnvironmentVariable(String name, String value) throws DiagnosticsException {
    carryOut(Command.SET_ENVIRONMENT_VARIABLE, new Payload().string(name).string(value));
  }

  /** Lets a runtime start that waits to be resumed; another one hears it and goes on. */
  public void resumeRuntime() throws DiagnosticsException {
    ask(Command.RESUME_RUNTIME, new Payload());
  }

  /** An answer that says OK may still carry a failure. */
  private void carryOut(Command command, Payload payload) throws DiagnosticsException {
    DiagnosticsReply answer = ask(command, payload);
    int hresult = answer.i32();
    if (Hresult.isFailure(hresult)) {
      throw answer.refused(hresult);
    }
  }

  private DiagnosticsReply ask(Command command, Payload payload) throws DiagnosticsException {
    ByteBuffer message = command.message(payload);
    Deadline deadline = Deadline.in(patience);
    try (Connection connection = port.connect(deadline)) {
      return ask(command.inWords(), message, connection, deadline);
    } catch (UnreachableException e) {
      throw DiagnosticsException.of(e, "connect", "");
    }
  }

  private static DiagnosticsReply ask(
      String what, ByteBuffer message, Connection connection, Deadline deadline)
      throws DiagnosticsException {
    try {
      connection.send(message, deadline);
      Header header = Header.read(what, connection, deadline);
      ByteBuffer payload = connection.receive(header.payload(), deadline);
      DiagnosticsReply answer = new DiagnosticsReply(what, connection.where(), payload);
      if (!header.isOk()) {
        throw answer.refused(answer.i32());
      }
      return answer;
    } catch (UnreachableException e) {
      throw DiagnosticsException.of(e, what, connection.where());
    }
  }

  /**
   * The header of an answer.
   *
   * @param payload how many bytes follow it
   * @param isOk whether they are not an error
   */
  private record Header(int payload, boolean isOk) {

    private static final int SERVER = 0xff;
    private static final int OK = 0x00;
    private static final int ERROR = 0xff;

    static Header read(String what, Connection connection, Deadline deadline)
        throws UnreachableException, DiagnosticsException {
      ByteBuffer header = connection.receive(Command.HEADER, deadline);
      byte[] magic = new byte[Command.MAGIC.length()];
      header.get(magic);
      if (!new String(magic, StandardCharsets.ISO_8859_1).equals(Command.MAGIC)) {
        throw malformed(what, connection, "the answer does not begin as one");
      }
      int size = Short.toUnsignedInt(header.getShort());
      int set = Byte.toUnsignedInt(header.get());
      int id = Byte.toUnsignedInt(header.get());
      if (size < Command.HEADER || set != SERVER || (id != OK && id != ERROR)) {
        String words = String.format("an answer 0x%02x%02x of %d bytes", set, id, size);
        throw malformed(what, connection, words);
      }
      return new Header(size - Command.HEADER, id == OK);
    }

    private static DiagnosticsException malformed(
        String what, Connection connection, String words) {
      return DiagnosticsException.of(Reason.MALFORMED, what, connection.where(), words);
    }
  }
}
