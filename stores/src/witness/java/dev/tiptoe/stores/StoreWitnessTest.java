// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link StoreTest} tries in some places, in all of them. */
@Tag("quarter-4")
class StoreWitnessTest {

  @Test
  void pdb_thatWasTouchedAnywhere_isRefusedWhereAChecksumIsStated(@TempDir Path home)
      throws IOException {
    StoreTest store = new StoreTest();
    store.home = home;
    store.touched(1);
  }
}
