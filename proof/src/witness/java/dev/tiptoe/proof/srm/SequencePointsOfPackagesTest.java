// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bundle.BundleMember;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same comparison of sequence points for the packages that are fetched. */
@Tag("quarter-4")
class SequencePointsOfPackagesTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void points_ofThePackages_areTheSame() throws Exception {
    Path compilers = TestRuntime.netCore31().resolve("../../../..").normalize();
    assertEquals(
        new SequencePointsTest.Counts(12, 952, 47_039, 236_172, 87_634, 12, 11),
        SequencePointsTest.compare(compilers));
    unpack(TestRuntime.singleFileApp(), folder);
    assertEquals(
        new SequencePointsTest.Counts(7, 897, 8_315, 41_797, 4_371, 7, 14),
        SequencePointsTest.compare(folder));
  }

  /** Writes the modules in a program that have PDBs beside it, and these. */
  private static void unpack(Path program, Path to) throws IOException {
    Bundle bundle = Bundle.open(program);
    for (BundleMember member : bundle.members()) {
      Path pdb = program.resolveSibling(member.path().replaceFirst("\\.dll$", ".pdb"));
      if (member.path().endsWith(".dll") && Files.isRegularFile(pdb)) {
        Bytes bytes = member.open();
        Files.write(to.resolve(member.path()), bytes.copy(0, bytes.length()));
        Files.copy(pdb, to.resolve(pdb.getFileName()));
      }
    }
  }
}
