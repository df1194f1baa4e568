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
 * The file that an attached agent writes, and the one that its user asked for: the same where the
 * process runs as the same user and sees the same files; otherwise the agent writes in a temporary
 * folder of the process, and what it wrote is copied from there as it grows.
 *
 * <p>Nothing that exists is ever written over or removed. Whether a file can be made at the place
 * is found out by making one, exclusively; where the agent writes there itself, that empty file is
 * taken away again, and the agent makes its own, exclusively too and following no link. Who takes
 * the place in between has the attach refused ({@link RefusalReason#NO_TRACE}), and keeps their
 * file.
 *
 * <p>The agent's file belongs to the user of the process, and can have any size and any content. It
 * is read by the {@link Target}, with that user's rights; its holes stay holes; and no more is
 * copied than the trace may have.
 *
 * <p>Mutable, for one thread. Holds the copy open until it is closed, where there is one.
 */
final class AgentTraceFile implements AutoCloseable {

  private static final int PIECE = 1 << 20;

  /** How long a call copies: what steers this must be able to look up now and then. */
  private static final Duration AT_A_TIME = Duration.ofMillis(200);

  private static final long PART_OF_THE_FREE_ROOM = 4;

  private final NewFile file;
  private final Path seen;
  private final Optional<Copying> copying;
  private final long limit;
  private boolean complete = true;

  /**
   * What there is to copy from and to.
   *
   * @param source reads what the agent writes
   * @param copy the file that was made
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
   * The place for a trace.
   *
   * @param wanted where it is wanted; nothing may be there
   * @param target the process, which is used from then on where there is something to copy
   * @param maxSize how large it may grow, in bytes
   * @throws LaunchException when it cannot be written there
   */
  static AgentTraceFile of(Path wanted, Target target, OptionalLong maxSize) throws IOException {
    NewFile file = NewFile.at(wanted);
    try {
      long limit = maxSize.isPresent() ? maxSize.getAsLong() : freeRoom(file.path());
      if (target.identity().sharesOurFiles() && target.identity().uid() == OwnFolder.ourUser()) {
        // Only the attempt told that it can be created; the agent makes the one that stays.
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

  /** Its path, as the process sees it. */
  Path seen() {
    return seen;
  }

  /** Where it can be read from. */
  Path readable() {
    return file.path();
  }

  /**
   * Whether the agent in that process, by its own number, has begun it.
   *
   * @throws TraceLimitException when there is more already than the trace may have
   * @throws IOException when it cannot be brought over
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

  /** Whether all was copied that was there at the last look. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Brings over what the agent has written since, or as much of it as can be in a fifth of a
   * second; nothing to do where it is one file.
   *
   * @throws TraceLimitException when there is more than the trace may have
   * @throws IOException when it cannot be read, or not be written: the disk may be full
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
      throw new IOException("the trace of the process is not read as it should be");
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

  /** Removes the agent's file, when all that is wanted of it was brought over. */
  void removeTheAgents() throws IOException {
    if (copying.isPresent()) {
      copying.get().source().endTrace();
    }
  }

  /**
   * Leaves nothing behind, as far as that can be done.
   *
   * @param theAgents whether the agent's file goes, too: one that it still writes must keep its
   *     name
   */
  void discard(boolean theAgents) {
    if (copying.isEmpty()) {
      return;
    }
    // That is done also where the attach was interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      if (theAgents) {
        removeTheAgents();
      }
    } catch (IOException e) {
      // It is the process's user who keeps it.
    }
    try {
      file.delete();
    } catch (IOException e) {
      // What is told is why the attach failed.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Leaves nothing behind where nothing came. */
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
