// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The images of {@link HostileImagesTest}, larger and more of them. */
@Tag("quarter-1")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileImagesWitnessTest {

  private static final int SEEDS = 150;

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "WRITTEN_VB", "WRITTEN_FSHARP"})
  void mutants_ofTables_areAnsweredOrRefused(TestAssembly assembly) throws IOException {
    HostileImagesTest.mutants(assembly, SEEDS);
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "WRITTEN_VB", "WRITTEN_FSHARP"})
  void files_withAnyBytesChanged_areAnsweredOrRefused(TestAssembly assembly) throws IOException {
    HostileImagesTest.filesChanged(assembly, SEEDS);
  }

  @Test
  void lambdas_ofOneType_areAllFound() {
    HostileImagesTest.lambdasOfOneType(200_000);
  }

  @Test
  void lambdas_thatAllMethodsUse_areKnownByName() {
    HostileImagesTest.lambdasThatAllUse(60_000);
  }

  @Test
  void lambdas_ofOverloadsOnly_areKnownByName() {
    HostileImagesTest.lambdasOfOverloads(60_000);
  }

  @Test
  void localFunctions_thatCallOneAnother_areAnswered() {
    HostileImagesTest.localFunctions(20_000);
  }

  @Test
  void lambdas_withinOneAnother_areAnswered() {
    HostileImagesTest.lambdasWithinOneAnother(20_000);
  }

  @Test
  void methods_ofOneStateMachine_areAnswered() {
    HostileImagesTest.methodsOfOneMachine(100_000);
  }

  @Test
  void bodies_atOneAddress_areReadInBoundedTime() {
    HostileImagesTest.bodiesAtOneAddress(20_000);
  }
}
