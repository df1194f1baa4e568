// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.border.OwnFolder;
import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * A new file, written through the channel that created it. A file found at its path later may be
 * another one, if another user can write in that folder.
 *
 * @param path its path, without links
 * @param channel writes it
 * @param key identifies it while it is open
 */
record NewFile(Path path, FileChannel channel, Object key) {

  private static final Set<OpenOption> EXCLUSIVELY =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final int ROOT = 0;
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Creates the file. Links in its folder's path are followed once, before that. Root creates no
   * file in a folder that another user can replace, since another user may choose what is written
   * to it.
   *
   * @throws LaunchException when it cannot be created
   */
  static NewFile at(Path wanted) throws IOException {
    try {
      Path path = inItsFolder(wanted);
      FileChannel channel = FileChannel.open(path, EXCLUSIVELY, OWNER_ONLY);
      return new NewFile(path, channel, keyOf(path));
    } catch (FileSystemException e) {
      throw LaunchException.ofFile(wanted, e);
    }
  }

  private static Path inItsFolder(Path wanted) throws IOException {
    Path file = wanted.toAbsolutePath().normalize();
    Path name = file.getFileName();
    Path folder = file.getParent();
    if (name == null || folder == null) {
      return file;
    }
    Path real = folder.toRealPath();
    if (OwnFolder.ourUser() == ROOT) {
      requireSafe(wanted, real);
    }
    return real.resolve(name);
  }

  private static void requireSafe(Path wanted, Path folder) {
    try {
      OwnFolder.requireSafe(folder, asWhomSudoWasCalled());
    } catch (IOException e) {
      throw new LaunchException(wanted + ": root creates no file there: " + e.getMessage());
    }
  }

  /** A user who may become root by sudo is trusted like root. */
  private static Set<Integer> asWhomSudoWasCalled() {
    String user = Objects.requireNonNullElse(System.getenv("SUDO_UID"), "");
    return user.matches("[0-9]{1,9}") ? Set.of(Integer.parseInt(user)) : Set.of();
  }

  /** Returns whether its path still leads to it. */
  boolean isStillThere() throws IOException {
    try {
      return keyOf(path).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Closes it, and removes it if its path still leads to it. */
  void delete() throws IOException {
    // The key is compared while the file is open; afterwards another file may get it.
    try (channel) {
      if (isStillThere()) {
        Files.delete(path);
      }
    }
  }

  /** Returns device and inode; an empty text where the system has none. */
  private static Object keyOf(Path file) throws IOException {
    BasicFileAttributes about =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return Objects.requireNonNullElse(about.fileKey(), "");
  }
}
