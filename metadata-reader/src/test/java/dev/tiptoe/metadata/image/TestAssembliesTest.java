// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestAssembliesTest {

  @ParameterizedTest
  @EnumSource
  void testAssembly_everyOne_isReadToItsEndWithoutDamage(TestAssembly assembly) throws IOException {
    long characters =
        Everything.of(
            Image.open(assembly.path()),
            damage -> {
              throw damage;
            });
    assertTrue(characters > 0, assembly.toString());
  }
}
