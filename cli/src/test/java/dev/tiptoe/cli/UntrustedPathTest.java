// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every command that takes a path, with one that is made of what must not reach a terminal: of
 * something that is there, and of something that is not.
 */
class UntrustedPathTest extends UntrustedPathFixture {

  /**
   * Those that take none and find none, or only below the folder that they are installed in, or
   * hand them on.
   */
  private static final List<String> WITHOUT_PATHS =
      List.of("serve", "ps", "status", "sample", "heap", "flush", "detach", "top");

  @Test
  void commands_thatAreNotTried_thereAreNone() {
    List<String> tried = new ArrayList<>(lines().keySet());
    tried.addAll(WITHOUT_PATHS);
    assertEquals(new TreeSet<>(UntrustedTextTest.commands()), new TreeSet<>(tried));
  }
}
