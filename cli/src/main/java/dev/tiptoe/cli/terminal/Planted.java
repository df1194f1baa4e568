// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What other users have put where this user is to write: a link, a pipe or a device in a folder in
 * which everybody may create files, such as {@code /tmp}. A file would be written elsewhere, or be
 * read by that user. The kernel refuses some of this where {@code fs.protected_symlinks} and {@code
 * fs.protected_fifos} are set. Stateless.
 */
public final class Planted {

  private static final Path SELF = Path.of("/proc/self");
  private static final int OTHERS_WRITE = 02;
  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;
  private static final int LINK = 0120000;
  private static final int ROOT = 0;

  /** Returns what is known of a file: its {@code mode} and its user, {@code uid}. */
  @FunctionalInterface
  interface Look {

    /**
     * Looks at a path.
     *
     * @throws NoSuchFileException when nothing is there
     */
    Map<String, Object> at(Path path, LinkOption... options) throws IOException;
  }

  private Planted() {}

  /**
   * Checks a path that is to be written to, with the folders before it.
   *
   * @throws IOException when it leads over another user's link, or to his pipe or device
   */
  public static void refuse(Path path) throws IOException {
    // Elsewhere it is not known who this user is.
    if (Files.exists(SELF)) {
      refuse(
          path, (file, options) -> Files.readAttributes(file, "unix:mode,uid", options), trusted());
    }
  }

  /** This user, root, and the user who became root by sudo. */
  private static Set<Integer> trusted() throws IOException {
    Map<String, Object> self = Files.readAttributes(SELF, "unix:uid");
    String caller = Objects.requireNonNullElse(System.getenv("SUDO_UID"), "");
    int ours = number(self, "uid");
    return ours == ROOT && caller.matches("[0-9]{1,9}")
        ? Set.copyOf(List.of(ROOT, Integer.valueOf(caller)))
        : Set.copyOf(List.of(ROOT, ours));
  }

  static void refuse(Path path, Look look, Set<Integer> trusted) throws IOException {
    Path folder = Objects.requireNonNull(path.toAbsolutePath().getRoot());
    try {
      for (Path name : path.toAbsolutePath()) {
        Path at = folder.resolve(name);
        Map<String, Object> about = look.at(at, LinkOption.NOFOLLOW_LINKS);
        int type = number(about, "mode") & TYPE;
        int user = number(about, "uid");
        if (type != FOLDER
            && type != FILE
            && !trusted.contains(user)
            && (number(look.at(folder), "mode") & OTHERS_WRITE) != 0) {
          throw new IOException(
              String.format(
                  "%s: %s is %s of user %d, in a folder in which everybody may put one",
                  path, at, type == LINK ? "a link" : "a pipe or device", user));
        }
        folder = at;
      }
    } catch (NoSuchFileException e) {
      // What is not there leads nowhere.
    }
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer number ? number : -1;
  }
}
