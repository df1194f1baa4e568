// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Detects what another user has put in the place of an output file: a link, a pipe or a device in a
 * folder in which every user may create files, such as {@code /tmp}. Without this check a file
 * would be written elsewhere, or be read by that user. Stateless.
 *
 * <p>The rule is that of the kernel's settings {@code fs.protected_symlinks} and {@code
 * fs.protected_fifos}, whether they are set or not: what belongs to this user or to the owner of
 * the folder is trusted. So is what belongs to root, or to the user who became root by sudo; and in
 * a folder that everybody may write, without the sticky bit, its owner is not. Links that are
 * trusted are followed, and what they lead over is looked at in the same way.
 */
public final class Planted {

  private static final Path SELF = Path.of("/proc/self");
  private static final int OTHERS_WRITE = 02;
  private static final int STICKY = 01000;
  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;
  private static final int LINK = 0120000;
  private static final int ROOT = 0;

  /** The kernel follows no more links in one path. */
  private static final int MOST_LINKS = 40;

  /** A file system. */
  interface Look {

    /**
     * Returns what is known of a file: its {@code mode} and its user, {@code uid}; those of a link,
     * not of what it leads to.
     *
     * @throws NoSuchFileException when nothing is there
     */
    Map<String, Object> at(Path path) throws IOException;

    /** Returns what a link has. */
    Path target(Path link) throws IOException;
  }

  /** That of this machine. */
  private static final class ThisSystem implements Look {
    @Override
    public Map<String, Object> at(Path path) throws IOException {
      return Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Path target(Path link) throws IOException {
      return Files.readSymbolicLink(link);
    }
  }

  /** A path on which this goes from folder to folder. */
  private final Path path;

  private final Look look;
  private final Set<Integer> trusted;

  /** What is still to come. */
  private final Deque<Path> names = new ArrayDeque<>();

  /** Where this is: a path without links. */
  private Path folder;

  private int links;

  private Planted(Path path, Look look, Set<Integer> trusted) {
    this.path = path;
    this.look = look;
    this.trusted = trusted;
    folder = root(path);
    goOnWith(path.toAbsolutePath());
  }

  /**
   * Checks the path of a file that is to be written, with the folders before it. A link at its end
   * is not followed: what is written takes its place.
   *
   * @throws IOException when it leads over another user's link, or to his pipe or device
   */
  public static void refuse(Path path) throws IOException {
    refuse(path, false);
  }

  /**
   * Checks the path of a folder that is to be written to, with those before it.
   *
   * @throws IOException when it leads over another user's link
   */
  public static void refuseFolder(Path path) throws IOException {
    refuse(path, true);
  }

  private static void refuse(Path path, boolean isFolder) throws IOException {
    // Elsewhere it is not known who this user is.
    if (Files.exists(SELF)) {
      refuse(path, isFolder, new ThisSystem(), trusted());
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

  static void refuse(Path path, boolean isFolder, Look look, Set<Integer> trusted)
      throws IOException {
    try {
      new Planted(path, look, trusted).walk(isFolder);
    } catch (NoSuchFileException e) {
      // What is not there leads nowhere.
    }
  }

  private void walk(boolean toTheEnd) throws IOException {
    while (!names.isEmpty() && links <= MOST_LINKS) {
      String name = names.pop().toString();
      if (name.equals("..")) {
        folder = Objects.requireNonNullElse(folder.getParent(), folder);
      } else if (!name.isEmpty() && !name.equals(".")) {
        step(folder.resolve(name), toTheEnd);
      }
    }
  }

  private void step(Path at, boolean toTheEnd) throws IOException {
    Map<String, Object> about = look.at(at);
    int type = number(about, "mode") & TYPE;
    if (type != FOLDER && type != FILE) {
      requireTrusted(at, number(about, "uid"), type == LINK ? "a link" : "a pipe or device");
    }
    if (type == LINK && (toTheEnd || !names.isEmpty())) {
      links++;
      Path target = look.target(at);
      folder = target.isAbsolute() ? root(target) : folder;
      goOnWith(target);
    } else {
      folder = at;
    }
  }

  private void requireTrusted(Path at, int user, String what) throws IOException {
    if (trusted.contains(user)) {
      return;
    }
    Map<String, Object> around = look.at(folder);
    int mode = number(around, "mode");
    boolean isOwners = (mode & STICKY) != 0 && number(around, "uid") == user;
    if ((mode & OTHERS_WRITE) != 0 && !isOwners) {
      throw new IOException(
          String.format(
              "%s: %s is %s of user %d, in a folder in which every user may create one",
              path, at, what, user));
    }
  }

  private void goOnWith(Path next) {
    for (int i = next.getNameCount() - 1; i >= 0; i--) {
      names.push(next.getName(i));
    }
  }

  private static Path root(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getRoot());
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer number ? number : -1;
  }
}
