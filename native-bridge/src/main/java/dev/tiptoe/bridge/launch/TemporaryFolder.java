// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A folder for temporary files, as a process sees it, in which nobody can take away or replace what
 * we put there: it and every folder on the way to it are sticky or only their owner's to write,
 * that owner is us, root, or the one who owns the root of the process, and no link leads to it.
 * Immutable.
 *
 * @param root the root of the process, as we reach it
 * @param path the folder, as the process sees it; absolute
 */
public record TemporaryFolder(Path root, Path path) {

  private static final int STICKY = 01000;
  private static final int OTHERS_WRITE = 022;

  /**
   * The first of some folders that is fit for it.
   *
   * @param candidates as the process sees them; absolute
   * @throws LaunchException when none is; it says what is wrong with each
   */
  public static TemporaryFolder in(Path root, List<Path> candidates) {
    List<String> problems = new ArrayList<>();
    for (Path candidate : candidates) {
      TemporaryFolder folder = new TemporaryFolder(root, candidate);
      try {
        folder.open().close();
        folder.requireSafe();
        return folder;
      } catch (IOException | LaunchException e) {
        problems.add(candidate + ": " + reason(e));
      }
    }
    throw new LaunchException("no folder for the agent: " + String.join("; ", problems));
  }

  /**
   * The one for programs that this process starts: {@code /tmp}, {@code /var/tmp}, or what {@code
   * TMPDIR} says, the first that is fit.
   *
   * <p>What all processes of a machine see comes before what this one was told: the program may
   * pass on another {@code TMPDIR}, or run longer than a folder that was made for a session; and
   * the agent is one file for all who use it. {@code TMPDIR} is for where the others are not there
   * or not to be written; it is trusted no more than they are. The links in our own root are its
   * owner's, and are followed.
   *
   * @throws LaunchException when none is fit; it says what is wrong with each
   */
  public static TemporaryFolder ours() {
    List<Path> candidates = new ArrayList<>();
    for (String each : new String[] {"/tmp", "/var/tmp", System.getenv("TMPDIR")}) {
      if (each != null && each.startsWith("/")) {
        candidates.add(resolved(Path.of(each)));
      }
    }
    return in(Path.of("/"), candidates);
  }

  private static Path resolved(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder; // What is wrong with it is told when it is looked at.
    }
  }

  /** A file in it, as we reach it. */
  public Path reached(String name) {
    return reached().resolve(name);
  }

  /** A file in it, as the process sees it. */
  public Path seen(String name) {
    return path.resolve(name);
  }

  private Path reached() {
    return reached(path);
  }

  private Path reached(Path seen) {
    return root.resolve(seen.toString().substring(1));
  }

  /**
   * Opens it, one step after the other from the root, so that no link in a foreign root leads out
   * of that.
   */
  public SecureDirectoryStream<Path> open() throws IOException {
    SecureDirectoryStream<Path> at = openRoot();
    for (Path step : path) {
      try (SecureDirectoryStream<Path> above = at) {
        at = above.newDirectoryStream(step, LinkOption.NOFOLLOW_LINKS);
      }
    }
    return at;
  }

  @SuppressWarnings("StreamResourceLeak") // whoever asked closes it
  private SecureDirectoryStream<Path> openRoot() throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(root);
    if (opened instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    opened.close();
    throw new IOException("this system cannot open folders without following links");
  }

  private void requireSafe() throws IOException {
    // The root of another process is reached by a link of the kernel's.
    Map<String, Object> about = attributes(root);
    List<Integer> trusted = List.of(0, ourUser(), number(about, "uid"));
    Path above = Path.of("/");
    for (Path step : path) {
      requireSafe(about, trusted, "in " + above);
      above = above.resolve(step);
      about = attributes(reached(above), LinkOption.NOFOLLOW_LINKS);
    }
    requireSafe(about, trusted, "there");
    if (!Files.isWritable(reached())) {
      throw new LaunchException("no permission to write there");
    }
  }

  private static void requireSafe(Map<String, Object> about, List<Integer> trusted, String where) {
    int mode = number(about, "mode");
    if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
      throw new LaunchException("anybody may replace files " + where);
    }
    if (!trusted.contains(number(about, "uid"))) {
      throw new LaunchException("user " + number(about, "uid") + " may replace files " + where);
    }
  }

  /** The user that this process acts as. */
  static int ourUser() {
    try {
      return number(attributes(Path.of("/proc/self")), "uid");
    } catch (IOException e) {
      throw new LaunchException("/proc/self: " + reason(e));
    }
  }

  private static Map<String, Object> attributes(Path file, LinkOption... options)
      throws IOException {
    return Files.readAttributes(file, "unix:mode,uid", options);
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Integer number ? number : -1;
  }

  private static String reason(Exception problem) {
    return problem instanceof LaunchException
        ? String.valueOf(problem.getMessage())
        : problem.getClass().getSimpleName() + " " + problem.getMessage();
  }
}
