// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * The socket that the runtime in a process listens at: {@code dotnet-diagnostic-PID-KEY-socket} in
 * the temporary folder of the process, with its number and its root as it sees them. Stateless.
 */
public final class DiagnosticsSocket {

  private DiagnosticsSocket() {}

  /**
   * Where the runtime in a process listens, as we reach it. Sockets that other processes of the
   * same number left behind, and those that another user put there, are not it.
   *
   * @throws java.nio.file.AccessDeniedException when this user may not look
   */
  public static Optional<Path> find(LinuxProcess process) throws IOException {
    String configured = process.environment().getOrDefault("TMPDIR", "");
    String folder = configured.startsWith("/") ? configured : "/tmp";
    long ownPid = process.ownPid();
    long uid = process.uid();
    Path reached = reached(process.root(), folder);
    Path exact = reached.resolve(name(ownPid, Long.toString(process.startTime())));
    return isSocketOf(exact, uid) ? Optional.of(exact) : newest(reached, ownPid, uid);
  }

  /** A socket's path must be short, so the way through the process is taken only where it must. */
  private static Path reached(Path root, String folder) throws IOException {
    Path theirs = root.resolve(folder.substring(1));
    Path ours = Path.of(folder);
    return Files.exists(ours) && Files.exists(theirs) && Files.isSameFile(ours, theirs)
        ? ours
        : theirs;
  }

  private static String name(long pid, String key) {
    return "dotnet-diagnostic-" + pid + "-" + key + "-socket";
  }

  /** In a time namespace the process counts from another start than we do: its key is not ours. */
  private static Optional<Path> newest(Path folder, long pid, long uid) throws IOException {
    Optional<Path> newest = Optional.empty();
    FileTime newestTime = FileTime.fromMillis(Long.MIN_VALUE);
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, name(pid, "*"))) {
      for (Path socket : sockets) {
        FileTime time = Files.getLastModifiedTime(socket, LinkOption.NOFOLLOW_LINKS);
        if (isSocketOf(socket, uid) && time.compareTo(newestTime) > 0) {
          newest = Optional.of(socket);
          newestTime = time;
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    }
    return newest;
  }

  private static boolean isSocketOf(Path path, long uid) throws IOException {
    try {
      var attributes = Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
      int mode = (Integer) attributes.getOrDefault("mode", 0);
      long owner = Integer.toUnsignedLong((Integer) attributes.getOrDefault("uid", -1));
      return (mode & 0170000) == 0140000 && owner == uid;
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
