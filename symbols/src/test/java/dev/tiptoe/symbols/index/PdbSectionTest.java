// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.symbols.index.PdbSection.NamedPdb;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PdbSectionTest {

  private static final UUID ONE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final UUID TWO = new UUID(-1, Long.MIN_VALUE);

  private static PdbSection written(List<CodeView> codeViews) {
    IndexOutput out = PdbSection.of(codeViews).write();
    return PdbSection.read(IndexBytes.of("Index", out.toArray()), new Section(0, out.length()));
  }

  @Test
  void pdbs_ofBothKinds_haveTheirStampOrAge() {
    PdbSection read =
        written(
            List.of(
                new CodeView(new PdbId(ONE, 0x89abcdef), 1, "a.pdb", true),
                new CodeView(new PdbId(TWO, 7), 3, "a.ni.pdb", false)));
    assertEquals(
        List.of(new NamedPdb(ONE, 0x89abcdef, true), new NamedPdb(TWO, 3, false)), read.pdbs());
    assertTrue(read.names(TWO) && read.mayName(ONE));
    assertFalse(read.mayName(new UUID(0, 0)));
  }

  @Test
  void module_thatNamesNoPdb_differsFromOneThatMayNameAny() {
    assertFalse(written(List.of()).mayName(ONE));
    IndexBytes none = IndexBytes.of("Index", new byte[0]);
    assertTrue(PdbSection.read(none, Section.NONE).mayName(ONE));
  }

  @Test
  void pdbs_thatRepeatThemselves_areWrittenOnce() {
    CodeView one = new CodeView(new PdbId(ONE, 1), 1, "a.pdb", true);
    assertEquals(1, written(Collections.nCopies(100_000, one)).pdbs().size());
  }

  @Test
  void section_withTooManyPdbs_isRefused() {
    for (int count : new int[] {1, 17, Integer.MAX_VALUE, -1}) {
      byte[] bytes = new IndexOutput().i32(count).toArray();
      IndexBytes index = IndexBytes.of("Index", bytes);
      assertThrows(MetadataFormatException.class, () -> PdbSection.read(index, new Section(0, 4)));
    }
  }
}
