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
 * A file that did not exist before. It is written through the channel that made it: what is found
 * at its path later may be another's, who may write in that folder.
 *
 * @param path where it is, without links
 * @param channel writes it
 * @param key tells it from other files while it is open
 */
record NewFile(Path path, FileChannel channel, Object key) {

  private static final Set<OpenOption> EXCLUSIVELY =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final int ROOT = 0;
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Makes it. Links in its folder's path are followed once, before. Root makes none in a folder
   * that somebody else can put in another's place: what is written to it may be chosen by others.
   *
   * @throws LaunchException when it cannot be made
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
      throw new LaunchException(wanted + ": not for root to write there: " + e.getMessage());
    }
  }

  /** Who may become root by sudo is trusted as root is. */
  private static Set<Integer> asWhomSudoWasCalled() {
    String user = Objects.requireNonNullElse(System.getenv("SUDO_UID"), "");
    return user.matches("[0-9]{1,9}") ? Set.of(Integer.parseInt(user)) : Set.of();
  }

  /** Whether it is what its path leads to. */
  boolean isStillThere() throws IOException {
    try {
      return keyOf(path).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Closes it, and removes it if it is still there. */
  void delete() throws IOException {
    // While it is open: its key may be another's afterwards.
    try (channel) {
      if (isStillThere()) {
        Files.delete(path);
      }
    }
  }

  /** Device and number; empty text where the system tells none. */
  private static Object keyOf(Path file) throws IOException {
    BasicFileAttributes about =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return Objects.requireNonNullElse(about.fileKey(), "");
  }
}
