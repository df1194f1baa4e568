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
 * Sends commands to one runtime through its diagnostics port. Immutable; holds nothing between
 * calls.
 *
 * <p>Every call has the client's timeout, and throws {@link DiagnosticsException} for any failure.
 * A command that was sent cannot be taken back: after a timeout it may still be carried out.
 */
public final class DiagnosticsClient {

  private static final int UNKNOWN_COMMAND = 0x80131385;

  /** The commands for a process's description, newest first. */
  private static final List<Command> PROCESS_INFOS =
      List.of(Command.PROCESS_INFO_3, Command.PROCESS_INFO_2, Command.PROCESS_INFO);

  private final Port port;
  private final Duration patience;

  private DiagnosticsClient(Port port, Duration patience) {
    this.port = port;
    this.patience = patience;
  }

  /**
   * Returns a client for the runtime that listens at a socket, in a process of this user.
   *
   * @param patience how long to wait for an answer
   */
  public static DiagnosticsClient of(Path socket, Duration patience) {
    return through(deadline -> LocalConnection.open(socket, deadline), patience);
  }

  /**
   * Returns a client for the runtime that a port leads to.
   *
   * @param patience how long to wait for an answer
   */
  public static DiagnosticsClient through(Port port, Duration patience) {
    return new DiagnosticsClient(port, patience);
  }

  /**
   * Returns the runtime's description of its process, in the newest form that it supports. Needs
   * .NET 5 or later.
   */
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

  /** Returns whether the runtime is too old for the command. */
  static boolean isUnknown(DiagnosticsException problem) {
    return problem.hresult().orElse(Hresult.S_OK) == UNKNOWN_COMMAND;
  }

  /**
   * Makes the runtime load a profiler now; returns when it is attached.
   *
   * <p>Meanwhile the runtime answers no other client. When another profiler is in the way, this one
   * is loaded all the same, and released.
   *
   * @param library the path as the process sees it
   * @param concurrentCollection how long the runtime waits for the end of a concurrent garbage
   *     collection, if the profiler enables garbage collection events; the attach itself has no
   *     limit
   * @param clientData the data for the profiler
   */
  public void attachProfiler(
      UUID clsid, String library, Duration concurrentCollection, byte[] clientData)
      throws DiagnosticsException {
    int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(0, concurrentCollection.toMillis()));
    Payload payload = new Payload().u32(millis).guid(clsid).string(library).counted(clientData);
    carryOut(Command.ATTACH_PROFILER, payload);
  }

  /**
   * Makes a runtime that waits to be resumed load a profiler when it starts, as if environment
   * variables named it.
   *
   * @param library the path as the process sees it
   */
  public void startupProfiler(UUID clsid, String library) throws DiagnosticsException {
    carryOut(Command.STARTUP_PROFILER, new Payload().guid(clsid).string(library));
  }

  /**
   * Changes an environment variable of a runtime that waits to be resumed. Needs .NET 6 or later.
   * Only the runtime's own settings are affected: native libraries, including the agent, and {@code
   * System.Environment} see the process's environment, which does not change.
   */
  public void setEnvironmentVariable(String name, String value) throws DiagnosticsException {
    carryOut(Command.SET_ENVIRONMENT_VARIABLE, new Payload().string(name).string(value));
  }

  /** Lets a runtime start that waits to be resumed. For any other runtime it has no effect. */
  public void resumeRuntime() throws DiagnosticsException {
    ask(Command.RESUME_RUNTIME, new Payload());
  }

  /** An answer with the status OK may still contain a failure. */
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
   * @param payload the number of bytes that follow it
   * @param isOk whether the answer is a success
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
        throw malformed(what, connection, "the answer has an invalid header");
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
