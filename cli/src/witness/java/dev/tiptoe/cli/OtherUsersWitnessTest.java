// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether {@code OtherUsersTest} can test what it is for. */
@Tag("quarter-4")
class OtherUsersWitnessTest extends OtherUsersFixture {

  /**
   * Without it these tests could not fail. (In a checkout that is closed to others they can run
   * nothing, and the tests above report so.)
   */
  @Test
  void root_canBecomeAnotherUser() throws IOException {
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    Optional<String> problem = RunAs.anotherUser().problem(Path.of("/usr/bin/env"));
    assertTrue(!root || problem.isEmpty(), problem::toString);
  }
}
