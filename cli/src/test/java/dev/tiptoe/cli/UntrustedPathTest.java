// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every command that takes a path, with one that is made of what must not reach a terminal: of
 * something that is there, and of something that is not.
 */
class UntrustedPathTest extends UntrustedPathFixture {

  @Test
  void commands_thatReadFiles_areAllTried() {
    Set<String> reading = new TreeSet<>(UntrustedTextTest.commands());
    reading.removeIf(command -> !UntrustedTextTest.readsFiles(command));
    assertTrue(reading.size() > 10, reading::toString);
    assertTrue(lines().keySet().containsAll(reading), reading::toString);
    assertEquals("lookup PATH/none --module 0x02000001 --token 0x02000001", nowhere("lookup"));
  }
}
