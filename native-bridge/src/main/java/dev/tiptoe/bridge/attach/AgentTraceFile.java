// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.border.OwnFolder;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The file that an attached agent writes, and the file that the caller wants. They are the same
 * when the process runs as the same user and sees the same files. Otherwise the agent writes into a
 * temporary folder of the process, and the file is copied from there as it grows.
 *
 * <p>No existing file is overwritten or removed. Whether a file can be created at the place is
 * tested by creating one exclusively. Where the agent itself writes there, that empty file is
 * deleted again, and the agent creates its own, also exclusively and following no link. If another
 * process creates a file in between, the attach is refused ({@link RefusalReason#NO_TRACE}), and
 * that file is left alone.
 *
 * <p>The agent's file belongs to the user of the process, and can have any size and any content.
 * The {@link Target} reads it with that user's rights; holes stay holes; and the copy never exceeds
 * the maximum size of the trace.
 *
 * <p>Mutable, not thread-safe. Holds the copy open until it is closed, where there is one.
 */
final class AgentTraceFile implements AutoCloseable {

  private static final int PIECE = 1 << 20;

  /** How long one call copies, so that its caller can react in between. */
  private static final Duration AT_A_TIME = Duration.ofMillis(200);

  private static final long PART_OF_THE_FREE_ROOM = 4;

  private final NewFile file;
  private final Path seen;
  private final Optional<Copying> copying;
  private final long limit;
  private boolean complete = true;

  /**
   * The two ends of the copying.
   *
   * @param source reads the agent's file
   * @param copy the file that was created
   */
  private record Copying(Target source, FileChannel copy) {}

  private long copied;

  private AgentTraceFile(NewFile file, Path seen, Optional<Copying> copying, long limit) {
    this.file = file;
    this.seen = seen;
    this.copying = copying;
    this.limit = limit;
  }

  /**
   * Prepares the place for a trace.
   *
   * @param wanted the path of the trace; it must not exist
   * @param target the process; this object uses it from then on when there is something to copy
   * @param maxSize the greatest size of the trace in bytes
   * @throws LaunchException when the file cannot be created there
   */
  static AgentTraceFile of(Path wanted, Target target, OptionalLong maxSize) throws IOException {
    NewFile file = NewFile.at(wanted);
    try {
      long limit = maxSize.isPresent() ? maxSize.getAsLong() : freeRoom(file.path());
      if (target.identity().sharesOurFiles() && target.identity().uid() == OwnFolder.ourUser()) {
        // The file was created only to test the place; the agent creates the one that stays.
        file.delete();
        return new AgentTraceFile(file, file.path(), Optional.empty(), limit);
      }
      Path seen = Path.of(target.beginTrace());
      return new AgentTraceFile(
          file, seen, Optional.of(new Copying(target, file.channel())), limit);
    } catch (IOException | RuntimeException e) {
      file.delete();
      throw e;
    }
  }

  private static long freeRoom(Path file) throws IOException {
    return Files.getFileStore(file).getUsableSpace() / PART_OF_THE_FREE_ROOM;
  }

  /** Returns the path of the agent's file, as the process sees it. */
  Path seen() {
    return seen;
  }

  /** Returns the path of the file that can be read here. */
  Path readable() {
    return file.path();
  }

  /**
   * Returns whether the agent in that process, by its number in its own namespace, has begun the
   * trace.
   *
   * @throws TraceLimitException when it is already longer than the maximum
   * @throws IOException when it cannot be copied
   */
  boolean isBegunBy(long ownPid) throws IOException {
    copy();
    if (copying.isPresent() && !file.isStillThere()) {
      return false;
    }
    try (TraceReader reader = TraceReader.open(file.path())) {
      return reader.header().pid() == ownPid;
    } catch (IOException | TraceFormatException e) {
      return false;
    }
  }

  /** Returns whether the last look copied everything that was there. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Copies what the agent has written since the last call, or as much of it as can be copied in a
   * fifth of a second. Does nothing where both are one file.
   *
   * @throws TraceLimitException when it is longer than the maximum
   * @throws IOException when it cannot be read or written, for example because the disk is full
   */
  void copy() throws IOException {
    if (copying.isPresent()) {
      copy(copying.get(), Deadline.in(AT_A_TIME));
    } else if (Files.exists(file.path()) && Files.size(file.path()) > limit) {
      throw new TraceLimitException(Files.size(file.path()), limit);
    }
  }

  private void copy(Copying now, Deadline deadline) throws IOException {
    complete = false;
    while (!deadline.isOver()) {
      Optional<Target.Piece> piece = now.source().readTrace(copied, PIECE);
      if (piece.isEmpty() || piece.get().size() <= copied) {
        complete = true;
        return;
      }
      write(piece.get(), now.copy());
    }
  }

  private void write(Target.Piece piece, FileChannel to) throws IOException {
    long end = piece.end();
    if (piece.begin() < copied || end > piece.size()) {
      throw new IOException("a wrong part of the trace was read");
    }
    if (end > limit) {
      throw new TraceLimitException(piece.size(), limit);
    }
    long at = piece.begin();
    for (ByteBuffer bytes = piece.bytes(); bytes.hasRemaining(); ) {
      at += to.write(bytes, at);
    }
    copied = end;
  }

  /** Removes the agent's file, after all of it that is needed was copied. */
  void removeTheAgents() throws IOException {
    if (copying.isPresent()) {
      copying.get().source().endTrace();
    }
  }

  /**
   * Removes what was created, as far as possible.
   *
   * @param theAgents whether to remove the agent's file too; a file that the agent still writes
   *     must keep its name
   */
  void discard(boolean theAgents) {
    if (copying.isEmpty()) {
      return;
    }
    // The files are removed even when the attach was interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      if (theAgents) {
        removeTheAgents();
      }
    } catch (IOException e) {
      // The process's user prevents it.
    }
    try {
      file.delete();
    } catch (IOException e) {
      // The reported failure is the reason why the attach failed.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Removes the copy if nothing was copied. */
  @Override
  public void close() throws IOException {
    if (copying.isPresent()) {
      if (copied == 0) {
        file.delete();
      } else {
        file.channel().close();
      }
    }
  }
}
