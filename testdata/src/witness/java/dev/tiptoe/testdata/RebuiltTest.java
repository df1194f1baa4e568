// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import dev.tiptoe.testdata.command.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares what is committed with what the compilers make of its sources. */
@Tag("quarter-1")
class RebuiltTest {

  @Test
  void assemblies_rebuilt_areTheCommittedByteForByte() {
    Script.run("testdata/assemblies/build", "--check");
  }

  /** The names in names/Constructs.tsv are what the compiler says. */
  @Test
  void names_askedOfTheCompiler_areTheCommitted() {
    Script.run("testdata/names/build", "--check");
  }
}
