// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quarter-1")
class DumpWitnessTest extends DumpCommandFixture {

  /** A name and a blob of a megabyte in each of many rows: the output stays a fraction of it. */
  @Test
  void dump_ofManyRowsWithOneTextOfAMegabyte_cutsIt() throws IOException {
    cutsTextsOf(1_000_000);
  }
}
