// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The user and the namespaces for a process, as the command that sets them. When this machine does
 * not allow them, {@link #problem} has the reason.
 *
 * @param name what it is
 * @param before the words before the command
 */
record RunAs(String name, List<String> before) {

  /** Two users that nothing else has, by number only. */
  static final int RESIDENT = 64_001;

  static final int UNRELATED_USER = 64_002;

  /** Our user, as we are. */
  static final RunAs OURS = new RunAs("as we are", List.of());

  /** Neither the user of this process, nor that of any program here. */
  static RunAs unrelatedUser() {
    return new RunAs("an unrelated user", user(UNRELATED_USER));
  }

  /** A user that is not ours, on this machine. */
  static RunAs anotherUser() {
    return new RunAs("another user", user(RESIDENT));
  }

  /** Our user, with pid and mount namespaces of its own, and that folder for temporary files. */
  static RunAs container(Path temporary) throws IOException {
    return new RunAs("a container", List.copyOf(contained(temporary)));
  }

  /** Another user in such a container. */
  static RunAs anotherUserInAContainer(Path temporary) throws IOException {
    List<String> before = contained(temporary);
    before.addAll(user(RESIDENT));
    return new RunAs("another user in a container", before);
  }

  private static List<String> user(int number) {
    return List.of(
        "/usr/bin/setpriv", "--reuid=" + number, "--regid=" + number, "--clear-groups", "--");
  }

  /** A checkout below {@code /tmp} stays where it is. */
  private static List<String> contained(Path temporary) throws IOException {
    Files.createDirectories(temporary);
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setAttribute(temporary, "unix:mode", 01777);
    Path home = Installation.current().home();
    String mounts =
        "set -e; temporary=$1; home=$2; shift 2; case $home in /tmp/*) "
            + "/bin/mkdir -p \"$temporary${home#/tmp}\"; "
            + "/bin/mount --bind \"$home\" \"$temporary${home#/tmp}\";; esac; "
            + "/bin/mount --rbind \"$temporary\" /tmp; "
            + "/bin/mount --bind \"$temporary\" /var/tmp; exec \"$@\"";
    List<String> before = new ArrayList<>(List.of("/usr/bin/unshare", "--pid", "--fork"));
    before.addAll(List.of("--kill-child", "--mount", "--mount-proc", "/bin/sh", "-c", mounts));
    before.addAll(List.of("container", temporary.toString(), home.toString()));
    return before;
  }

  /** The same, with another variable in the environment: {@code NAME=value}. */
  RunAs with(String variable) {
    return new RunAs(name, wrap(List.of("/usr/bin/env", variable)));
  }

  /** The same inside the namespaces of another one. */
  RunAs within(RunAs outer) {
    return new RunAs(name, outer.wrap(before));
  }

  /** The command, run so. */
  List<String> wrap(List<String> command) {
    List<String> wrapped = new ArrayList<>(before);
    wrapped.addAll(command);
    return wrapped;
  }

  /** Why it cannot be taken on to read a file; empty when it can. */
  Optional<String> problem(Path readable) {
    List<String> trial = wrap(List.of("/usr/bin/test", "-r", readable.toString()));
    Path first = Path.of(trial.get(0));
    if (!Files.isExecutable(first)) {
      return Optional.of("there is no " + first);
    }
    Outcome outcome = Child.of(trial.toArray(String[]::new)).outcome();
    return outcome.status() == 0
        ? Optional.empty()
        : Optional.of(outcome.err().isBlank() ? "cannot read " + readable : outcome.err().strip());
  }
}
