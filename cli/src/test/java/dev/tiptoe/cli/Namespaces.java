// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.Installation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Namespaces that a process of their own keeps, until they are closed. Others are started in them,
 * and their files are reached from outside. For one thread.
 */
final class Namespaces implements AutoCloseable {

  /** Where a hostile user sees the {@code /tmp} of the machine. */
  static final Path OUTSIDE = Path.of("/mnt");

  /** What a hostile user has for a root, as the machine sees it. */
  static final String ATTACKERS_ROOT = "/tmp/root-of-an-attacker";

  private static final Path TEMPORARY = Path.of("/tmp");
  private static final Path LIBRARY =
      Installation.current().fetchedRuntime().resolve("libcoreclr.so");

  /** The user's own files stay where they are: $@ are the folders below /tmp that have them. */
  private static final String MACHINE =
      "set -e; fresh=$1; size=$2; shift 2; /bin/mount -t tmpfs -o mode=1777,size=2g none"
          + " \"$fresh\"; /bin/mkdir \"$fresh/disk\"; /bin/mount -t tmpfs -o size=$size,mode=0700"
          + " none \"$fresh/disk\"; for kept; do /bin/mkdir \"$fresh/${kept#/tmp/}\"; /bin/mount"
          + " --rbind \"$kept\" \"$fresh/${kept#/tmp/}\"; done; /bin/mount --rbind \"$fresh\" /tmp;"
          + " /bin/mount -t tmpfs -o mode=1777 none /var/tmp; echo ready; exec /bin/cat";

  /**
   * A root of its own, in which all is as in the other one but for the temporary folders. It is a
   * folder of a file system that is not its own: on one that is, root can make no file.
   */
  private static final String HOSTILE =
      "set -e; /bin/mount --bind \"$1\" /mnt; shift; "
          + "for each in /*; do case $each in /tmp | /mnt) continue;; esac; "
          + "if [ -L \"$each\" ]; then /bin/cp --no-dereference \"$each\" /mnt; "
          + "elif [ -d \"$each\" ]; then /bin/mkdir \"/mnt$each\"; "
          + "/bin/mount --rbind \"$each\" \"/mnt$each\"; fi; done; "
          + "/bin/mkdir /mnt/tmp /mnt/mnt; /bin/chmod 1777 /mnt/tmp; "
          + "/bin/mount --rbind /tmp /mnt/mnt; "
          + "/bin/mount -t tmpfs -o mode=1777,size=64m none /mnt/var/tmp; "
          + "for kept; do /bin/mkdir \"/mnt$kept\"; "
          + "/bin/mount --rbind \"$kept\" \"/mnt$kept\"; done; "
          + "exec /usr/sbin/chroot /mnt /bin/sh -c 'echo ready; exec /bin/cat'";

  private static final String TRIAL = "/bin/mount -t tmpfs none /mnt && exec \"$@\"";
  private static final List<String> MOUNTS_OF_OUR_OWN =
      List.of("/usr/bin/unshare", "--mount", "--propagation", "private");
  private static final List<String> ALL_OF_ITS_OWN =
      List.of("/usr/bin/unshare", "--user", "--map-root-user", "--mount");

  private final Process keeper;
  private final RunAs runAs;

  private Namespaces(RunAs from, List<String> entering, List<String> script, String... of)
      throws IOException {
    List<String> command = new ArrayList<>(script);
    command.addAll(kept());
    keeper =
        new ProcessBuilder(from.wrap(command))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = keeper.inputReader(StandardCharsets.UTF_8);
    String first = said.readLine();
    if (!"ready".equals(first)) {
      keeper.destroyForcibly();
      throw new AssertionError("no namespaces: " + first);
    }
    List<String> join = new ArrayList<>(List.of("/usr/bin/nsenter", "--target", "" + keeper.pid()));
    join.addAll(entering);
    join.addAll(List.of(of));
    runAs = new RunAs("inside", join);
  }

  /**
   * Why there can be none here, neither a machine nor a hostile user in it; empty when they can.
   */
  static Optional<String> problem() {
    List<String> trial = new ArrayList<>(ALL_OF_ITS_OWN);
    trial.addAll(List.of("/bin/sh", "-c", TRIAL, "trial"));
    RunAs hostile = new RunAs("an attacker", trial).within(RunAs.unrelatedUser());
    return hostile.within(new RunAs("a machine", MOUNTS_OF_OUR_OWN)).problem(LIBRARY);
  }

  /**
   * A machine whose {@code /tmp} and {@code /var/tmp} are empty, with a disk of that size at {@code
   * /tmp/disk}.
   *
   * @param folder is made
   */
  static Namespaces machine(Path folder, String diskSize) throws IOException {
    List<String> script = new ArrayList<>(MOUNTS_OF_OUR_OWN);
    script.addAll(List.of("/bin/sh", "-c", MACHINE, "machine"));
    script.addAll(List.of(Files.createDirectory(folder).toString(), diskSize));
    return new Namespaces(RunAs.OURS, List.of("--mount"), script, "--");
  }

  /**
   * User and mount namespaces that an attacker made on this machine, with a root and temporary
   * folders of its own, and where everything is its own to mount over.
   */
  Namespaces hostile() throws IOException {
    List<String> script = new ArrayList<>(ALL_OF_ITS_OWN);
    Path ignored = folder(ATTACKERS_ROOT, RunAs.UNRELATED_USER, "rwxr-xr-x");
    script.addAll(List.of("/bin/sh", "-c", HOSTILE, "hostile", ATTACKERS_ROOT));
    RunAs attacker = RunAs.unrelatedUser().within(runAs);
    return new Namespaces(attacker, List.of("--user", "--mount", "--root"), script, "--");
  }

  /** As the user who made them. */
  RunAs runAs() {
    return runAs;
  }

  /** As another user. */
  RunAs as(RunAs user) {
    return user.within(runAs);
  }

  /** A file as we reach it. */
  Path reached(String path) {
    return Path.of("/proc", Long.toString(keeper.pid()), "root").resolve(path.substring(1));
  }

  /** Makes a folder, and returns it as we reach it. */
  Path folder(String path, int user, String permissions) throws IOException {
    Path folder = Files.createDirectory(reached(path));
    Files.setAttribute(folder, "unix:uid", user);
    Files.setAttribute(folder, "unix:gid", user);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    return folder;
  }

  /** What is mounted in them. */
  String mounts() throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(keeper.pid()), "mountinfo"));
  }

  /** The folders of {@code /tmp} without which nothing runs: a checkout may lie there. */
  static List<String> kept() {
    Stream<Path> needed =
        Stream.concat(
            Stream.of(Installation.current().home(), Path.of(System.getProperty("java.home"))),
            Child.classPath().stream());
    return needed
        .filter(path -> path.startsWith(TEMPORARY) && path.getNameCount() > 1)
        .map(path -> TEMPORARY.resolve(path.getName(1)).toString())
        .distinct()
        .toList();
  }

  @Override
  public void close() {
    keeper.destroyForcibly();
  }
}
