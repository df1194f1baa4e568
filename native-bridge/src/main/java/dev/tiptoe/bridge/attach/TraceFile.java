// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.TemporaryFolder;
import dev.tiptoe.bridge.trace.TraceFormatException;
import dev.tiptoe.bridge.trace.TraceReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The file that an attached agent writes, and the one that its user asked for: the same where the
 * process runs as the same user and sees the same folder; otherwise the agent writes in a temporary
 * folder of the process, and what it wrote is copied from there as it grows.
 *
 * <p>Nothing that exists is ever written over or removed. Whether a file can be made at the place
 * is found out by making one, exclusively; where the agent writes there itself, that empty file is
 * taken away again, and the agent makes its own, exclusively too and following no link. Whoever
 * takes the place in between has the attach refused ({@link RefusalReason#NO_TRACE}), and keeps
 * their file.
 *
 * <p>Mutable, for one thread. Holds no file open between two calls.
 */
final class TraceFile {

  private static final int CHUNK = 1 << 16;

  private final Path wanted;
  private final Path seen;
  private final Optional<TemporaryFolder> aside;
  private long copied;

  private TraceFile(Path wanted, Path seen, Optional<TemporaryFolder> aside) {
    this.wanted = wanted;
    this.seen = seen;
    this.aside = aside;
  }

  /**
   * The place for a trace.
   *
   * @param wanted where it is wanted; nothing may be there
   * @param root the root of the process
   * @param uid the user of the process
   * @param temporary where the process may write what we read
   * @throws LaunchException when it cannot be written there
   */
  static TraceFile of(Path wanted, Path root, long uid, TemporaryFolder temporary)
      throws IOException {
    Path file = wanted.toAbsolutePath().normalize();
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      throw new LaunchException(wanted + " exists already");
    } catch (NoSuchFileException e) {
      throw new LaunchException(wanted + ": its folder does not exist");
    } catch (AccessDeniedException e) {
      throw new LaunchException(wanted + ": permission denied");
    } catch (FileSystemException e) {
      throw new LaunchException(wanted + ": " + e.getReason());
    }
    Path real = file.toRealPath();
    Path theirs = root.resolve(real.toString().substring(1));
    if (uid == ownerOf(real) && isSame(real, theirs)) {
      // Only the attempt told that it can be created; the agent makes the one that stays.
      Files.delete(real);
      return new TraceFile(real, real, Optional.empty());
    }
    String name = "tiptoe-" + UUID.randomUUID() + ".tiptoe";
    return new TraceFile(real, temporary.seen(name), Optional.of(temporary));
  }

  private static long ownerOf(Path file) throws IOException {
    return Integer.toUnsignedLong((Integer) Files.getAttribute(file, "unix:uid"));
  }

  private static boolean isSame(Path ours, Path theirs) {
    try {
      return Files.isSameFile(ours, theirs);
    } catch (IOException e) {
      return false;
    }
  }

  /** Its path, as the process sees it. */
  Path seen() {
    return seen;
  }

  /** Whether the agent in that process, by its own number, has begun it. */
  boolean isBegunBy(long ownPid) {
    try {
      copy();
      try (TraceReader reader = TraceReader.open(wanted)) {
        return reader.header().pid() == ownPid;
      }
    } catch (IOException | TraceFormatException e) {
      return false;
    }
  }

  /** Where it can be read from. */
  Path readable() {
    return wanted;
  }

  /** Brings over what the agent has written since; nothing to do where it is one file. */
  void copy() throws IOException {
    if (aside.isPresent()) {
      try (SecureDirectoryStream<Path> folder = aside.get().open();
          SeekableByteChannel from = folder.newByteChannel(name(), NO_LINK);
          FileChannel to = FileChannel.open(wanted, StandardOpenOption.WRITE)) {
        copyFrom(from, to);
      } catch (NoSuchFileException e) {
        // The agent has not begun it.
      }
    }
  }

  private static final Set<OpenOption> NO_LINK =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private void copyFrom(SeekableByteChannel from, FileChannel to) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    from.position(copied);
    while (from.read(chunk.clear()) > 0) {
      for (chunk.flip(); chunk.hasRemaining(); ) {
        copied += to.write(chunk, copied);
      }
    }
  }

  /** Leaves nothing behind beside what was asked for; and not even that where nothing came. */
  void close() throws IOException {
    if (aside.isPresent()) {
      copy();
      try (SecureDirectoryStream<Path> folder = aside.get().open()) {
        folder.deleteFile(name());
      } catch (NoSuchFileException e) {
        // The agent has never begun it.
      }
      if (Files.size(wanted) == 0) {
        Files.delete(wanted);
      }
    }
  }

  private Path name() {
    return Path.of(String.valueOf(seen.getFileName()));
  }
}
