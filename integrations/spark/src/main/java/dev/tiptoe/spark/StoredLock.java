// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Lets one task at a time replace a file of a file system that has no locks: the one that could
 * create another file beside it, whose name begins with a dot. A lock that stays as it is for a
 * while is that of a task that was ended, and is removed. Held by one thread.
 *
 * <p>It is as good as the file system: HDFS creates a file for one of several tasks; an object
 * store may report success to two of them.
 */
final class StoredLock implements AutoCloseable {

  /** A task holds a lock while it merges, writes and renames one file. */
  static final Duration LONGEST = Duration.ofMinutes(2);

  private static final long PAUSE_MILLIS = 20;

  /** Tasks of one executor wait for one another here: some file systems create a file for two. */
  private static final List<ReentrantLock> THREADS =
      Stream.generate(ReentrantLock::new).limit(64).toList();

  private final FileSystem system;
  private final Path lock;
  private final ReentrantLock threads;

  private StoredLock(FileSystem system, Path file) {
    this.system = system;
    this.lock = new Path(file.getParent(), "." + file.getName() + ".lock");
    this.threads = THREADS.get(Math.floorMod(file.getName().hashCode(), THREADS.size()));
  }

  /**
   * Waits until no other task replaces a file.
   *
   * @param longest after how long without a change the lock of another task is removed
   * @throws IOException when the folder cannot be written to, or the thread is interrupted
   */
  static StoredLock of(FileSystem system, Path file, Duration longest) throws IOException {
    StoredLock lock = new StoredLock(system, file);
    lock.threads.lock();
    boolean isHeld = false;
    try {
      lock.waitFor(longest);
      isHeld = true;
      return lock;
    } finally {
      if (!isHeld) {
        lock.threads.unlock();
      }
    }
  }

  private void waitFor(Duration longest) throws IOException {
    long since = System.nanoTime();
    long seen = 0;
    while (!isCreated()) {
      long changed = changed();
      if (changed != seen) {
        seen = changed;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > longest.toNanos()) {
        system.delete(lock, false);
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while another task has " + lock);
      }
    }
  }

  private boolean isCreated() throws IOException {
    try {
      system.create(lock, false).close();
      return true;
    } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Returns when the lock of another task was created; 0 when it is gone. */
  private long changed() throws IOException {
    try {
      return system.getFileStatus(lock).getModificationTime();
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      system.delete(lock, false);
    } finally {
      threads.unlock();
    }
  }
}
