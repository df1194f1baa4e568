// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a process sees, reached with the rights of its user: its sockets, and its folders for
 * temporary files. For one thread; has at most one connection at a time.
 *
 * <p>Every method throws {@link UnreachableException} when it does not succeed. All paths are as
 * the process sees them.
 */
public interface Target extends AutoCloseable {

  /** What the process is. */
  Identity identity();

  /** Connects with its runtime. Whoever else listens at that socket is not spoken with. */
  Connection connectToRuntime(Deadline deadline) throws UnreachableException;

  /** Connects with the agent in it. */
  Connection connectToAgent(Deadline deadline) throws UnreachableException;

  /**
   * Puts the agent where the process can load it, unless it is there.
   *
   * @param digest of the library: 64 hexadecimal digits
   * @return its path
   */
  String putAgent(String digest, byte[] library) throws UnreachableException;

  /**
   * A path for a new agent to listen at, in a folder of the process's user alone. In it {@code %p}
   * stands for the process ID, which the agent fills in.
   */
  String newControlPath() throws UnreachableException;

  /** A path for a new agent to write its trace at; what it writes there is read by this target. */
  String beginTrace() throws UnreachableException;

  /**
   * What the agent has written at an offset, or behind the next hole; empty as long as there is no
   * trace.
   */
  Optional<Piece> readTrace(long offset, int most) throws UnreachableException;

  /** Removes the trace. */
  void endTrace() throws UnreachableException;

  /**
   * Removes the control sockets that an ended process left behind, if it was of the same user.
   *
   * @param pid its number as it saw itself
   */
  void clearControlSocketsOf(long pid) throws UnreachableException;

  @Override
  void close();

  /**
   * What a process is.
   *
   * @param ownPid its number as it sees itself
   * @param uid the user that it acts as
   * @param sharesOurFiles whether a path means the same to it and to us
   */
  record Identity(long ownPid, long uid, boolean sharesOurFiles) {}

  /**
   * A part of a trace.
   *
   * @param size of the whole trace, at that moment
   * @param begin where the bytes lie in it; what was asked for before is a hole
   * @param bytes the part; empty at the end
   */
  record Piece(long size, long begin, ByteBuffer bytes) {

    /** The first offset behind it. */
    public long end() {
      return begin + bytes.remaining();
    }
  }
}
