// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestRuntime;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All modules of the .NET runtime, line by line against System.Reflection.Metadata. */
@Tag("clr")
class SystemReflectionMetadataTest {

  @Test
  void signatures_ofTheRuntime_decodeTheSame() throws Exception {
    assertEquals(818_468, compared("signatures", new Signatures()));
  }

  private static int compared(String name, Section section) throws Exception {
    Map<String, Integer> lines = MetadataDump.compare(name, section, TestRuntime.directory());
    return lines.values().stream().mapToInt(Integer::intValue).sum();
  }
}
