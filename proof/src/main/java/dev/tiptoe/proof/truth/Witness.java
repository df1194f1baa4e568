// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.io.IOException;
import java.util.List;

/** An independent source of what is true of a program, to compare Tiptoe's claims with. */
public interface Witness {

  /** What it is called in reports. */
  String name();

  /**
   * Runs a program, once or several times, and compares.
   *
   * @throws dev.tiptoe.bridge.launch.LaunchException when it cannot be run, or did not end as it
   *     should
   * @throws IOException when what it left cannot be read
   */
  List<WitnessReport> examine(Installation installation, DotnetRuntime runtime, Program program)
      throws IOException;
}
