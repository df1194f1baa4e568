// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every row of the runtime, against System.Reflection.Metadata. */
@Tag("quarter-4")
class AllRowsTest {

  @Test
  void rows_ofTheRuntime_areTheSame() throws Exception {
    SystemReflectionMetadataTest.assertSame(1_309_484, "rows", new RowSection());
  }
}
