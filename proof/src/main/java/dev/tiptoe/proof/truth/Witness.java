// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.io.IOException;
import java.util.List;

/** An independent source of the truth about a program, with which Tiptoe's claims are compared. */
public interface Witness {

  /** Returns its name in reports. */
  String name();

  /**
   * Runs a program, once or several times, and compares.
   *
   * @throws dev.tiptoe.bridge.launch.LaunchException when it cannot be run, or ended unexpectedly
   * @throws IOException when its output cannot be read
   */
  List<WitnessReport> examine(Installation installation, DotnetRuntime runtime, Program program)
      throws IOException;
}
