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
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
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
 * <p>What is copied goes through the file that was made here, whatever is found at its path by
 * then: who may write in that folder may put a link there. What it comes from belongs to the user
 * of the process: no link is followed, no pipe is waited for, and no more is read than the file had
 * when it was opened. Its folder is held open, since nobody finds it any more when the process has
 * ended.
 *
 * <p>Mutable, for one thread. Holds that folder and the copy open until it is closed, where there
 * is a copy.
 */
final class TraceFile {

  private static final int CHUNK = 1 << 16;
  private static final Set<OpenOption> EXCLUSIVELY =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Both, though nobody writes: at a pipe Linux has whoever opens it for one of the two wait. */
  private static final Set<OpenOption> WITHOUT_WAITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final Path wanted;
  private final Path seen;
  private Optional<Aside> aside;
  private long copied;

  /**
   * Where the agent writes, and what it is copied into.
   *
   * @param folder of the agent's file
   * @param key tells the copy from other files
   */
  private record Aside(SecureDirectoryStream<Path> folder, FileChannel copy, Object key) {}

  private TraceFile(Path wanted, Path seen, Optional<Aside> aside) {
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
    Path real = inItsFolder(wanted);
    FileChannel made = make(real, wanted);
    boolean held = false;
    try {
      Object key = keyOf(real);
      Path theirs = root.resolve(real.toString().substring(1));
      if (uid == ownerOf(real) && isSame(real, theirs)) {
        // Only the attempt told that it can be created; the agent makes the one that stays.
        deleteIfStill(real, key);
        return new TraceFile(real, real, Optional.empty());
      }
      String name = "tiptoe-" + UUID.randomUUID() + ".tiptoe";
      Aside aside = new Aside(folder(temporary, real, key), made, key);
      held = true;
      return new TraceFile(real, temporary.seen(name), Optional.of(aside));
    } finally {
      if (!held) {
        made.close();
      }
    }
  }

  /** Nothing stays at the place where it cannot be opened. */
  private static SecureDirectoryStream<Path> folder(
      TemporaryFolder temporary, Path made, Object key) throws IOException {
    try {
      return temporary.open();
    } catch (IOException | RuntimeException e) {
      deleteIfStill(made, key);
      throw e;
    }
  }

  /** Its path without links, which are followed once: before anything is made. */
  private static Path inItsFolder(Path wanted) throws IOException {
    Path file = wanted.toAbsolutePath().normalize();
    Path name = file.getFileName();
    Path folder = file.getParent();
    if (name == null || folder == null) {
      return file;
    }
    try {
      return folder.toRealPath().resolve(name);
    } catch (FileSystemException e) {
      throw new LaunchException(wanted + ": " + problem(e));
    }
  }

  private static FileChannel make(Path file, Path wanted) throws IOException {
    try {
      return FileChannel.open(file, EXCLUSIVELY, OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      throw new LaunchException(wanted + " exists already");
    } catch (FileSystemException e) {
      throw new LaunchException(wanted + ": " + problem(e));
    }
  }

  private static String problem(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "its folder does not exist";
    }
    return e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getReason());
  }

  /** Device and number; empty text where the system tells none. */
  private static Object keyOf(Path file) throws IOException {
    BasicFileAttributes about =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return Objects.requireNonNullElse(about.fileKey(), "");
  }

  private static long ownerOf(Path file) throws IOException {
    return Integer.toUnsignedLong(
        (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
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
      if (aside.isPresent() && !isStill(wanted, aside.get().key())) {
        return false;
      }
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
    if (aside.isEmpty() || !isPlain(aside.get().folder())) {
      return;
    }
    Aside now = aside.get();
    try (SeekableByteChannel from = now.folder().newByteChannel(name(), WITHOUT_WAITING)) {
      copy(from, now);
    } catch (NoSuchFileException e) {
      // It went since it was looked at.
    }
  }

  /** What is no file is let be; it may still become one, or another, until it is opened. */
  private boolean isPlain(SecureDirectoryStream<Path> folder) throws IOException {
    try {
      return folder
          .getFileAttributeView(name(), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .readAttributes()
          .isRegularFile();
    } catch (NoSuchFileException e) {
      return false; // The agent has not begun it.
    }
  }

  /** A thread that is interrupted while it writes finds the channel closed afterwards. */
  private FileChannel copyOf(Aside now) throws IOException {
    if (now.copy().isOpen()) {
      return now.copy();
    }
    if (!isStill(wanted, now.key())) {
      throw new FileSystemException(wanted.toString(), null, "another file is there now");
    }
    FileChannel again =
        FileChannel.open(wanted, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    aside = Optional.of(new Aside(now.folder(), again, now.key()));
    return again;
  }

  private void copy(SeekableByteChannel from, Aside now) throws IOException {
    long end = from.size();
    if (end <= copied) {
      return;
    }
    FileChannel to = copyOf(now);
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    from.position(copied);
    while (copied < end) {
      chunk.clear().limit((int) Math.min(CHUNK, end - copied));
      if (from.read(chunk) <= 0) {
        return;
      }
      for (chunk.flip(); chunk.hasRemaining(); ) {
        copied += to.write(chunk, copied);
      }
    }
  }

  /** Leaves nothing behind beside what was asked for; and not even that where nothing came. */
  void close() throws IOException {
    if (aside.isPresent()) {
      try {
        copy();
      } finally {
        end(aside.get());
        aside = Optional.empty();
      }
    }
  }

  private void end(Aside last) throws IOException {
    try (SecureDirectoryStream<Path> folder = last.folder()) {
      try {
        if (copied == 0) {
          deleteIfStill(wanted, last.key());
        }
      } finally {
        last.copy().close();
      }
      folder.deleteFile(name());
    } catch (NoSuchFileException e) {
      // The agent has never begun it.
    }
  }

  /** While the file is open: its key may be another's afterwards. */
  private static void deleteIfStill(Path file, Object key) throws IOException {
    if (isStill(file, key)) {
      Files.delete(file);
    }
  }

  /** Whether the file that had this key is there. */
  private static boolean isStill(Path file, Object key) throws IOException {
    try {
      return keyOf(file).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private Path name() {
    return Path.of(String.valueOf(seen.getFileName()));
  }
}
