// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A folder for temporary files of this process, in which no other user but root can remove or
 * replace its files: it and every folder above are sticky, or writable only for their owner, and
 * that owner is this user or root. Immutable.
 *
 * @param path the folder, absolute and without links
 */
public record OwnFolder(Path path) {

  private static final int STICKY = 01000;
  private static final int OTHERS_WRITE = 022;

  /**
   * Returns the first of some folders that is safe.
   *
   * @throws IOException when none is; the message has the reason for each
   */
  static OwnFolder in(List<Path> candidates) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path candidate : candidates) {
      try {
        OwnFolder folder = new OwnFolder(candidate.toRealPath());
        folder.requireSafe();
        return folder;
      } catch (IOException e) {
        problems.add(candidate + ": " + e.getMessage());
      }
    }
    throw new IOException(String.join("; ", problems));
  }

  /** Returns {@code /tmp}, {@code /var/tmp} and {@code TMPDIR}, in the order of preference. */
  static List<Path> candidates() {
    List<Path> candidates = new ArrayList<>(List.of(Path.of("/tmp"), Path.of("/var/tmp")));
    String own = Objects.requireNonNullElse(System.getenv("TMPDIR"), "");
    if (own.startsWith("/")) {
      candidates.add(Path.of(own));
    }
    return candidates;
  }

  /**
   * Checks that only this user and trusted users can change what lies in a folder, or where its
   * path leads.
   *
   * @param path absolute and without links
   * @param trusted users beside root, by their numbers
   * @throws IOException when another user can; the message names it
   */
  public static void requireSafe(Path path, Set<Integer> trusted) throws IOException {
    Path at = Path.of("/");
    requireSafeStep(at, trusted);
    for (Path step : path) {
      at = at.resolve(step);
      requireSafeStep(at, trusted);
    }
  }

  /** Opens the folder; nothing in it is reached by a path from then on. */
  @SuppressWarnings("StreamResourceLeak") // the caller closes it
  SecureDirectoryStream<Path> open() throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(path);
    if (opened instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    opened.close();
    throw new IOException("this system cannot open folders without following links");
  }

  private void requireSafe() throws IOException {
    requireSafe(path, Set.of(ourUser()));
    if (!Files.isWritable(path)) {
      throw new IOException("no permission to write there");
    }
    if (isNoexec()) {
      throw new IOException("it is mounted noexec");
    }
  }

  private static void requireSafeStep(Path folder, Set<Integer> trusted) throws IOException {
    Map<String, Object> about =
        Files.readAttributes(folder, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
    int mode = number(about, "mode");
    int owner = number(about, "uid");
    // The owner's own group may have other members, and the group's bits also cover an access
    // control list.
    if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
      throw new IOException(
          "others may replace files in " + folder + " (its group, or all, may write there)");
    }
    if (owner != 0 && !trusted.contains(owner)) {
      throw new IOException("user " + owner + " may replace files in " + folder);
    }
  }

  /** Returns whether the folder is mounted noexec, by the table of mounts. */
  private boolean isNoexec() throws IOException {
    try (var mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      Path mount = path;
      List<String[]> all = mounts.map(line -> line.split(" ", 5)).toList();
      while (mount != null) {
        String name = mount.toString();
        for (int i = all.size() - 1; i >= 0; i--) {
          if (all.get(i).length > 3 && all.get(i)[1].equals(name)) {
            return List.of(all.get(i)[3].split(",", -1)).contains("noexec");
          }
        }
        mount = mount.getParent();
      }
    }
    return false;
  }

  /** Returns the user that this process acts as. */
  public static int ourUser() throws IOException {
    return number(Files.readAttributes(Path.of("/proc/self"), "unix:uid"), "uid");
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer number ? number : -1;
  }
}
