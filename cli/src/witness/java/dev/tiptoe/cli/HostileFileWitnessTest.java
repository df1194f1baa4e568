// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Invalid input gets one line on standard error and exit code 3; nothing hangs. */
@Tag("quarter-3")
class HostileFileWitnessTest extends HostileFileFixture {

  @Test
  void trace_cutAnywhereBehindItsHeader_isReadAsFarAsItGoes() throws IOException {
    isReadAsFarAsItGoes(7);
  }
}
