// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A process's sockets and folders for temporary files, reached with the rights of its user. Not
 * thread-safe; has at most one connection at a time.
 *
 * <p>Every method throws {@link UnreachableException} when it fails. All paths are as the process
 * sees them.
 */
public interface Target extends AutoCloseable {

  /** Returns the identity of the process. */
  Identity identity();

  /** Connects with its runtime. Another process that listens at that socket gets no data. */
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
   * Returns a path for a new agent to listen at, in a folder that only the process's user may
   * enter. It contains {@code %p}, which the agent replaces by the process ID.
   */
  String newControlPath() throws UnreachableException;

  /**
   * Returns a path at which a new agent should write its trace. This target then reads that file.
   */
  String beginTrace() throws UnreachableException;

  /**
   * Reads what the agent has written at an offset, or behind the hole that is there. Empty while
   * there is no trace.
   */
  Optional<Piece> readTrace(long offset, int most) throws UnreachableException;

  /** Removes the trace. */
  void endTrace() throws UnreachableException;

  /**
   * Removes the control sockets that an ended process left behind, if it had the same user.
   *
   * @param pid its number in its own namespace
   */
  void clearControlSocketsOf(long pid) throws UnreachableException;

  @Override
  void close();

  /**
   * The identity of a process.
   *
   * @param ownPid its number in its own namespace
   * @param uid the user that it acts as
   * @param sharesOurFiles whether a path means the same to it and to us
   */
  record Identity(long ownPid, long uid, boolean sharesOurFiles) {}

  /**
   * A part of a trace.
   *
   * @param size the size of the whole trace at that moment
   * @param begin the offset of the bytes; between the requested offset and this one is a hole
   * @param bytes the bytes; empty at the end
   */
  record Piece(long size, long begin, ByteBuffer bytes) {

    /** Returns the first offset behind the bytes. */
    public long end() {
      return begin + bytes.remaining();
    }
  }
}
