// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.testdata.TestRuntime;
import org.junit.jupiter.api.Test;

class DamagedNativeIndexTest {

  @Test
  void file_ofNativeCodeWithRightChecksums_isReadOrRefused() {
    byte[] good = DamagedIndexTest.index(TestRuntime.directory().resolve("System.Collections.dll"));
    for (int seed = 0; seed < 300; seed++) {
      DamagedIndexTest.readOrRefuse(good, seed);
    }
  }
}
