// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reference whose name cannot be read. */
class DamagedReferenceTest extends BoundsFixture {

  @Test
  void memberRef_whoseNameCannotBeRead_doesNotSilenceItsNeighbours() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    int type = image.typeDef("N", "T");
    image.method("M", VOID);
    image.set(image.memberRef(type, "M", VOID), "Name", 0x7fff);
    image.memberRef(type, "M", VOID);
    written("A.dll", image.build().bytes());
    String[] refs = {"refs", folder.toString(), "--members", "--tsv"};
    List<List<String>> rows = TiptoeRun.tiptoe(refs).expect(3).rows();
    assertEquals(List.of("0x0a000001", "?", "unresolved"), rows.get(0).subList(1, 4));
    assertEquals("resolved", rows.get(1).get(3));
  }
}
