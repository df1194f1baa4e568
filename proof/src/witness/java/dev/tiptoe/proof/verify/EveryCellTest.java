// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every cell of every DLL of the runtime, against the CLR. */
@Tag("quarter-2")
class EveryCellTest {

  @Test
  void runtime_everyCellOfEveryDll_isReadAlike() throws IOException {
    Tally total = ClrWitnessTest.same(TestRuntime.managedDlls());
    assertEquals(7_052, total.tables());
    assertEquals(1_721_288, total.rows());
    assertEquals(5_925_292, total.cells());
    assertEquals(829_324, total.items());
    assertEquals(5_574_779, total.answers());
  }
}
