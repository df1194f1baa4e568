// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static dev.tiptoe.cli.SymbolizeCommandTest.namesTheFirstLineAndWhatItLacks;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("quarter-1")
class SymbolizeWitnessTest {

  @ParameterizedTest
  @MethodSource("dev.tiptoe.cli.SymbolizeCommandTest#wrongRows")
  void jsonl_ofManyRowsAndAWrongOne_namesItsLineAndWhatItLacks(String wrong, String reason) {
    namesTheFirstLineAndWhatItLacks(20_000, wrong, reason);
  }
}
