// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More damaged packages than {@link ZipPackageTest} has. */
@Tag("quarter-2")
class ZipPackageWitnessTest {

  @Test
  void package_thatIsDamagedAnywhere_isReadOrRefused(@TempDir Path home) throws IOException {
    ZipPackageTest packages = new ZipPackageTest();
    packages.home = home;
    packages.damaged(1500);
  }
}
