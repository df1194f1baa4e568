// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.socket.Listener;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The control socket of an agent. Immutable; for any number of threads.
 *
 * <pre>
 *   /tmp/tiptoe-control-RANDOM/PID-KEY
 * </pre>
 *
 * <p>The folder belongs to the user of the observed process, and nobody else may enter it; its name
 * cannot be foreseen, so nobody else can take it first. It is found again by its owner. A socket
 * has the process ID as the process sees itself; all this is looked at as the process sees it, so
 * that a container's processes are found, too.
 *
 * @param path where it is, as this process sees it
 */
public record ControlSocket(Path path) {

  private static final Path TEMP = Path.of("/tmp");
  private static final Path SELF = Path.of("/proc/self");
  private static final String FOLDER = "tiptoe-control-";
  private static final String USER = "unix:uid";
  private static final Set<PosixFilePermission> PRIVATE =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /**
   * The {@code CONTROL} setting for a process that this user is about to start: a path that no
   * other agent has. In it {@code %p} stands for the process ID, which the agent fills in.
   *
   * @throws ControlException when there can be no private folder
   */
  public static Path settingForNewProcess() throws ControlException {
    try {
      return setting(TEMP, userOf(SELF));
    } catch (IOException e) {
      throw new ControlException(Reason.NO_AGENT, "no private folder in " + TEMP + ": " + e);
    }
  }

  /**
   * The {@code CONTROL} setting for a process that runs already: a path as that process sees it.
   *
   * @throws ControlException when there is no such process, or there can be no private folder
   */
  public static Path settingFor(long pid) throws ControlException {
    Path process = process(pid);
    Path temp = tempOf(process);
    try {
      Path seen = setting(temp, userOf(process));
      return TEMP.resolve(temp.relativize(seen));
    } catch (IOException e) {
      throw new ControlException(
          Reason.NO_AGENT, "no private folder for process " + pid + " in " + temp + ": " + e);
    }
  }

  /**
   * The socket of the agent inside a process.
   *
   * @throws ControlException when there is no such process, or none with an agent that listens, or
   *     this user may not look at it
   */
  public static ControlSocket of(long pid) throws ControlException {
    if (!Files.isDirectory(Path.of("/proc", Long.toString(pid)))) {
      clearAfter(pid);
    }
    Path process = process(pid);
    try {
      // Nobody finds out where the temporary folder is of a process that is not theirs to look at.
      var ignored = Files.readSymbolicLink(process.resolve("root"));
      String prefix = ownNumber(process, pid) + "-";
      for (Path folder : foldersIn(tempOf(process), userOf(process))) {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, prefix + "*")) {
          for (Path socket : sockets) {
            if (Listener.isThere(socket)) {
              return new ControlSocket(socket);
            }
          }
        }
      }
    } catch (AccessDeniedException e) {
      throw new ControlException(
          Reason.NO_PERMISSION, "no permission: " + LinuxProcess.of(pid).notOursToLookAt());
    } catch (NoSuchFileException e) {
      if (!Files.exists(process)) {
        throw new ControlException(Reason.NO_PROCESS, "process " + pid + " ended meanwhile");
      }
      // A folder of sockets went, or it is a zombie, which has no root.
    } catch (IOException e) {
      throw new ControlException(Reason.NO_AGENT, "process " + pid + " cannot be looked at: " + e);
    }
    throw new ControlException(Reason.NO_AGENT, "no agent listens in process " + pid);
  }

  /**
   * Removes what a process that was killed left behind. Whose it was and what it saw nobody can
   * tell any more: what is removed is in this user's own folders, and nobody listens there.
   */
  private static void clearAfter(long pid) {
    try {
      for (Path folder : foldersIn(TEMP, userOf(SELF))) {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, pid + "-*")) {
          for (Path socket : sockets) {
            var ignored = Listener.isThere(socket);
          }
        }
      }
    } catch (IOException e) {
      // What cannot be cleared stays; nobody takes it for an agent.
    }
  }

  private static Path setting(Path temp, int user) throws IOException {
    List<Path> folders = foldersIn(temp, user);
    Path folder = folders.isEmpty() ? newFolder(temp, user) : folders.get(0);
    byte[] key = new byte[8];
    new SecureRandom().nextBytes(key);
    return folder.resolve("%p-" + HexFormat.of().formatHex(key));
  }

  private static Path newFolder(Path temp, int user) throws IOException {
    Path folder = Files.createTempDirectory(temp, FOLDER);
    if (userOf(folder) != user) {
      Files.setAttribute(folder, USER, user, LinkOption.NOFOLLOW_LINKS);
    }
    return folder;
  }

  /** The folders that are a user's, and nobody else's to enter. */
  private static List<Path> foldersIn(Path temp, int user) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(temp, FOLDER + "*")) {
      for (Path each : all) {
        if (isPrivateTo(each, user)) {
          found.add(each);
        }
      }
    }
    return found;
  }

  private static boolean isPrivateTo(Path folder, int user) throws IOException {
    try {
      Map<String, Object> about =
          Files.readAttributes(
              folder, "unix:isDirectory,uid,permissions", LinkOption.NOFOLLOW_LINKS);
      return Boolean.TRUE.equals(about.get("isDirectory"))
          && about.get("uid") instanceof Integer owner
          && owner == user
          && PRIVATE.equals(about.get("permissions"));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static Path process(long pid) throws ControlException {
    Path process = Path.of("/proc", Long.toString(pid));
    if (pid <= 0 || !Files.isDirectory(process)) {
      throw new ControlException(Reason.NO_PROCESS, "there is no process " + pid);
    }
    return process;
  }

  /**
   * The temporary folder as a process sees it, or ours where that is the same or cannot be told.
   */
  private static Path tempOf(Path process) {
    Path theirs = process.resolve("root").resolve("tmp");
    try {
      return Files.isDirectory(theirs, LinkOption.NOFOLLOW_LINKS) && !Files.isSameFile(theirs, TEMP)
          ? theirs
          : TEMP;
    } catch (IOException e) {
      return TEMP;
    }
  }

  /** What a process calls itself: in a container, another number than ours. */
  private static String ownNumber(Path process, long pid) throws IOException {
    return Files.readAllLines(process.resolve("status")).stream()
        .filter(line -> line.startsWith("NSpid:"))
        .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
        .findFirst()
        .orElse(Long.toString(pid));
  }

  private static int userOf(Path file) throws IOException {
    return (int) Files.getAttribute(file, USER);
  }
}
