// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets one writer at a time replace indexes in a folder: of all threads of this process, and of all
 * processes, by a lock on the file {@code .lock}. That file stays: it is empty, and a new one in
 * its place would be another lock. Where the file system has no locks, or the file is another
 * user's, only threads of this process wait for one another. Held by one thread.
 *
 * <p>The lock is one for all modules: POSIX drops all locks of a process on a file when the process
 * closes the file once, so threads cannot lock parts of it each on their own.
 */
final class IndexLock implements AutoCloseable {

  /** The file whose bytes are locked. */
  static final String FILE = ".lock";

  private static final int COUNT = 64;
  private static final long PAUSE_NANOS = 2_000_000;

  private static final List<ReentrantLock> THREADS =
      Stream.generate(ReentrantLock::new).limit(COUNT).toList();

  /** The permissions that the file has as far as the folder has them. */
  private static final Set<PosixFilePermission> SHARED =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final ReentrantLock threads;
  private final @Nullable FileChannel file;

  private IndexLock(ReentrantLock threads, @Nullable FileChannel file) {
    this.threads = threads;
    this.file = file;
  }

  /**
   * Waits until no other writer replaces an index.
   *
   * @throws IOException when the thread is interrupted
   */
  static IndexLock of(Path folder) throws IOException {
    int folders = folder.toAbsolutePath().normalize().hashCode();
    ReentrantLock threads = THREADS.get(Math.floorMod(folders, COUNT));
    threads.lock();
    boolean isHeld = false;
    try {
      IndexLock lock = new IndexLock(threads, locked(folder));
      isHeld = true;
      return lock;
    } finally {
      if (!isHeld) {
        threads.unlock();
      }
    }
  }

  /** Returns a file on which the lock is held until it is closed; null where there are no locks. */
  private static @Nullable FileChannel locked(Path folder) throws IOException {
    FileChannel channel = null;
    try {
      channel = open(folder);
      lock(channel);
      return channel;
    } catch (ClosedByInterruptException | FileLockInterruptionException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      // If something is wrong with the folder, writing the index reports it more precisely.
      if (channel != null) {
        channel.close();
      }
      return null;
    }
  }

  private static FileChannel open(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    try {
      FileChannel made =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      share(folder, file);
      return made;
    } catch (FileAlreadyExistsException e) {
      return FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** Everybody with permission to write to the folder may lock the file. */
  private static void share(Path folder, Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Set<PosixFilePermission> permissions = EnumSet.copyOf(SHARED);
      permissions.retainAll(Files.getPosixFilePermissions(folder));
      Files.setPosixFilePermissions(file, permissions);
    }
  }

  private static void lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        FileLock held = channel.lock();
        if (held.isValid()) {
          return;
        }
      } catch (OverlappingFileLockException e) {
        // A thread of this process has it by another name of the folder, or these classes are
        // loaded twice.
        LockSupport.parkNanos(PAUSE_NANOS);
        if (Thread.currentThread().isInterrupted()) {
          throw new FileLockInterruptionException();
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (file != null) {
        file.close();
      }
    } finally {
      threads.unlock();
    }
  }
}
